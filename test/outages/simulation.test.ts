import assert from "node:assert/strict";
import type { Settings } from "#dev/machine/environment.ts";
import { respondentSettings, startRespondent, type StubServer } from "#testing/stub-server.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { type OwnService, startOwnService, startTcpProxy, type TcpProxy } from "#testing/processes.ts";

/** This spec kills its own service. */
describe("A simulation", () => {
  let own: OwnService;
  before(async () => {
    own = await startOwnService({}, {}, { queues: ["simulations", "small-simulations", "operations"] });
  });
  after(() => own.stop());

  const handle = (id: string) => own.operator.client.workflow.getHandle(`simulation/${id}`);
  const create = (change: object = {}) => newSimulation(own.call, change);
  const status = async (id: string) => (await own.call("GET", `/v1/simulations/${id}`)).data;
  const digest = async (id: string) => {
    const [row] = await ask<{ digest: string }>(
      "SELECT encode(digest, 'hex') AS digest FROM simulations WHERE id = $1",
      [id],
      own.databaseUrl,
    );
    return row?.digest;
  };

  describe("whose worker is killed", () => {
    let proxy: TcpProxy;
    let model: StubServer;
    before(async () => {
      model = await startRespondent();
      proxy = await startTcpProxy({ port: Number(new URL(own.databaseUrl).port) });
    });
    after(async () => {
      await own.worker.stop();
      await own.startWorker();
      await proxy?.close();
      await model?.close();
    });

    /** Temporal gives a killed worker's tasks to another one after ten seconds. */
    async function completesOnce(id: string, undisturbed: string): Promise<void> {
      const { status, agent_count } = await ended(own.call, id, 60);
      assert.equal(status, "completed");
      assert.equal(await digest(id), await digest(undisturbed));
      const [stored] = await ask<{ agents: number; completed: number }>(
        `SELECT (SELECT sum(agent_count)::integer FROM simulation_chunks WHERE simulation_id = id) AS agents,
           agents_completed AS completed FROM simulations WHERE id = $1`,
        [id],
        own.databaseUrl,
      );
      assert.deepEqual(stored, { agents: agent_count, completed: agent_count });
    }

    /** A run whose worker dies once it has sent this statement, which Postgres never gets. */
    async function killedAt(statement: string, run: object, change: Settings = {}): Promise<string> {
      const isSent = proxy.holdAt(statement);
      const id = await create(run);
      await isSent;
      await own.worker.kill();
      proxy.set("pass");
      await restartWorker(change);
      return id;
    }

    it("before Postgres gets the verdict of 10,000 agents, which one step draws, completes: every agent once, the same digest", async function () {
      this.timeout(120_000);
      await own.worker.stop();
      await restartWorker();
      const run = { agent_count: 10_000, seed: 42 };
      const undisturbed = await create(run);
      await ended(own.call, undisturbed);
      await completesOnce(await killedAt("complete_run", run), undisturbed);
    });

    describe("while a model answers in chunks", () => {
      const run = { agent_count: 600, seed: 42 };
      let undisturbed: string;
      before(async () => {
        await own.worker.stop();
        await restartWorker(respondentSettings(model));
        undisturbed = await create(run);
        await ended(own.call, undisturbed);
        await recordHistory("simulation-chunked", `simulation/${undisturbed}`, own.temporal.address);
      });

      for (const statement of ["begin_run", "store_chunk", "complete_run"]) {
        it(`before Postgres gets ${statement} completes: every agent once, the same digest`, async function () {
          this.timeout(120_000);
          await completesOnce(await killedAt(statement, run, respondentSettings(model)), undisturbed);
        });
      }

      it("after Postgres has carried out store_chunk, unknown to it, completes in the same way", async function () {
        this.timeout(120_000);
        const isSent = proxy.holdAt("store_chunk");
        const id = await create(run);
        await isSent;
        proxy.set("mute");
        await eventually(
          "the chunk to be stored",
          async () => (await status(id)).agents_completed > 0 || undefined,
        );
        await own.worker.kill();
        proxy.set("pass");
        await restartWorker(respondentSettings(model));
        await completesOnce(id, undisturbed);
      });
    });

    /** Through the proxy. */
    function restartWorker(change: Settings = {}): Promise<void> {
      const url = new URL(own.databaseUrl);
      url.port = String(proxy.port);
      return own.startWorker({ DATABASE_URL: url.href, ...change });
    }
  });

  it("is accepted while Temporal is down, and runs once when Temporal runs again", async () => {
    await own.temporal.stop();
    const ids = await Promise.all([1, 2, 3].map((seed) => create({ seed })));
    for (const id of ids) assert.equal((await status(id)).status, "queued");
    await own.startTemporal();
    for (const id of ids) assert.equal((await ended(own.call, id)).status, "completed");
    await eventually("the outbox to be empty", async () => {
      const rows = await ask("SELECT id FROM outbox", [], own.databaseUrl);
      return rows.length === 0 || undefined;
    });
  });

  describe("without a worker", () => {
    let [queued, cancelled, terminated, dropped]: string[] = [];
    before(async () => {
      await own.worker.stop();
      queued = await create();
      const large = { agent_count: 10_000 };
      [cancelled, terminated, dropped] = await Promise.all([create(large), create(large), create(large)]);
      for (const id of [cancelled, terminated, dropped]) await own.operator.exists(`simulation/${id}`);
      assert.equal((await status(queued)).status, "queued");
      await handle(cancelled!).cancel();
      await handle(terminated!).terminate("by hand");
      assert.equal((await own.call("POST", `/v1/simulations/${dropped}/cancel`)).status, 202);
      await own.startWorker();
    });

    it("is accepted, and runs when one starts", async () => {
      assert.equal((await ended(own.call, queued!)).status, "completed");
      await recordHistory("simulation-small", `simulation/${queued}`, own.temporal.address);
    });

    it("fails as cancelled when an operator cancels it in Temporal", async () => {
      const { status, failure_code } = await ended(own.call, cancelled!, 60);
      assert.deepEqual([status, failure_code], ["failed", "cancelled"]);
      assert.equal(await own.operator.closed(`simulation/${cancelled}`), "CANCELLED");
    });

    it("fails as terminated within 60 seconds when an operator terminates it in Temporal", async () => {
      const { status, failure_code } = await ended(own.call, terminated!, 60);
      assert.deepEqual([status, failure_code], ["failed", "terminated"]);
    });

    it("stays cancelled when the customer cancels it, and its workflow closes", async () => {
      await own.operator.closed(`simulation/${dropped}`);
      const { status: state, failure_code } = await status(dropped!);
      assert.deepEqual([state, failure_code], ["failed", "cancelled"]);
    });
  });

  it("is started again where Temporal has lost its workflow", async () => {
    await own.worker.stop();
    const id = await create();
    await own.operator.exists(`simulation/${id}`);
    await own.temporal.kill();
    await own.startTemporal();
    await ask(
      "UPDATE simulations SET created_at = created_at - interval '10 minutes' WHERE id = $1",
      [id],
      own.databaseUrl,
    );
    await own.startWorker();
    assert.equal((await ended(own.call, id, 60)).status, "completed");
  });
});
