import assert from "node:assert/strict";
import type { Database, Transaction } from "#db/postgres/database.ts";
import { holdMissed } from "#db/deliveries/retries.ts";
import { failRun } from "#db/simulations/end.ts";
import { type EventFilters, pageOfEvents, purgeEvents, recordEventFor } from "#db/deliveries/events.ts";
import { newId } from "#shared/ids.ts";
import { eventually, withClock } from "#testing/times.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { explaining, rowsTouched } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const ROWS = 50_000;

describe("The events of an organization", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let worker: Database;
  let api: Database;
  const [own, neighbour] = [newId(), newId()];

  before(async () => {
    database = await createDatabase();
    for (const id of [own, neighbour]) {
      await ask(
        "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')",
        [id, id],
        database.url,
      );
    }
    const connect = (role: "app_api" | "app_worker") => connectAs(role, { url: database.url, pool: 3 });
    [worker, api] = [await connect("app_worker"), await connect("app_api")];
  });
  after(async () => {
    await Promise.all([worker?.close(), api?.close()]);
    await database?.drop();
  });

  const record = (
    tx: Transaction,
    organizationId: string,
    message: string,
    receivers: Parameters<typeof recordEventFor>[2] = [],
  ) =>
    recordEventFor(tx, {
      organizationId,
      type: "webhook.test",
      simulationId: null,
      data: { message },
    }, receivers);
  const messages = (filters: EventFilters = {}) =>
    api.withOrganization(own, async (tx) => {
      const { rows } = await pageOfEvents(tx, filters, { limit: 100, after: null });
      return rows.map(({ body }) => JSON.parse(body).data.message as string);
    });

  it("are recorded without a look at endpoints of others, of which 5,000 are down", async () => {
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery,
         down_since)
       SELECT gen_random_uuid(), $1, 50, 5, 5, gen_random_uuid(), now() FROM generate_series(1, 5000)`,
      [neighbour],
      database.url,
    );
    await ask("ANALYZE endpoint_health", [], database.url);
    const url = "https://x.test";
    const receivers = [{ webhook_id: newId(), url }, { webhook_id: null, url }];
    const touched: number[] = [];
    const recorded = await worker.transaction((tx) =>
      record(explaining(tx, (nodes) => touched.push(rowsTouched(nodes))), neighbour, "To two", receivers)
    );
    assert.equal(recorded.length, 2);
    assert.ok(touched.length > 0 && Math.max(...touched) <= 100, `${touched}`);
    await ask("DELETE FROM endpoint_health WHERE organization_id = $1", [neighbour], database.url);
  });

  it("have the time at which their run failed by Postgres' clock, however wrong that of its process is", async () => {
    const id = newId();
    await ask(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights, insights_status, created_at)
       VALUES ($1, $2, 'brand-trust', 1, 100, 1, false, 'disabled', now())`,
      [id, neighbour],
      database.url,
    );
    const failure = { code: "internal", message: "It failed.", by: "service" } as const;
    await withClock(600_000, () => worker.transaction((tx) => failRun(tx, id, failure, "http://api")));
    const rows = await ask<{ body: string; is_off: boolean }>(
      `SELECT e.body, abs(extract(epoch FROM e.created_at - s.completed_at)) > 0.001 AS is_off
       FROM events e JOIN simulations s ON s.id = e.simulation_id WHERE s.id = $1`,
      [id],
      database.url,
    );
    assert.deepEqual(rows.map(({ is_off }) => is_off), [false]);
    const { created } = JSON.parse(rows[0]?.body ?? "{}");
    assert.ok(Math.abs(1_000 * created - Date.now()) < 300_000, created);
  });

  it("are read from the time on since when a subscription wants those that it missed, and not from the first", async () => {
    const [organization, webhook] = [newId(), newId()];
    const query = (sql: string, values: unknown[] = [organization]) => ask(sql, values, database.url);
    await query(
      "INSERT INTO organizations (id, name, plan_tier) VALUES ($1::uuid, $1::uuid::text, 'growth')",
    );
    await query(
      `INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
       VALUES ($2, $1, 'https://example.com/hook', '{*}', 'sealed', 'sealed', false)`,
      [organization, webhook],
    );
    // One each minute, and every third is the neighbour's.
    await query(
      `INSERT INTO events (id, organization_id, type, body, created_at)
       SELECT gen_random_uuid(), CASE i % 3 WHEN 0 THEN $2::uuid ELSE $1 END, 'simulation.completed', '{}', now() - i * interval '1 minute'
       FROM generate_series(8700, 1, -1) AS i`,
      [organization, neighbour],
    );
    const hold = (minutes: number, after: string | null = null) =>
      holdMissed(worker, {
        webhookId: webhook,
        since: new Date(Date.now() - minutes * 60_000),
        after,
        limit: 5_000,
      });
    assert.deepEqual(await hold(30.5), { held: 20, after: null });
    assert.deepEqual(await hold(0), { held: 0, after: null });
    const first = await hold(9_001);
    assert.equal(first.held, 2_000);
    await hold(9_001, first.after);
    const last = await hold(9_001, (await hold(9_001, first.after)).after);
    const [row] = await query("SELECT count(*)::integer AS count FROM deliveries WHERE webhook_id = $1", [
      webhook,
    ]);
    assert.deepEqual([last.after, row], [null, { count: 5_800 }]);
    await query("DELETE FROM events WHERE organization_id = ANY($1)", [[organization, neighbour]]);
  });

  it("have the order of their commits: one that is recorded first and commits last holds the next one up", async () => {
    const commit = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const first = worker.transaction(async (tx) => {
      await record(tx, own, "first");
      recorded.resolve();
      await commit.promise;
    });
    await recorded.promise;
    let done = false;
    const second = worker.transaction((tx) => record(tx, own, "second")).then(() => done = true);
    await eventually("the second event to wait for the lock", async () => {
      const [row] = await ask(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        [],
        database.url,
      );
      return row;
    });
    assert.deepEqual([done, await messages()], [false, []]);
    // Another organization's events do not wait.
    await worker.transaction((tx) => record(tx, neighbour, "beside"));
    commit.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(await messages(), ["second", "first"]);
  });

  for (const aheadMs of [600_000, -600_000]) {
    it(`have deliveries that are due at once, although their process' clock is off by ${aheadMs / 1000} s`, async () => {
      const receiver = { webhook_id: null, url: "https://customer.example/hook" };
      const [delivery] = await withClock(
        aheadMs,
        () => worker.transaction((tx) => record(tx, neighbour, "off", [receiver])),
      );
      const [row] = await ask<{ due: number; age: number }>(
        `SELECT extract(epoch FROM next_retry_at - now())::float AS due, extract(epoch FROM now() - created_at)::float AS age
         FROM deliveries WHERE id = $1`,
        [delivery!.id],
        database.url,
      );
      assert.ok(Math.abs(row!.due) < 30 && Math.abs(row!.age) < 30, JSON.stringify(row));
    });
  }

  it("without a delivery are purged after their 90 days, and not before", async () => {
    await worker.transaction((tx) => record(tx, neighbour, "old"));
    const age = (days: number) =>
      ask(
        "UPDATE events SET created_at = now() - make_interval(days => $2) WHERE body LIKE $1",
        ['%"old"%', days],
        database.url,
      );
    await age(89);
    assert.equal(await purgeEvents(worker, 90, 100), 0);
    await age(91);
    assert.equal(await purgeEvents(worker, 90, 100), 1);
  });

  for (
    const [what, filters] of [
      ["no filter", {}],
      ["a type of few", { types: ["simulation.failed"] }],
      ["a type of none", { types: ["simulation.insights.failed"] }],
      ["types of many, few and none", {
        types: ["webhook.test", "simulation.failed", "simulation.insights.failed"],
      }],
      ["after the last but one", { afterPosition: `${ROWS - 1}` }],
      ["a type, after a position", { types: ["simulation.failed"], afterPosition: "100" }],
      ["a simulation without events", { simulation_id: newId() }],
    ] as const
  ) {
    it(`are read by an index, 50,000 of them: ${what}`, async () => {
      await fill();
      await api.withOrganization(own, async (tx) => {
        const seen = explaining(tx, (nodes) => {
          const plan = JSON.stringify(nodes);
          assert.doesNotMatch(plan, /Seq Scan/, plan);
          assert.ok(rowsTouched(nodes) <= 100, plan);
        });
        await pageOfEvents(seen, filters, { limit: 20, after: null });
        await pageOfEvents(seen, filters, { limit: 20, after: ROWS / 2 });
      });
    });
  }

  let filled = false;
  async function fill(): Promise<void> {
    if (filled) return;
    filled = true;
    await ask(
      `INSERT INTO events (id, organization_id, type, body, created_at)
       SELECT gen_random_uuid(), $1, CASE WHEN i % 1000 = 0 THEN 'simulation.failed' ELSE 'webhook.test' END, '{}', now()
       FROM generate_series(1, $2::integer) AS i`,
      [own, ROWS],
      database.url,
    );
    await ask("ANALYZE events", [], database.url);
  }
});
