import type { AgentChunk } from "../sampling/answers.ts";
import type { Evidence } from "../forecast/forecast.ts";
import type { ReadVerdict } from "../verdict/stored-verdict.ts";

/** Everything a Reading is computed from: one completed run as it is stored, and the runs of the same question before it. */
export interface ReadingInput {
  readonly simulation_id: string;
  readonly seed: number;
  /** The question that the agents answered: the customer's text, which is data and never an instruction. */
  readonly question: string;
  /** Null when no published methodology fits (tier 3). */
  readonly methodology: ReadingMethodology | null;
  readonly boundary: ReadingCalibration;
  readonly textSource: TextSource;
  readonly verdict: ReadingVerdict;
  /** The run's dimensions in the order of the chunks' `segment` columns. */
  readonly dimensions: readonly Dimension[];
  /** In agent order from 0, without gaps. */
  readonly chunks: readonly AgentChunk[];
  /** By agent index, as the results show them. */
  readonly weights: ArrayLike<number>;
  /** By dimension: how far a segment's difference from the overall yes share may be off, a standard deviation in logits. */
  readonly segment_sd: Readonly<Record<string, number>>;
  /** Completed runs of the same organization, methodology and question before this one, in any order. */
  readonly earlier_runs: readonly EarlierRun[];
}

export interface ReadingMethodology {
  readonly name: string;
}

export interface ReadingCalibration {
  readonly tier: 1 | 2 | 3;
  /** Whose answers the verdict is about, in words: "U.S. adults". */
  readonly people: string;
  /** What says something of them, and of when: "by a survey of 2016 and 2018". */
  readonly basis: string;
  /** What the survey's answers count as, in words; null where the verdict rests on no survey's question. */
  readonly answers: string | null;
  /** How the question reads beside the calibrated one that the verdict rests on; null where it rests on none. */
  readonly polarity: "same" | "opposite" | null;
  readonly evidence: Evidence;
}

/** The source of reasons and quotes: the embedded engine fills in templates, a model writes its own. */
export type TextSource = "templates" | "model";

export interface Dimension {
  readonly name: string;
  readonly segments: readonly string[];
}

/** The results' verdict. `n_a` and `n_a_pct` are null in rows from before the fourth answer existed. */
export type ReadingVerdict = Omit<ReadVerdict, "uncertainty_basis" | "evidence" | "effective_human_n">;

export interface EarlierRun extends
  Pick<
    ReadingVerdict,
    | "answer"
    | "yes_pct"
    | "maybe_pct"
    | "no_pct"
    | "n_a_pct"
    | "margin_of_error_pct"
    | "sampling_margin_pct"
  > {
  readonly simulation_id: string;
  /** ISO 8601. */
  readonly completed_at: string;
  readonly agent_count: number;
  readonly seed: number;
}

/** 95 % half-width of the yes share, in points: of people's where it is known, else of the agents' sampling. */
export const marginOf = (
  { margin_of_error_pct, sampling_margin_pct }: Pick<
    ReadingVerdict,
    "margin_of_error_pct" | "sampling_margin_pct"
  >,
): number => margin_of_error_pct ?? sampling_margin_pct;

/** The 95 % interval of the yes share by the sampling of the agents alone, in percent. */
export const samplingInterval = (
  { yes_pct, sampling_margin_pct }: Pick<ReadingVerdict, "yes_pct" | "sampling_margin_pct">,
): [number, number] => [
  Math.max(0, yes_pct - sampling_margin_pct),
  Math.min(100, yes_pct + sampling_margin_pct),
];

/** Whether nothing of the run may be said of people: its table is made up, or its question says nothing. */
export const isDemonstration = ({ boundary: { evidence } }: Pick<ReadingInput, "boundary">): boolean =>
  evidence === "demo" || evidence === "none";
