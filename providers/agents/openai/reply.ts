import { Ajv } from "ajv";
import { type AgentChunk, ANSWERS, NOT_APPLICABLE } from "#engine/sampling/chunks.ts";
import type { JsonSchema } from "#shared/json.ts";
import { completionOf, objectIn } from "../../openai/completion.ts";
import { QUOTE_SHARE } from "#engine/sampling/reasons.ts";
import { STREAM } from "#engine/random/philox.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { type Nonresponse, NONRESPONSE_REASONS } from "../nonresponse.ts";
import { type Persona, type PersonaGroups, uniforms } from "./persona.ts";

/** Part of every request's key, so that a changed schema shares no stored response. */
export const SCHEMA_VERSION = 1;
/** Characters of the reaction that are stored. */
const MAX_REACTION = 240;

const NA_REASONS = ["not_applicable", "dont_know", "prefer_not"] as const;
type NaReason = (typeof NA_REASONS)[number];

/**
 * The model's reply. The reaction comes first, so that text precedes numbers. It holds a distribution, from which the host draws the
 * answer: a model that gives one answer shows far too little variance (Bisbee et al. 2024, doi 10.1017/pan.2024.5).
 * Strict mode requires every field and no others. Servers differ on ranges and lengths, so {@link readElicitation} checks those.
 */
export const REPLY_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["reaction", "p", "intensity", "n_a_reason"],
  properties: {
    reaction: { type: "string" },
    p: {
      type: "object",
      additionalProperties: false,
      required: [...ANSWERS],
      properties: Object.fromEntries(ANSWERS.map((answer) => [answer, { type: "integer" }])),
    },
    intensity: { type: "integer" },
    n_a_reason: { anyOf: [{ type: "string", enum: [...NA_REASONS] }, { type: "null" }] },
  },
};

interface ReplyJson {
  readonly reaction: string;
  readonly p: Readonly<Record<(typeof ANSWERS)[number], number>>;
  readonly intensity: number;
  readonly n_a_reason: NaReason | null;
}

/** What a response says about one persona. */
export type Elicitation = Distribution | { readonly kind: "model_refusal" } | FailedElicitation;

interface Distribution {
  readonly kind: "distribution";
  /** Whole-number weights in the order of {@link ANSWERS}, 95 to 105 in all. */
  readonly weights: readonly number[];
  /** 1–5. */
  readonly intensity: number;
  readonly reaction: string;
  /** Why the people counted under `n_a` give no answer. */
  readonly naReason: NaReason;
}

export interface FailedElicitation {
  readonly kind: "failed";
  /** The server rejected the request, cut the reply at the token limit, or sent a reply that breaks the schema. */
  readonly fault: "rejected" | "length" | "invalid";
  /** A sentence without its subject's name, fit for the model to read. */
  readonly detail: string;
  /** The unreadable reply; empty where the server rejected the request. */
  readonly content: string;
}

/**
 * Reads a response: a function of the response alone, so that a resumed run reads a stored one the same way.
 * @param response HTTP status and body; `body` is the parsed form where the caller has it.
 */
export function readElicitation(
  { status, raw, body }: { status: number; raw: string; body?: object | null },
): Elicitation {
  if (status !== 200) {
    // Azure's dialect answers 400 where other servers finish with `content_filter`.
    if (/content_filter|content_policy_violation/.test(raw)) return { kind: "model_refusal" };
    return { kind: "failed", fault: "rejected", detail: "the server rejected the request", content: "" };
  }
  const { content, refused, finish } = completionOf(body ?? JSON.parse(raw) as object);
  if (refused) return { kind: "model_refusal" };
  const reply = readReply(content);
  if (typeof reply === "string") {
    return { kind: "failed", fault: finish === "length" ? "length" : "invalid", detail: reply, content };
  }
  return {
    kind: "distribution",
    weights: ANSWERS.map((answer) => reply.p[answer]),
    intensity: reply.intensity,
    reaction: toOneLine(reply.reaction),
    naReason: reply.n_a_reason ?? "not_applicable",
  };
}

const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile<ReplyJson>(REPLY_SCHEMA);

/** The four shares may add up to 95–105, because models round. */
const SUM_TOLERANCE = 5;

