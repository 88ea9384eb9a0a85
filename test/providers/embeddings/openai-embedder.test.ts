import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EmbeddingError, OpenAiEmbedder, similarityOf } from "#providers/embeddings/embedder.ts";
import type { ServerConfig } from "#providers/openai/settings.ts";
import { Secret } from "#shared/settings-reader.ts";
import { VirtualClock } from "../openai/virtual-clock.ts";

interface Call {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: string[] };
}

describe("the embedder of an OpenAI-compatible server", () => {
  let server: Server;
  let calls: Call[];
  let clock: VirtualClock;
  let handler: (call: Call, response: ServerResponse, number: number) => void;
  beforeEach(async () => {
    calls = [];
    clock = new VirtualClock();
    handler = (call, response) => answer(response, call.body.input.map((text) => [text.length, 1]));
    server = createServer((request, response) => void receive(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += part;
    const call = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(text) };
    calls.push(call);
    handler(call, response, calls.length);
  }

  function embedder(change: Partial<ServerConfig> = {}) {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const config = { baseUrl, model: "small", apiKey: null, timeoutMs: 5_000, price: null };
    return new OpenAiEmbedder({ ...config, ...change }, () => 0, clock);
  }

  function answer(response: ServerResponse, vectors: readonly (readonly number[])[]): void {
    const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding }));
    reply(response, 200, { object: "list", data });
  }

  function reply(
    response: ServerResponse,
    status: number,
    body: object,
    headers: Record<string, string> = {},
  ): void {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  }

  it("requests the model's vectors with the key, and scales them to length 1", async () => {
    const [vector] = await embedder({ apiKey: new Secret("sk-test") }).embed(["abc"]);
    assert.deepEqual([...vector!].map((x) => x.toFixed(4)), ["0.9487", "0.3162"]);
    assert.equal(calls[0]?.url, "/v1/embeddings");
    assert.equal(calls[0]?.authorization, "Bearer sk-test");
    assert.equal(calls[0]?.body.model, "small");
  });

  it("is named after its model", () => assert.equal(embedder().id, "openai-compatible:small"));

  it("makes no call without texts", async () => {
    assert.deepEqual(await embedder().embed([]), []);
    assert.equal(calls.length, 0);
  });

  it("sends many texts in batches and keeps their order", async () => {
    const texts = Array.from({ length: 20 }, (_, i) => "x".repeat(i + 1));
    const vectors = await embedder().embed(texts);
    assert.deepEqual(calls.map(({ body }) => body.input.length), [8, 8, 4]);
    assert.deepEqual(
      vectors.map((vector) => Math.round(vector[0]! / vector[1]!)),
      texts.map((text) => text.length),
    );
  });

  it("orders vectors by their index, not by their place", async () => {
    handler = (_, response) =>
      reply(response, 200, { data: [{ index: 1, embedding: [0, 1] }, { index: 0, embedding: [1, 0] }] });
    assert.deepEqual((await embedder().embed(["a", "b"])).map((vector) => [...vector]), [[1, 0], [0, 1]]);
  });

  it("compares two texts by the cosine of their vectors", async () => {
    handler = (_, response) => answer(response, [[1, 0], [3, 4]]);
    assert.ok(Math.abs(await similarityOf(embedder(), "a", "b") - 0.6) < 1e-6);
  });

  it("retries after 429 and 503, not before the time that the server names", async () => {
    handler = (call, response, number) => {
      if (number === 1) reply(response, 429, { error: { message: "slow" } }, { "retry-after-ms": "150" });
      else if (number === 2) reply(response, 503, { error: { message: "busy" } }, { "retry-after": "0" });
      else answer(response, [[call.body.input.length, 0]]);
    };
    assert.equal((await embedder().embed(["a"])).length, 1);
    assert.equal(calls.length, 3);
    assert.equal(clock.slept[0], 150);
  });

  it("gives up after four calls with a retryable error", async () => {
    handler = (_, response) => reply(response, 502, {}, { "retry-after": "0" });
    await assert.rejects(embedder().embed(["a"]), (error) => {
      assert.ok(error instanceof EmbeddingError && error.retryable);
      assert.match(error.message, /^Cannot embed with small: it answers with errors \(HTTP 502/);
      return true;
    });
    assert.equal(calls.length, 4);
  });

  it("does not wait for a server that demands more than ten seconds", async () => {
    handler = (_, response) => reply(response, 429, {}, { "retry-after": "3600" });
    await assert.rejects(embedder().embed(["a"]), { name: "EmbeddingError", retryable: true });
    assert.equal(calls.length, 1);
  });

  it("does not retry a refused key", async () => {
    handler = (_, response) =>
      reply(response, 401, { error: { message: "Incorrect API key provided: sk-wrong1" } });
    await assert.rejects(embedder({ apiKey: new Secret("sk-wrong1") }).embed(["a"]), (error) => {
      assert.ok(error instanceof EmbeddingError && !error.retryable);
      assert.doesNotMatch(error.message, /sk-wrong1/);
      return true;
    });
    assert.equal(calls.length, 1);
  });

  it("retries a call that gets no answer in time", async () => {
    handler = (_, response, number) => number < 3 ? undefined : answer(response, [[1]]);
    assert.equal((await embedder({ timeoutMs: 50 }).embed(["a"])).length, 1);
    assert.equal(calls.length, 3);
  });

  it("rejects with the caller's reason when the caller aborts", async () => {
    const controller = new AbortController();
    handler = () => controller.abort(new Error("no longer needed"));
    await assert.rejects(embedder().embed(["a"], controller.signal), /no longer needed/);
  });

  const unreadable: readonly (readonly [string, unknown, RegExp])[] = [
    ["without data", {}, /not 1 vectors/],
    ["with too many vectors", { data: [{ embedding: [1] }, { embedding: [1] }] }, /not 1 vectors/],
    ["with an empty vector", { data: [{ embedding: [] }] }, /no list of numbers/],
    ["with a vector of texts", { data: [{ embedding: ["1"] }] }, /no list of numbers/],
    ["with base64 instead of numbers", { data: [{ embedding: "AACAPw==" }] }, /no list of numbers/],
    ["with a vector for another text", { data: [{ index: 7, embedding: [1] }] }, /no vector for text 0/],
    ["with null for a vector", { data: [null] }, /no list of numbers/],
  ];
  for (const [what, body, message] of unreadable) {
    it(`refuses an answer ${what}`, async () => {
      handler = (_, response) => reply(response, 200, body as object);
      await assert.rejects(embedder().embed(["a"]), { name: "EmbeddingError", retryable: false, message });
      assert.equal(calls.length, 1);
    });
  }

  it("refuses vectors of different lengths", async () => {
    handler = (_, response) => answer(response, [[1, 0], [1]]);
    await assert.rejects(embedder().embed(["a", "b"]), /different lengths: 2, 1/);
  });
});
