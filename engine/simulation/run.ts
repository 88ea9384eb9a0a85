import { type Basis, basisOf, type Tier } from "../answer-model/basis.ts";
import { type AnswerModel, type DimensionEffects, effectsIn } from "../answer-model/model.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import { type ReasonDictionary, reasonDictionary } from "../methodologies/reasons/dictionary.ts";
import { addAt, itemAt, range } from "../numeric/columns.ts";
import { DIMENSION_NAMES, segmentNames, slotOf, SLOTS } from "../population/dimensions.ts";
import { sequenceStart } from "../population/systematic-sampling.ts";
import { normalQuantile } from "../random/normal.ts";
import { firstUniform, type PhiloxKey } from "../random/philox.ts";
import { canonicalQuestion, STREAM, streamKey } from "../random/streams.ts";

export interface RunInput {
  /** 0 … 2^53 − 1. */
  readonly seed: number;
  /** The literal question. It keys the draws; its meaning is not read. */
  readonly question: string;
  /** May be null at tier 3, which takes the generic population whatever the methodology. */
  readonly methodology: Methodology | null;
  readonly tier: Tier;
  /** False leaves run and segment shifts out, so that only sampling error remains. For tests. */
  readonly randomEffects?: boolean;
}

export interface RunDimension {
  readonly name: string;
  readonly segments: readonly string[];
}

/** A simulation ready to be answered, agent by agent. A pure function of its input: any process can prepare it again. */
export interface Run {
  readonly basis: Basis;
  /** All dimensions of the frame, the reported ones first: the order of `AgentChunk.segment`. */
  readonly dimensions: readonly RunDimension[];
  /** How many of `dimensions` are reported in `by_segment` and on agents. */
  readonly reported: number;
  /** Places of `dimensions` in the frame. */
  readonly places: readonly number[];
  readonly reasons: ReasonDictionary;
  /** Generator keys: of the population, of its attitude to the topic, and of this question. */
  readonly keys: { readonly population: PhiloxKey; readonly topic: PhiloxKey; readonly question: PhiloxKey };
  /** Start of the systematic sequence, on [0, 1). */
  readonly start: number;
  /** The model that this run draws from: the basis' cut less the run's shift, its yes effects plus the segment shifts. */
  readonly model: AnswerModel;
  /** The model's effects by dimension of the run; dimensions without any are left out. */
  readonly effects: readonly DimensionEffects[];
  /**
   * Standard deviation of the yes share due to run and segment shifts: `s_run` of the margin of error, overall and by slot
   * (0 with shifts off).
   */
  readonly runSd: number;
  readonly segmentRunSd: Float64Array;
}

/**
 * Prepares a simulation: takes the methodology's fitted model (cached) and draws what is common to all agents.
 * @throws RangeError for a seed out of range, tier 1 or 2 without a methodology, or one that cannot be fitted.
 */
export function prepareRun({ seed, question, methodology, tier, randomEffects = true }: RunInput): Run {
  const basis = basisOf(methodology, tier);
  const { frame } = basis;
  const keys = {
    population: streamKey(seed, frame.id),
    topic: streamKey(seed, frame.id, "topic", basis.topic),
    question: streamKey(seed, frame.id, "question", canonicalQuestion(question)),
  };
  const normal = (stream: number, draw: number) =>
    normalQuantile(firstUniform(keys.question, 0, stream, draw));
  const unreported = range(DIMENSION_NAMES.length).filter((d) => !basis.reported.includes(d));
  const places = [...basis.reported, ...unreported];
  const model = randomEffects ? shiftModel(basis, normal) : basis.model;
  return {
    basis,
    dimensions: places.map((d) => ({ name: itemAt(DIMENSION_NAMES, d), segments: segmentNames(d) })),
    reported: basis.reported.length,
    places,
    reasons: reasonDictionary(
      basis.subject,
      (stance, theme) => normal(STREAM.reason, 1 + stance * 16 + theme),
    ),
    keys,
    start: sequenceStart(keys.population),
    model,
    effects: effectsIn(model, places),
    runSd: randomEffects ? basis.expected.runSd : 0,
    segmentRunSd: randomEffects ? basis.expected.segmentRunSd : new Float64Array(SLOTS),
  };
}

/** The basis' model with a run's shifts drawn into it: one for the whole run, and one for every reported segment. */
function shiftModel(
  { model, randomEffects, reported }: Basis,
  normal: (stream: number, draw: number) => number,
): AnswerModel {
  const yesEffect = Float64Array.from(model.yesEffect);
  const perDimension = randomEffects.segment / Math.sqrt(reported.length);
  for (const slot of reported.flatMap((d) => segmentNames(d).map((_, s) => slotOf(d, s)))) {
    addAt(yesEffect, slot, perDimension * normal(STREAM.segmentRun, slot));
  }
  return { ...model, yesCut: model.yesCut - randomEffects.run * normal(STREAM.run, 0), yesEffect };
}
