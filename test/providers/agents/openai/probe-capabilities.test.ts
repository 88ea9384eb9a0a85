import assert from "node:assert/strict";
import { EngineError } from "#providers/agents/errors.ts";
import { ModelServer } from "#providers/agents/openai/model-server.ts";
import { probeCapabilities } from "#providers/agents/openai/probe-capabilities.ts";
import {
  type ChatRequest,
  respond,
  type StubReply,
  type StubServer,
  stubServer,
} from "#testing/stub-server.ts";
import { STEADY, VirtualClock } from "../../openai/virtual-clock.ts";

const EVERYTHING = {
  format: "json_schema",
  seed: true,
  temperature: true,
  usage: true,
  limit: "max_tokens",
  max_tokens: 400,
};

const rejection = (message: string): StubReply => ({
  status: 400,
  body: JSON.stringify({ error: { message } }),
});
const formatOf = (request: ChatRequest) =>
  (request.response_format as { type: string } | undefined)?.type ?? "text";

describe("capability probe", () => {
  let server: StubServer;
  afterEach(() => server.close());

  const found = async (reply: (request: ChatRequest) => StubReply) => {
    server = await stubServer(reply);
    const model = new ModelServer({
      server: { baseUrl: server.url, model: "small", apiKey: null, timeoutMs: 5_000, price: null },
      concurrency: 1,
      maxConcurrency: 1,
      clock: new VirtualClock(),
      random: () => 0.5,
    });
    return await probeCapabilities(model, "small", 0.8, STEADY);
  };
  const good = (request: ChatRequest): StubReply => ({ content: respond(request) });

  it("takes one call where the server understands every feature", async () => {
    assert.deepEqual(await found(good), EVERYTHING);
    assert.equal(server.requests.length, 1);
    const [request] = server.requests;
    assert.deepEqual([request?.model, request?.temperature, request?.max_tokens, request?.seed], [
      "small",
      0.8,
      400,
      1,
    ]);
    assert.equal(formatOf(request!), "json_schema");
  });

  it("drops the features that the errors name", async () => {
    const capabilities = await found((request) => {
      if ("max_tokens" in request) {
        return rejection("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
      }
      if ("temperature" in request) {
        return rejection("Unsupported value: 'temperature' does not support 0.8.");
      }
      if ("seed" in request) return rejection("Unrecognized request argument supplied: seed");
      return good(request);
    });
    assert.deepEqual(capabilities, {
      ...EVERYTHING,
      limit: "max_completion_tokens",
      temperature: false,
      seed: false,
    });
    assert.equal(server.requests.length, 4);
  });

  it("falls back from a schema to an object to text when the server rejects them", async () => {
    const capabilities = await found((request) =>
      formatOf(request) === "text" ? good(request) : rejection("response_format is not supported")
    );
    assert.equal(capabilities.format, "text");
    assert.deepEqual(server.requests.map(formatOf), ["json_schema", "json_object", "text"]);
  });

  it("falls back when the server accepts a format and ignores it", async () => {
    const capabilities = await found((request) =>
      formatOf(request) === "json_object" ? good(request) : { content: "Sure, I would say yes!" }
    );
    assert.equal(capabilities.format, "json_object");
  });

  it("drops the format first when the error names no feature", async () => {
    const capabilities = await found((request) =>
      formatOf(request) === "text" ? good(request) : rejection("Bad Request")
    );
    assert.deepEqual(capabilities, { ...EVERYTHING, format: "text" });
  });

  it("raises the token limit for a reasoning model", async () => {
    const capabilities = await found((request) =>
      Number(request.max_tokens) >= 1_600 ? good(request) : { content: "", finish: "length" }
    );
    assert.deepEqual(capabilities, { ...EVERYTHING, max_tokens: 1_600 });
  });

  it("records that a server does not count tokens", async () => {
    assert.deepEqual(await found((request) => ({ content: respond(request), usage: null })), {
      ...EVERYTHING,
      usage: false,
    });
  });

  it("fails, without a conclusion, while the server is down", async () => {
    await assert.rejects(found(() => ({ status: 500, body: "oops" })), { code: "engine_unavailable" });
  });

  it("fails on a server that accepts no form of the request", async () => {
    await assert.rejects(found(() => rejection("computer says no")), (error) => {
      assert.ok(error instanceof EngineError && error.retryable);
      assert.match(error.message, /accepts no form of the request/);
      assert.match((error.cause as Error).message, /computer says no/);
      return true;
    });
  });
});
