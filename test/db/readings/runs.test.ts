import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import {
  earlierRuns,
  findReadRun,
  markReadingRunning,
  type ReadRun,
  recordRewriteAttempt,
  saveRewrite,
} from "#db/readings/readings.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { explainingDatabase, type PlanNode, rowsTouched } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";
import { completedSimulation, endedReading } from "#testing/simulations.ts";

const REWRITE = { texts: {}, model_tier: "standard" } as unknown as Parameters<typeof saveRewrite>[2];

describe("A run of a Reading", () => {
  let database: Database;
  let id: string;
  before(async () => {
    database = await connectAs("app_worker");
    const { call } = await newOrganization();
    id = await completedSimulation(call);
    await endedReading(call, id);
  });
  after(() => database?.close());

  /** What a run of this generation is given, and what it has written. */
  async function begun(generation: number): Promise<readonly unknown[]> {
    await ask("UPDATE readings SET rewrite = NULL, rewrite_attempts = 0 WHERE simulation_id = $1", [id]);
    const reading = { simulation_id: id, generation };
    const runs = [await markReadingRunning(database, reading), await findReadRun(database, reading)];
    const counts = await recordRewriteAttempt(database, reading);
    await saveRewrite(database, reading, REWRITE, null);
    const [written] = await ask<{ rewrite: unknown; rewrite_attempts: number }>(
      "SELECT rewrite, rewrite_attempts FROM readings WHERE simulation_id = $1",
      [id],
    );
    return [...runs.map((run) => run?.id), counts, written?.rewrite, written?.rewrite_attempts];
  }

  it("changes a Reading in flight, and nothing of one that has ended or that a later generation runs", async () => {
    const nothing = [undefined, undefined, false, null, 0];
    assert.deepEqual(await begun(1), nothing);
    await ask("UPDATE simulations SET insights_status = 'queued' WHERE id = $1", [id]);
    assert.deepEqual(await begun(1), [id, id, true, REWRITE, 1]);
    await ask("UPDATE readings SET generation = 2 WHERE simulation_id = $1", [id]);
    assert.deepEqual(await begun(1), nothing);
    assert.deepEqual(await begun(2), [id, id, true, REWRITE, 1]);
  });
});

const RUNS = 3_000;

describe("Earlier runs of a question that was asked 3,000 times of each of two audiences, and at another price", () => {
  let database: TestDatabase;
  let asWorker: Database;
  const organization = newId();
  const run = {
    organization_id: organization,
    methodology_slug: "brand-trust",
    question: null,
    audience: { age: ["18-29"] },
    applied: { price_usd: 3 },
    completed_at: new Date("2026-06-01T00:00:00Z"),
    id: newId(),
  } as unknown as ReadRun;
  before(async () => {
    database = await createDatabase();
    const { url } = database;
    await ask("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Asks again', 'growth')", [
      organization,
    ], url);
    // Every second run has no question of its own, every fourth another spelling; the other audience's are the newer ones.
    await ask(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at, completed_at, status, verdict, question, audience, scenario_applied)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, 100, i, false, 'disabled', now(), $2::timestamptz - i * interval '1 minute',
         'completed', '{"evidence": "predicted"}', CASE WHEN i % 2 = 0 THEN (ARRAY['Do you trust it?', '  DO YOU  trust it'])[1 + i % 4 / 2] END,
         CASE WHEN i > $3 THEN $4::jsonb ELSE '{"age": ["65+"]}' END,
         CASE WHEN i % 3 > 0 THEN jsonb_build_object('ignored', i, 'read_from', 'question', 'price_usd', i % 3 + 1) END
       FROM generate_series(1, 2 * $3) AS i`,
      [organization, run.completed_at, RUNS, run.audience],
      url,
    );
    await ask("ANALYZE simulations", [], url);
    asWorker = await connectAs("app_worker", { url });
  });
  after(async () => {
    await asWorker?.close();
    await database?.drop();
  });

  it("are the newest 50 of its audience and price, with those without a question of their own, and no more rows are read", async () => {
    const nodes: PlanNode[] = [];
    const explained = explainingDatabase(asWorker, (plan) => nodes.push(...plan));
    const found = await earlierRuns(explained, run, "Do you trust it?");
    assert.deepEqual(
      found.map(({ seed }) => Number(seed)),
      Array.from({ length: 50 }, (_, i) => RUNS + 2 + 3 * i),
    );
    assert.ok(rowsTouched(nodes) <= 100, JSON.stringify(nodes));
  });

  it("are those of its question in any spelling, and of another question none", async () => {
    const seedsOf = async (question: string) =>
      (await earlierRuns(asWorker, { ...run, question }, "Is it ｇｏｏｄ？")).map(({ seed }) => Number(seed));
    const own = await seedsOf("Do you trust it?");
    assert.deepEqual(new Set(own.map((seed) => seed % 4)), new Set([0, 2]));
    for (const question of ["DO YOU TRUST IT", " do you\n trust it ?!", "Ｄo you trust it…"]) {
      assert.deepEqual(await seedsOf(question), own, question);
    }
    // The KPI question's runs without one of their own are those of its other spellings too.
    const ofKpi = await seedsOf("is it GOOD");
    assert.deepEqual([ofKpi.length, ofKpi.some((seed) => seed % 2 === 0)], [50, false]);
    for (const question of ["Do you trust them?", "?", "??"]) {
      assert.deepEqual(await seedsOf(question), [], question);
    }
  });
});
