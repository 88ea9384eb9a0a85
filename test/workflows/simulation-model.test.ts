import assert from "node:assert/strict";
import { respond, type StubServer, stubServer } from "#testing/stub-server.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { recordHistory } from "./record-history.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

const MODEL = "small";

describe("A simulation on a model server", () => {
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
  const costs = async (id: string) => {
    const [row] = await ask<
      { cost_estimate: { cost_usd: number; calls: number }; engine_report: { cost_usd: number } }
    >("SELECT cost_estimate, engine_report FROM simulations WHERE id = $1", [id], own.databaseUrl);
    assert.ok(row !== undefined);
    return row;
  };
  const storedPersonas = (id: string) =>
    ask<{ persona: string }>(
      "SELECT encode(persona, 'hex') AS persona FROM model_responses WHERE simulation_id = $1",
      [id],
      own.databaseUrl,
    );
  const hasHundredAnswers = (id: string) =>
    eventually("a hundred stored answers", async () => (await storedPersonas(id)).length >= 100 || undefined);

  it("names the model, quotes it, and stores its estimated cost beside its cost", async () => {
    const id = await create({ agent_count: 500, seed: 5 });
    assert.equal((await ended(own.call, id)).status, "completed");
    const { data } = await own.call("GET", `/v1/simulations/${id}/results`);
    assert.equal(data.engine.name, `model:${MODEL}`);
    assert.equal(data.agents.length, 500);
    assert.ok(data.agents.some(({ quote }: { quote: string | null }) => quote !== null));
    const { cost_estimate, engine_report } = await costs(id);
    assert.ok(cost_estimate.calls > 0 && cost_estimate.calls <= 500);
    assert.ok(Math.abs(cost_estimate.cost_usd / engine_report.cost_usd - 1) < 0.15);
    await recordHistory("simulation-estimated", `simulation/${id}`, own.temporal.address);
  });

  it("fails as cancelled when an operator cancels it while its agents answer", async () => {
    thinking = 40;
    const id = await create({ agent_count: 800, seed: 7 });
    await hasHundredAnswers(id);
    await own.operator.client.workflow.getHandle(`simulation/${id}`).cancel();
    const { status, failure_code } = await ended(own.call, id);
    assert.deepEqual([status, failure_code], ["failed", "cancelled"]);
    assert.equal(await own.operator.closed(`simulation/${id}`), "CANCELLED");
    await recordHistory("simulation-cancelled", `simulation/${id}`, own.temporal.address);
  });

  it("goes on when the model server is up again, on the same engine", async () => {
    model.reply = () => ({ status: 503, body: "overloaded" });
    const id = await create({ agent_count: 20 });
    await eventually("a request to the model", () => Promise.resolve(model.requests.length > 0 || undefined));
    model.reply = answering;
    assert.equal((await ended(own.call, id)).status, "completed");
    const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.equal(data.engine.name, `model:${MODEL}`);
  });

  it("fails when more than 2 % of its agents have no readable answer", async () => {
    model.reply = () => ({ content: "I would rather sing." });
    const id = await create({ agent_count: 50 });
    const { status, failure_code } = await ended(own.call, id);
    assert.deepEqual([status, failure_code], ["failed", "internal"]);
  });

  it("never writes the model server's key to its log", () => {
    assert.ok(!own.worker.log().includes("model-server-secret"));
  });
});
