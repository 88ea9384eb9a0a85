import type { Methodology } from "../methodologies/methodology.ts";
import { type Basis, basisOf, type Tier } from "../answer-model/basis.ts";
import { normalQuantile } from "../random/normal.ts";
import { type PhiloxKey, uniformPair } from "../random/philox.ts";
import { DIMENSION_NAMES, segmentNames, SLOTS, STRIDE } from "../population/dimensions.ts";
import { sequenceStart } from "../population/systematic-sampling.ts";
import { type ReasonDictionary, reasonDictionary } from "../methodologies/reasons/dictionary.ts";
import { canonicalQuestion, STREAM, streamKey } from "../random/streams.ts";

export interface RunInput {
  /** 0 … 2^53 − 1. */
  readonly seed: number;
  /** The literal question. It decides which draws are made; its meaning is not read. */
  readonly question: string;
  /** May be null at tier 3, which asks the generic population whatever the methodology. */
  readonly methodology: Methodology | null;
  readonly tier: Tier;
  /** False leaves run and segment shifts out: what remains is sampling error. For tests. */
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
  readonly start: number;
  /** Cut less the run's shift, and effects plus segment shifts: the model as this run draws from it. */
  readonly cut: number;
  readonly yesEffect: Float64Array;
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
  const { frame, model, expected } = basis;
  const keys = {
    population: streamKey(seed, frame.id),
    topic: streamKey(seed, frame.id, "topic", basis.topic),
    question: streamKey(seed, frame.id, "question", canonicalQuestion(question)),
  };
  const rest = DIMENSION_NAMES.map((_, d) => d).filter((d) => !basis.reported.includes(d));
  const places = [...basis.reported, ...rest];
  const pair = new Float64Array(2);
  const normal = (stream: number, draw: number) => {
    uniformPair(pair, keys.question, 0, stream, draw);
    return normalQuantile(pair[0] ?? 0.5);
  };

  const runShift = randomEffects ? basis.randomEffects.run * normal(STREAM.run, 0) : 0;
  const yesEffect = Float64Array.from(model.yesEffect);
  const perDimension = randomEffects ? basis.randomEffects.segment / Math.sqrt(basis.reported.length) : 0;
  for (const d of basis.reported) {
    segmentNames(d).forEach((_, s) => {
      const slot = d * STRIDE + s;
      yesEffect[slot] = (yesEffect[slot] ?? 0) + perDimension * normal(STREAM.segmentRun, slot);
    });
  }
  return {
    basis,
    dimensions: places.map((d) => ({ name: DIMENSION_NAMES[d] ?? "", segments: segmentNames(d) })),
    reported: basis.reported.length,
    places,
    reasons: reasonDictionary(
      basis.subject,
      (stance, theme) => normal(STREAM.reason, 1 + stance * 16 + theme),
    ),
    keys,
    start: sequenceStart(keys.population),
    cut: model.yesCut - runShift,
    yesEffect,
    runSd: randomEffects ? expected.runSd : 0,
    segmentRunSd: randomEffects ? expected.segmentRunSd : new Float64Array(SLOTS),
  };
}
