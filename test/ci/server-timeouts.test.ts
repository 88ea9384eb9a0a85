import assert from "node:assert/strict";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import pg from "pg";
import { HEADERS_MS } from "#api/http/server.ts";
import { idempotencyKeyHash } from "#db/idempotency.ts";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startApi } from "#testing/processes.ts";
import { simulationBody } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

/** What a connection got until the server closed it. */
interface Ended {
  readonly text: string;
  readonly ms: number;
}

describe("A client that is slow for half a minute", function () {
  this.timeout(90_000);
  let api: Awaited<ReturnType<typeof startApi>>;
  /** All begin together: each ends after its own time. */
  let slow: Readonly<Record<"headers" | "silence" | "body" | "unread", Promise<Ended>>>;
  before(async () => {
    api = await startApi();
    const body = head(
      "POST /v1/simulations HTTP/1.1",
      `Authorization: Bearer ${stack().apiKey}`,
      `Idempotency-Key: ${crypto.randomUUID()}`,
      "Content-Type: application/json",
      "Content-Length: 1000",
    );
    const unread = head("POST /v1/nothing HTTP/1.1", "Content-Length: 12000000");
    slow = {
      headers: drip(`${head("GET /livez HTTP/1.1")}\r\nX-Slow: `, "a"),
      silence: drip("", ""),
      body: drip(`${body}\r\n\r\n{`, " "),
      unread: drip(`${unread}\r\n\r\n`, "x"),
    };
  });
  after(() => api?.stop());

  /** Sends the beginning at once and then a byte every half second, until the server closes the connection. */
  function drip(beginning: string, drop: string): Promise<Ended> {
    const { hostname, port } = new URL(api.baseUrl);
    const began = performance.now();
    return new Promise((resolve) => {
      let text = "";
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
      const drops = setInterval(() => drop !== "" && socket.writable && socket.write(drop), 500);
      socket.on("data", (data) => text += data);
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(drops);
        resolve({ text, ms: performance.now() - began });
      });
      if (beginning !== "") socket.write(beginning);
    });
  }

  const head = (...lines: string[]) => [...lines, "Host: localhost"].join("\r\n");

  it("that never finishes its headers gets 408 and loses the connection", async () => {
    const { text, ms } = await slow.headers;
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.ok(ms >= HEADERS_MS && ms < HEADERS_MS + 5_000, `${ms} ms`);
  });

  it("that sends nothing loses the connection", async () => {
    const { text, ms } = await slow.silence;
    assert.match(text, /^(HTTP\/1\.1 408 |$)/);
    assert.ok(ms >= HEADERS_MS && ms < HEADERS_MS + 7_000, `${ms} ms`);
  });

  it("that never finishes its body gets 408 validation_error within 35 seconds, and loses the connection", async () => {
    const { text, ms } = await slow.body;
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.match(text, /"error":"validation_error"/);
    const { meta } = JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
    const message = "must arrive within 30 seconds";
    assert.deepEqual([meta.message, meta.field, meta.errors], [
      `The body ${message}`,
      "",
      [{ field: "", message }],
    ]);
    assert.ok(ms >= 30_000 && ms < 35_000, `${ms} ms`);
  });

  it("that never finishes a body that nobody reads gets its answer, and loses the connection within 35 seconds", async () => {
    const { text, ms } = await slow.unread;
    assert.match(text, /^HTTP\/1\.1 404 /);
    assert.ok(ms < 35_000, `${ms} ms`);
  });
});

describe("A call whose Idempotency-Key another call holds", () => {
  it("waits ten seconds, and then gets 409 idempotency_conflict with Retry-After", async () => {
    const own = await newOrganization();
    const idempotencyKey = crypto.randomUUID();
    const lock = idempotencyKeyHash(own.id, "POST /v1/simulations", idempotencyKey).readBigInt64BE(0);
    const first = new pg.Client({ connectionString: stack().databaseUrl });
    await first.connect();
    await first.query("SELECT pg_advisory_lock($1)", [lock]);
    const began = performance.now();
    const refused = await own.call("POST", "/v1/simulations", { body: simulationBody(), idempotencyKey });
    const ms = performance.now() - began;
    await first.end();
    assertRefused(refused, 409, "idempotency_conflict");
    assert.equal(refused.meta.reason, "in_progress");
    assert.ok(Number(refused.headers.get("Retry-After")) > 0);
    assert.ok(ms > 9_000 && ms < 15_000, `${ms} ms`);
  });
});
