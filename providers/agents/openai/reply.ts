import { Ajv } from "ajv";
import type { JsonSchema } from "#shared/json.ts";
import { ANSWERS } from "#engine/simulation/answers.ts";

/** Part of every request's key: a changed schema asks anew. */
export const SCHEMA_VERSION = 1;
/** Characters of the reaction that are kept. */
export const MAX_REACTION = 240;

export const N_A_REASONS = ["not_applicable", "dont_know", "prefer_not"] as const;
export type NotAnswering = (typeof N_A_REASONS)[number];

/**
 * What a reply holds. The reaction comes first, so that words precede numbers. A distribution is asked for and the answer drawn from it
 * here: a model that is asked for one answer shows far too little variance (Bisbee et al. 2024, doi 10.1017/pan.2024.5).
 * Strict mode wants every field required and no others, and servers differ on ranges and lengths, so those are checked here.
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
    n_a_reason: { anyOf: [{ type: "string", enum: [...N_A_REASONS] }, { type: "null" }] },
  },
};

export interface ReplyJson {
  readonly reaction: string;
  readonly p: Readonly<Record<(typeof ANSWERS)[number], number>>;
  readonly intensity: number;
  readonly n_a_reason: NotAnswering | null;
}

const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile<ReplyJson>(REPLY_SCHEMA);

/** The four shares may add up to 95–105: models round. */
const SUM_TOLERANCE = 5;

/** The reply, or a sentence that says what is wrong with it, fit to be shown to the model. */
export function readReply(content: string): ReplyJson | string {
  const value = jsonIn(content);
  if (value === undefined) return "it is not JSON";
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

/** The JSON of a reply whose server knows no JSON mode: the whole text, a fenced block, or the outermost braces. */
function jsonIn(content: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(content)?.[1];
  const braces = content.slice(content.indexOf("{"), content.lastIndexOf("}") + 1);
  for (const candidate of [content, fenced, braces]) {
    if (candidate === undefined || candidate === "") continue;
    try {
      return JSON.parse(candidate);
    } catch {
      continue;
    }
  }
  return undefined;
}
