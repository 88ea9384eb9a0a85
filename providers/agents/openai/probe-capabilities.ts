import { unlessAborted } from "#shared/in-time.ts";
import { sharedFor } from "#shared/lazily.ts";
import type { AnswerStore, Capabilities } from "#shared/answer-store.ts";
import { EngineError } from "../errors.ts";
import type { ModelReply, ModelServer } from "./model-server.ts";
import { surveyMessages, surveySheet } from "./persona.ts";
import { readElicitation } from "./reply.ts";
import { FIRST_TOKEN_LIMIT, LAST_TOKEN_LIMIT, raisedTokenLimit, requestBody } from "./call-model.ts";

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

const PROBE_SURVEY = surveySheet({
  question: "Did you drink a glass of water yesterday?",
  scenario: null,
  methodology: null,
});
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
    const change = (reply.body === null ? afterRejection : afterReply)(candidate, reply);
    if (change === null) return { ...candidate, usage: reply.usage !== null };
    candidate = { ...candidate, ...change };
  }
}

/** What a request may leave out: how a server's error names it, and what then changes; null where it is left out already. The newest last. */
const FEATURES: readonly (readonly [RegExp, (used: Capabilities) => Partial<Capabilities> | null])[] = [
  [
    /max_completion_tokens/,
    ({ limit }) => limit === "max_tokens" ? { limit: "max_completion_tokens" } : null,
  ],
  [/temperature/, ({ temperature }) => temperature ? { temperature: false } : null],
  [/\bseed\b/, ({ seed }) => seed ? { seed: false } : null],
  [/response_format|json_schema|json_object|schema/, simplerFormat],
];

function simplerFormat({ format }: Capabilities): Partial<Capabilities> | null {
  if (format === "text") return null;
  return { format: format === "json_schema" ? "json_object" : "text" };
}

/** What changes after a rejection: the feature that the error names is left out; the newest one where it names none. */
function afterRejection(capabilities: Capabilities, { raw }: ModelReply): Partial<Capabilities> {
  const message = raw.toLowerCase();
  let newest: Partial<Capabilities> | null = null;
  for (const [pattern, without] of FEATURES) {
    const change = without(capabilities);
    if (change !== null && pattern.test(message)) return change;
    newest = change ?? newest;
  }
  if (newest !== null) return newest;
  throw new EngineError(
    "engine_unavailable",
    "The model server is unavailable: it accepts no form of the request",
    { cause: new Error(raw.replace(/\s+/g, " ").slice(0, 200)) },
  );
}

/** What changes after a reply: a higher token limit after one that was cut, a simpler format after one that ignores it. Null: nothing. */
function afterReply(capabilities: Capabilities, reply: ModelReply): Partial<Capabilities> | null {
  const elicitation = readElicitation(reply);
  if (elicitation.kind !== "failed") return null;
  if (elicitation.fault === "length" && capabilities.max_tokens < LAST_TOKEN_LIMIT) {
    return { max_tokens: raisedTokenLimit(capabilities.max_tokens) };
  }
  return simplerFormat(capabilities);
}

/** Whose turn a probe is: every organization waits for it. */
const PROBE = "probe";
/** Operators may change a server under a running process, so a probe's result expires. */
const PROBE_LIFETIME_MS = 600_000;

/** Finds the capabilities of a run: those recorded when it began, so that its response keys stay the same, else those of a probe. */
export function capabilitiesOf(server: ModelServer, model: string, temperature: number) {
  // A probe is everybody's, so it goes on when the run that asked for it is stopped.
  const { signal } = new AbortController();
  const probe = () => probeCapabilities(server, model, temperature, signal);
  const latest = sharedFor(PROBE_LIFETIME_MS, () => server.slots.run(PROBE, signal, probe));
  /** @throws EngineError `engine_unavailable`; the signal's reason. */
  return async (store: AnswerStore, signal: AbortSignal): Promise<Capabilities> => {
    const known = await store.capabilities();
    signal.throwIfAborted();
    return known ?? await store.saveCapabilities(await unlessAborted(latest(), signal));
  };
}