/** The reply, or the sentence that says what is wrong with it. */
function readReply(content: string): ReplyJson | string {
  const value = objectIn(content);
  if (value === null) return "it is not JSON";
  if (!validate(value)) {
    const [fault] = validate.errors ?? [];
    return `${fault?.instancePath || "the object"} ${fault?.message ?? "does not fit the schema"}`;
  }
  const shares = ANSWERS.map((answer) => value.p[answer]);
  if (shares.some((share) => share < 0 || share > 100)) return "a share in p is not from 0 to 100";
  const sum = shares.reduce((a, b) => a + b, 0);
  if (Math.abs(sum - 100) > SUM_TOLERANCE) return `the shares in p add up to ${sum}, not to 100`;
  if (value.intensity < 1 || value.intensity > 5) return "intensity is not from 1 to 5";
  return value;
}

/** Without control characters and line breaks, cut at a word to at most 240 characters. */
function toOneLine(reaction: string): string {
  const line = reaction.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (line.length <= MAX_REACTION) return line;
  const cut = line.slice(0, MAX_REACTION - 1);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).toWellFormed()}…`;
}

/**
 * Draws every agent's answer from its persona's distribution by the run's stream `answer`. Agents that share a call still differ, and the
 * same responses give the same agents.
 * @throws RangeError for an agent whose persona has no elicitation.
 */
export function drawAnswers(
  run: PreparedSimulation,
  first: number,
  { segment, groupOfAgent }: PersonaGroups,
  elicitations: ReadonlyMap<Persona, Elicitation>,
): AgentChunk {
  const count = groupOfAgent.length;
  const answer = new Uint8Array(count);
  const intensity = new Uint8Array(count);
  const reason = new Uint16Array(count);
  const quote = new Array<string | null>(count).fill(null);
  const reasonIndexes = new Map<string, number>();
  for (const [k, { persona }] of groupOfAgent.entries()) {
    const elicitation = elicitations.get(persona());
    if (elicitation === undefined) {
      throw new RangeError(`Cannot draw agent ${first + k}: its persona has no elicitation`);
    }
    const drawn = drawAnswer(elicitation, uniforms(run.keys.topic, first + k, STREAM.answer)[0]);
    answer[k] = drawn.answer;
    intensity[k] = drawn.intensity;
    const reasonIndex = reasonIndexes.get(drawn.reason) ?? reasonIndexes.size;
    reasonIndexes.set(drawn.reason, reasonIndex);
    reason[k] = reasonIndex;
    // The same agents speak as under the embedded engine.
    const speaks = uniforms(run.keys.population, first + k, STREAM.quote)[0] < QUOTE_SHARE;
    if (speaks) quote[k] = drawn.quote;
  }
  return { first, count, answer, intensity, segment, reason, reasons: [...reasonIndexes.keys()], quote };
}

/**
 * Draws one agent's answer, an index into {@link ANSWERS}, with its intensity, 0 for `n_a`.
 * @param uniform on (0, 1).
 */
export function drawAnswer(elicitation: Elicitation, uniform: number) {
  if (elicitation.kind !== "distribution") return nonresponse(elicitation.kind);
  const { weights, reaction } = elicitation;
  const sum = weights.reduce((a, b) => a + b, 0);
  let below = 0;
  const drawn = weights.findIndex((weight) => uniform * sum < (below += weight));
  const answer = drawn === -1 ? NOT_APPLICABLE : drawn;
  if (answer === NOT_APPLICABLE) return nonresponse(elicitation.naReason);

  const weight = itemAt(weights, answer);
  // The reaction is the typical person's: an agent with another answer must not be quoted with it.
  const typical = weights.indexOf(Math.max(...weights)) === answer && reaction !== "";
  // An answer rarer than the most frequent one is held less strongly, in proportion.
  const highest = Math.max(...weights.slice(0, NOT_APPLICABLE));
  return {
    answer,
    intensity: Math.max(1, Math.round(elicitation.intensity * weight / highest)),
    reason: typical ? reaction : ownReason(answer, weights),
    quote: typical ? reaction : null,
  };
}

const STANCES = ["I lean towards yes", "I have not made up my mind", "I lean towards no"];
const OTHERS = ["would say yes", "would be undecided", "would say no", "would not answer"];

/** What somebody says whose answer is not the typical one: it states the model's distribution, and no view that the model did not give. */
function ownReason(answer: number, weights: readonly number[]): string {
  const highest = Math.max(...weights);
  const stance = itemAt(STANCES, answer);
  const typical = weights.indexOf(highest);
  if (itemAt(weights, answer) === highest) return `${stance}, as many people like me would.`;
  const most = 2 * highest > weights.reduce((a, b) => a + b, 0) ? "most" : "more";
  return `${stance}, though ${most} people like me ${itemAt(OTHERS, typical)}.`;
}

function nonresponse(kind: Nonresponse) {
  return { answer: NOT_APPLICABLE, intensity: 0, reason: NONRESPONSE_REASONS[kind], quote: null };
}
