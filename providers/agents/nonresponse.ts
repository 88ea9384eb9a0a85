import { ANSWERS } from "#engine/simulation/answers.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import { EngineError } from "./errors.ts";

/**
 * The five kinds of "no answer". All five are counted as `n_a`, because the contract's four counts add up to the total;
 * the agent's reason says which kind it is, word for word, so that a stored chunk can be counted by kind again.
 * `failed` is the machinery's fault and not the person's: its share is reported, and over 2 % of a run it fails the run.
 */
export const NONRESPONSE_REASONS = {
  not_applicable: "No answer: the question does not apply to this person.",
  dont_know: "No answer: this person does not know.",
  prefer_not: "No answer: this person would rather not say.",
  model_refusal: "No answer: the model declined to answer for this person.",
  failed: "No answer: the model's reply could not be read.",
} as const;

export type Nonresponse = keyof typeof NONRESPONSE_REASONS;
export type NonresponseCounts = Readonly<Record<Nonresponse, number>>;

/** Over this share the run fails: what is left is no longer a sample of the population. */
export const MAX_FAILED_SHARE = 0.02;
/** Over this share the report says so: refusals are not spread evenly over people, so they bend the verdict. */
export const REFUSAL_FLAG_SHARE = 0.05;

const KINDS = Object.keys(NONRESPONSE_REASONS) as Nonresponse[];
const KIND_OF_REASON = new Map<string, Nonresponse>(KINDS.map((kind) => [NONRESPONSE_REASONS[kind], kind]));
const N_A = ANSWERS.indexOf("n_a");

export function nonresponseCounts(chunk: AgentChunk): NonresponseCounts {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Nonresponse, number>;
  for (let k = 0; k < chunk.count; k++) {
    if (chunk.answer[k] !== N_A) continue;
    const kind = KIND_OF_REASON.get(chunk.reasons[chunk.reason[k] ?? 0] ?? "");
    if (kind !== undefined) counts[kind]++;
  }
  return counts;
}

export interface NonresponseReport {
  readonly counts: NonresponseCounts;
  readonly failed_share: number;
  readonly refusal_share: number;
  /** True when more than 5 % of the agents were refused by the model. */
  readonly refusals_flagged: boolean;
}

/**
 * What a whole run's kinds of no answer say about its result.
 * @throws EngineError `too_many_failed` when more than 2 % of the agents failed.
 */
export function reportNonresponse(chunks: readonly AgentChunk[]): NonresponseReport {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Nonresponse, number>;
  let agents = 0;
  for (const chunk of chunks) {
    agents += chunk.count;
    const more = nonresponseCounts(chunk);
    for (const kind of KINDS) counts[kind] += more[kind];
  }
  if (counts.failed > MAX_FAILED_SHARE * agents) {
    throw new EngineError(
      "too_many_failed",
      `The model's reply could not be read for ${counts.failed} of ${agents} agents, more than 2 %`,
    );
  }
  const refusalShare = agents === 0 ? 0 : counts.model_refusal / agents;
  return {
    counts,
    failed_share: agents === 0 ? 0 : counts.failed / agents,
    refusal_share: refusalShare,
    refusals_flagged: refusalShare > REFUSAL_FLAG_SHARE,
  };
}
