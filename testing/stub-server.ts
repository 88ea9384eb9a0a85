import type { Server } from "node:http";
import type { LLMock } from "@copilotkit/aimock";
import { type Behaviour, startReceiver } from "./webhook-receiver.ts";

interface Completion {
  readonly content: string;
  readonly refusal?: string;
  readonly finish?: string;
  readonly usage?: object | null;
  readonly logprobs?: object;
  readonly headers?: Record<string, string>;
}

/** The reply to one request. It covers what the mock server lacks: refusals, cached tokens, bodies that break off or drip. */
export type StubReply = Completion | Behaviour;

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

export type StubServer = Awaited<ReturnType<typeof stubServer>>;

/** Starts a model server whose replies a spec decides. */
export async function stubServer(
  reply: (request: ChatRequest, index: number) => StubReply | Promise<StubReply>,
) {
  const stub = { reply, /** Bodies of all requests, in order of arrival. */ requests: [] as ChatRequest[] };
  const { url, received, close } = await startReceiver(async ({ event }) => {
    const answer = await stub.reply(event, stub.requests.push(event) - 1);
    return typeof answer === "object" && "content" in answer ? chatCompletion(answer) : answer;
  });
  return Object.assign(stub, { url: `${url}/v1`, received, close });
}

/** The usage of a stubbed reply without its own. */
export const STUB_USAGE = { prompt_tokens: 600, completion_tokens: 80, total_tokens: 680 };

/** The answer of a server with this completion. */
export function chatCompletion(
  { content, refusal, finish = "stop", usage = STUB_USAGE, logprobs, headers }: Completion,
): Behaviour {
  const message = { role: "assistant", content, refusal: refusal ?? null };
  const body = {
    id: "chatcmpl-stub",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finish, logprobs }],
    ...(usage === null ? {} : { usage }),
  };
  return {
    status: 200,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

/** Stops a mock server at once: its own `stop` waits for connections that clients keep alive. */
export async function stopMock(mock: LLMock): Promise<void> {
  const { server } = (mock as unknown as { serverInstance: { server: Server } }).serverInstance;
  const stopped = mock.stop();
  server.closeAllConnections();
  await stopped;
}
