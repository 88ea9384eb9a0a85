import assert from "node:assert/strict";
import process from "node:process";
import { respondentSettings, startRespondent } from "#testing/stub-server.ts";
import { callerWith } from "#testing/caller.ts";
import { ask, stack, temporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import {
  createDatabase,
  startApi,
  startTcpProxy,
  startTemporal,
  startWorker,
  type TestDatabase,
} from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { exitsInTime, SHUTDOWN_LIMIT_MS } from "./shutdown.ts";

type Api = Awaited<ReturnType<typeof startApi>>;

describe("A worker that gets SIGTERM", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Api;
  const settings = (address = temporal.address) => ({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: address,
  });
  before(async () => {
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    api = await startApi(settings());
  });
  after(async () => {
    await api?.stop();
    await temporal?.stop();
    await database?.drop();
  });

  const stored = async (id: string) =>
    (await ask<{ agents: number; chunks: number; digest: string | null }>(
      `SELECT coalesce(sum(c.agent_count), 0)::integer AS agents, count(c)::integer AS chunks, encode(digest, 'hex') AS digest
       FROM simulations s LEFT JOIN simulation_chunks c ON c.simulation_id = s.id WHERE s.id = $1 GROUP BY s.id`,
      [id],
      database.url,
    ))[0];

  it("in the middle of a model's answers ends its own activities, and the next worker does the rest", async () => {
    const call = callerWith(stack().apiKey, api.baseUrl);
    const operator = await temporalClient(temporal.address);
    const body = { agent_count: 2_000, seed: 42 };
    const model = await startRespondent();
    const withModel = () => startWorker({ ...settings(), ...respondentSettings(model) });
    let worker = await withModel();
    const undisturbed = await newSimulation(call, body);
    await ended(call, undisturbed);

    const id = await newSimulation(call, body);
    await eventually("the run to start", async () => {
      const [row] = await ask(
        "SELECT FROM simulations WHERE id = $1 AND status = 'running'",
        [id],
        database.url,
      );
      return row;
    });
    const began = performance.now();
    process.kill(worker.pid, "SIGTERM");
    await exitsInTime(worker, began);

    worker = await withModel();
    assert.equal((await ended(call, id, 60)).status, "completed");
    assert.deepEqual(await stored(id), await stored(undisturbed));
    assert.equal((await stored(id))?.agents, 2_000);
    const { events } = await operator.client.workflow.getHandle(`simulation/${id}`).fetchHistory();
    const begun = (events ?? []).flatMap((event) => event.activityTaskStartedEventAttributes ?? []);
    assert.ok(begun.length > 0);
    // No activity was interrupted. A task that the server gave to a closing poller is given out again after its timeout.
    for (const { attempt, lastFailure } of begun) {
      if (attempt !== 1) assert.equal(lastFailure?.message, "activity StartToClose timeout");
    }
    await operator.close();
    await worker.stop();
  });

  it("exits at once at a second signal", async () => {
    const worker = await startWorker(settings());
    process.kill(worker.pid, "SIGTERM");
    process.kill(worker.pid, "SIGTERM");
    assert.match(await worker.exited, /^exit code [01]$/);
  });

  it("ends in time while Temporal hangs", async () => {
    const proxy = await startTcpProxy({ port: temporal.port });
    const worker = await startWorker(settings(`127.0.0.1:${proxy.port}`));
    proxy.set("hold");
    const began = performance.now();
    process.kill(worker.pid, "SIGTERM");
    await worker.exited;
    assert.ok(performance.now() - began < SHUTDOWN_LIMIT_MS, `it took ${performance.now() - began} ms`);
    await proxy.close();
  });
});
