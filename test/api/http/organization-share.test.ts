import assert from "node:assert/strict";
import pg from "pg";
import { assertRefused, type Caller } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi, type TestDatabase } from "#testing/processes.ts";
import { newSimulation, simulationBody } from "#testing/simulations.ts";

const POOL = 6;
const SHARE = 3;

describe("An organization whose requests hang in Postgres", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let api: Awaited<ReturnType<typeof startApi>>;
  let holder: pg.Client;
  let greedy: TestOrganization;
  let neighbour: Caller;

  before(async () => {
    database = await createDatabase();
    api = await startApi({
      DATABASE_URL: database.url,
      DATABASE_POOL: String(POOL),
      TEMPORAL_ADDRESS: "127.0.0.1:9",
    });
    greedy = await newOrganization({ baseUrl: api.baseUrl });
    neighbour = (await newOrganization({ baseUrl: api.baseUrl })).call;
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await newSimulation(greedy.call);
  });
  after(async () => {
    await holder?.end();
    await api?.stop();
    await database?.drop();
  });

  const create = () => greedy.call("POST", "/v1/simulations", { body: simulationBody() });
  const waiting = async () => {
    const [row] = await ask<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      [],
      database.url,
    );
    return row?.count;
  };
  const hold = () =>
    holder.query(
      `BEGIN; SELECT FROM usage_months WHERE organization_id = '${greedy.id}' FOR UPDATE`,
    );

  it("has half of the connections at most, so that its neighbour's requests pass", async () => {
    await hold();
    const creates = Array.from({ length: 4 * POOL }, create);
    await eventually("its share to be in use", async () => await waiting() === SHARE || undefined);
    for (let i = 0; i < 3; i++) {
      assert.equal((await neighbour("GET", "/v1/simulations")).status, 200);
      await newSimulation(neighbour);
    }
    assert.equal(await waiting(), SHARE);
    await holder.query("ROLLBACK");
    for (const { status } of await Promise.all(creates)) assert.equal(status, 202);
  });

  it("gets 429 for what has waited for three seconds, nothing of which is carried out, and the same key passes later", async () => {
    await hold();
    const first = Array.from({ length: SHARE }, create);
    await eventually("its share to be in use", async () => await waiting() === SHARE || undefined);
    const idempotencyKey = crypto.randomUUID();
    const body = simulationBody();
    const late = await greedy.call("POST", "/v1/simulations", { body, idempotencyKey });
    assertRefused(late, 429, "rate_limit_exceeded");
    const { reset } = late.meta.rate_limit;
    assert.deepEqual(late.meta.rate_limit, { limit: SHARE, remaining: 0, reset });
    assert.deepEqual(
      ["Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"].map((name) =>
        Number(late.headers.get(name))
      ),
      [1, SHARE, 0, reset],
    );
    await holder.query("ROLLBACK");
    for (const { status } of await Promise.all(first)) assert.equal(status, 202);
    const again = await greedy.call("POST", "/v1/simulations", { body, idempotencyKey });
    assert.equal(again.status, 202);
    assert.equal(again.headers.get("Idempotency-Replayed"), null);
  });
});
