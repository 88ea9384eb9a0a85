import Type from "typebox";
import { EVIDENCE } from "#engine/forecast/forecast.ts";
import { QUESTION_ISSUES } from "#engine/question/issues.ts";
import { BlockStatus, InsightQuote, PostHoc } from "#engine/readings/schema.ts";
import {
  boolean,
  Id,
  integer,
  Metadata,
  named,
  namedObject,
  nullable,
  number,
  oneOf,
  text,
  Timestamp,
} from "../http/fields.ts";
import { Population } from "../methodologies/methodologies.ts";
import { Audience, Confidence, InsightsStatus, RoutedVia, Simulation } from "./schema.ts";

const share = number("Population-weighted share of total, in percent", { minimum: 0, maximum: 100 });
const Interval = named(
  "Interval",
  Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
    minItems: 2,
    maxItems: 2,
    description: "Low and high, in percent",
  }),
);
const Intervals = namedObject(
  "AnswerIntervals",
  { yes: Interval, maybe: Interval, no: Interval },
  "95 % intervals of what people would answer: sampling of the agents and of the survey, and the prediction's own error",
);
const shares = { yes_pct: share, maybe_pct: share, no_pct: share, n_a_pct: nullable(share) };
const tally = {
  yes: Type.Integer(),
  maybe: Type.Integer(),
  no: Type.Integer(),
  n_a: nullable(integer("The question does not fit; null on rows from before this bucket")),
  total: Type.Integer(),
  ...shares,
  interval_pct: nullable(Intervals),
  margin_of_error_pct: nullable(
    number("Half the width of the yes interval, in points; null where nothing is said about people", {
      minimum: 0,
    }),
  ),
  sampling_margin_pct: number("What more agents could narrow, in points", { minimum: 0 }),
  design_effect: Type.Number({ minimum: 0 }),
  effective_n: Type.Number({ minimum: 0 }),
};

const UncertaintyBasis = named(
  "UncertaintyBasis",
  oneOf(["held_out_questions", "measured_model", "unmeasured"]),
);
const Evidence = named(
  "Evidence",
  oneOf(
    EVIDENCE,
    "What the verdict rests on: the survey's question that was asked, a prediction from others, one for a question on no topic, a model's answers, a " +
      "made-up table, or nothing, where the question says nothing. Of `demo`, `none` and a model that was not measured nothing is said about people",
  ),
);
/** A simulation in a list. */
export const ListedSimulation = namedObject("ListedSimulation", {
  ...Simulation.properties,
  verdict: nullable(
    namedObject(
      "BriefVerdict",
      { evidence: Evidence, ...shares, interval_pct: nullable(Intervals) },
      "What its verdict comes to; null until it has completed",
    ),
  ),
});

const QuestionIssues = Type.Array(named("QuestionIssue", oneOf(QUESTION_ISSUES)), {
  description:
    "What is wrong with the question: nothing is said about people then (`evidence` is `none`), but for what a survey asked in these very words",
});
const Answer = named("Answer", oneOf(["yes", "maybe", "no", "n_a"]));

export const Agent = namedObject("Agent", {
  index: Type.Integer(),
  segments: Type.Record(Type.String(), Type.String()),
  weight: Type.Number(),
  answer: Answer,
  intensity: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  reason: Type.String(),
  quote: nullable(Type.String()),
});

export const MatchedQuestion = namedObject("MatchedQuestion", {
  text: Type.String(),
  polarity: oneOf(["same", "opposite"]),
  shares_pct: namedObject(
    "MatchedShares",
    { yes: Type.Number(), maybe: Type.Number(), no: Type.Number() },
    "The table's shares, in the calibrated question's own direction",
  ),
  scale: namedObject(
    "MatchedScale",
    { yes: Type.Array(Type.String()), maybe: Type.Array(Type.String()), no: Type.Array(Type.String()) },
    "The answers that the survey offered, by what they count as",
  ),
  year: nullable(Type.String()),
});

const Tier = named("CalibrationTier", Type.Enum([1, 2, 3], { type: "integer" }));

