import { EngineError } from "../errors.ts";
import type { Capabilities } from "../answer-store.ts";
import { completionOf } from "../../openai/completion.ts";
import type { ModelClient, Reply } from "../../openai/client.ts";
import { messages } from "./prompt.ts";
import { readReply } from "./reply.ts";
import { requestBody } from "./request.ts";

/** A reply takes about 80 tokens; 400 leave room for a talkative model. Reasoning models get more when they turn out to need it. */
const FIRST_LIMIT = 400;
/** The most completion tokens that a reply may take. */
export const LAST_LIMIT = 6_400;
export const LIMIT_STEP = 4;
const EXPECTED_TOKENS = 600;

const EVERYTHING: Capabilities = {
  format: "json_schema",
  seed: true,
  temperature: true,
  usage: true,
  limit: "max_tokens",
  max_tokens: FIRST_LIMIT,
};

const SURVEY = {
  population: "U.S. resident adults aged 18 and over",
  topic: null,
  scenario: null,
  question: "Did you drink a glass of water yesterday?",
} as const;
const PERSON = {
  id: "",
  text: "You are a woman between thirty-five and fifty-five.",
  replicate: 0,
  options: ["yes", "maybe", "no", "n_a"],
  seed: 1,
} as const;

/**
 * Finds out what the server understands, by asking a harmless question: everything first, then without what it objects to. A server that
 * takes `response_format` and ignores it shows in its reply. Nothing is concluded from a server that is down.
 * @throws EngineError `engine_unavailable` when it is, or when it answers no form of the question.
 */
export async function probe(
  client: ModelClient,
  model: string,
  temperature: number | undefined,
  signal: AbortSignal,
): Promise<Capabilities> {
  let trying = EVERYTHING;
  for (;;) {
    const body = requestBody(
      { model, seed: PERSON.seed, ...(temperature === undefined ? {} : { temperature }) },
      trying,
      messages(SURVEY, PERSON),
    );
    const reply = await client.send(JSON.stringify(body), EXPECTED_TOKENS, { call: signal, wait: signal });
    const next = reply.body === null ? withoutObjection(trying, reply) : withoutPretence(trying, reply.body);
    if (next === null) return { ...trying, usage: reply.usage !== null };
    if (next === "none") {
      throw new EngineError(
        "engine_unavailable",
        "The model server is unavailable: it accepts no form of the request",
        { cause: new Error(excerpt(reply.raw)) },
      );
    }
    trying = next;
  }
}

/** What the error names goes; where it names nothing, the format goes first, being the newest feature. */
function withoutObjection(trying: Capabilities, reply: Reply): Capabilities | "none" {
  const said = reply.raw.toLowerCase();
  const named = OBJECTIONS.find(({ words, has }) => has(trying) && words.test(said));
  const next = named ?? OBJECTIONS.findLast(({ has }) => has(trying));
  return next === undefined ? "none" : next.without(trying);
}

const OBJECTIONS: readonly {
  readonly words: RegExp;
  readonly has: (c: Capabilities) => boolean;
  readonly without: (c: Capabilities) => Capabilities;
}[] = [
  {
    words: /max_completion_tokens/,
    has: (c) => c.limit === "max_tokens",
    without: (c) => ({ ...c, limit: "max_completion_tokens" }),
  },
  { words: /temperature/, has: (c) => c.temperature, without: (c) => ({ ...c, temperature: false }) },
  { words: /\bseed\b/, has: (c) => c.seed, without: (c) => ({ ...c, seed: false }) },
  {
    words: /response_format|json_schema|json_object|schema/,
    has: (c) => c.format !== "text",
    without: lesserFormat,
  },
];

/** A reply that was cut needs more room; one that isn't JSON shows that the format was ignored. Null: nothing to change. */
function withoutPretence(trying: Capabilities, body: object): Capabilities | null {
  const { content, finish, refused } = completionOf(body);
  if (refused || typeof readReply(content) !== "string") return null;
  if (finish === "length" && trying.max_tokens < LAST_LIMIT) {
    return { ...trying, max_tokens: trying.max_tokens * LIMIT_STEP };
  }
  return trying.format === "text" ? null : lesserFormat(trying);
}

function lesserFormat(c: Capabilities): Capabilities {
  return { ...c, format: c.format === "json_schema" ? "json_object" : "text" };
}

function excerpt(raw: string): string {
  return raw.replace(/\s+/g, " ").slice(0, 200);
}
