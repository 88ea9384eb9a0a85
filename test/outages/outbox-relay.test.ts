import assert from "node:assert/strict";
import { freePort } from "#dev/services/service.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization } from "#testing/organizations.ts";
import {
  createDatabase,
  startApi,
  startTcpProxy,
  startTemporal,
  startWorker,
  type TcpProxy,
  type TestDatabase,
  type TestProcess,
} from "#testing/processes.ts";
import { ended, simulationBody } from "#testing/simulations.ts";

/** Where nothing listens. */
const NOWHERE = "127.0.0.1:1";
/** Of the workers. */
const QUEUES = ["simulations", "small-simulations", "operations"] as const;
const UNKNOWN_CALLER = /fetch failed|error sending request|connection/i;

/** Kills each process at each point between the acceptance of a simulation and its run. */
describe("An accepted simulation", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let operator: TestTemporalClient;
  let toTemporal: TcpProxy;
  /** Without Temporal: it reads rows, and starts no workflow itself. */
  let watcher: Awaited<ReturnType<typeof startApi>>;
  let call: Caller;
  const started: TestProcess[] = [];
  const settings = (address = temporal.address) => ({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: address,
  });
  const throughProxy = () => settings(`127.0.0.1:${toTemporal.port}`);

  before(async () => {
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    operator = await temporalClient(temporal.address);
    watcher = await startApi(settings(NOWHERE));
    call = callerWith(stack().apiKey, watcher.baseUrl);
    // A simulation without a receiver has no event to count.
    const webhook = { url: `http://127.0.0.1:${await freePort()}/`, events: ["simulation.completed"] };
    assert.equal((await call("POST", "/v1/webhooks", { body: webhook })).status, 201);
  });
  beforeEach(async () => {
    toTemporal = await startTcpProxy({ port: temporal.port });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((child) => child.kill()));
    await toTemporal.close();
  });
  after(async () => {
    await operator?.close();
    await watcher?.stop();
    await temporal?.stop();
    await database?.drop();
  });

  const killedLater = <T extends TestProcess>(child: T): T => (started.push(child), child);
  const outbox = (id: string) =>
    ask<{ attempts: number }>(
      "SELECT attempts FROM outbox WHERE workflow_id = $1",
      [`simulation/${id}`],
      database.url,
    );
  const exists = (id: string) =>
    operator.client.workflow.getHandle(`simulation/${id}`).describe().then(() => true, () => undefined);
  const create = (caller: Caller, change: object = {}) =>
    caller("POST", "/v1/simulations", { body: simulationBody(change) });

  /** Waits until it has completed, and checks that it ran once: by its agents, its events and its workflow runs. */
  async function runsOnce(id: string): Promise<void> {
    const { status, failure_message } = await ended(call, id, 60);
    assert.equal(status, "completed", failure_message);
    await eventually(
      "the outbox row to be deleted",
      async () => (await outbox(id)).length === 0 || undefined,
    );
    const [row] = await ask<{ agents: number; events: number }>(
      `SELECT (SELECT sum(agent_count)::integer FROM simulation_chunks WHERE simulation_id = s.id) AS agents,
         (SELECT count(*)::integer FROM events WHERE simulation_id = s.id AND type = 'simulation.completed') AS events
       FROM simulations s WHERE id = $1`,
      [id],
      database.url,
    );
    assert.deepEqual(row, { agents: 100, events: 1 });
    // Temporal lists runs with a delay of some milliseconds.
    await eventually("exactly one run to be listed", async () => {
      const { count } = await operator.client.workflow.count(`WorkflowId = "simulation/${id}"`);
      return count === 1 || undefined;
    });
  }

  it("was not accepted when the API is killed before its commit, and a retry with the same key creates it", async () => {
    const url = new URL(database.url);
    const toPostgres = await startTcpProxy({ port: Number(url.port) });
    url.port = `${toPostgres.port}`;
    const api = killedLater(await startApi({ ...settings(), DATABASE_URL: url.href }));
    const own = callerWith(stack().apiKey, api.baseUrl);
    const question = `Would you buy ${crypto.randomUUID()}?`;
    const request = { body: simulationBody({ question }), idempotencyKey: crypto.randomUUID() };
    assert.equal((await own("GET", "/v1/simulations")).status, 200);

    const atCommit = toPostgres.holdAt("COMMIT");
    const cutOff = assert.rejects(own("POST", "/v1/simulations", request), UNKNOWN_CALLER);
    await atCommit;
    await api.kill();
    await cutOff;
    await toPostgres.close();
    const created = () =>
      ask<{ id: string }>("SELECT id FROM simulations WHERE question = $1", [question], database.url);
    await eventually("Postgres to end the transaction", async () => {
      const open = await ask(
        "SELECT FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()",
        [],
        database.url,
      );
      return open.length === 0 || undefined;
    });
    assert.deepEqual(await created(), []);

    killedLater(await startWorker(settings(), { queues: QUEUES }));
    const retried = await call("POST", "/v1/simulations", request);
    assert.equal(retried.status, 202);
    assert.equal((await created()).length, 1);
    await runsOnce(retried.data.id);
  });

  it("runs once when the API is killed after its commit, before Temporal starts it", async () => {
    const api = killedLater(await startApi(throughProxy()));
    toTemporal.set("hold");
    const { status, data } = await create(callerWith(stack().apiKey, api.baseUrl));
    assert.equal(status, 202);
    await api.kill();
    assert.equal(await exists(data.id), undefined);
    assert.equal((await outbox(data.id)).length, 1);
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    await runsOnce(data.id);
  });

  it("runs once when the API is killed after Temporal started it, before its outbox row is deleted", async () => {
    const api = killedLater(await startApi(throughProxy()));
    const own = callerWith(stack().apiKey, api.baseUrl);
    // The API connects before the proxy holds Temporal's answers back.
    const first = await create(own);
    await eventually("the connection to work", () => exists(first.data.id));
    toTemporal.set("mute");
    const { data } = await create(own);
    await eventually("Temporal to have started it", () => exists(data.id));
    await api.kill();
    assert.equal((await outbox(data.id)).length, 1);
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    await runsOnce(data.id);
    await runsOnce(first.data.id);
  });

  it("runs once when the relay is killed after its claim, before Temporal starts it", async () => {
    const relay = killedLater(await startWorker(throughProxy(), { queues: QUEUES }));
    toTemporal.set("hold");
    const { data } = await create(call);
    await eventually(
      "the relay to claim it",
      async () => (await outbox(data.id))[0]?.attempts === 1 || undefined,
    );
    await relay.kill();
    assert.equal(await exists(data.id), undefined);
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    await runsOnce(data.id);
  });

  it("runs once when the relay is killed after Temporal started it, before its outbox row is deleted", async () => {
    const relay = killedLater(await startWorker(throughProxy(), { queues: QUEUES }));
    toTemporal.set("mute");
    const { data } = await create(call);
    await eventually("Temporal to have started it", () => exists(data.id));
    assert.equal((await outbox(data.id))[0]?.attempts, 1);
    await relay.kill();
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    await runsOnce(data.id);
  });

  it("runs once when its worker is killed three times", async () => {
    const accepted = await Promise.all(Array.from({ length: 20 }, (_, seed) => create(call, { seed })));
    for (let i = 0; i < 3; i++) {
      const worker = killedLater(await startWorker(settings(), { queues: QUEUES }));
      await eventually("it to have begun", async () => {
        const rows = await ask("SELECT FROM simulations WHERE status <> 'queued'", [], database.url);
        return rows.length > 0 || undefined;
      });
      await worker.kill();
    }
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    for (const { data } of accepted) await runsOnce(data.id);
  });

  it("runs once when its command is executed again because Temporal's answer was lost", async () => {
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    const api = killedLater(await startApi(throughProxy()));
    const own = callerWith(stack().apiKey, api.baseUrl);
    toTemporal.set("mute");
    const { status, data } = await create(own);
    assert.equal(status, 202);
    await runsOnce(data.id);
    toTemporal.set("pass");
    assertRefused(await own("POST", `/v1/simulations/${data.id}/cancel`), 409, "simulation_not_cancellable");
  });

  it("runs after an outage: two workers start 500 in a minute, each once", async () => {
    const other = await newOrganization({ baseUrl: watcher.baseUrl });
    const ids: string[] = [];
    const creator = async () => {
      while (ids.length < 500) {
        const { status, data } = await create(other.call);
        assert.equal(status, 202);
        ids.push(data.id);
      }
    };
    await Promise.all(Array.from({ length: 16 }, creator));
    const [waiting] = await ask<{ rows: number }>(
      "SELECT count(*)::integer AS rows FROM outbox",
      [],
      database.url,
    );
    assert.ok((waiting?.rows ?? 0) >= 500, `${waiting?.rows} rows wait`);

    killedLater(await startWorker(settings(), { queues: QUEUES }));
    killedLater(await startWorker(settings(), { queues: QUEUES }));
    await eventually("the outbox to be empty", async () => {
      const rows = await ask("SELECT FROM outbox", [], database.url);
      return rows.length === 0 || undefined;
    }, 60);
    await eventually("all to have completed", async () => {
      const rows = await ask(
        "SELECT FROM simulations WHERE id = ANY($1) AND status <> 'completed'",
        [ids],
        database.url,
      );
      return rows.length === 0 || undefined;
    }, 60);
    await eventually("one run of each to be listed", async () => {
      let runs = 0;
      for await (
        const { workflowId } of operator.client.workflow.list({ query: `WorkflowType = "simulation"` })
      ) {
        if (ids.includes(workflowId.slice("simulation/".length))) runs++;
      }
      return runs === ids.length || undefined;
    });
  });
});
