import assert from "node:assert/strict";
import { ANSWERS } from "#engine/simulation/answers.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { NONRESPONSE_REASONS, nonresponseCounts } from "#providers/agents/nonresponse.ts";
import { answerFrom } from "#providers/agents/openai/draw-answers.ts";
import { engineAt, modelRun } from "./model-run.ts";
import { respond } from "./respondent.ts";
import {
  type ChatRequest,
  STUB_USAGE,
  type StubReply,
  type StubServer,
  stubServer,
} from "../../openai/stub-server.ts";

const isProbe = (request: ChatRequest) => request.messages[1]!.content.includes("glass of water");
const isRepair = (request: ChatRequest) => request.messages.length === 4;
const good = (request: ChatRequest): StubReply => ({ content: respond(request) });

describe("what a model server can say instead of an answer", () => {
  let server: StubServer;
  afterEach(() => server.close());

  /** Answers a run whose agents' requests get this reply; the probe's is a good one. */
  const answer = async (agents: number, reply: (request: ChatRequest, index: number) => StubReply) => {
    server = await stubServer((request, index) => isProbe(request) ? good(request) : reply(request, index));
    const wanted = modelRun(agents);
    const chunk = await engineAt(server.url).answer(wanted.run, 0, agents, wanted.io);
    return { ...wanted, chunk };
  };

  it("a refusal and a filtered reply are refusals, never other answers", async () => {
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
    assert.deepEqual([report.no_answers.counts.model_refusal, report.no_answers.refusals_flagged], [
      model_refusal,
      true,
    ]);
    assert.deepEqual(report.usage, await store.spent());
    assert.deepEqual([report.cost_usd, report.capabilities?.format], [null, "json_schema"]);
  });

  it("a reply that was cut is asked for once more with four times the room", async () => {
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

  it("a reply that can't be read is repaired by one call that says what was wrong", async () => {
    const { chunk } = await answer(
      20,
      (request) => isRepair(request) ? good(request) : { content: "Yes, I would!" },
    );
    assert.equal(nonresponseCounts(chunk).failed, 0);
    const repair = server.requests.find(isRepair);
    assert.equal(repair?.messages[2]?.content, "Yes, I would!");
    assert.match(repair?.messages[3]?.content ?? "", /cannot be read: it is not JSON/);
  });

  it("a persona whose repair fails too has failed: counted with n_a, told apart by its reason, not asked again", async () => {
    let broken: string | null = null;
    const wanted = await answer(200, (request) => {
      const user = request.messages[1]!.content;
      broken ??= user;
      return user === broken ? { content: "no JSON here" } : good(request);
    });
    const failed = nonresponseCounts(wanted.chunk).failed;
    assert.ok(failed >= 1 && failed <= 4, `${failed}`);
    const k = wanted.chunk.reasons.indexOf(NONRESPONSE_REASONS.failed);
    const agent = wanted.chunk.reason.indexOf(k);
    assert.deepEqual(
      [ANSWERS[wanted.chunk.answer[agent]!], wanted.chunk.intensity[agent], wanted.chunk.quote[agent]],
      ["n_a", 0, null],
    );
    const before = server.requests.length;
    await engineAt(server.url).answer(wanted.run, 0, 200, wanted.io);
    assert.equal(server.requests.length, before);
  });

  it("the run stops as soon as more than 2 % of its agents have failed", async () => {
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

  it("a server that does not count tokens has them estimated, and the estimate is marked", async () => {
    const { store } = await answer(10, (request) => ({ content: respond(request), usage: null }));
    for (const { counted, usage } of store.responses.values()) {
      assert.equal(counted, false);
      assert.ok(usage.prompt > 400 && usage.prompt < 1_000, `${usage.prompt}`);
      assert.ok(usage.completion > 20 && usage.completion < 100, `${usage.completion}`);
    }
  });

  it("sends nothing that a probed server objects to", async () => {
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

describe("drawing an answer from a distribution", () => {
  const reading = {
    kind: "distribution",
    weights: [60, 20, 10, 10],
    intensity: 4,
    reaction: "I would.",
    notAnswering: "prefer_not",
  } as const;

  it("gives each answer its share of the uniform", () => {
    const drawn = [0.001, 0.599, 0.601, 0.799, 0.801, 0.899, 0.901, 0.999].map((u) =>
      answerFrom(reading, u).answer
    );
    assert.deepEqual(drawn, [0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it("normalises shares that do not add up to 100", () => {
    assert.equal(answerFrom({ ...reading, weights: [48, 0, 47, 0] }, 0.504).answer, 0);
    assert.equal(answerFrom({ ...reading, weights: [48, 0, 47, 0] }, 0.507).answer, 2);
    assert.equal(answerFrom({ ...reading, weights: [0, 0, 0, 100] }, 0.001).answer, 3);
    assert.equal(answerFrom({ ...reading, weights: [0, 0, 100, 0] }, 0.999).answer, 2);
  });

  it("quotes the reaction only from those who answer as it does", () => {
    assert.deepEqual(answerFrom(reading, 0.3), {
      answer: 0,
      intensity: 4,
      reason: "I would.",
      quote: "I would.",
    });
    assert.deepEqual(answerFrom(reading, 0.85), {
      answer: 2,
      intensity: 1,
      reason: 'Of 100 people like this one, 10 answer "no".',
      quote: null,
    });
    assert.deepEqual(answerFrom(reading, 0.95), {
      answer: 3,
      intensity: 0,
      reason: NONRESPONSE_REASONS.prefer_not,
      quote: null,
    });
  });
});
