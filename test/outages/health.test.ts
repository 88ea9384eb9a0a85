import assert from "node:assert/strict";
import process from "node:process";
import { prepareDatabase } from "#dev/database.ts";
import { createDatabase } from "#dev/services/postgres.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import {
  startApi,
  startPostgres,
  startRedis,
  startTcpProxy,
  type TcpProxy,
  type TestProcess,
} from "#testing/processes.ts";
import { simulationBody } from "#testing/simulations.ts";

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
type Api = Awaited<ReturnType<typeof startApi>>;

/** How soon a probe answers, whatever happens to Postgres: 1 s, and half a second for a busy machine. */
const PROBE_MS = 1_500;

async function probe(api: Api, path = "/readyz"): Promise<{ status: number; text: string; ms: number }> {
  const began = performance.now();
  const response = await fetch(`${api.baseUrl}${path}`);
  return { status: response.status, text: await response.text(), ms: performance.now() - began };
}

/** Becomes unready once the answer before is a second old. */
async function assertUnready(api: Api, reason: string): Promise<void> {
  const { status, text } = await eventually("the API to be unready", async () => {
    const answer = await probe(api);
    assert.ok(answer.ms < PROBE_MS, `it took ${answer.ms} ms`);
    return answer.status === 200 ? undefined : answer;
  }, 3);
  assert.deepEqual([status, text], [503, `${reason}\n`]);
}

const becomesReady = (api: Api) =>
  eventually("the API to be ready", async () => (await probe(api)).status === 200 || undefined, 15);

