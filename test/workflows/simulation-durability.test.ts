import assert from "node:assert/strict";
import { callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { type TestOrganization } from "#test/support/organizations.ts";
import {
  createDatabase,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#test/support/processes.ts";
import { completedResults, ended, newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";
import { temporalClient, type TestTemporalClient } from "#test/support/temporal.ts";

/** API, worker, Temporal and database of this spec's own: it kills them. */
describe("A simulation", () => {
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let call: TestOrganization["call"];
  let operator: TestTemporalClient;
  const settings = () => ({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporal.address });

  before(async () => {
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    [api, worker] = await Promise.all([startApi(settings()), startWorker(settings())]);
    call = callerWith(stack().apiKey, api.baseUrl);
    operator = await temporalClient(temporal.address);
  });
  after(async () => {
    await operator.close();
    await Promise.all([api.stop(), worker.stop()]);
    await temporal.stop();
    await database.drop();
  });

  const handle = (id: string) => operator.client.workflow.getHandle(`simulation/${id}`);
  const digest = async (id: string) => {
    const [row] = await ask<{ digest: string }>(
      "SELECT encode(digest, 'hex') AS digest FROM simulations WHERE id = $1",
      [id],
      database.url,
    );
    return row?.digest;
  };

  it("completes after its worker was killed in the middle: nothing twice, the same digest", async function () {
    // What a killed worker held is handed out again after ten seconds.
    this.timeout(120_000);
    const undisturbed = await newSimulation(call, { agent_count: 10_000, seed: 42 });
    await ended(call, undisturbed);
    for (const delay of [0, 20, 50]) {
      const id = await newSimulation(call, { agent_count: 10_000, seed: 42 });
      await new Promise((resolve) => setTimeout(resolve, delay));
      await worker.kill();
      worker = await startWorker(settings());
      const { status } = await ended(call, id, 60);
      assert.equal(status, "completed");
      assert.equal(await digest(id), await digest(undisturbed));
      const [stored] = await ask<{ agents: number; completed: number }>(
        `SELECT (SELECT sum(agent_count)::integer FROM simulation_chunks WHERE simulation_id = id) AS agents,
           agents_completed AS completed FROM simulations WHERE id = $1`,
        [id],
        database.url,
      );
      assert.deepEqual(stored, { agents: 10_000, completed: 10_000 });
    }
  });

  it("is accepted while Temporal is away, and runs once when it is back", async () => {
    await temporal.stop();
    const ids = await Promise.all([1, 2, 3].map((seed) => newSimulation(call, { seed })));
    for (const id of ids) assert.equal((await call("GET", `/v1/simulations/${id}`)).data.status, "queued");
    temporal = await startTemporal({ port: temporal.port });
    for (const id of ids) assert.equal((await ended(call, id)).status, "completed");
    await eventually("the outbox to be empty", async () => {
      const rows = await ask("SELECT id FROM outbox", [], database.url);
      return rows.length === 0 || undefined;
    });
  });

  it("is accepted while no worker runs, and runs when one comes", async () => {
    await worker.stop();
    const id = await newSimulation(call);
    assert.equal((await call("GET", `/v1/simulations/${id}`)).data.status, "queued");
    worker = await startWorker(settings());
    assert.equal((await ended(call, id)).status, "completed");
  });

  describe("that waits for a worker", () => {
    let id: string;
    beforeEach(async () => {
      await worker.stop();
      id = await newSimulation(call, { agent_count: 10_000 });
      await eventually("the workflow to exist", async () => (await handle(id).describe()).status.name);
    });

    it("fails as cancelled when an operator cancels it in Temporal", async () => {
      await handle(id).cancel();
      worker = await startWorker(settings());
      const { status, failure_code } = await ended(call, id, 60);
      assert.deepEqual([status, failure_code], ["failed", "cancelled"]);
      assert.equal(
        await eventually("the workflow to close", async () => {
          const { status: { name } } = await handle(id).describe();
          return name === "RUNNING" ? undefined : name;
        }),
        "CANCELLED",
      );
    });

    it("fails as terminated when an operator terminates it in Temporal, within 60 s", async () => {
      await handle(id).terminate("by hand");
      worker = await startWorker(settings());
      const { status, failure_code } = await ended(call, id, 60);
      assert.deepEqual([status, failure_code], ["failed", "terminated"]);
    });

    it("stays as it is when it was cancelled by the customer, and its workflow ends by itself", async () => {
      assert.equal((await call("POST", `/v1/simulations/${id}/cancel`)).status, 202);
      worker = await startWorker(settings());
      await eventually("the workflow to close", async () => {
        const { status: { name } } = await handle(id).describe();
        return name === "RUNNING" ? undefined : name;
      });
      const { data } = await call("GET", `/v1/simulations/${id}`);
      assert.deepEqual([data.status, data.failure_code], ["failed", "cancelled"]);
    });
  });

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { simulation_id: id } = await completedResults(call, { agent_count: 3_000 });
    const before = (await call("GET", `/v1/simulations/${id}/results`)).data;
    const runId = await operator.resetToFirstTask(`simulation/${id}`);
    const result = await operator.client.workflow.getHandle(`simulation/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual((await call("GET", `/v1/simulations/${id}/results`)).data, before);
  });

  it("tells an operator in Temporal whose it is, what it is and how it ended", async () => {
    const { simulation_id: id } = await completedResults(call, { agent_count: 3_000 });
    const { typedSearchAttributes, raw } = await handle(id).describe();
    const attributes = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    assert.equal(attributes["OrganizationId"], stack().organizationId);
    assert.equal(attributes["SimulationId"], id);
    assert.equal(attributes["Stage"], "ended");
    assert.equal(attributes["Outcome"], "completed");
    const summary = new TextDecoder().decode(
      raw.executionConfig?.userMetadata?.summary?.data ?? new Uint8Array(),
    );
    assert.equal(summary, '"product-purchase-intent, 3,000 agents, Demo"');
    assert.deepEqual(await handle(id).query("progress"), { done: 3_000, total: 3_000 });
  });

  it("comes back when Temporal has lost it", async () => {
    await worker.stop();
    const id = await newSimulation(call);
    await eventually("the workflow to exist", async () => (await handle(id).describe()).status.name);
    await temporal.kill();
    temporal = await startTemporal({ port: temporal.port });
    await ask(
      "UPDATE simulations SET created_at = created_at - interval '10 minutes' WHERE id = $1",
      [id],
      database.url,
    );
    worker = await startWorker(settings());
    assert.equal((await ended(call, id, 60)).status, "completed");
  });
});
