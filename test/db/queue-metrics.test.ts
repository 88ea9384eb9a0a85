import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import { measureQueues, readFigures, TAKE_FIGURES } from "#db/queue-metrics.ts";
import { newId } from "#shared/ids.ts";
import { metricsPage } from "#shared/metrics.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { planOf, rowsTouched } from "./plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

describe("The figures of queues", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let worker: Database;
  const organization = newId();
  const run = (text: string, values: unknown[] = []) => ask(text, values, database.url);

  before(async () => {
    database = await createDatabase();
    await run("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Figures', 'growth')", [
      organization,
    ]);
    // 20,000 simulations have ended, 3 wait and 2 run. 12,000 commands wait, the oldest for an hour, and 4 are set aside.
    await run(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
         insights_status, created_at, status, failure_code)
       SELECT gen_random_uuid(), $1, 'brand-trust', 1, 100, 1, false, 'disabled', now() - i * interval '1 second', s,
         CASE s WHEN 'failed' THEN 'internal' END
       FROM generate_series(1, 20005) AS i
       CROSS JOIN LATERAL (SELECT CASE WHEN i <= 3 THEN 'queued' WHEN i <= 5 THEN 'running' ELSE 'failed' END AS s) AS status`,
      [organization],
    );
    await run(
      `INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at, created_at, set_aside_at, error)
       SELECT $1, 'simulation/x', '{}', now() + i * interval '1 second', now() - CASE i WHEN 1 THEN interval '1 hour' ELSE '1 second' END,
         CASE WHEN i > 12000 THEN now() END, CASE WHEN i > 12000 THEN 'refused' END
       FROM generate_series(1, 12004) AS i`,
      [organization],
    );
    await run(
      `INSERT INTO events (id, organization_id, type, body, created_at)
       VALUES ('01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21', $1, 'webhook.test', '{}', now())`,
      [organization],
    );
    // 20,000 deliveries have ended, 5 are due, the longest for 100 s, 7 are parked and 9 held.
    await run(
      `INSERT INTO deliveries (id, organization_id, event_id, event_type, url, status, next_retry_at, created_at, parked, held)
       SELECT gen_random_uuid(), $1, '01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21', 'webhook.test', 'https://x.test',
         CASE WHEN i <= 21 THEN 'pending' ELSE 'succeeded' END, CASE WHEN i <= 5 THEN now() - i * interval '20 seconds' END, now(),
         CASE WHEN i BETWEEN 6 AND 12 THEN 'endpoint_down' END, i BETWEEN 13 AND 21
       FROM generate_series(1, 20021) AS i`,
      [organization],
    );
    await run("ANALYZE simulations, outbox, deliveries");
    worker = await connectAs("app_worker", { url: database.url, pool: 4 });
  });
  after(async () => {
    await worker?.close();
    await database?.drop();
  });

  it("count what waits, up to 10,000, and know the age of the oldest", async () => {
    const { figures } = await readFigures(worker);
    assert.ok(figures !== null);
    const { outbox, set_aside, due, parked, held, queued_simulations, running_simulations } = figures;
    assert.equal(outbox.rows, 10_000);
    assert.ok((outbox.oldest ?? 0) >= 3_600 && (outbox.oldest ?? 0) < 3_700);
    assert.deepEqual({ set_aside, due: due.rows, parked, held }, {
      set_aside: 4,
      due: 5,
      parked: 7,
      held: 9,
    });
    assert.ok((due.oldest ?? 0) >= 100 && (due.oldest ?? 0) < 200);
    assert.deepEqual([queued_simulations.rows, running_simulations.rows], [3, 2]);
    assert.equal(figures.readings.oldest, null);
    assert.deepEqual(figures.deletions, { rows: 0, oldest: null });
    const installed = Date.now() / 1000 - (figures.purged_at ?? 0);
    assert.ok(installed >= 0 && installed < 600, `purged ${installed} s ago`);
  });

  describe("of a line of simulations", () => {
    const [moving, standing] = [newId(), newId()];
    const begin = (organization: string, minutes: number, status: string, columns = "", values = "") =>
      run(
        `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
           insights_status, created_at, status${columns})
         VALUES (gen_random_uuid(), $1, 'brand-trust', 1, 100, 1, false, 'disabled', now() - $2 * interval '1 minute', $3${values})`,
        [organization, minutes, status],
      );
    const oldest = async () => {
      await run("UPDATE figures SET claimed_at = '-infinity'");
      const { figures } = await readFigures(worker);
      return [figures?.queued_simulations, figures?.running_simulations]
        .map((queue) => Math.floor((queue?.oldest ?? 0) / 60));
    };
    before(() =>
      run(
        `INSERT INTO organizations (id, name, plan_tier, deletion_requested_at)
         VALUES ($1, 'Moving', 'growth', NULL), ($2, 'Standing', 'growth', now() - interval '1 hour')`,
        [moving, standing],
      )
    );
    after(() => run("DELETE FROM simulations WHERE organization_id = ANY($1)", [[moving, standing]]));

    it("count an organization's own backlog from the end of the run before, and a run from its begin", async () => {
      await begin(
        moving,
        120,
        "failed",
        ", completed_at, failure_code",
        ", now() - interval '3 minutes', 'internal'",
      );
      await begin(moving, 60, "queued");
      assert.deepEqual(await oldest(), [3, 0]);
      await begin(standing, 60, "running", ", started_at", ", now() - interval '10 minutes'");
      assert.deepEqual(await oldest(), [3, 10]);
      await begin(standing, 50, "queued");
      assert.deepEqual(await oldest(), [10, 10]);
    });

    it("know how long an organization is to be deleted", async () => {
      const { figures } = await readFigures(worker);
      assert.equal(figures?.deletions?.rows, 1);
      assert.equal(Math.floor((figures?.deletions?.oldest ?? 0) / 60), 60);
    });
  });

  it("are read once in ten seconds, however many processes ask", async () => {
    const first = await readFigures(worker);
    const many = await Promise.all(Array.from({ length: 20 }, () => readFigures(worker)));
    assert.deepEqual(new Set(many.map(({ taken_at }) => taken_at)), new Set([first.taken_at]));
    await run("UPDATE figures SET claimed_at = now() - interval '11 seconds'");
    await Promise.all(Array.from({ length: 20 }, () => readFigures(worker)));
    const [calls] = await run("SELECT claimed_at > now() - interval '5 seconds' AS claimed FROM figures");
    assert.equal(calls?.claimed, true);
    const again = await readFigures(worker);
    assert.ok(again.taken_at > first.taken_at);
  });

  it("read an index of each large table, no table as a whole, and of a line no more than its begin", async () => {
    const sql = (text: string, values: unknown[]) => worker.query<object>(text, values);
    const nodes = await planOf(sql, TAKE_FIGURES);
    const scans = nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) =>
      node["Relation Name"]
    );
    assert.deepEqual(scans.filter((scan) => /simulations|outbox|deliveries/.test(scan ?? "")), []);
    // The outbox alone has so many rows that wait.
    assert.ok(rowsTouched(nodes) <= 10_000, JSON.stringify(nodes));
  });
});

describe("The page of figures", () => {
  it("is there where nothing waits, and where a process of an earlier release has read them", async () => {
    const database = await createDatabase();
    const worker = await connectAs("app_worker", { url: database.url });
    try {
      measureQueues(worker);
      const shown = [
        ...['simulations{status="queued"}', 'simulations_oldest_seconds{status="queued"}', "outbox_rows"],
        "readings",
      ];
      const page = await metricsPage();
      for (const name of shown) assert.ok(page.includes(`service_${name} 0\n`), name);
      const before = "UPDATE figures SET figures = figures - 'deletions' - 'purged_at', claimed_at = now()";
      await ask(before, [], database.url);
      assert.ok((await metricsPage()).includes("service_readings 0\n"));
    } finally {
      await worker.close();
      await database.drop();
    }
  });
});
