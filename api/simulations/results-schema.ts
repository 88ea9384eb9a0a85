import Type from "typebox";
import { MatchedQuestion, Tier } from "#engine/forecast/forecast.ts";
import { QUESTION_ISSUES } from "#engine/question/issues.ts";
import { BlockStatus, InsightQuote, PostHoc, ReadingBoundary } from "#engine/readings/schema.ts";
import { Answer, CalibrationBoundary, ReadSegment, ReadVerdict, Share } from "#engine/verdict/schema.ts";
import {
  boolean,
  Id,
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

const { yes_pct, maybe_pct, no_pct, n_a_pct, interval_pct, evidence } = ReadVerdict.properties;

/** A simulation in a list. */
export const ListedSimulation = namedObject("ListedSimulation", {
  ...Simulation.properties,
  verdict: nullable(
    namedObject(
      "BriefVerdict",
      { evidence, yes_pct, maybe_pct, no_pct, n_a_pct, interval_pct },
      "What its verdict comes to; null until it has completed",
    ),
  ),
});

const QuestionIssues = Type.Array(named("QuestionIssue", oneOf(QUESTION_ISSUES)), {
  description:
    "What is wrong with the question: nothing is said about people then (`evidence` is `none`), but for what a survey asked in these very words",
});

export const Agent = namedObject("Agent", {
  index: Type.Integer(),
  segments: Type.Record(Type.String(), Type.String()),
  weight: Type.Number(),
  answer: Answer,
  intensity: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  reason: Type.String(),
  quote: nullable(Type.String()),
});

/** A field that was applied has its value here, beside these two. */
export const ScenarioApplied = named(
  "ScenarioApplied",
  Type.Object({
    read_from: nullable(oneOf(["context", "question"])),
    ignored: Type.Array(text("A field or an amount that was given and changed nothing")),
  }, { additionalProperties: Type.Union([Type.Number(), Type.String()]) }),
);

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
  verdict: ReadVerdict,
  question_issues: QuestionIssues,
  by_segment: Type.Array(ReadSegment),
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
    { yes: Share, maybe: Share, no: Share, n_a: Share },
    "What is expected of the agents; a model that answers for them may differ",
  ),
  interval_pct,
  margin_of_error_pct: ReadVerdict.properties.margin_of_error_pct,
  sampling_margin_pct: ReadVerdict.properties.sampling_margin_pct,
  uncertainty_basis: ReadVerdict.properties.uncertainty_basis,
  evidence,
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
        yes_pct: nullable(Share),
        maybe_pct: nullable(Share),
        no_pct: nullable(Share),
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
