import assert from "node:assert/strict";
import { callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import type { TestOrganization } from "#test/support/organizations.ts";
import {
  createDatabase,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#test/support/processes.ts";
import { personIn, respond } from "#test/providers/agents/openai/respondent.ts";
import { type StubServer, stubServer } from "#test/providers/openai/stub-server.ts";
import { ended, newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";

const MODEL = "small";

/** API, worker, Temporal, database and model server of this spec's own. */
describe("A simulation on a model server", () => {
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let model: StubServer;
  let call: TestOrganization["call"];
  /** How long the model thinks, in milliseconds. */
  let thinking = 0;
  const settings = () => ({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    AGENTS_BASE_URL: model.url,
    AGENTS_MODEL: MODEL,
    AGENTS_API_KEY: "model-server-secret",
    MODEL_PRICES: JSON.stringify({ [MODEL]: { input: 0.15, output: 0.6, as_of: "2026-11-01" } }),
  });
  const answering: StubServer["reply"] = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, thinking));
    return { content: respond(request) };
  };

  before(async () => {
    model = await stubServer(answering);
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    [api, worker] = await Promise.all([startApi(settings()), startWorker(settings())]);
    call = callerWith(stack().apiKey, api.baseUrl);
  });
  beforeEach(() => {
    thinking = 0;
    model.reply = answering;
    model.requests.length = 0;
  });
  after(async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await temporal.stop();
    await database.drop();
    await model.close();
  });

  const kept = async (id: string) => {
    const [row] = await ask<
      { cost_estimate: { cost_usd: number; calls: number }; engine_report: { cost_usd: number } }
    >(
      "SELECT cost_estimate, engine_report FROM simulations WHERE id = $1",
      [id],
      database.url,
    );
    assert.ok(row !== undefined);
    return row;
  };

  it("names the model, quotes it, and keeps what it was expected to cost beside what it came to", async () => {
    const id = await newSimulation(call, { agent_count: 500, seed: 5 });
    assert.equal((await ended(call, id)).status, "completed");
    const { data } = await call("GET", `/v1/simulations/${id}/results`);
    assert.equal(data.engine.name, `model:${MODEL}`);
    assert.equal(data.agents.length, 500);
    assert.ok(data.agents.some(({ quote }: { quote: string | null }) => quote !== null));
    const { cost_estimate, engine_report } = await kept(id);
    assert.ok(cost_estimate.calls > 0 && cost_estimate.calls <= 500);
    assert.ok(Math.abs(cost_estimate.cost_usd / engine_report.cost_usd - 1) < 0.15);
  });

  it("asks nobody twice after its worker was killed in the middle", async function () {
    this.timeout(120_000);
    thinking = 40;
    const id = await newSimulation(call, { agent_count: 800, seed: 6 });
    await eventually("a hundred stored answers", async () => {
      const rows = await ask("SELECT FROM model_responses WHERE simulation_id = $1", [id], database.url);
      return rows.length >= 100 || undefined;
    });
    await worker.kill();
    const stored = await ask<{ persona: string }>(
      "SELECT encode(persona, 'hex') AS persona FROM model_responses WHERE simulation_id = $1",
      [id],
      database.url,
    );
    model.requests.length = 0;
    worker = await startWorker(settings());
    assert.equal((await ended(call, id, 90)).status, "completed");
    const [{ total } = { total: 0 }] = await ask<{ total: number }>(
      "SELECT count(*)::integer AS total FROM model_responses WHERE simulation_id = $1",
      [id],
      database.url,
    );
    const asked = model.requests.map((request) => personIn(request));
    assert.equal(new Set(asked).size, asked.length, "somebody was asked twice");
    assert.equal(asked.length, total - stored.length);
  });

  it("waits for a model server that is down, and fails as engine_unavailable at its deadline", async () => {
    const own = { ...settings(), SIMULATION_DEADLINE_SECONDS: "15" };
    await worker.stop();
    worker = await startWorker(own);
    model.reply = () => ({ status: 503, body: "overloaded" });
    const id = await newSimulation(call, { agent_count: 20 });
    const { status, failure_code, failure_message } = await ended(call, id);
    assert.deepEqual([status, failure_code], ["failed", "engine_unavailable"]);
    assert.ok(!failure_message.includes("overloaded"));
    await worker.stop();
    worker = await startWorker(settings());
  });

  it("goes on when the model server comes back, on the same engine", async () => {
    model.reply = () => ({ status: 503, body: "overloaded" });
    const id = await newSimulation(call, { agent_count: 20 });
    await eventually("the model to be asked", () => Promise.resolve(model.requests.length > 0 || undefined));
    model.reply = answering;
    assert.equal((await ended(call, id)).status, "completed");
    const { data } = await call("GET", `/v1/simulations/${id}/results?agents=false`);
    assert.equal(data.engine.name, `model:${MODEL}`);
  });

  it("fails when more than 2 % of its agents have no readable answer", async () => {
    model.reply = () => ({ content: "I would rather sing." });
    const id = await newSimulation(call, { agent_count: 50 });
    const { status, failure_code } = await ended(call, id);
    assert.deepEqual([status, failure_code], ["failed", "internal"]);
  });

  it("never shows the model server's key in its log", () => {
    assert.ok(!worker.log().includes("model-server-secret"));
  });
});
