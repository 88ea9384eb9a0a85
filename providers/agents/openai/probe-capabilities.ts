import type { AnswerStore, Capabilities } from "../answer-store.ts";
import { EngineError } from "../errors.ts";
import type { ModelReply, ModelServer } from "./model-server.ts";
import { surveyMessages } from "./prompt.ts";
import { readElicitation } from "./reply.ts";
import { FIRST_TOKEN_LIMIT, LAST_TOKEN_LIMIT, raisedTokenLimit, requestBody } from "./request.ts";
import { SharedCalls } from "./run-ledger.ts";

/** Tokens of a probe and its reply, for the limit of tokens a minute. */
const EXPECTED_TOKENS = 600;

const ALL_CAPABILITIES: Capabilities = {
  format: "json_schema",
  seed: true,
  temperature: true,
  usage: true,
  limit: "max_tokens",
  max_tokens: FIRST_TOKEN_LIMIT,
};

const PROBE_SURVEY = {
  population: "U.S. resident adults aged 18 and over",
  topic: null,
  scenario: null,
  question: "Did you drink a glass of water yesterday?",
} as const;
const PROBE_PERSONA = {
  id: "",
  text: "You are a woman between thirty-five and fifty-five.",
  replicate: 0,
  options: ["yes", "maybe", "no", "n_a"],
  seed: 1,
} as const;

/**
 * Finds what a server understands by a harmless question: first with every feature, then without those that it rejects or, as its reply
 * shows, ignores.
 * @throws EngineError `engine_unavailable` when the server is down or rejects every form of the request; the signal's reason.
 */
export async function probeCapabilities(
  server: ModelServer,
  model: string,
  temperature: number,
  signal: AbortSignal,
): Promise<Capabilities> {
  let candidate = ALL_CAPABILITIES;
  for (;;) {
    const sampling = { model, temperature, seed: PROBE_PERSONA.seed };
    const body = requestBody(sampling, candidate, surveyMessages(PROBE_SURVEY, PROBE_PERSONA));
    const reply = await server.send(JSON.stringify(body), EXPECTED_TOKENS, { call: signal, wait: signal });
    const next = reply.body === null
      ? withoutRejected(candidate, reply)
      : withoutIgnored(candidate, reply, reply.body);
    if (next === null) return { ...candidate, usage: reply.usage !== null };
    candidate = next;
  }
}

interface Feature {
  /** How a server's error names the feature. */
  readonly pattern: RegExp;
  readonly isUsed: (capabilities: Capabilities) => boolean;
  readonly without: (capabilities: Capabilities) => Capabilities;
}

/** The newest last. */
const FEATURES: readonly Feature[] = [
  {
    pattern: /max_completion_tokens/,
    isUsed: ({ limit }) => limit === "max_tokens",
    without: (capabilities) => ({ ...capabilities, limit: "max_completion_tokens" }),
  },
  {
    pattern: /temperature/,
    isUsed: ({ temperature }) => temperature,
    without: (capabilities) => ({ ...capabilities, temperature: false }),
  },
  {
    pattern: /\bseed\b/,
    isUsed: ({ seed }) => seed,
    without: (capabilities) => ({ ...capabilities, seed: false }),
  },
  {
    pattern: /response_format|json_schema|json_object|schema/,
    isUsed: ({ format }) => format !== "text",
    without: withSimplerFormat,
  },
];

/** Drops the feature that the error names; the newest one where it names none. */
function withoutRejected(capabilities: Capabilities, { raw }: ModelReply): Capabilities {
  const message = raw.toLowerCase();
  const used = FEATURES.filter(({ isUsed }) => isUsed(capabilities));
  const rejected = used.find(({ pattern }) => pattern.test(message)) ?? used.at(-1);
  if (rejected !== undefined) return rejected.without(capabilities);
  throw new EngineError(
    "engine_unavailable",
    "The model server is unavailable: it accepts no form of the request",
    { cause: new Error(raw.replace(/\s+/g, " ").slice(0, 200)) },
  );
}

/** Raises the token limit after a cut reply, and simplifies the format after one that ignores it. Null: nothing to change. */
function withoutIgnored(
  capabilities: Capabilities,
  { status, raw }: ModelReply,
  body: object,
): Capabilities | null {
  const elicitation = readElicitation({ status, raw, body });
  if (elicitation.kind !== "failed") return null;
  if (elicitation.fault === "length" && capabilities.max_tokens < LAST_TOKEN_LIMIT) {
    return { ...capabilities, max_tokens: raisedTokenLimit(capabilities.max_tokens) };
  }
  return capabilities.format === "text" ? null : withSimplerFormat(capabilities);
}

function withSimplerFormat(capabilities: Capabilities): Capabilities {
  return { ...capabilities, format: capabilities.format === "json_schema" ? "json_object" : "text" };
}

/** Whose turn a probe is: every organization waits for it. */
const PROBE = "probe";
/** Operators may change a server under a running process, so a probe's result expires. */
const PROBE_LIFETIME_MS = 600_000;

/** The capabilities of a run: those recorded when it began, so that its response keys stay the same, else those of a probe. */
export class CapabilityCache {
  readonly #probe: (signal: AbortSignal) => Promise<Capabilities>;
  readonly #calls = new SharedCalls<Capabilities>();
  #latest: { readonly capabilities: Capabilities; readonly at: number } | null = null;

  constructor(server: ModelServer, model: string, temperature: number) {
    this.#probe = (signal) =>
      server.slots.run(PROBE, signal, () => probeCapabilities(server, model, temperature, signal));
  }

  /** @throws EngineError `engine_unavailable`; the signal's reason. */
  async of(store: AnswerStore, signal: AbortSignal): Promise<Capabilities> {
    return await store.capabilities() ?? await store.saveCapabilities(await this.#current(signal));
  }

  async #current(signal: AbortSignal): Promise<Capabilities> {
    if (this.#latest !== null && performance.now() - this.#latest.at < PROBE_LIFETIME_MS) {
      return this.#latest.capabilities;
    }
    return await this.#calls.run("probe", signal, async () => {
      const capabilities = await this.#probe(signal);
      this.#latest = { capabilities, at: performance.now() };
      return capabilities;
    });
  }
}
