import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Database } from "#db/postgres/database.ts";
import { modelResponses } from "#db/simulations/model-responses.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { explainingDatabase, type PlanNode, rowsTouched } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const RUNS = 500;
const KEYS = 20;
const keyOf = (n: number) => createHash("sha256").update(`key ${n}`).digest("hex");
const keys = Array.from({ length: KEYS }, (_, n) => keyOf(n + 1));

describe("The responses of a model to a question that 500 runs have asked", () => {
  let database: TestDatabase;
  let asWorker: Database;
  const organizationId = newId();
  let runs: readonly { readonly id: string }[];
  before(async () => {
    database = await createDatabase();
    const { url } = database;
    await ask("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Asks a model', 'growth')", [
      organizationId,
    ], url);
    runs = await ask<{ id: string }>(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, $2, i, false, 'disabled', now() - i * interval '1 hour' FROM generate_series(1, $3) AS i
       RETURNING id`,
      [organizationId, KEYS, RUNS],
      url,
    );
    // The first run is the newest.
    await ask(
      `INSERT INTO model_responses (simulation_id, organization_id, key, persona, replicate, options, http_status, raw, prompt_tokens,
         cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused, created_at)
       SELECT s.id, organization_id, sha256(('key ' || k)::bytea), '', 0, 'yes|no', 200, 'run ' || s.seed, 1, 1, 1, 1, true, 1, s.seed < $1, s.created_at
       FROM simulations s CROSS JOIN generate_series(1, $2) AS k`,
      [RUNS, KEYS],
      url,
    );
    asWorker = await connectAs("app_worker", { url });
  });
  after(async () => {
    await asWorker?.close();
    await database?.drop();
  });

  /** What a run finds, and the most rows that Postgres reads for it. */
  async function found(simulationId: string, reuse: boolean) {
    const nodes: PlanNode[] = [];
    const explained = explainingDatabase(asWorker, (plan) => nodes.push(...plan));
    const owner = { organization_id: organizationId, id: simulationId };
    const rows = [...(await modelResponses(explained, owner).getMany(keys, reuse)).values()];
    assert.ok(rowsTouched(nodes) <= KEYS, JSON.stringify(nodes));
    return { keys: rows.map(({ key }) => key).sort(), raws: [...new Set(rows.map(({ raw }) => raw))] };
  }

  it("are those of the newest run for a new one, and no others are read", async () => {
    assert.deepEqual(await found(newId(), true), { keys: [...keys].sort(), raws: ["run 1"] });
  });

  it("are its own for a run that has them, and none for one that reuses none", async () => {
    // Until now the table had no statistics, as a new database has none for its first minute.
    await ask("ANALYZE model_responses", [], database.url);
    const { id } = runs[99] ?? { id: "" };
    for (const reuse of [true, false]) assert.deepEqual((await found(id, reuse)).raws, ["run 100"]);
    assert.deepEqual(await found(newId(), false), { keys: [], raws: [] });
  });
});
