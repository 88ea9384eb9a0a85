import assert from "node:assert/strict";
import { ANSWERS } from "#engine/sampling/chunks.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { NONRESPONSE_REASONS, nonresponseCounts } from "#providers/agents/nonresponse.ts";
import { engineAt, modelRun } from "./model-run.ts";
import {
  type ChatRequest,
  respond,
  STUB_USAGE,
  type StubReply,
  type StubServer,
  stubServer,
} from "#testing/stub-server.ts";

const isProbe = (request: ChatRequest) => request.messages[1]!.content.includes("glass of water");
const isRepair = (request: ChatRequest) => request.messages.length === 4;
const good = (request: ChatRequest): StubReply => ({ content: respond(request) });

describe("a model server's replies", () => {
  let server: StubServer;
  afterEach(() => server.close());

  /** Answers a run whose agents' requests get this reply; the probe's is a good one. */
  const answer = async (agents: number, reply: (request: ChatRequest, index: number) => StubReply) => {
    server = await stubServer((request, index) => isProbe(request) ? good(request) : reply(request, index));
    const setup = modelRun(agents);
    const chunk = await engineAt(server.url).answer(setup.run, 0, agents, setup.io);
    return { ...setup, chunk };
  };

  it("count as refusals where the model or a content filter refused, never as other answers", async () => {
    const { chunk, store } = await answer(60, (request, index) =>
      [
        good(request),
        { content: "", refusal: "I can't take part in this." },
        { content: "", finish: "content_filter" },
        { status: 400, body: JSON.stringify({ error: { code: "content_filter", message: "filtered" } }) },
      ][index % 4]!);
    const { model_refusal, failed } = nonresponseCounts(chunk);
    assert.equal(failed, 0);
    assert.ok(model_refusal >= 42 && model_refusal <= 48, `${model_refusal}`);
    assert.ok([...store.responses.values()].every(({ calls }) => calls === 1));
    const report = await engineAt(server.url).report([chunk], store);
    assert.deepEqual([report.nonresponse.counts.model_refusal, report.nonresponse.refusals_flagged], [
      model_refusal,
      true,
    ]);
    assert.deepEqual(report.usage, await store.spent());
    assert.deepEqual([report.cost_usd, report.capabilities?.format], [null, "json_schema"]);
  });

  it("that the token limit cut are requested once more with four times the limit", async () => {
    const { chunk, store } = await answer(
      20,
      (request) =>
        Number(request.max_tokens) > 400 ? good(request) : { content: '{"reaction":"I', finish: "length" },
    );
    assert.equal(nonresponseCounts(chunk).failed, 0);
    assert.ok(server.requests.some(({ max_tokens }) => max_tokens === 1_600));
    for (const { calls, usage } of store.responses.values()) {
      assert.deepEqual([calls, usage.prompt], [2, 2 * STUB_USAGE.prompt_tokens]);
    }
  });

  it("that cannot be read are requested once more with their fault", async () => {
    const { chunk } = await answer(
      20,
      (request) => isRepair(request) ? good(request) : { content: "Yes, I would!" },
    );
    assert.equal(nonresponseCounts(chunk).failed, 0);
    const repair = server.requests.find(isRepair);
    assert.equal(repair?.messages[2]?.content, "Yes, I would!");
    assert.match(repair?.messages[3]?.content ?? "", /cannot be read: it is not JSON/);
  });

  it("that cannot be read twice count as n_a with a failure's reason, and are requested no third time", async () => {
    let broken: string | null = null;
    const setup = await answer(200, (request) => {
      const user = request.messages[1]!.content;
      broken ??= user;
      return user === broken ? { content: "no JSON here" } : good(request);
    });
    const failed = nonresponseCounts(setup.chunk).failed;
    assert.ok(failed >= 1 && failed <= 4, `${failed}`);
    const k = setup.chunk.reasons.indexOf(NONRESPONSE_REASONS.failed);
    const agent = setup.chunk.reason.indexOf(k);
    assert.deepEqual(
      [ANSWERS[setup.chunk.answer[agent]!], setup.chunk.intensity[agent], setup.chunk.quote[agent]],
      ["n_a", 0, null],
    );
    const before = server.requests.length;
    await engineAt(server.url).answer(setup.run, 0, 200, setup.io);
    assert.equal(server.requests.length, before);
  });

  it("stop the run as soon as more than 2 % of its agents have failed", async () => {
    const outcome = answer(1_000, () => ({ content: "no JSON here" }));
    await assert.rejects(outcome, (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.name, error.code, error.retryable], [
        "TooManyFailed",
        "too_many_failed",
        false,
      ]);
      assert.match(error.message, /of 1000 agents so far, more than 2 %/);
      return true;
    });
    // 20 agents may fail; a few dozen more calls were under way or being repaired.
    assert.ok(server.requests.length < 300, `${server.requests.length}`);
  });

  it("without a count of tokens get a marked estimate", async () => {
    const { store } = await answer(10, (request) => ({ content: respond(request), usage: null }));
    for (const { counted, usage } of store.responses.values()) {
      assert.equal(counted, false);
      assert.ok(usage.prompt > 400 && usage.prompt < 1_000, `${usage.prompt}`);
      assert.ok(usage.completion > 20 && usage.completion < 100, `${usage.completion}`);
    }
  });

  it("answer requests without the features that the probe dropped", async () => {
    server = await stubServer((request) =>
      "seed" in request || "temperature" in request || "response_format" in request
        ? { status: 400, body: JSON.stringify({ error: { message: "unknown field" } }) }
        : { content: "```json\n" + respond(request) + "\n```" }
    );
    const { run, io, store } = modelRun(20);
    const chunk = await engineAt(server.url).answer(run, 0, 20, io);
    assert.equal(nonresponseCounts(chunk).failed, 0);
    assert.deepEqual([store.known?.format, store.known?.seed, store.known?.temperature], [
      "text",
      false,
      false,
    ]);
    assert.ok([...store.responses.values()].every(({ calls, status }) => calls === 1 && status === 200));
  });
});
