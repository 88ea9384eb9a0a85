import Type, { type Static } from "typebox";
import { boolean, integer, named, namedObject, nullable, number, oneOf, text } from "#shared/schema.ts";
import { Evidence, FigureSource, MatchedQuestion, Tier } from "../forecast/forecast.ts";
import { ANSWERS } from "../sampling/chunks.ts";

export const Answer = named("Answer", oneOf(ANSWERS));

export const Share = number("Population-weighted share of total, in percent", { minimum: 0, maximum: 100 });
const Interval = named(
  "Interval",
  Type.Unsafe<readonly [low: number, high: number]>(Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
    minItems: 2,
    maxItems: 2,
    description: "Low and high, in percent",
  })),
);
const Intervals = namedObject(
  "AnswerIntervals",
  { yes: Interval, maybe: Interval, no: Interval },
  "95 % intervals of what people would answer: sampling of the agents and of the survey, and the prediction's own error",
);

/** Answers of a group of agents: counts of agents, and population-weighted shares, two decimals, that add up to 100 in hundredths. */
const Summary = namedObject("AnswerSummary", {
  yes: Type.Integer(),
  maybe: Type.Integer(),
  no: Type.Integer(),
  n_a: nullable(integer("The question does not fit; null on rows from before this bucket")),
  total: Type.Integer(),
  yes_pct: Share,
  maybe_pct: Share,
  no_pct: Share,
  n_a_pct: nullable(Share),
  interval_pct: nullable(Intervals),
  margin_of_error_pct: nullable(
    number("Half the width of the yes interval, in points; null where nothing is said about people", {
      minimum: 0,
    }),
  ),
  sampling_margin_pct: number("What more agents could narrow, in points", { minimum: 0 }),
  /** Kish's, from the weights; four decimals. */
  design_effect: Type.Number({ minimum: 0 }),
  /** `total / design_effect`, two decimals. */
  effective_n: Type.Number({ minimum: 0 }),
});

/** A verdict as results show it: one from before the fourth answer has no n_a. */
export const ReadVerdict = namedObject("Verdict", {
  ...Summary.properties,
  /** The answer with the largest weighted share; ties: yes, maybe, no, n_a. */
  answer: Answer,
  uncertainty_basis: named(
    "UncertaintyBasis",
    oneOf(["held_out_questions", "measured_model", "unmeasured"]),
  ),
  evidence: Evidence,
  effective_human_n: nullable(
    number(
      "The random sample of people whose 95 % interval (Wilson's) at this yes share would be as wide as `interval_pct.yes`: the largest that is not narrower. It is no number of people asked",
      { minimum: 0 },
    ),
  ),
});
export type ReadVerdict = Static<typeof ReadVerdict>;

export const ReadSegment = namedObject("Segment", {
  dimension: Type.String(),
  segment: Type.String(),
  ...Summary.properties,
  small_base: boolean("Under 30 effective agents"),
});

/** Every verdict and segment of this release has the fourth answer. */
interface FourthAnswer {
  readonly n_a: number;
  readonly n_a_pct: number;
}
export type AnswerSummary = Static<typeof Summary> & FourthAnswer;
export type Verdict = ReadVerdict & FourthAnswer;
export type SegmentRow = Static<typeof ReadSegment> & FourthAnswer;

/** What may be claimed about a result. */
export const CalibrationBoundary = namedObject("CalibrationBoundary", {
  tier: Tier,
  kind: oneOf(["calibrated", "topic_uncalibrated", "generic_population"]),
  disclaimer: text("Display it verbatim"),
  /** The methodology's slug; null on tier 3. */
  methodology_id: nullable(Type.String()),
  similarity: nullable(
    number("Cosine of the question and the nearest calibrated one, both in their positive form"),
  ),
  embedder_id: Type.Optional(
    text("The embedder of `similarity`: cosines of different embedders do not compare"),
  ),
  matched_question: nullable(MatchedQuestion),
  sources: Type.Immutable(Type.Array(FigureSource)),
  accuracy_pct: nullable(
    number(
      "100 less the mean absolute error, in points of the yes share, of tier-1 verdicts on questions whose own table was left out",
    ),
  ),
  accuracy_basis: nullable(namedObject("AccuracyBasis", {
    held_out_rows: Type.Integer(),
    baseline_pct: nullable(number("What saying the mean share to all of them scores")),
    illustrative: Type.Boolean(),
  })),
  confirm_mean_pct: nullable(Type.Number()),
});
export type CalibrationBoundary = Static<typeof CalibrationBoundary>;
