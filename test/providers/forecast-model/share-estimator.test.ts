import assert from "node:assert/strict";
import { EstimateError, ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { type StubServer, stubServer } from "#testing/stub-server.ts";
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

  it("is the expectation over the number's log-probabilities, in two calls of opposite answers, and a word in a third", async () => {
    const asked = await estimator((_, index) =>
      index === 2
        ? withChances({ Yes: 0.5, " yes": 0.1, No: 0.2, Maybe: 0.2 })
        : withChances(asksForNo(index) ? { "20": 0.5, "40": 0.5 } : { "60": 0.5, "80": 0.5 })
    );
    const { share, says_yes, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(calls, 3);
    assert.ok(Math.abs(share - 0.7) < 1e-9, `${share}`);
    assert.ok(Math.abs((says_yes ?? 0) - 0.75) < 1e-9, `${says_yes}`);
    const prompts = server.requests.map(({ messages }) => messages.at(-1)?.content ?? "");
    assert.ok(prompts.every((prompt) => prompt.includes(QUESTION)));
    assert.ok(prompts.slice(0, 2).every((prompt) => prompt.includes("2020")));
    assert.match(prompts[2] ?? "", /most adults/);
  });

  it("has no word where neither yes nor no is among the likeliest tokens", async () => {
    const asked = await estimator((_, index) => withChances(index === 2 ? { Most: 0.9 } : { "50": 1 }));
    assert.equal((await asked.estimate(QUESTION, 2020, signal)).says_yes, null);
  });

  it("reads what a model that would rather talk would sooner say, in three short calls", async () => {
    const asked = await estimator((_, index) => ({
      ...withChances(index === 2 ? { Most: 0.9, yes: 0.03, no: 0.01 } : { To: 0.9, "40": 0.01, "60": 0.01 }),
      content: "To find the percentage, we",
      finish: "length",
    }));
    const { share, says_yes, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.ok(Math.abs(share - 0.5) < 1e-9 && Math.abs((says_yes ?? 0) - 0.75) < 1e-9);
    assert.equal(calls, 3);
    assert.ok(server.requests.every(({ max_tokens }) => Number(max_tokens) < 100));
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
    const { share, says_yes, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(says_yes, null);
    assert.equal(calls, 10);
    assert.ok(Math.abs(share - 0.7) < 1e-9, `${share}`);
  });

  it("is the expectation over tens where digits come one by one", async () => {
    const asked = await estimator((_, index) => {
      const [tens, other] = asksForNo(index) ? ["3", "2"] : ["7", "6"];
      return withChances({ [tens]: 0.5, [other]: 0.5 }, [tens, "0"]);
    });
    const { share, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.equal(calls, 3);
    // 70 and 30, the answers, beside the middles of the sixties and twenties.
    const logits = [(0.7 + 0.645) / 2, 1 - (0.3 + 0.245) / 2].map((each) => Math.log(each / (1 - each)));
    assert.ok(Math.abs(Math.log(share / (1 - share)) - (logits[0]! + logits[1]!) / 2) < 1e-9, `${share}`);
  });

  it("reads 100 and single digits as what they are, where digits come one by one", async () => {
    const asked = await estimator((_, index) =>
      index === 2
        ? withChances({ Yes: 1 })
        : asksForNo(index)
        ? withChances({ "5": 1 })
        : withChances({ "1": 1 }, ["1", "0", "0"])
    );
    const { share } = await asked.estimate(QUESTION, 2020, signal);
    const logits = [0.98, 0.95].map((each) => Math.log(each / (1 - each)));
    assert.ok(Math.abs(Math.log(share / (1 - share)) - (logits[0]! + logits[1]!) / 2) < 1e-9, `${share}`);
  });

  it("takes samples, not unlikely numbers, where the answer has its number later", async () => {
    const asked = await estimator((_, index) => ({
      ...withChances({ About: 0.9, "10": 0.01 }),
      content: `About ${asksForNo(index) ? 30 : 70}`,
    }));
    const { share, calls } = await asked.estimate(QUESTION, 2020, signal);
    assert.ok(Math.abs(share - 0.7) < 1e-9 && calls === 10, `${share}, ${calls}`);
  });

  it("asks for log-probabilities again after one question that is refused with and without them", async () => {
    const asked = await estimator((request) =>
      request.messages.at(-1)?.content.includes("Forbidden")
        ? { status: 400, body: '{"error":{"code":"content_filter","message":"no"}}' }
        : withChances({ "50": 1 })
    );
    await assert.rejects(asked.estimate("Forbidden?", 2020, signal), EstimateError);
    assert.equal((await asked.estimate(QUESTION, 2020, signal)).calls, 3);
  });

  it("asks without log-probabilities of a server that refuses them, also several at once, and remembers it", async () => {
    const asked = await estimator((request, index) =>
      "logprobs" in request
        ? { status: 400, body: '{"error":{"message":"logprobs is not supported"}}' }
        : { content: asksForNo(index) ? "30" : "70" }
    );
    await Promise.all([2018, 2019, 2020].map((year) => asked.estimate(QUESTION, year, signal)));
    const refused = () => server.requests.filter((request) => "logprobs" in request).length;
    const before = refused();
    assert.ok(before <= 3, "each finds it out once at most");
    await asked.estimate(QUESTION, 2021, signal);
    assert.equal(refused(), before);
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
function withChances(chances: Readonly<Record<string, number>>, tokens?: readonly string[]) {
  const top_logprobs = Object.entries(chances).map(([token, chance]) => ({
    token,
    logprob: Math.log(chance),
  }));
  const [first = ""] = Object.keys(chances);
  const shown = tokens ?? [first];
  const content = shown.map((token) => ({ token, logprob: 0, top_logprobs }));
  return { content: shown.join(""), logprobs: { content } };
}
