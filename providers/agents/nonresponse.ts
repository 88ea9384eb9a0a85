import { type AgentChunk, agentCount, NOT_APPLICABLE } from "#engine/sampling/chunks.ts";
import { integerAt, itemAt } from "#engine/numeric/columns.ts";
import { EngineError } from "./errors.ts";

/**
 * The reasons of agents without an answer, by kind. All five kinds count as `n_a`, because the contract's four counts add up to the total;
 * the reason's text identifies the kind in a stored chunk. `failed` is a technical fault: over 2 % of a run it fails the run.
 */
export const NONRESPONSE_REASONS = {
  not_applicable: "No answer: the question does not apply to this person.",
  dont_know: "No answer: this person does not know.",
  prefer_not: "No answer: this person would rather not say.",
  model_refusal: "No answer: the model declined to answer for this person.",
  failed: "No answer: the model's reply could not be read.",
} as const;

export type Nonresponse = keyof typeof NONRESPONSE_REASONS;

/** Over this share the run fails: the remaining agents are no longer a sample of the population. */
const MAX_FAILED_SHARE = 0.02;
/** Over this share the report flags refusals: models refuse some groups more than others, which biases the verdict. */
const REFUSAL_FLAG_SHARE = 0.05;

const KIND_OF_REASON = new Map<string, Nonresponse>(
  (Object.keys(NONRESPONSE_REASONS) as Nonresponse[]).map((kind) => [NONRESPONSE_REASONS[kind], kind]),
);

/** Counts the agents of chunks without an answer by kind. */
export function nonresponseCounts(...chunks: readonly AgentChunk[]): Readonly<Record<Nonresponse, number>> {
  const counts = { not_applicable: 0, dont_know: 0, prefer_not: 0, model_refusal: 0, failed: 0 };
  for (const { answer, reason, reasons } of chunks) {
    for (const [k, given] of answer.entries()) {
      if (given !== NOT_APPLICABLE) continue;
      const kind = KIND_OF_REASON.get(itemAt(reasons, integerAt(reason, k)));
      if (kind !== undefined) counts[kind]++;
    }
  }
  return counts;
}

/** @throws EngineError `too_many_failed` when more than 2 % of the agents failed. */
export function assertFewFailed(failed: number, agents: number, when = ""): void {
  if (failed <= MAX_FAILED_SHARE * agents) return;
  const unread = `The model's reply could not be read for ${failed} of ${agents} agents${when}`;
  throw new EngineError("too_many_failed", `${unread}, more than 2 %`);
}

export type NonresponseReport = ReturnType<typeof reportNonresponse>;

/**
 * Reports the nonresponse of a whole run.
 * @throws EngineError `too_many_failed` when more than 2 % of the agents failed.
 */
export function reportNonresponse(chunks: readonly AgentChunk[]) {
  const counts = nonresponseCounts(...chunks);
  const agents = agentCount(chunks);
  assertFewFailed(counts.failed, agents);
  const refusalShare = counts.model_refusal / Math.max(1, agents);
  return {
    counts,
    failed_share: counts.failed / Math.max(1, agents),
    refusal_share: refusalShare,
    /** True when the model refused to answer for more than 5 % of the agents. */
    refusals_flagged: refusalShare > REFUSAL_FLAG_SHARE,
  };
}
