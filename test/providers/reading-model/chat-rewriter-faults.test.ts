import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import type { ServerConfig } from "#providers/openai/settings.ts";
import { obedientTexts } from "#testing/stub-server.ts";
import { rewriteRequest } from "./rewrite-request.ts";

const request = rewriteRequest();
const PRICE = { input: 1, output: 4, as_of: "2026-11-01" };

type Handler = (body: Record<string, unknown>, response: ServerResponse, call: number) => void;

describe("a model server that misbehaves", () => {
  let server: Server;
  let handler: Handler;
  let calls: Record<string, unknown>[];
  beforeEach(async () => {
    calls = [];
    server = createServer((incoming, response) => void receive(incoming, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of incoming) text += part;
    const body = JSON.parse(text);
    calls.push(body);
    handler(body, response, calls.length);
  }

  function writer(change: Partial<ServerConfig> = {}) {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    return new ChatRewriter({
      model: "m",
      baseUrl,
      apiKey: null,
      timeoutMs: 5_000,
      price: PRICE,
      ...change,
    });
  }

  function answer(response: ServerResponse, content: string, usage?: object): void {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{ message: { content }, finish_reason: "stop" }],
        ...(usage ? { usage } : {}),
      }),
    );
  }
  const obedient = (body: Record<string, unknown>) => JSON.stringify(obedientTexts(body as never));

  it("by sending no answer gets one call, whose cost is an upper bound", async () => {
    handler = () => {};
    const written = await writer({ timeoutMs: 300 }).rewrite(request);
    assert.equal(written.model_tier, "computed");
    assert.deepEqual(written.texts, request.computed);
    assert.equal(calls.length, 1);
    assert.equal(written.counted, false);
    assert.equal(written.usage.completion, 2_500);
    assert.ok(written.cost_usd! > 0.01 && written.cost_usd! < 0.05);
    assert.match(written.problems.join(), /timeout/);
  });

  it("by sending its answer too slowly leaves the computed texts", async () => {
    handler = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"choices": [');
    };
    const written = await writer({ timeoutMs: 300 }).rewrite(request);
    assert.equal(written.model_tier, "computed");
    assert.match(written.problems.join(), /timeout/);
  });

  it("by closing the connection gets a second call", async () => {
    handler = (body, response, call) => {
      if (call === 1) response.destroy();
      else answer(response, obedient(body), { prompt_tokens: 10, completion_tokens: 5 });
    };
    const written = await writer().rewrite(request);
    assert.equal(written.model_tier, "small");
    assert.equal(calls.length, 2);
    assert.equal(written.counted, false);
  });

  it("by accepting no connection costs nothing", async () => {
    const gone = writer();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    const written = await gone.rewrite(request);
    assert.equal(written.model_tier, "computed");
    assert.equal(written.cost_usd, 0);
    assert.equal(written.counted, true);
    assert.match(written.problems.join(), /connection/);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  it("by rejecting structured output gets the request in plain form", async () => {
    handler = (body, response) => {
      if (body.response_format !== undefined) {
        response.writeHead(400, { "content-type": "application/json" });
        response.end(
          '{"error": {"message": "response_format is not supported", "type": "invalid_request_error"}}',
        );
      } else answer(response, obedient(body), { prompt_tokens: 10, completion_tokens: 5 });
    };
    const written = await writer().rewrite(request);
    assert.equal(written.model_tier, "small");
    assert.deepEqual(Object.keys(calls[1]!).sort(), ["messages", "model"]);
    assert.deepEqual(written.usage, { prompt: 10, cached: 0, completion: 5, reasoning: 0 });
  });

  it("by counting no tokens gets an estimate from its texts", async () => {
    handler = (body, response) => answer(response, obedient(body));
    const written = await writer().rewrite(request);
    assert.equal(written.model_tier, "small");
    assert.equal(written.counted, false);
    assert.ok(written.usage.prompt > 500 && written.usage.completion > 100 && written.cost_usd! > 0);
  });

  it("and counts cached tokens is paid their price", async () => {
    const details = {
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 40 },
    };
    handler = (body, response) =>
      answer(response, obedient(body), { prompt_tokens: 1_000, completion_tokens: 100, ...details });
    const written = await writer({ price: { ...PRICE, cached_input: 0.5 } }).rewrite(request);
    assert.deepEqual(written.usage, { prompt: 1_000, cached: 600, completion: 100, reasoning: 40 });
    assert.ok(Math.abs(written.cost_usd! - (400 * 1 + 600 * 0.5 + 100 * 4) / 1e6) < 1e-12);
  });

  it("by refusing, or by demanding a long wait, leaves the computed texts", async () => {
    handler = (_, response) =>
      void response.setHeader("content-type", "application/json").end(
        JSON.stringify({
          choices: [{ message: { content: null, refusal: "No." }, finish_reason: "stop" }],
          usage: { prompt_tokens: 9, completion_tokens: 1 },
        }),
      );
    assert.equal((await writer().rewrite(request)).model_tier, "computed");
    calls = [];
    handler = (_, response) => void response.writeHead(429, { "retry-after": "60" }).end("{}");
    const limited = await writer().rewrite(request);
    assert.equal(limited.model_tier, "computed");
    assert.equal(limited.cost_usd, 0);
    assert.equal(calls.length, 1);
  });

  it("does not delay a cancelled Reading", async () => {
    const cancel = new AbortController();
    handler = () => cancel.abort(new Error("cancelled"));
    await assert.rejects(writer().rewrite(request, cancel.signal), /cancelled/);
  });
});
