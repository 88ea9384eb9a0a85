import assert from "node:assert/strict";
import { OpenAiClient, type RetryPolicy } from "#providers/openai/client.ts";
import { metricsPage } from "#shared/metrics.ts";
import { TrafficControl } from "#providers/openai/traffic-control.ts";
import type { ModelPrice } from "#providers/openai/completion.ts";
import { type StubReply, type StubServer, stubServer } from "#testing/stub-server.ts";
import { STEADY, VirtualClock } from "./virtual-clock.ts";

const OK: StubReply = { content: "{}" };
const failing = (status: number, headers: Record<string, string> = {}): StubReply => ({
  status,
  body: JSON.stringify({ error: { message: "no" } }),
  headers,
});
const THREE_CALLS: RetryPolicy = { maxCalls: 3, longestWaitMs: 10_000 };

describe("the client of OpenAI-compatible servers", () => {
  let server: StubServer;
  let clock: VirtualClock;
  let replies: StubReply[];

  before(async () => {
    server = await stubServer(() => replies.length > 1 ? replies.shift()! : replies[0]!);
  });
  after(() => server.close());
  beforeEach(() => {
    clock = new VirtualClock();
    server.requests.length = 0;
  });

  const at = (price: ModelPrice | null = null) => ({
    baseUrl: server.url,
    model: "small",
    apiKey: null,
    timeoutMs: 5_000,
    price,
  });
  const post = async (
    retries: Partial<RetryPolicy> = {},
    client = new OpenAiClient({ purpose: "agents", server: at(), clock, random: () => 0.5 }),
  ) =>
    await client.post({
      body: "{}",
      tokens: 10,
      signals: { call: STEADY, wait: STEADY },
      retries: { ...THREE_CALLS, ...retries },
    });

  it("returns the reply with the failed calls before it", async () => {
    replies = [failing(500), failing(503), OK];
    const outcome = await post();
    assert.ok(outcome.kind === "reply");
    assert.equal(outcome.usage?.prompt, 600);
    assert.deepEqual(outcome.failures.map(({ fault }) => fault), ["server_error", "overloaded"]);
  });

  it("counts each call by its outcome, with the tokens and the price of what was answered", async () => {
    const figures = async () => {
      const page = await metricsPage();
      return [
        'calls_total{purpose="readings",outcome="ok"}',
        'calls_total{purpose="readings",outcome="server_error"}',
        'tokens_total{purpose="readings",kind="prompt"}',
        'cost_usd_total{purpose="readings"}',
      ].map((name) => Number(page.split(`service_model_${name} `)[1]?.split("\n")[0] ?? 0));
    };
    const price = { input: 1_000, output: 0, as_of: "2026-11-01" };
    const client = new OpenAiClient({
      purpose: "readings",
      server: at(price),
      clock,
      random: () => 0.5,
    });
    replies = [failing(500), OK];
    const [ok, failed, prompt, cost] = await figures();
    const outcome = await post({}, client);
    assert.ok(outcome.kind === "reply");
    const tokens = outcome.usage!.prompt;
    const expected = [ok! + 1, failed! + 1, prompt! + tokens, cost! + tokens / 1_000];
    assert.deepEqual(await figures(), expected);
  });

  it("returns the failure of the last call once the request has taken all its calls", async () => {
    replies = [failing(500)];
    const outcome = await post();
    assert.ok(outcome.kind === "failure");
    assert.deepEqual(
      [outcome.fault, outcome.status, outcome.reason, outcome.message, outcome.failures.length],
      ["server_error", 500, "it answers with errors", "HTTP 500 no", 3],
    );
    assert.equal(server.requests.length, 3);
  });

  it("does not retry after a fault that is final by its policy", async () => {
    replies = [failing(503), failing(500), OK];
    const outcome = await post({ final: ["server_error"] });
    assert.ok(outcome.kind === "failure");
    assert.equal(outcome.fault, "server_error");
    assert.equal(server.requests.length, 2);
  });

  it("waits as long as the server demands, and at least its back-off", async () => {
    replies = [failing(429, { "retry-after": "3" }), failing(500, { "retry-after": "0" }), OK];
    assert.equal((await post()).kind, "reply");
    assert.deepEqual(clock.slept, [3_000, 250]);
  });

  it("gives up where the server demands a longer wait than the policy allows", async () => {
    replies = [failing(429, { "retry-after": "11" })];
    const outcome = await post();
    assert.ok(outcome.kind === "failure");
    assert.deepEqual([outcome.retryAfterMs, server.requests.length, clock.slept], [11_000, 1, []]);
  });

  it("never backs off for longer than the policy allows", async () => {
    replies = [failing(429), failing(429), OK];
    await post({ longestWaitMs: 300 });
    assert.deepEqual(clock.slept, [300, 300]);
  });

  it("fails without a call while the circuit breaker is open", async () => {
    const traffic = new TrafficControl({ concurrency: 1, maxConcurrency: 1 }, clock);
    const client = new OpenAiClient({
      purpose: "agents",
      server: at(),
      traffic,
      clock,
      random: () => 0.5,
    });
    replies = [failing(500)];
    for (let i = 0; i < 10; i++) await post({ maxCalls: 2 }, client);
    server.requests.length = 0;
    const outcome = await post({}, client);
    assert.ok(outcome.kind === "failure");
    assert.deepEqual([outcome.fault, outcome.reason, outcome.message, outcome.retryAfterMs], [
      "circuit_open",
      "it failed 20 times in a row",
      "HTTP 500 no",
      30_000,
    ]);
    assert.equal(server.requests.length, 0);
  });
});
