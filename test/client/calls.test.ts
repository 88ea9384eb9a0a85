import assert from "node:assert/strict";
import {
  CallError,
  NetworkError,
  type ResponseInfo,
  ServiceError,
  SimulationService,
  TimeoutError,
  UnexpectedResponseError,
} from "#client/index.ts";
import { waitBeforeRetry } from "#client/retries.ts";
import { type Behaviour, type Receiver, startReceiver } from "#testing/webhooks.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

const success = (data: unknown, meta: object = {}, status = 200): Behaviour => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ data, error: null, meta: { request_id: "r1", ...meta } }),
});
const refusal = (status: number, code: string, headers: Record<string, string> = {}, meta: object = {}) => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ data: null, error: code, meta: { request_id: "r1", message: "No.", ...meta } }),
});

const NEW = { workflow_id: "brand-trust", agent_count: 10 };

describe("a call of the client", () => {
  let server: Receiver;
  let service: SimulationService;
  beforeEach(async () => {
    server = await startReceiver();
    service = new SimulationService({ baseUrl: server.url, apiKey: "sk_test" });
  });
  afterEach(() => server.close());

  async function failure<T extends CallError>(
    kind: abstract new (...args: never[]) => T,
    call: Promise<unknown>,
  ): Promise<T> {
    const error = await call.then(() => null, (error) => error);
    assert.ok(error instanceof kind, `${error}`);
    return error;
  }

  it("sends the key, the body and an Idempotency-Key, and returns the data", async () => {
    server.behave("/v1/simulations", success({ id: "s1" }, {}, 202));
    assert.deepEqual(await service.simulations.create(NEW), { id: "s1" });
    const [{ method, headers, event }] = server.received as [typeof server.received[0]];
    assert.deepEqual([method, headers.authorization, event], ["POST", "Bearer sk_test", NEW]);
    assert.match(String(headers["idempotency-key"]), /^[0-9a-f-]{36}$/);
    assert.equal(headers["content-type"], "application/json");
  });

  it("repeats a write whose connection broke, under the same Idempotency-Key", async () => {
    server.behave("/v1/simulations", "reset", "reset", success({ id: "s1" }, {}, 202));
    const seen: ResponseInfo[] = [];
    await service.simulations.create(NEW, { onResponse: (response) => seen.push(response) });
    const keys = new Set(server.received.map(({ headers }) => headers["idempotency-key"]));
    assert.deepEqual([server.received.length, keys.size], [3, 1]);
    assert.deepEqual(seen.map(({ operation, status, attempts }) => [operation, status, attempts]), [
      ["createSimulation", 202, 3],
    ]);
  });

  it("sends the caller's own Idempotency-Key", async () => {
    server.behave("/v1/simulations", success({ id: "s1" }, {}, 202));
    const idempotencyKey = "0197f7a0-0000-7000-8000-000000000001";
    await service.simulations.create(NEW, { idempotencyKey });
    assert.equal(server.received[0]?.headers["idempotency-key"], idempotencyKey);
  });

  it("waits for the Retry-After of a 429", async () => {
    server.behave("/v1/usage", refusal(429, "rate_limit_exceeded", { "Retry-After": "1" }), success({}));
    await service.usage();
    const [first, second] = server.received;
    assert.ok(second!.at - first!.at >= 950, `${second!.at - first!.at} ms`);
  });

  it("gives up at once where the Retry-After is longer than its time", async () => {
    server.behave("/v1/usage", refusal(503, "maintenance", { "Retry-After": "3600" }));
    const error = await failure(ServiceError as never, service.usage()) as ServiceError;
    assert.deepEqual([error.code, error.status, error.retryAfterMs], ["maintenance", 503, 3_600_000]);
    assert.equal(server.received.length, 1);
  });

  it("tries again after 503, 502 of a proxy and 500, and at most so often as it should", async () => {
    server.behave(
      "/v1/usage",
      refusal(503, "service_unavailable"),
      { status: 502, headers: { "Content-Type": "text/html" }, body: "<html>Bad gateway</html>" },
      refusal(500, "internal_error", {}, { correlation_id: "c1" }),
      success({ simulations_lifetime: 1 }),
    );
    assert.equal((await service.usage()).simulations_lifetime, 1);
    server.behave("/v1/status", refusal(500, "internal_error", {}, { correlation_id: "c1" }));
    const error = await failure(ServiceError as never, service.status({ maxRetries: 1 })) as ServiceError;
    assert.deepEqual([error.correlationId, error.requestId, error.attempts], ["c1", "r1", 2]);
    assert.equal(server.at("/v1/status").length, 2);
  });

  it("does not repeat what a repetition cannot help: quotas, faults, a key that is used otherwise", async () => {
    for (
      const [status, code] of [
        [402, "insufficient_quota"],
        [429, "insights_cost_cap_reached"],
        [400, "validation_error"],
        [409, "idempotency_conflict"],
      ] as const
    ) {
      server.behave("/v1/simulations", refusal(status, code));
      const error = await failure(ServiceError as never, service.simulations.create(NEW)) as ServiceError;
      assert.deepEqual([error.code, error.attempts], [code, 1]);
    }
    server.behave(
      "/v1/simulations",
      refusal(409, "idempotency_conflict", { "Retry-After": "0" }),
      success({ id: "s1" }, {}, 202),
    );
    assert.equal((await service.simulations.create(NEW)).id, "s1");
  });

  it("repeats a DELETE only when it was refused before anything was done", async () => {
    const path = "/v1/webhooks/w1";
    server.behave(path, refusal(429, "rate_limit_exceeded", { "Retry-After": "0" }), success({}));
    await service.webhooks.delete("w1");
    assert.equal(server.at(path).length, 2);
    server.behave(path, "reset");
    assert.equal((await failure(NetworkError, service.webhooks.delete("w1"))).attempts, 1);
    server.behave(path, refusal(503, "service_unavailable"));
    assert.equal((await failure(ServiceError as never, service.webhooks.delete("w1"))).attempts, 1);
  });

  it("says what a proxy sent in place of an answer, and what broken JSON was", async () => {
    const page = "<html>" + "x".repeat(2_000);
    server.behave("/v1/usage", { status: 502, headers: { "Content-Type": "text/html" }, body: page });
    const bad = await failure(UnexpectedResponseError, service.usage({ maxRetries: 0 }));
    assert.deepEqual([bad.status, bad.excerpt], [502, page.slice(0, 500)]);
    for (
      const body of [
        "",
        "{",
        "null",
        '{"data":null,"error":null,"meta":{"request_id":"r"}}',
        '{"data":1}',
        '{"data":1,"error":"x","meta":{"request_id":"r"}}',
      ]
    ) {
      server.behave("/v1/usage", { status: 200, headers: JSON_TYPE, body });
      assert.equal((await failure(UnexpectedResponseError, service.usage())).excerpt, body);
    }
  });

  it("takes no refusal without a message or a request's id for the service's", async () => {
    for (const meta of [{}, { request_id: "r" }, { message: "m" }]) {
      const body = JSON.stringify({ data: null, error: "not_found", meta });
      server.behave("/v1/usage", { status: 404, headers: JSON_TYPE, body });
      assert.equal((await failure(UnexpectedResponseError, service.usage())).excerpt, body);
    }
  });

  it("follows no redirect, which could carry the key elsewhere", async () => {
    server.behave("/v1/usage", { status: 302, headers: { Location: `${server.url}/elsewhere` } });
    assert.equal((await failure(UnexpectedResponseError, service.usage())).status, 302);
    assert.equal(server.at("/elsewhere").length, 0);
  });

  it("ends in its time whatever the server does, and says so", async () => {
    server.behave("/v1/usage", "hang");
    const error = await failure(TimeoutError, service.usage({ timeoutMs: 300 }));
    assert.deepEqual([error.timeoutMs, error.operation], [300, "showUsage"]);
    const hasty = new SimulationService({ baseUrl: server.url, attemptTimeoutMs: 100 });
    server.behave("/v1/usage", "hang", "hang", success({}));
    await hasty.usage();
    await failure(
      NetworkError,
      new SimulationService({ baseUrl: "http://127.0.0.1:1" }).usage({ maxRetries: 1 }),
    );
  });

  it("is ended by its signal, in an attempt and between two", async () => {
    for (const behaviour of ["hang", refusal(429, "rate_limit_exceeded", { "Retry-After": "30" })] as const) {
      server.behave("/v1/usage", behaviour);
      const controller = new AbortController();
      const call = service.usage({ signal: controller.signal });
      await server.until("/v1/usage", 1);
      const reason = new Error("enough");
      controller.abort(reason);
      await assert.rejects(call, reason);
      await assert.rejects(service.usage({ signal: controller.signal }), reason);
    }
  });

  it("reads no more bytes than it may", async () => {
    const small = new SimulationService({ baseUrl: server.url, maxResponseBytes: 1_000 });
    server.behave("/v1/usage", success({ text: "x".repeat(1_000) }));
    assert.match((await failure(UnexpectedResponseError, small.usage())).message, /more than 1000 bytes/);
  });

  it("sends filters as the service reads them, and no id that names another route", async () => {
    const query = "limit=100&status=completed&status=failed&metadata%5Ba+b%5D=c%26d";
    server.behave(`/v1/simulations?${query}`, success([], { next_cursor: null }));
    const filters = {
      status: ["completed", "failed"] as ("completed" | "failed")[],
      metadata: { "a b": "c&d" },
    };
    assert.deepEqual(await service.simulations.list(filters).take(5), []);
    server.behave("/v1/simulations/a%2F..%2Fb", success({ id: "x" }));
    assert.equal((await service.simulations.get("a/../b")).id, "x");
    for (const id of ["", ".", "..", undefined as unknown as string]) {
      assert.throws(() => service.simulations.get(id), TypeError);
    }
  });

  it("doubles its waits from 250 ms to 8 s, less up to half at random, and is never earlier than a Retry-After", () => {
    const broken = new NetworkError({ operation: "showUsage", attempts: 1 }, new Error("reset"));
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7, 10].map((attempts) => waitBeforeRetry(broken, "read", attempts, random));
    assert.deepEqual(waits(0), [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    assert.deepEqual(waits(1), [125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    const facts = { operation: "showUsage", attempts: 1, status: 503, excerpt: "" };
    for (const [retryAfterMs, wait] of [[20_000, 20_000], [100, 500], [null, 500]] as const) {
      const busy = new UnexpectedResponseError("a proxy's page", { ...facts, retryAfterMs });
      assert.equal(waitBeforeRetry(busy, "read", 2, 0), wait);
    }
  });

  it("needs a URL, and bounds its retries", () => {
    for (const baseUrl of ["", "example.com", "ftp://example.com", "https://example.com?a=b"]) {
      assert.throws(() => new SimulationService({ baseUrl }), TypeError, baseUrl);
    }
    assert.throws(() => new SimulationService({ baseUrl: server.url, maxRetries: 11 }), TypeError);
  });
});
