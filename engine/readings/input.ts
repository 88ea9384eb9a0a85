import type { AgentChunk, Answer } from "../simulation/answers.ts";

/** Everything a Reading is computed from: one completed run as it is stored, and the runs of the same question before it. */
export interface ReadingInput {
  readonly simulation_id: string;
  readonly seed: number;
  /** What the agents were asked; the customer's text, to be treated as data. */
  readonly question: string;
  /** Null when no published methodology fits (tier 3). */
  readonly methodology: ReadingMethodology | null;
  readonly boundary: ReadingCalibration;
  readonly words: WordsFrom;
  readonly verdict: ReadingVerdict;
  /** The run's dimensions in the order of the chunks' `segment` columns. */
  readonly dimensions: readonly Dimension[];
  /** In agent order from 0, without gaps. */
  readonly chunks: readonly AgentChunk[];
  /** One per agent, as the results show them. */
  readonly weights: ArrayLike<number>;
  /** Standard deviation of the yes share between runs, as a share (0.03 is three points). */
  readonly s_run: number;
  /** Standard deviation between runs of the shift of a segment path, in logits of the yes share; the dimensions share its variance. */
  readonly tau_seg: number;
  /** Completed runs of the same organization, methodology and question before this one, in any order. */
  readonly earlier_runs: readonly EarlierRun[];
}

export interface ReadingMethodology {
  readonly name: string;
  /** The calibration table is made up rather than a published survey's. */
  readonly illustrative: boolean;
}

export interface ReadingCalibration {
  readonly tier: 1 | 2 | 3;
  /** On tier 1 only. */
  readonly accuracy_pct: number | null;
}

/** Where reasons and quotes come from: the embedded engine fills in templates, a model writes its own. */
export type WordsFrom = "templates" | "model";

export interface Dimension {
  readonly name: string;
  readonly segments: readonly string[];
}

/** The results' verdict. `n_a` and `n_a_pct` are null in rows from before the fourth answer existed. */
export interface ReadingVerdict {
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
  readonly n_a: number | null;
  readonly total: number;
  readonly answer: Answer;
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  readonly n_a_pct: number | null;
  /** 95 % half-width of `yes_pct` in points, run shifts included. */
  readonly margin_of_error_pct: number;
  readonly design_effect: number;
  readonly effective_n: number;
}

export interface EarlierRun {
  readonly simulation_id: string;
  /** ISO 8601. */
  readonly completed_at: string;
  readonly agent_count: number;
  readonly seed: number;
  readonly answer: Answer;
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  readonly n_a_pct: number | null;
  readonly margin_of_error_pct: number;
}
