import assert from "node:assert/strict";
import { EstimateError, ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { type StubReply, type StubServer, stubServer } from "#testing/stub-server.ts";
import { VirtualClock } from "../openai/virtual-clock.ts";

const QUESTION = "Should the city build more parks?";
const signal = new AbortController().signal;

describe("a model's estimate of a share", () => {
  let server: StubServer;
  afterEach(() => server.close());

  async function estimator(reply: StubServer["reply"]): Promise<ShareEstimator> {
    server = await stubServer(reply);
    const config = { model: "knows", baseUrl: server.url, apiKey: null, timeoutMs: 5_000, price: null };
    return new ShareEstimator(config, () => 0, new VirtualClock());
  }

  const asksForNo = (index: number) =>
    server.requests[index]?.messages.some(({ content }) => content.includes("answered no")) ?? false;

  it("is the expectation over the number's log-probabilities, in two calls of opposite answers", async () => {
    const asked = await estimator((_, index) =>
      withChances(asksForNo(index) ? { "20": 0.5, "40": 0.5 } : { "60": 0.5, "80": 0.5 })
    );
    const { share, from, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(from, "log_probabilities");
    assert.equal(calls, 2);
    assert.ok(Math.abs(share - 0.7) < 1e-9, `${share}`);
    assert.ok(server.requests.every(({ messages }) => messages.at(-1)?.content.includes(QUESTION)));
    assert.ok(server.requests.every(({ messages }) => messages.at(-1)?.content.includes("2020")));
  });

  it("is free of a model's liking for high numbers", async () => {
    const asked = await estimator(() => withChances({ "80": 1 }));
    assert.ok(Math.abs((await asked.estimate(QUESTION, 2020, signal)).share - 0.5) < 1e-9);
  });

  it("is the median of five samples a form where the server tells no chances", async () => {
    const drawn = [10, 70, 72, 68, 99];
    const asked = await estimator((_, index) => ({
      content: `${asksForNo(index) ? 100 - (drawn[index % 5] ?? 0) : drawn[index % 5]} %`,
    }));
    const { share, from, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(from, "samples");
    assert.equal(calls, 10);
    assert.ok(Math.abs(share - 0.7) < 1e-9, `${share}`);
  });

  it("takes samples where digits come one by one", async () => {
    const asked = await estimator((_, index) => {
      const number = asksForNo(index) ? "30" : "70";
      return withChances({ [number.slice(0, 1)]: 1 }, [number.slice(0, 1), number.slice(1)]);
    });
    const { share, from } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(from, "samples");
    assert.ok(Math.abs(share - 0.7) < 1e-9, `${share}`);
  });

  it("asks without log-probabilities of a server that refuses them, and remembers it", async () => {
    const asked = await estimator((request, index) =>
      "logprobs" in request
        ? { status: 400, body: '{"error":{"message":"logprobs is not supported"}}' }
        : { content: asksForNo(index) ? "30" : "70" }
    );
    await asked.estimate(QUESTION, 2020, signal);
    await asked.estimate(QUESTION, 2021, signal);
    assert.equal(server.requests.filter((request) => "logprobs" in request).length, 1);
  });

  it("leaves a model that thinks first the room to", async () => {
    const asked = await estimator((request, index) =>
      Number(request.max_tokens) < 100
        ? { content: "", finish: "length" }
        : { content: asksForNo(index) ? "30" : "70" }
    );
    assert.ok(Math.abs((await asked.estimate(QUESTION, 2020, signal)).share - 0.7) < 1e-9);
  });

  it("stops at 20 calls where answers hold no number", async () => {
    const asked = await estimator(() => ({ content: "I cannot say." }));
    await assert.rejects(
      asked.estimate(QUESTION, 2020, signal),
      (error) => error instanceof EstimateError && !error.retryable,
    );
    assert.equal(server.requests.length, 20);
  });

  it("counts numbers over 100, and answers with two numbers, as none", async () => {
    const bad = ["170", "between 60 and 80"];
    const asked = await estimator((_, index) => ({
      content: index < bad.length ? bad[index] ?? "" : asksForNo(index) ? "30" : "70",
    }));
    assert.ok(Math.abs((await asked.estimate(QUESTION, 2020, signal)).share - 0.7) < 1e-9);
  });

  it("may be asked again of a server that is down", async () => {
    const asked = await estimator(() => ({ status: 503, body: "{}" }));
    await assert.rejects(
      asked.estimate(QUESTION, 2020, signal),
      (error) => error instanceof EstimateError && error.retryable,
    );
  });
});

/** A reply of one token, or those given, with the chances of the first. */
function withChances(chances: Readonly<Record<string, number>>, tokens?: readonly string[]): StubReply {
  const top_logprobs = Object.entries(chances).map(([token, chance]) => ({
    token,
    logprob: Math.log(chance),
  }));
  const [first = ""] = Object.keys(chances);
  const shown = tokens ?? [first];
  const content = shown.map((token) => ({ token, logprob: 0, top_logprobs }));
  return { content: shown.join(""), logprobs: { content } };
}
