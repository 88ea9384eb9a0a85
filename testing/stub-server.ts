import type { Server } from "node:http";
import type { LLMock } from "@copilotkit/aimock";
import { type Behaviour, type Received, type Receiver, startReceiver } from "./webhooks.ts";
import { createHash } from "node:crypto";

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
function chatCompletion(
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

/** A mock respondent: its shares depend on the described person, so that specs can check answers against persons. */
export function respond(request: Pick<ChatRequest, "messages">): string {
  const person = personIn(request);
  const spread = createHash("sha256").update(person).digest()[0] ?? 0;
  const yes = (person.includes("woman") ? 60 : 30) + spread % 9;
  const maybe = 15;
  const nA = 4;
  const words = [
    "I would give it a try.",
    "Not something that I'd choose.",
    "I would have to see it first, honestly.",
  ];
  return JSON.stringify({
    reaction: words[spread % words.length],
    p: { yes, maybe, no: 100 - yes - maybe - nA, n_a: nA },
    intensity: 1 + spread % 5,
    n_a_reason: "dont_know",
  });
}

/** A model server whose answers are the mock respondent's. */
export function startRespondent(): Promise<StubServer> {
  return stubServer((request) => ({ content: respond(request) }));
}

/** The settings of a process whose agents ask this server. */
export function respondentSettings({ url }: Pick<StubServer, "url">) {
  return { AGENTS_BASE_URL: url, AGENTS_MODEL: "small" };
}

/** The request's text under PERSON. */
export function personIn(request: Pick<ChatRequest, "messages">): string {
  const user = request.messages.find(({ role }) => role === "user")?.content ?? "";
  return user.slice(user.indexOf("PERSON\n") + "PERSON\n".length, user.indexOf("\n\nOPTIONS"));
}

/** The path at which a receiver plays the model that rewrites Readings. */
export const COMPLETIONS = "/v1/chat/completions";

/** The usage of each of its answers, which costs 0.002 USD at {@link PRICES}: 2,000 tokens in at 0.5 and 500 out at 2 USD a million. */
const REWRITE_USAGE = { prompt_tokens: 2_000, completion_tokens: 500, total_tokens: 2_500 };
export const PRICES = { "small-model": { input: 0.5, output: 2, as_of: "2026-11-01" } };
export const COST_OF_CALL_USD = 0.002;

/** The settings of a worker whose Readings a receiver rewrites. */
export function readingModelSettings({ url }: Receiver, model = "small-model"): Record<string, string> {
  return {
    READING_MODEL: model,
    READING_BASE_URL: `${url}/v1`,
    READING_TIMEOUT_MS: "3000",
    MODEL_PRICES: JSON.stringify(PRICES),
  };
}

/** A model's answer with this text. */
export function completion(content: string): Behaviour {
  return chatCompletion({ content, usage: REWRITE_USAGE });
}

/** The answer of a model that rewrites every text as its prompt demands. */
export function obedient({ event }: Received): Behaviour {
  return completion(JSON.stringify(obedientTexts(event)));
}

interface SheetShown {
  facts: { placeholder: string; means: string; about: string }[];
  must_state: string[];
  write: Record<string, string>;
}

/** The sheet in the first user message of a request. */
export function sheetShown(request: Pick<ChatRequest, "messages">): SheetShown {
  return JSON.parse(String(request.messages.find(({ role }) => role === "user")?.content));
}

/** What an obedient model writes: its own words around the sheet's placeholders. */
export function obedientTexts(request: Pick<ChatRequest, "messages">): Record<string, string> {
  const { facts, must_state, write } = sheetShown(request);
  return Object.fromEntries(
    Object.keys(write).map((key) => {
      if (key === "synthesis") {
        return [key, `The simulated respondents lean to a side. To be stated: ${must_state.join("; ")}.`];
      }
      const own = facts.find(({ placeholder }) => placeholder === `{${key}_pct}`);
      return [
        key,
        `In the model's words it is ${own?.placeholder}, within the group that the text is about.`,
      ];
    }),
  );
}
