import assert from "node:assert/strict";
import { Secret } from "#shared/settings-reader.ts";
import { EngineError } from "#providers/agents/errors.ts";
import { systemClock } from "#providers/openai/clock.ts";
import { ModelServer, type ModelServerOptions } from "#providers/agents/openai/model-server.ts";
import { type StubReply, type StubServer, stubServer } from "#testing/stub-server.ts";
import { STEADY, VirtualClock } from "../../openai/virtual-clock.ts";

const KEY = "sk-test-0123456789abcdef";
const OK: StubReply = { content: "{}" };
const steady = { call: STEADY, wait: STEADY };

const failing = (
  status: number,
  error: object = { message: "no" },
  headers: Record<string, string> = {},
): StubReply => ({
  status,
  body: JSON.stringify({ error }),
  headers,
});

/** The detail that operators see beside the message. */
const detailOf = (error: EngineError) => (error.cause as Error).message;

describe("the model server of a process", () => {
  let server: StubServer;
  let clock: VirtualClock;
  let replies: StubReply[];

  before(async () => {
    server = await stubServer(() => replies.length > 1 ? replies.shift()! : replies[0]!);
  });
  after(() => server.close());
  beforeEach(() => {
    clock = new VirtualClock();
    replies = [OK];
    server.requests.length = 0;
  });

  const client = (options: Partial<ModelServerOptions> & { timeoutMs?: number } = {}) =>
    new ModelServer({
      server: {
        baseUrl: server.url,
        model: "small",
        apiKey: new Secret(KEY),
        timeoutMs: options.timeoutMs ?? 5_000,
        price: null,
      },
      concurrency: 4,
      maxConcurrency: 8,
      clock,
      random: () => 0.5,
      ...options,
    });
  const send = (options?: Parameters<typeof client>[0]) => client(options).send("{}", 10, steady);
  const fault = async (options?: Parameters<typeof client>[0]): Promise<EngineError> => {
    try {
      await send(options);
    } catch (error) {
      assert.ok(error instanceof EngineError, `${error}`);
      return error;
    }
    assert.fail("the call succeeded");
  };

  it("sends the key as a bearer token and returns the reply with the server's count", async () => {
    const { status, body, usage } = await send();
    assert.equal(server.received.at(-1)?.headers.authorization, `Bearer ${KEY}`);
    assert.deepEqual([status, usage], [200, { prompt: 600, cached: 0, completion: 80, reasoning: 0 }]);
    assert.ok(body !== null && "choices" in body);
  });

  it("reads cached and reasoning tokens", async () => {
    replies = [{
      content: "{}",
      usage: {
        prompt_tokens: 900,
        completion_tokens: 300,
        prompt_tokens_details: { cached_tokens: 512 },
        completion_tokens_details: { reasoning_tokens: 220 },
      },
    }];
    assert.deepEqual((await send()).usage, { prompt: 900, cached: 512, completion: 300, reasoning: 220 });
  });

  it("waits as long as a 429 demands, and sends no call of the process before", async () => {
    replies = [failing(429, { message: "slow down" }, { "retry-after": "7" }), OK];
    const shared = client();
    await shared.send("{}", 10, steady);
    assert.ok(clock.time >= 7_000, `${clock.time}`);
    assert.equal(server.requests.length, 2);
  });

  it("leaves a wait of more than a minute to the caller's retries", async () => {
    replies = [failing(429, { message: "daily limit" }, { "retry-after": "3600" })];
    const error = await fault();
    assert.deepEqual([error.code, error.retryAfterMs, server.requests.length], [
      "engine_unavailable",
      3_600_000,
      1,
    ]);
  });

  it("backs off by full jitter under a doubling cap, and gives up after the fault's attempts", async () => {
    replies = [failing(500)];
    const error = await fault();
    assert.equal(error.message, "The model server is unavailable: it answers with errors");
    assert.match(detailOf(error), /server_error, call 5 of 5: HTTP 500 no/);
    assert.deepEqual(clock.slept, [250, 500, 1_000, 2_000]);
  });

  it("recovers from a server error, a disconnect, a body that breaks off and one that is not JSON", async () => {
    replies = [
      failing(502),
      "reset",
      "truncated",
      { status: 200, body: '{"choices":[' },
      OK,
    ];
    assert.equal((await send()).status, 200);
    assert.equal(server.requests.length, 5);
  });

  it("aborts a call that gets no answer, and one whose body drips", async () => {
    for (const broken of ["hang", "dripping"] as const) {
      replies = [broken];
      const error = await fault({ timeoutMs: 60 });
      assert.match(detailOf(error), /timeout, call 3 of 3.*within 60 ms/);
    }
  });

  it("does not retry a fault that every call would meet, and reports the server's message", async () => {
    const cases: [StubReply, RegExp][] = [
      [failing(401, { code: "invalid_api_key", message: "bad key" }), /unauthorized.*bad key/],
      [failing(404, { code: "model_not_found", message: "no such model" }), /not_found.*no such model/],
      [failing(429, { code: "insufficient_quota", message: "pay first" }), /quota_exhausted.*pay first/],
      [{ status: 307, body: "", headers: { location: "http://127.0.0.1:1/" } }, /not_found.*307/],
    ];
    for (const [reply, message] of cases) {
      replies = [reply];
      server.requests.length = 0;
      assert.match(detailOf(await fault()), message);
      assert.equal(server.requests.length, 1);
    }
  });

  it("returns a rejection as the reply to this one request", async () => {
    replies = [failing(400, { code: "content_filter", message: "filtered" })];
    const { status, body, usage } = await send();
    assert.deepEqual([status, body, usage], [400, null, null]);
  });

  it("never shows the key, even where the server repeats it", async () => {
    for (const status of [401, 400]) {
      replies = [failing(status, { message: `Incorrect API key provided: ${KEY}, or sk-proj-abc***xyz` })];
      const outcome = await send().then(({ raw }) => raw, (error) => `${error.stack} ${detailOf(error)}`);
      assert.match(outcome, /\[secret\]/);
      assert.doesNotMatch(outcome, /0123456789|sk-proj/);
    }
    assert.doesNotMatch(JSON.stringify({ ...client() }) + JSON.stringify(new Secret(KEY)), /0123456789/);
  });

  it("stops calling a server that is down, for all callers at once", async () => {
    replies = [failing(500)];
    const shared = client();
    const call = () => shared.slots.run("owner", STEADY, () => shared.send("{}", 10, steady));
    const all = await Promise.allSettled(Array.from({ length: 12 }, call));
    assert.ok(all.every(({ status }) => status === "rejected"));
    // 12 callers of 5 attempts each would be 60.
    assert.ok(server.requests.length <= 24, `${server.requests.length}`);
    await assert.rejects(shared.send("{}", 10, steady), (error) => {
      assert.ok(error instanceof EngineError);
      assert.match(error.message, /failed 2\d times in a row/);
      assert.deepEqual([error.code, error.retryable], ["engine_unavailable", true]);
      assert.ok(error.retryAfterMs! > 0 && error.retryAfterMs! <= 30_000);
      assert.equal(detailOf(error), "HTTP 500 no");
      return true;
    });
  });

  it("halves its concurrency when the server is overloaded", async () => {
    replies = [failing(429, { message: "slow" }, { "retry-after-ms": "5" }), OK];
    const shared = client();
    await shared.send("{}", 10, steady);
    assert.equal(shared.slots.limit, 2);
  });

  it("holds back when a reply reports that no request remains", async () => {
    const headers = {
      "x-ratelimit-limit-requests": "30",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1m0s",
    };
    replies = [{ content: "{}", headers }, OK];
    const shared = client();
    await shared.send("{}", 10, steady);
    await shared.send("{}", 10, steady);
    assert.equal(clock.time, 2_000);
  });

  it("keeps to the requests a minute", async () => {
    const shared = client({ rpm: 120 });
    for (let i = 0; i < 6; i++) await shared.send("{}", 10, steady);
    assert.equal(Math.round(clock.time), 2_000);
  });

  it("keeps to the tokens a minute as the server counts them", async () => {
    const shared = client({ tpm: 68_000 });
    for (let i = 0; i < 5; i++) await shared.send("{}", 10, steady);
    // Four replies of 680 tokens, less the second's worth that may be used at once: 2,720 + 10 − 1,133 at 68 a second.
    assert.ok(Math.abs(clock.time - (4 * 680 + 10 - 68_000 / 60) / 68_000 * 60_000) < 50, `${clock.time}`);
  });

  it("aborts a call in flight by one signal, and starts no call after the other", async () => {
    replies = ["hang"];
    const shared = client({ concurrency: 1, maxConcurrency: 1, clock: systemClock });
    const [call, wait] = [new AbortController(), new AbortController()];
    const ask = (signals: { call: AbortSignal; wait: AbortSignal }) =>
      shared.slots.run("owner", signals.wait, () => shared.send("{}", 10, signals));
    const cut = ask({ call: call.signal, wait: STEADY });
    const queued = ask({ call: STEADY, wait: wait.signal });
    wait.abort(new Error("halt"));
    await assert.rejects(queued, /halt/);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    call.abort(new Error("stop"));
    await assert.rejects(cut, /stop/);
    await assert.rejects(shared.send("{}", 10, { call: STEADY, wait: wait.signal }), /halt/);
    replies = [OK];
    await ask(steady);
    assert.equal(server.requests.length, 2);
  });
});
