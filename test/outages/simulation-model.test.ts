import assert from "node:assert/strict";
import { personIn, respond, type StubServer, stubServer } from "#testing/stub-server.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

const MODEL = "small";

describe("A simulation on a model server, with another worker", () => {
  let own: OwnService;
  let model: StubServer;
  /** The model's time for one answer, in milliseconds. */
  let thinking = 0;
  const answering: StubServer["reply"] = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, thinking));
    return { content: respond(request) };
  };

  before(async () => {
    model = await stubServer(answering);
    own = await startOwnService(
      {
        AGENTS_BASE_URL: model.url,
        AGENTS_MODEL: MODEL,
        AGENTS_API_KEY: "model-server-secret",
        MODEL_PRICES: JSON.stringify({ [MODEL]: { input: 0.15, output: 0.6, as_of: "2026-11-01" } }),
      },
      {},
      { queues: ["simulations", "small-simulations", "operations"] },
    );
  });
  beforeEach(() => {
    thinking = 0;
    model.reply = answering;
    model.requests.length = 0;
  });
  after(async () => {
    await own.stop();
    await model.close();
  });

  const create = (change: object) => newSimulation(own.call, change);
  const storedPersonas = (id: string) =>
    ask<{ persona: string }>(
      "SELECT encode(persona, 'hex') AS persona FROM model_responses WHERE simulation_id = $1",
      [id],
      own.databaseUrl,
    );
  const hasHundredAnswers = (id: string) =>
    eventually("a hundred stored answers", async () => (await storedPersonas(id)).length >= 100 || undefined);

  it("repeats no call to the model after its worker was killed", async function () {
    this.timeout(120_000);
    thinking = 40;
    const id = await create({ agent_count: 800, seed: 6 });
    await hasHundredAnswers(id);
    await own.worker.kill();
    const stored = await storedPersonas(id);
    model.requests.length = 0;
    await own.startWorker();
    assert.equal((await ended(own.call, id, 90)).status, "completed");
    const total = (await storedPersonas(id)).length;
    const called = model.requests.map((request) => personIn(request));
    assert.equal(new Set(called).size, called.length, "a call was repeated");
    assert.equal(called.length, total - stored.length);
  });

  for (
    const [name, change] of [
      ["another model", { AGENTS_MODEL: "large" }],
      ["no model", { AGENTS_BASE_URL: "", AGENTS_MODEL: "", AGENTS_API_KEY: "" }],
    ] as const
  ) {
    it(`fails as engine_unavailable where its worker comes back with ${name}: no verdict mixes two engines`, async function () {
      this.timeout(120_000);
      thinking = 40;
      const id = await create({ agent_count: 800, seed: 10 });
      await hasHundredAnswers(id);
      await own.worker.kill();
      model.requests.length = 0;
      await own.startWorker(change);
      try {
        const { status, failure_code, failure_message } = await ended(own.call, id, 90);
        assert.deepEqual([status, failure_code], ["failed", "engine_unavailable"]);
        assert.match(failure_message, /begun to answer was model:small/);
        assert.deepEqual(model.requests, []);
        const [chunks] = await ask<{ agents: number }>(
          "SELECT coalesce(sum(agent_count), 0)::int AS agents FROM simulation_chunks WHERE simulation_id = $1",
          [id],
          own.databaseUrl,
        );
        assert.ok(chunks !== undefined && chunks.agents < 800, "the other engine has answered the rest");
      } finally {
        await own.worker.stop();
        await own.startWorker();
      }
    });
  }

  describe("whose deadline is in 15 seconds", () => {
    before(async () => {
      await own.worker.stop();
      await own.startWorker({
        SIMULATION_DEADLINE_SECONDS: "15",
        AGENTS_CONCURRENCY: "2",
        AGENTS_MAX_CONCURRENCY: "2",
      });
    });
    after(async () => {
      await own.worker.stop();
      await own.startWorker();
    });

    it("fails as engine_unavailable where the model server is down until then", async () => {
      model.reply = () => ({ status: 503, body: "overloaded" });
      const id = await create({ agent_count: 20 });
      const { status, failure_code, failure_message } = await ended(own.call, id);
      assert.deepEqual([status, failure_code], ["failed", "engine_unavailable"]);
      assert.ok(!failure_message.includes("overloaded"));
    });

    it("fails as timed_out where the model answers until then", async () => {
      thinking = 500;
      const id = await create({ agent_count: 800, seed: 8 });
      const { status, failure_code, failure_message } = await ended(own.call, id);
      assert.deepEqual([status, failure_code], ["failed", "timed_out"]);
      assert.equal(failure_message, "The run did not end within its deadline.");
    });

    it("fails as timed_out 15 seconds after it began, however many chunks follow one another", async () => {
      // Each chunk alone ends in time, at two calls at once: its deadline is the run's, and does not begin anew.
      thinking = 10;
      const began = performance.now();
      const id = await create({ agent_count: 5_000, seed: 9 });
      const { status, failure_code, agents_completed } = await ended(own.call, id);
      const seconds = (performance.now() - began) / 1_000;
      assert.deepEqual([status, failure_code], ["failed", "timed_out"]);
      assert.ok(agents_completed > 0, "a chunk ended before the deadline");
      assert.ok(seconds >= 12 && seconds < 25, `${seconds} s`);
    });
  });
});
