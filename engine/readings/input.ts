import {
  type AgentChunk,
  agentCount,
  type Answer,
  answerAt,
  ANSWERS,
  inOrder,
  quoteAt,
  reasonAt,
  segmentAt,
} from "../sampling/chunks.ts";
import type { SimulationDimension } from "../sampling/prepared-simulation.ts";
import type { Evidence, Tier } from "../forecast/forecast.ts";
import type { ReadVerdict } from "../verdict/schema.ts";
import type { AcrossRunsRow, ModelTier, ReadingBoundary } from "./schema.ts";
import { lazilyOf } from "#shared/lazily.ts";
import { byteAt } from "../numeric/columns.ts";

/** Everything a Reading is computed from: one completed run as it is stored, and the runs of the same question before it. */
export interface ReadingInput {
  readonly simulation_id: string;
  readonly seed: number;
  /** The question that the agents answered: the customer's text, which is data and never an instruction. */
  readonly question: string;
  /** Null when no published methodology fits (tier 3). */
  readonly methodology: { readonly name: string } | null;
  readonly boundary: {
    readonly tier: Tier;
    /** Whose answers the verdict is about, in words: "U.S. adults". */
    readonly people: string;
    /** What says something of them, and of when: "by a survey of 2016 and 2018". */
    readonly basis: string;
    /** What the survey's answers count as, in words; null where the verdict rests on no survey's question. */
    readonly answers: string | null;
    /** How the question reads beside the calibrated one that the verdict rests on; null where it rests on none. */
    readonly polarity: "same" | "opposite" | null;
    readonly evidence: Evidence;
  };
  readonly textSource: TextSource;
  readonly verdict: ReadingVerdict;
  /** The run's dimensions in the order of the chunks' `segment` columns. */
  readonly dimensions: readonly SimulationDimension[];
  /** In agent order from 0, without gaps. */
  readonly chunks: readonly AgentChunk[];
  /** By agent index, as the results show them. */
  readonly weights: ArrayLike<number>;
  /** By dimension: how far a segment's difference from the overall yes share may be off, a standard deviation in logits. */
  readonly segment_sd: Readonly<Record<string, number>>;
  /** Completed runs of the same organization, methodology and question before this one, in any order. */
  readonly earlier_runs: readonly EarlierRun[];
}

/** The source of reasons and quotes: the embedded engine fills in templates, a model writes its own. */
type TextSource = "templates" | "model";

/** The results' verdict. `n_a` and `n_a_pct` are null in rows from before the fourth answer existed. */
export type ReadingVerdict = Omit<ReadVerdict, "uncertainty_basis" | "evidence" | "effective_human_n">;

export interface EarlierRun extends AcrossRunsRow {
  readonly sampling_margin_pct: number;
}

/** 95 % half-width of the yes share, in points: of people's where it is known, else of the agents' sampling. */
export const marginOf = (
  { margin_of_error_pct, sampling_margin_pct }: Pick<
    EarlierRun,
    `${"margin_of_error" | "sampling_margin"}_pct`
  >,
): number => margin_of_error_pct ?? sampling_margin_pct;

/** The 95 % interval of the yes share by the sampling of the agents alone, in percent. */
export const samplingInterval = (
  { yes_pct, sampling_margin_pct }: Pick<ReadingVerdict, "yes_pct" | "sampling_margin_pct">,
): [number, number] => [
  Math.max(0, yes_pct - sampling_margin_pct),
  Math.min(100, yes_pct + sampling_margin_pct),
];

/**
 * The agents of a run, in order. Kept, since most blocks read them.
 * @throws RangeError unless the chunks are the agents from 0 on, each once, and as many as the verdict and the weights say.
 */
export const agentsOf = lazilyOf(({ chunks, dimensions, verdict, weights }: ReadingInput) => {
  const ordered = inOrder(chunks);
  const count = agentCount(ordered);
  if (count !== verdict.total || count !== weights.length) {
    throw new RangeError(
      `Cannot read a run of ${verdict.total} agents from ${count} answers and ${weights.length} weights`,
    );
  }
  const agentAt = (chunk: AgentChunk, k: number) => ({
    index: chunk.first + k,
    answer: ANSWERS[answerAt(chunk, k)],
    /** 0 where the answer is n_a. */
    intensity: byteAt(chunk.intensity, k),
    /** By dimension: an index into its segments. */
    segments: dimensions.map((_, d) => segmentAt(chunk, d, k)),
    reason: reasonAt(chunk, k),
    quote: quoteAt(chunk, k),
    weight: weights[chunk.first + k] ?? NaN,
  });
  return ordered.flatMap((chunk) => Array.from({ length: chunk.count }, (_, k) => agentAt(chunk, k)));
});

/** An agent as a Reading sees it. */
export type ReadAgent = Readonly<ReturnType<typeof agentsOf>[number]>;

/** The agents who gave one of `answers`, in order. */
export function agentsWho(input: ReadingInput, answers: readonly Answer[]): readonly ReadAgent[] {
  return agentsOf(input).filter(({ answer }) => answers.includes(answer));
}

/** Total weight of some agents. */
export function weightOf(agents: readonly ReadAgent[]): number {
  return agents.reduce((sum, { weight }) => sum + weight, 0);
}

const TEXTS_BY: Readonly<Record<ModelTier, string>> = {
  computed: "Its texts are composed from those figures without a language model.",
  small:
    "Its texts are worded by a small language model; every number in them is one of those figures, put in its place.",
  mixed:
    "Its texts are worded in part by a small language model; every number in them is one of those figures, put in its place.",
};

const REASONS_FROM: Readonly<Record<TextSource, string>> = {
  templates: "Reasons and quotes are templates that the embedded engine fills in, no person's own words.",
  model: "Reasons and quotes were written by a language model, not by people.",
};

/** The boundary of a Reading, by the source of its run's reasons and quotes and by who wrote its texts. */
export function readingBoundary(textSource: TextSource, model_tier: ModelTier): ReadingBoundary {
  return {
    kind: "post_hoc_uncalibrated",
    disclaimer: [
      "This Reading describes the answers of simulated respondents after the fact.",
      "It is not calibrated against surveys of people, whatever the tier of the verdict.",
      "Its figures are computed from the stored answers.",
      TEXTS_BY[model_tier],
      REASONS_FROM[textSource],
    ].join(" "),
    model_tier,
  };
}
