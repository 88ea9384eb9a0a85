import assert from "node:assert/strict";
import { createLogin } from "#commands/create-logins.ts";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  createDatabase,
  startApi,
  startPgbouncer,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

/** Server connections of each login: few, so that transactions of different organizations follow each other on each of them. */
const SERVER_CONNECTIONS = "2";
const IGNORING = "options,statement_timeout,idle_in_transaction_session_timeout";

describe("Behind PgBouncer in transaction mode", function () {
  this.timeout(120_000);
  const suffix = crypto.randomUUID().slice(0, 8);
  const logins = { app_api: `api_${suffix}`, app_worker: `worker_${suffix}` } as const;
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let direct: { readonly api: string; readonly worker: string };

  /** Without the owner's URL: no process needs it. */
  const settings = (change: object = {}) => ({
    DATABASE_URL: "",
    API_DATABASE_URL: pooler.through(direct.api),
    WORKER_DATABASE_URL: pooler.through(direct.worker),
    LISTEN_DATABASE_URL: direct.api,
    TEMPORAL_ADDRESS: temporal.address,
    ...change,
  });
  const connect = async (role: "app_api" | "app_worker", pool: number) => {
    const url = pooler.through(role === "app_api" ? direct.api : direct.worker);
    const dataSource = createDataSource({ url, role, pool, applicationName: "test", ownLogin: true });
    return new Database(await dataSource.initialize());
  };

  before(async () => {
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    const owner = await connectAs("owner", { url: database.url });
    const password = "p%ss:/@word";
    for (const role of ["app_api", "app_worker"] as const) {
      // Twice, as at each release.
      for (let i = 0; i < 2; i++) await createLogin(owner, { name: logins[role], password, role });
    }
    await owner.close();
    const urlOf = (username: string) =>
      Object.assign(new URL(database.url), { username, password: encodeURIComponent(password) }).href;
    direct = { api: urlOf(logins.app_api), worker: urlOf(logins.app_worker) };
    pooler = await startPgbouncer({
      logins: [direct.api, direct.worker, database.url],
      settings: { default_pool_size: SERVER_CONNECTIONS },
    });
  });
  after(async () => {
    await Promise.all([pooler?.stop(), temporal?.stop()]);
    await database?.drop();
    for (const name of Object.values(logins)) await ask(`DROP ROLE IF EXISTS ${name}`);
  });

  it("each login has its role and its time limits, and no rights without the role", async () => {
    for (const [role, limit] of [["app_api", "5s"], ["app_worker", "30s"]] as const) {
      const connected = await connect(role, 1);
      const [row] = await connected.query(
        "SELECT current_user::text AS role, current_setting('statement_timeout') AS limit",
      );
      assert.deepEqual(row, { role, limit });
      await assert.rejects(
        connected.transaction(async (tx) => {
          await tx.sql("SET LOCAL ROLE NONE");
          await tx.sql("SELECT FROM simulations");
        }),
        { code: "42501" },
      );
      await connected.close();
    }
  });

  it("organizations stay fenced when their transactions share connections", async () => {
    const [api, worker] = [await connect("app_api", 20), await connect("app_worker", 4)];
    const organizations = await worker.transaction(async (tx) => {
      const ids = Array.from({ length: 8 }, () => crypto.randomUUID());
      for (const id of ids) {
        await tx.sql("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')", [id, id]);
      }
      return ids;
    });
    const statement = { name: "own_organizations", text: "SELECT id::text FROM organizations" };
    const reads = Array.from({ length: 400 }, async (_, i) => {
      const id = organizations[i % organizations.length] ?? "";
      if (i % 5 === 4) return assert.deepEqual(await api.query(statement), []);
      if (i % 5 === 3) {
        await assert.rejects(api.withOrganization(id, (tx) => tx.sql("SELECT 1 / 0")), { code: "22012" });
        return;
      }
      const { rows } = await api.withOrganization(id, (tx) => tx.sql(statement));
      assert.deepEqual(rows, [{ id }]);
    });
    await Promise.all(reads);
    const [servers] = await ask<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1",
      [logins.app_api],
    );
    assert.ok((servers?.count ?? 0) <= Number(SERVER_CONNECTIONS), `${servers?.count} connections`);
    await Promise.all([api.close(), worker.close()]);
  });

  describe("the service", () => {
    let api: TestProcess & { baseUrl: string };
    let worker: TestProcess;
    let own: TestOrganization;
    before(async () => {
      [api, worker] = await Promise.all([startApi(settings()), startWorker(settings())]);
      own = await newOrganization({ baseUrl: api.baseUrl });
    });
    after(() => Promise.all([api?.stop(), worker?.stop()]));

    it("completes a burst of an organization's first simulations, and wakes who waits for them", async () => {
      const other = await newOrganization({ baseUrl: api.baseUrl });
      const ids = await Promise.all(Array.from({ length: 10 }, () => newSimulation(own.call)));
      const began = performance.now();
      const waits = ids.map((id) => own.call("GET", `/v1/simulations/${id}?wait=30`));
      for (const { data } of await Promise.all(waits)) assert.equal(data.status, "completed");
      assert.ok(performance.now() - began < 20_000, "a wait lasted as long as it may");
      const foreign = await Promise.all(ids.map((id) => other.call("GET", `/v1/simulations/${id}`)));
      assert.deepEqual(foreign.map(({ status }) => status), ids.map(() => 404));
      assert.deepEqual((await other.call("GET", "/v1/simulations")).data, []);
    });

    it("works on after PgBouncer was restarted", async () => {
      await pooler.kill();
      await eventually("the API to notice", async () => {
        const { status } = await fetch(`${api.baseUrl}/readyz`);
        return status === 503 || undefined;
      });
      pooler = await startPgbouncer({ logins: [direct.api, direct.worker, database.url], port: pooler.port });
      const id = await eventually("a simulation to be accepted", () => newSimulation(own.call));
      assert.equal((await ended(own.call, id)).status, "completed");
    });
  });

  it("neither process starts where the role of the connection is refused or dropped", async () => {
    const url = pooler.through(database.url);
    const asOwner = settings({ DATABASE_URL: url, API_DATABASE_URL: "", WORKER_DATABASE_URL: "" });
    await assert.rejects(startApi(asOwner));
    await assert.rejects(startWorker(asOwner));
    assert.match(pooler.log(), /unsupported startup parameter/);
    const ignoring = await startPgbouncer({
      logins: [database.url],
      settings: { ignore_startup_parameters: IGNORING },
    });
    try {
      const dropped = { ...asOwner, DATABASE_URL: ignoring.through(database.url) };
      await assert.rejects(startApi(dropped), /have the role postgres, and the process needs app_api/);
      await assert.rejects(startWorker(dropped), /have the role postgres, and the process needs app_worker/);
    } finally {
      await ignoring.stop();
    }
  });

  it("neither process starts with the other's login, nor the API where one of its two is wrong", async () => {
    const { API_DATABASE_URL, WORKER_DATABASE_URL } = settings();
    const needs = (role: string) => new RegExp(`the process needs ${role}`);
    await assert.rejects(startApi(settings({ API_DATABASE_URL: WORKER_DATABASE_URL })), needs("app_api"));
    await assert.rejects(startApi(settings({ WORKER_DATABASE_URL: API_DATABASE_URL })), needs("app_worker"));
    await assert.rejects(
      startWorker(settings({ WORKER_DATABASE_URL: API_DATABASE_URL })),
      needs("app_worker"),
    );
    const owner = pooler.through(database.url);
    await assert.rejects(startApi(settings({ WORKER_DATABASE_URL: owner })), needs("app_worker"));
  });
});
