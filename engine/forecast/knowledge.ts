import { logistic, logit } from "../random/normal.ts";

/** A model's estimate of a question that counts in its forecast, and what it is worth. */
export interface Knowledge {
  /** The model's name, as sources show it. */
  readonly model: string;
  /** Of those who answer yes or no, the share who would say yes, 0 to 1, in the question's own direction. */
  readonly share: number;
  readonly figures: KnowledgeFigures;
}

/** What `deno task evaluate-forecasts` found of a model with its prompts; stored as it is. */
export interface KnowledgeFigures {
  readonly questions: number;
  readonly batteries: number;
  /** Whether the model's estimates count: the gain is real and the controls were passed. */
  readonly counts: boolean;
  /** Why they do not count; empty where they do. */
  readonly refusals: readonly string[];
  /** Logit of the share = constant + prediction · the surveys' prediction + estimate · the model's, all in logits. */
  readonly weights: { readonly constant: number; readonly prediction: number; readonly estimate: number };
  /** Factor of the prediction's standard deviation, from questions left out; at most 1. */
  readonly spread: number;
  /** Mean error of yes in points over questions whose batteries were left out: without the model, with it, saying the mean to everything. */
  readonly mae_points: { readonly without: number; readonly with: number; readonly constant: number };
  /** By how many points the error falls, with the 95 % interval of a bootstrap over batteries. */
  readonly gain_points: { readonly mean: number; readonly low: number; readonly high: number };
  /** Of the model's logits with people's. */
  readonly correlation: number;
  /** Of the control questions, the chance that one with the answer yes gets more than one with the answer no, 0 to 1. */
  readonly controls_auc: number;
  /** Share of the left-out questions whose public share lies in the 95 % interval, with the model. */
  readonly coverage_pct: number;
  /** Mean gains of questions fielded before and after the model's cutoff; null where no cutoff was given or a side is empty. */
  readonly gain_by_cutoff: { readonly before: number | null; readonly after: number | null };
}

/** Shares of a prediction with what is not known of them, in the direction of the question. */
interface Predicted {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
}

/**
 * Takes a model's estimate into predicted shares: those who decide move to the weighted mean of both on the logit scale, maybe stays.
 * @returns the shares, and by how much the logit of yes among those who decide moved.
 */
export function withKnowledge(
  shares: Predicted,
  { share, figures }: Knowledge,
): Predicted & { shift: number } {
  const { constant, prediction, estimate } = figures.weights;
  const decided = 1 - shares.maybe;
  const before = boundedLogit(shares.yes / decided);
  const after = constant + prediction * before + estimate * boundedLogit(share);
  const yes = decided * logistic(after);
  return { yes, maybe: shares.maybe, no: decided - yes, shift: after - before };
}

/** As shares of the bank are bounded before they are fitted. */
export const boundedLogit = (share: number): number => logit(Math.min(0.98, Math.max(0.02, share)));
