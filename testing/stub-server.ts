import { Buffer } from "node:buffer";
import { createServer, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { LLMock } from "@copilotkit/aimock";
import { listen } from "./loopback.ts";

/** The reply to one request. It covers what the mock server lacks: refusals, cached tokens, bodies that break off or drip. */
export type StubReply =
  | {
    readonly content: string;
    readonly refusal?: string;
    readonly finish?: string;
    readonly usage?: object | null;
    readonly logprobs?: object;
    readonly headers?: Record<string, string>;
  }
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | { readonly broken: "truncated" | "disconnected" | "dripping" | "silent" };

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

export type StubServer = Awaited<ReturnType<typeof stubServer>>;

export async function stubServer(
  reply: (request: ChatRequest, index: number) => StubReply | Promise<StubReply>,
) {
  /** Bodies of all requests, in order of arrival. */
  const requests: ChatRequest[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = JSON.parse(await text(incoming)) as ChatRequest;
    authorizations.push(incoming.headers.authorization);
    const index = requests.push(request) - 1;
    send(outgoing, await stub.reply(request, index));
  });
  const { url, close } = await listen(server);
  const stub = { url: `${url}/v1`, requests, authorizations, reply, close };
  return stub;
}

/** The usage of a stubbed reply without its own. */
export const STUB_USAGE = { prompt_tokens: 600, completion_tokens: 80, total_tokens: 680 };

function send(outgoing: ServerResponse, reply: StubReply): void {
  if ("broken" in reply) return breakOff(outgoing, reply.broken);
  if ("status" in reply) {
    outgoing.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(
      reply.body,
    );
    return;
  }
  outgoing.writeHead(200, { "content-type": "application/json", ...reply.headers }).end(completion(reply));
}

function completion(reply: Extract<StubReply, { content: string }>): string {
  const { content, refusal = null, finish = "stop", usage = STUB_USAGE, logprobs } = reply;
  return JSON.stringify({
    id: "chatcmpl-stub",
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content, refusal },
      finish_reason: finish,
      logprobs,
    }],
    ...(usage === null ? {} : { usage }),
  });
}

function breakOff(outgoing: ServerResponse, how: Extract<StubReply, { broken: string }>["broken"]): void {
  const body = completion({ content: "{}" });
  if (how === "disconnected") outgoing.destroy();
  if (how === "truncated") {
    outgoing.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    outgoing.write(body.slice(0, 40), () => outgoing.destroy());
  }
  if (how === "dripping") {
    outgoing.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => outgoing.write(" "), 20);
    outgoing.on("close", () => clearInterval(drip));
  }
}

/** Stops a mock server at once: its own `stop` waits for connections that clients keep alive. */
export async function stopMock(mock: LLMock): Promise<void> {
  const { server } = (mock as unknown as { serverInstance: { server: Server } }).serverInstance;
  const stopped = mock.stop();
  server.closeAllConnections();
  await stopped;
}
