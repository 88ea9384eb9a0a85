import type { JsonSchema } from "#shared/json.ts";
import type { FramedPopulation } from "../population/own-frame.ts";
import type { CalibratedQuestion } from "./calibrated-survey.ts";

/**
 * A calibrated methodology: its population, how the answers of each segment are distributed, and the source of those figures.
 * It is data, never code. A published version never changes; a new version is a new file in `tables/`, or a row.
 */
export interface Methodology {
  /** The row that publishes it; absent for a methodology of the release. */
  readonly id?: string;
  /** The API's `workflow_id`. */
  readonly slug: string;
  /** 1, 2, …; simulations keep the version that they ran with. */
  readonly version: number;
  readonly name: string;
  /** Short label for tables, such as "Purchase intent". */
  readonly label: string;
  readonly description: string;
  /** The subject of its questions, in a few words. */
  readonly topic: string;
  /** The calibrated question, word for word. */
  readonly kpi_question: string;
  /** Differently worded questions that belong to this methodology; routing learns from them. At least 24. */
  readonly exemplar_questions: readonly string[];
  readonly population: MethodologyPopulation;
  /** Dimensions reported in `by_segment` and on every agent: those of the release have at least sex, age, education and region. */
  readonly segments: readonly string[];
  /** JSON Schema 2020-12 of `scenario_context`. */
  readonly scenario_schema: JsonSchema;
  readonly recommended_sample_size: number;
  readonly calibration: {
    /** Citation of the survey, or a sentence that says how the figures were made up. */
    readonly source: string;
    /** True unless the figures are a published survey's. The disclaimer then says so. */
    readonly illustrative: boolean;
    readonly rows: readonly CalibrationRow[];
  };
  /** Questions that surveys asked on this topic, with their tables; absent where the only table is made up. */
  readonly calibrated_questions?: readonly CalibratedQuestion[];
  /** How the answers follow numbers of the scenario; absent where no number moves them. */
  readonly responses?: readonly PriceElasticity[];
}

export type MethodologyPopulation = FramedPopulation & { readonly description: string };

/** Observed answers of one segment to one question, in percent; the four add up to 100. */
export interface CalibrationRow {
  /** `overall`, or `dimension=segment` such as `age=18-24`. */
  readonly segment: string;
  readonly question: string;
  readonly yes_pct: number;
  readonly maybe_pct: number;
  readonly no_pct: number;
  readonly n_a_pct: number;
  /** Respondents. */
  readonly n: number;
  /** True for rows that fitting leaves out. */
  readonly held_out: boolean;
}

/** How a methodology's answers follow a number of its scenario. */
export interface PriceElasticity {
  /** Field of `scenario_context`, such as `monthly_price_usd`. */
  readonly field: string;
  readonly unit: "usd" | "usd_per_month";
  /** The value at which the table holds. */
  readonly reference: number;
  /** Change of the cumulative logits for each doubling, at most 0 for a price: demand never rises with it. */
  readonly logits_per_doubling: number;
  readonly source: string;
  readonly illustrative: boolean;
}
