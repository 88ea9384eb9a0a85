import assert from "node:assert/strict";
import { CancelledFailure, Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { workflowBundle } from "#dev/machine/builds.ts";
import type { AgentRange, BeginResult } from "#temporal/simulation.ts";
import { resetWorkflow, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedResults } from "#testing/simulations.ts";

/** What becomes of one whose worker, server or store dies: `test/outages/simulation.test.ts`. */
describe("A simulation", () => {
  let own: TestOrganization;
  let operator: TestTemporalClient;
  before(async () => {
    [own, operator] = await Promise.all([newOrganization(), temporalClient()]);
  });
  after(() => operator?.close());

  const handle = (id: string) => operator.client.workflow.getHandle(`simulation/${id}`);

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { simulation_id: id } = await completedResults(own.call, { agent_count: 3_000 });
    const before = (await own.call("GET", `/v1/simulations/${id}/results`)).data;
    const runId = await resetWorkflow(operator.client, `simulation/${id}`, "first");
    const result = await operator.client.workflow.getHandle(`simulation/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual((await own.call("GET", `/v1/simulations/${id}/results`)).data, before);
  });

  it("shows operators its organization, its size and its outcome in Temporal, and takes its organization's share", async () => {
    const { simulation_id: id } = await completedResults(own.call, { agent_count: 3_000 });
    await operator.closed(`simulation/${id}`);
    const attributes = await operator.searchAttributes(`simulation/${id}`);
    assert.equal(attributes["OrganizationId"], own.id);
    assert.equal(attributes["SimulationId"], id);
    assert.equal(attributes["Stage"], "ended");
    assert.equal(attributes["Outcome"], "completed");
    const { staticSummary, raw } = await handle(id).describe();
    assert.equal(await staticSummary(), `product-purchase-intent, 3,000 agents, organization ${own.id}`);
    assert.equal(raw.workflowExecutionInfo?.priority?.fairnessKey, own.id);
    assert.deepEqual(await handle(id).query("progress"), { done: 3_000, total: 3_000 });
  });

  it("stands behind no larger one: up to 1,000 agents it has a task queue of its own", async () => {
    const queueOf = async (agent_count: number) => {
      const { simulation_id: id } = await completedResults(own.call, { agent_count });
      return (await handle(id).describe()).taskQueue;
    };
    assert.equal(await queueOf(1_000), "small-simulations");
    assert.equal(await queueOf(1_001), "simulations");
  });
});

const PLAN: BeginResult = {
  kind: "plan",
  engine: "test",
  paid: false,
  chunk_size: 200,
  parallel: 3,
  chunk_timeout_seconds: 60,
  deadline_seconds: 600,
};

/** The workflow alone, with activities of this spec: what it asks of them, in which order. */
describe("A simulation in chunks", () => {
  const queue = `chunks-${crypto.randomUUID()}`;
  let operator: TestTemporalClient;
  let connection: NativeConnection;
  let worker: Worker;
  let running: Promise<void>;
  let chunks: { readonly first: number; readonly count: number }[];
  let failures: { readonly code: string }[];
  /** What an engine does with a chunk. */
  let answer: (chunk: AgentRange) => Promise<void>;

  before(async () => {
    Runtime.install({ logger: new DefaultLogger("ERROR") });
    operator = await temporalClient();
    connection = await NativeConnection.connect({ address: stack().temporalAddress });
    worker = await Worker.create({
      connection,
      taskQueue: queue,
      workflowBundle: { codePath: await workflowBundle() },
      activities: {
        beginSimulation: () => PLAN,
        answerChunk: async (chunk: AgentRange) => {
          chunks.push({ first: chunk.first, count: chunk.count });
          await answer(chunk);
          return { agents: chunk.count };
        },
        completeSimulation: () => ({ kind: "ended", outcome: "completed" }),
        failSimulation: (failure: { readonly code: string }) => {
          failures.push(failure);
          return { kind: "ended", outcome: "failed" };
        },
      },
    });
    running = worker.run();
  });
  beforeEach(() => {
    [chunks, failures] = [[], []];
    answer = () => Promise.resolve();
  });
  after(async () => {
    worker?.shutdown();
    await running;
    await connection?.close();
    await operator?.close();
  });

  async function start(agent_count: number): Promise<string> {
    const workflowId = `simulation/${crypto.randomUUID()}`;
    const args = [{ simulation_id: workflowId, agent_count }];
    await operator.client.workflow.start("simulation", { workflowId, taskQueue: queue, args });
    return workflowId;
  }

  /** Ends when Temporal has told an activity that it is cancelled. */
  const untilCancelled = (): Promise<void> => {
    const { heartbeat, cancelled } = Context.current();
    const beats = setInterval(() => heartbeat(), 200);
    return cancelled.finally(() => clearInterval(beats));
  };

  for (const [agents, last] of [[1_001, 1], [1_000, 200]] as const) {
    it(`asks each of ${agents.toLocaleString("en-US")} agents once: the last chunk has ${last}`, async () => {
      assert.equal(await operator.closed(await start(agents)), "COMPLETED");
      const inOrder = chunks.toSorted((a, b) => a.first - b.first);
      const expected = [0, 200, 400, 600, 800].map((first) => ({ first, count: 200 }));
      assert.deepEqual(inOrder, last === 200 ? expected : [...expected, { first: 1_000, count: last }]);
      assert.deepEqual(failures, []);
    });
  }

  it("fails with its first failed chunk, which ends the others and lets none begin", async () => {
    const ended: unknown[] = [];
    answer = async ({ first }) => {
      if (first === 200) {
        throw ApplicationFailure.nonRetryable("Of 200 agents 9 are unread.", "TooManyFailed");
      }
      await untilCancelled().catch((error) => {
        ended.push(error);
        throw error;
      });
    };
    assert.equal(await operator.closed(await start(1_000)), "FAILED");
    assert.deepEqual(chunks.map(({ first }) => first).toSorted((a, b) => a - b), [0, 200, 400]);
    assert.ok(ended.length === 2 && ended.every((error) => error instanceof CancelledFailure));
    assert.deepEqual(failures.map(({ code }) => code), ["internal"]);
  });

  it("fails as cancelled where an operator cancels its run, and as timed out where its deadline has passed", async () => {
    answer = untilCancelled;
    const id = await start(400);
    await eventually("both chunks to begin", () => Promise.resolve(chunks.length === 2 || undefined));
    await operator.client.workflow.getHandle(id).cancel();
    assert.equal(await operator.closed(id), "CANCELLED");
    answer = () => Promise.reject(ApplicationFailure.nonRetryable("Too late.", "DeadlinePassed"));
    assert.equal(await operator.closed(await start(400)), "FAILED");
    assert.deepEqual(failures.map(({ code }) => code), ["cancelled", "timed_out"]);
  });
});