/** A Postgres of this spec's own behind a proxy, so that it can be stopped, started and made to hang. */
describe("An API's health in outages", function () {
  this.timeout(90_000);
  let postgres: Postgres;
  let proxy: TcpProxy;
  let api: Api;
  let call: Caller;
  let databaseUrl: string;
  before(async () => {
    postgres = await startPostgres();
    databaseUrl = await createDatabase(
      { url: postgres.url } as Parameters<typeof createDatabase>[0],
      "simulation_service",
    );
    const { demo } = await prepareDatabase(databaseUrl, null);
    proxy = await startTcpProxy(postgres);
    const through = new URL(databaseUrl);
    through.port = `${proxy.port}`;
    api = await startApi({ DATABASE_URL: through.href });
    call = callerWith(demo.api_key, api.baseUrl);
    assert.equal((await call("GET", "/v1/simulations")).status, 200);
  });
  // A spec that fails while Postgres hangs must not fail the next ones too.
  afterEach(() => proxy.set("pass"));
  after(async () => {
    await api?.stop();
    await proxy?.close();
    await postgres?.stop();
  });

  const assertUnavailable = async (method: string, path: string, seconds: number, body?: object) => {
    const began = performance.now();
    const refused = await call(method, path, body === undefined ? {} : { body });
    assertRefused(refused, 503, "service_unavailable");
    assert.ok(Number(refused.headers.get("Retry-After")) >= 1);
    assert.match(refused.meta.correlation_id, /^[0-9a-f-]{36}$/);
    const took = (performance.now() - began) / 1000;
    assert.ok(took < seconds, `it took ${took} s`);
    return refused;
  };
  const recovers = () =>
    eventually("requests to be answered again", async () => {
      const { status } = await call("POST", "/v1/simulations", { body: simulationBody() });
      return status === 202 || undefined;
    }, 15);

  it("costs one statement a second, however many probes ask", async () => {
    const transactions = async () => {
      const [row] = await ask<{ count: number }>(
        "SELECT xact_commit::integer AS count FROM pg_stat_database WHERE datname = current_database()",
        [],
        databaseUrl,
      );
      return row?.count ?? 0;
    };
    const before = await transactions();
    const began = performance.now();
    await Promise.all(Array.from({ length: 500 }, () => probe(api)));
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    // Postgres counts at most a second late; autovacuum and this spec's own statement count too.
    const statements = await eventually("Postgres to count", async () => {
      const count = await transactions() - before;
      return count > 0 ? count : undefined;
    }, 5);
    assert.ok(statements <= seconds + 20, `${statements} transactions in ${seconds} s`);
  });

  it("is unready while Postgres is stopped, answers requests 503, and recovers by itself", async () => {
    await postgres.stop();
    await assertUnready(api, "the database does not answer");
    assert.equal((await probe(api, "/livez")).status, 200);
    await assertUnavailable("GET", "/v1/simulations", 3);
    await assertUnavailable("POST", "/v1/simulations", 3, simulationBody());
    const many = Array.from({ length: 40 }, () => assertUnavailable("GET", "/v1/simulations", 6));
    await Promise.all(many);

    postgres = await startPostgres({ port: postgres.port, dir: postgres.dir });
    await becomesReady(api);
    await recovers();
  });

  it("is unready while Postgres hangs, answers requests 503, and recovers by itself", async () => {
    proxy.set("hold");
    await assertUnready(api, "the database does not answer");
    assert.equal((await probe(api, "/livez")).status, 200);
    // Statements end after 6 s, and waits for a free connection after 2 s.
    await Promise.all(
      Array.from(
        { length: 60 },
        (_, i) =>
          i % 2 === 0
            ? assertUnavailable("GET", "/v1/simulations", 15)
            : assertUnavailable("POST", "/v1/simulations", 15, simulationBody()),
      ),
    );
    await assertUnready(api, "the database does not answer");

    proxy.set("pass");
    await becomesReady(api);
    await recovers();
  });

  it("leaves no transaction open when the network fails before COMMIT; a retry with its key creates once", async () => {
    const question = `Would you buy ${crypto.randomUUID()}?`;
    const create = { body: simulationBody({ question }), idempotencyKey: crypto.randomUUID() };
    const held = proxy.holdAt("COMMIT");
    const lost = call("POST", "/v1/simulations", create);
    await held;
    assertRefused(await lost, 503, "service_unavailable");
    await eventually("Postgres to end the transaction", async () => {
      const open = await ask(
        "SELECT FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'",
        [],
        databaseUrl,
      );
      return open.length === 0 || undefined;
    }, 20);

    proxy.set("pass");
    await recovers();
    const created = async () =>
      (await ask("SELECT FROM simulations WHERE question = $1", [question], databaseUrl)).length;
    assert.equal(await created(), 0);
    assert.equal((await call("POST", "/v1/simulations", create)).status, 202);
    const again = await call("POST", "/v1/simulations", create);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.equal(await created(), 1);
  });

  it("is unready while a migration of this release is missing", async () => {
    const last = MIGRATIONS.at(-1)?.name;
    await ask("UPDATE migrations SET name = name || ' (not yet)' WHERE name = $1", [last], databaseUrl);
    await assertUnready(api, "migrations are missing");
    await ask("UPDATE migrations SET name = $1 WHERE name = $1 || ' (not yet)'", [last], databaseUrl);
    await becomesReady(api);
  });

  it("is ready under a newer release's schema, so that processes can be replaced one after another", async () => {
    await ask(
      "INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')",
      [],
      databaseUrl,
    );
    assert.equal((await probe(api)).status, 200);
    await ask("DELETE FROM migrations WHERE name LIKE 'Newer%'", [], databaseUrl);
  });

  it("is ready without Redis and Temporal, down or hanging", async () => {
    const redis = await startRedis();
    const started: TestProcess[] = [redis];
    try {
      const hanging = await startApi({
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        TEMPORAL_ADDRESS: "127.0.0.1:1",
      });
      started.push(hanging);
      process.kill(redis.pid, "SIGSTOP");
      assert.equal((await probe(hanging)).status, 200);
      process.kill(redis.pid, "SIGCONT");
      await redis.kill();
      assert.equal((await probe(hanging)).status, 200);
      const without = await startApi({
        DATABASE_URL: databaseUrl,
        REDIS_URL: "redis://127.0.0.1:1",
        TEMPORAL_ADDRESS: "127.0.0.1:1",
      });
      started.push(without);
      assert.equal((await probe(without)).status, 200);
    } finally {
      await Promise.all(started.map((child) => child.stop()));
    }
  });
});
