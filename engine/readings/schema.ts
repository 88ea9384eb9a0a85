import { lazilyOf } from "#shared/lazily.ts";
import { namedObject, nullable, oneOf, text } from "#shared/schema.ts";
import Type, { type Static, type TNull, type TProperties, type TSchema, type TUnion } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Answer } from "../verdict/schema.ts";

const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Count = Type.Integer({ minimum: 0 });
const Intensity = Type.Number({ minimum: 1, maximum: 5 });
const Text = Type.String({ minLength: 1 });

const InsightPattern = namedObject("InsightPattern", {
  title: Text,
  description: Text,
  segments: Type.Array(Text, { minItems: 1, description: "Each as `dimension=segment`." }),
  strength: Type.Number({ minimum: 0, maximum: 1, description: "Cohen's h over 0.8, at most 1." }),
  support: Type.Integer({ minimum: 1, description: "Agents in the segments named." }),
});
export type InsightPattern = Static<typeof InsightPattern>;

/** An InsightReservation, or an InsightAttraction: they have the same fields. */
const InsightTheme = namedObject("InsightTheme", {
  theme: Text,
  description: Text,
  generated: Type.Boolean({
    description:
      "True for what the embedded engine composes, which says nothing about people: no shares, in a fixed order.",
  }),
  share_pct: nullable(
    Percent,
    "Weighted share, of the agents who answered no or maybe for a reservation, of those who answered yes for an attraction.",
  ),
  support: nullable(Type.Integer({ minimum: 1 }), "Agents whose reason has this theme."),
  example_quote: nullable(Text, "An agent's own words, exactly as stored."),
});
export type InsightTheme = Static<typeof InsightTheme>;

const IntensityDistribution = namedObject("IntensityDistribution", {
  "1": Count,
  "2": Count,
  "3": Count,
  "4": Count,
  "5": Count,
}, "Agents by intensity, unweighted.");
export type IntensityDistribution = Static<typeof IntensityDistribution>;

export const InsightQuote = namedObject("InsightQuote", {
  text: Type.String({ minLength: 1, description: "An agent's own words, exactly as stored." }),
  agent_index: Count,
  segments: Type.Record(Type.String(), Type.String()),
});
export type InsightQuote = Static<typeof InsightQuote>;

/** What a Reading may claim; the API shows it word for word. */
export const ReadingBoundary = namedObject("InsightsBoundary", {
  kind: oneOf(["post_hoc_uncalibrated"]),
  disclaimer: text("Display it verbatim"),
  model_tier: oneOf(
    ["computed", "small", "mixed"],
    "Where the texts come from: computed, rewritten by a small language model, or mixed",
  ),
});
export type ReadingBoundary = Static<typeof ReadingBoundary>;
/** `mixed`: computed text where the model's own did not stand. */
export type ModelTier = ReadingBoundary["model_tier"];

const SegmentIntensityRow = namedObject("SegmentIntensityRow", {
  dimension: Text,
  segment: Text,
  median: nullable(Intensity, "Null where nobody in the segment answered yes, maybe or no."),
  mean: nullable(Intensity),
  distribution: IntensityDistribution,
  total: Type.Integer({ minimum: 0, description: "Agents in the segment who answered yes, maybe or no." }),
});

export const AcrossRunsRow = namedObject("AcrossRunsRow", {
  simulation_id: Text,
  completed_at: Text,
  agent_count: Type.Integer({ minimum: 1 }),
  seed: Type.Integer({ minimum: 0, format: "int64" }),
  answer: Answer,
  yes_pct: Percent,
  maybe_pct: Percent,
  no_pct: Percent,
  n_a_pct: nullable(Percent),
  margin_of_error_pct: nullable(Type.Number({ minimum: 0 })),
});
export type AcrossRunsRow = Static<typeof AcrossRunsRow>;

/** The eight blocks of a Reading, in the order they are shown. */
const SCHEMAS = {
  synthesis: namedObject("SynthesisBlock", {
    text: Text,
    confidence: Type.Enum(["high", "medium", "low"], {
      type: "string",
      description:
        "high: tier 1, margin at most 5 points, a clear answer, fewer than one in five not fitted. " +
        "low: nothing known of people, tier 3, fewer than 100 effective answers, a margin over 10 points, a split, or a question that does not fit. " +
        "medium: everything else.",
    }),
  }),
  patterns: namedObject("PatternsBlock", {
    patterns: Type.Array(InsightPattern, { maxItems: 6 }),
    method_note: Text,
  }),
  reservations: namedObject("ReservationsBlock", {
    reservations: Type.Array(InsightTheme, { maxItems: 5 }),
  }),
  attractions: namedObject("AttractionsBlock", { attractions: Type.Array(InsightTheme, { maxItems: 5 }) }),
  intensity: namedObject("IntensityBlock", {
    distribution: IntensityDistribution,
    median: Intensity,
    note: Text,
  }),
  quotes: namedObject("QuotesBlock", { yes: nullable(InsightQuote), no: nullable(InsightQuote) }),
  segment_intensity: namedObject("SegmentIntensityBlock", { by_segment: Type.Array(SegmentIntensityRow) }),
  across_runs: namedObject("AcrossRunsBlock", {
    runs: Type.Array(AcrossRunsRow, { minItems: 1, description: "Earlier runs, newest first." }),
    trend: Type.Enum(["up", "down", "no_clear_change"], {
      type: "string",
      description:
        "Of the yes share against the mean of the earlier runs; up and down only outside their joint margin of error.",
    }),
    note: Text,
  }),
};
type Schemas = typeof SCHEMAS;
export type BlockName = keyof Schemas;
export const BLOCKS = Object.keys(SCHEMAS) as readonly BlockName[];

/** An object with a field for each block. */
const eachBlock = <Fields extends TProperties>(title: string, fieldOf: (name: BlockName) => TSchema) =>
  namedObject(title, Object.fromEntries(BLOCKS.map((name) => [name, fieldOf(name)])) as Fields);

export const BlockState = Type.Enum(["completed", "not_applicable", "failed"], {
  title: "BlockState",
  type: "string",
  description:
    "not_applicable: there is nothing to compute the block from; its payload is then null, as a failed one's is.",
});
export type BlockState = Static<typeof BlockState>;

export const BlockStatus = eachBlock<Record<BlockName, typeof BlockState>>("BlockStatus", () => BlockState);
export type BlockStatus = Static<typeof BlockStatus>;

/** The `post_hoc` payload. A block is null when its state is not_applicable or failed. */
export const PostHoc = eachBlock<{ [Name in BlockName]: TUnion<[Schemas[Name], TNull]> }>(
  "PostHoc",
  (name) => nullable(SCHEMAS[name]),
);
export type PostHoc = Static<typeof PostHoc>;
export type Payload<Name extends BlockName> = NonNullable<PostHoc[Name]>;

/**
 * Checks a payload before it is stored.
 * @throws TypeError naming the first place that does not conform.
 */
export function assertPostHoc(value: unknown): asserts value is PostHoc {
  assertConforms(PostHoc, value, "");
}

/** Compiled, since a Reading is checked block by block and as a whole: read schema by schema that took half of its processor time. */
const validatorOf = lazilyOf((schema: TSchema): Validator => Compile(schema));

/** @throws TypeError naming the first place that does not conform. */
export function assertConforms(schema: TSchema, value: unknown, place: string): void {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return;
  const [fault] = validator.Errors(value);
  if (fault !== undefined) {
    throw new TypeError(`Reading payload ${place}${fault.instancePath || "/"} ${fault.message}`);
  }
}