export const CalibrationBoundary = namedObject("CalibrationBoundary", {
  tier: Tier,
  kind: oneOf(["calibrated", "topic_uncalibrated", "generic_population"]),
  disclaimer: text("Display it verbatim"),
  methodology_id: nullable(Type.String()),
  similarity: nullable(
    number("Cosine of the question and the nearest calibrated one, both in their positive form"),
  ),
  embedder_id: Type.Optional(
    text("The embedder of `similarity`: cosines of different embedders do not compare"),
  ),
  matched_question: nullable(MatchedQuestion),
  sources: Type.Array(namedObject("CalibrationSource", {
    survey: Type.String(),
    year: nullable(Type.String()),
    respondents: nullable(Type.Integer()),
    citation: Type.String(),
    illustrative: boolean("True for made-up figures"),
  })),
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

/** A field that was applied has its value here, beside these two. */
export const ScenarioApplied = named(
  "ScenarioApplied",
  Type.Object({
    read_from: nullable(oneOf(["context", "question"])),
    ignored: Type.Array(text("A field or an amount that was given and changed nothing")),
  }, { additionalProperties: Type.Union([Type.Number(), Type.String()]) }),
);

export const ReadingBoundary = namedObject("InsightsBoundary", {
  kind: oneOf(["post_hoc_uncalibrated"]),
  disclaimer: text("Display it verbatim"),
  model_tier: oneOf(
    ["computed", "small", "mixed"],
    "Where the texts come from: computed, rewritten by a small language model, or mixed",
  ),
});

export const CostUsd = number(
  "What the Reading counts for against the month's ceiling: the flat rate of 0.05 USD, or where a model of known price rewrote it, " +
    "the cost of its tokens",
  { minimum: 0 },
);

/** `post_hoc` of a simulation's results: the state, and once completed the eight blocks beside it. */
const PostHocOfResults = namedObject("ResultsInsights", {
  insights_status: InsightsStatus,
  insights_url: Type.String({ format: "uri" }),
  ...Type.Partial(
    Type.Object({
      block_status: BlockStatus,
      calibration_boundary: ReadingBoundary,
      generated_at: Timestamp,
      cost_usd_estimate: CostUsd,
      ...PostHoc.properties,
    }),
  ).properties,
});

export const SimulationResults = namedObject("SimulationResults", {
  simulation_id: Id,
  workflow_id: Type.String(),
  agent_count: Type.Integer(),
  seed: Type.Integer({ format: "int64" }),
  customer_question: Type.String(),
  metadata: Metadata,
  population: Population,
  audience: nullable(Audience),
  engine: namedObject("Engine", { name: Type.String(), version: Type.String() }),
  completed_at: Timestamp,
  verdict: namedObject("Verdict", {
    ...tally,
    answer: Answer,
    uncertainty_basis: UncertaintyBasis,
    evidence: Evidence,
    effective_human_n: nullable(
      number(
        "The random sample of people whose 95 % interval (Wilson's) at this yes share would be as wide as `interval_pct.yes`: the largest that is not narrower. It is no number of people asked",
        { minimum: 0 },
      ),
    ),
  }),
  question_issues: QuestionIssues,
  by_segment: Type.Array(
    namedObject("Segment", {
      dimension: Type.String(),
      segment: Type.String(),
      ...tally,
      small_base: boolean("Under 30 effective agents"),
    }),
  ),
  scenario_applied: nullable(ScenarioApplied),
  agents: Type.Optional(Type.Array(Agent, { description: "In index order; left out with `agents=false`" })),
  calibration_boundary: CalibrationBoundary,
  post_hoc: PostHocOfResults,
});

const { simulation_id: _, workflow_id: __, metadata: ___, agents: ____, ...shared } =
  SimulationResults.properties;

const SharedQuote = nullable(namedObject("SharedQuote", { text: InsightQuote.properties.text }));

/** What of a Reading whoever has a link to its verdict sees: nothing of other runs, of single agents what they said, and no cost. */
export const SharedInsights = namedObject("SharedInsights", {
  ...Type.Omit(PostHocOfResults, ["insights_url", "across_runs", "cost_usd_estimate"]).properties,
  quotes: Type.Optional(nullable(namedObject("SharedQuotes", { yes: SharedQuote, no: SharedQuote }))),
});

/** A verdict as whoever has a link to it sees it: without agents, ids, earlier runs and costs. */
export const SharedResults = namedObject("SharedResults", {
  ...shared,
  calibration_boundary: namedObject(
    "SharedBoundary",
    Type.Omit(CalibrationBoundary, ["methodology_id"]).properties,
  ),
  post_hoc: SharedInsights,
});

/** A methodology that a question may belong to. */
export const RoutingAlternative = namedObject("RoutingAlternative", {
  workflow_id: Type.String(),
  confidence: Confidence,
});

/** What a simulation of the question would be. */
export const SimulationPreview = namedObject("SimulationPreview", {
  question: Type.String(),
  audience: nullable(Audience),
  population: Population,
  frame: namedObject("AudienceFrame", {
    share_pct: number("The share of the population that the audience is", { minimum: 0, maximum: 100 }),
    dimensions: Type.Array(namedObject("FrameDimension", {
      dimension: Type.String(),
      segments: Type.Array(Type.String()),
    })),
  }, "What an audience of this population can be made of"),
  workflow_id: nullable(
    text(
      "The methodology that the figures rest on: the named one, else the one that is routed to, else with `fallback` that of a create; null where none is",
    ),
  ),
  agent_count: Type.Integer(),
  routed_via: nullable(
    namedObject("PreviewedRouting", Type.Omit(RoutedVia, ["kpi_question"]).properties),
  ),
  alternatives: Type.Array(RoutingAlternative),
  tier: Tier,
  similarity: CalibrationBoundary.properties.similarity,
  matched_question: nullable(MatchedQuestion),
  sources: CalibrationBoundary.properties.sources,
  illustrative: boolean("True where the figures are made up"),
  expected_pct: namedObject(
    "ExpectedShares",
    { yes: share, maybe: share, no: share, n_a: share },
    "What is expected of the agents; a model that answers for them may differ",
  ),
  interval_pct: tally.interval_pct,
  margin_of_error_pct: tally.margin_of_error_pct,
  sampling_margin_pct: tally.sampling_margin_pct,
  uncertainty_basis: UncertaintyBasis,
  evidence: Evidence,
  effective_human_n: nullable(Type.Number({ minimum: 0 })),
  question_issues: QuestionIssues,
  scenario_applied: nullable(ScenarioApplied),
  cost: nullable(
    namedObject(
      "ModelCost",
      { engine: Type.String(), calls_at_most: Type.Integer(), usd_at_most: nullable(Type.Number()) },
      "Null for the embedded engine, which is free",
    ),
  ),
});

const byAnswer = { yes: Type.Number(), maybe: Type.Number(), no: Type.Number() };
const Ends = named(
  "DifferenceInterval",
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: "Low and high, in points" }),
);
const difference = {
  difference_pct: namedObject(
    "AnswerDifferences",
    byAnswer,
    "The other simulation's share less the first one's, in points",
  ),
  interval_pct: nullable(
    namedObject(
      "DifferenceIntervals",
      { yes: Ends, maybe: Ends, no: Ends },
      "95 % intervals of the difference among people, from differences of held-out pairs of questions; null where nothing is said about people",
    ),
  ),
  agents_interval_pct: namedObject(
    "AgentDifferenceIntervals",
    { yes: Ends, maybe: Ends, no: Ends },
    "95 %, by the sampling of the agents alone",
  ),
};

export const SimulationComparison = namedObject("SimulationComparison", {
  simulations: Type.Array(
    namedObject("ComparedSimulation", {
      simulation_id: Id,
      workflow_id: Type.String(),
      question: nullable(Type.String()),
      audience: nullable(Audience),
      agent_count: Type.Integer(),
      seed: Type.Integer({ format: "int64" }),
      completed_at: nullable(Timestamp),
      verdict: namedObject("ComparedVerdict", {
        yes_pct: nullable(share),
        maybe_pct: nullable(share),
        no_pct: nullable(share),
      }),
    }),
  ),
  paired: boolean("Whether both asked the same agents"),
  ...difference,
  by_segment: Type.Array(
    namedObject("SegmentDifference", { dimension: Type.String(), segment: Type.String(), ...difference }),
  ),
  others: Type.Array(
    namedObject("OtherDifference", { simulation_id: Id, ...difference }),
    { description: "Those of `with`, in its order, each less the first one" },
  ),
  note: Type.String(),
});
