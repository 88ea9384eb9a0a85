import type { Methodology } from "../methodologies/methodology.ts";
import { dimensionIndex, findSegment } from "../population/dimensions.ts";
import { type Frame, frameOf } from "../population/frame.ts";
import { logit } from "../random/normal.ts";
import { type Expected, expectedOf, type RandomEffectSd } from "./expected.ts";
import { fitModel } from "./fit.ts";
import type { AnswerModel } from "./model.ts";
import { fitTargets, type Targets } from "./targets.ts";

export type Tier = 1 | 2 | 3;

/** Everything about a simulation that does not depend on its seed or question. */
export interface Basis {
  readonly tier: Tier;
  readonly frame: Frame;
  /** Names the topic part of an agent's trait. */
  readonly topic: string;
  /** Words about the subject, from which reasons take their themes. */
  readonly subject: string;
  /** Numbers of the dimensions of `by_segment`. */
  readonly reported: readonly number[];
  readonly randomEffects: RandomEffectSd;
  readonly model: AnswerModel;
  readonly expected: Expected;
}

/**
 * Tier 3: no methodology covers the question, and this engine does not read its meaning, so the generic U.S. population
 * answers from a prior. Yes and no are equally likely; about one in five says maybe and three in a hundred find that the
 * question does not fit them. Segments have no fixed effects: one that came back with every seed would look like knowledge.
 */
const GENERIC = {
  topic: "generic",
  frame: "us-adults-2024",
  reported: ["sex", "age", "education", "race", "region"],
} as const;

const GENERIC_TARGETS: Targets = {
  overall: { yes: 0.385, maybe: 0.2, no: 0.385, n_a: 0.03 },
  byDimension: new Map(),
};

/** The expected distance of a run, and of a segment within a run, from the prior: marginal logits, a judgement. */
const GENERIC_RANDOM_EFFECTS: RandomEffectSd = { run: 0.35, segment: 0.25 };

/** The same for a topical question of a methodology (tier 2), and for tier 1 while too few rows are held out. */
const TOPICAL_RANDOM_EFFECTS: RandomEffectSd = { run: 0.2, segment: 0.15 };

const cache = new WeakMap<Methodology, Map<Tier, Basis>>();
let generic: Basis | undefined;

/**
 * The basis of a methodology at tier 1 or 2; at tier 3 always the generic one. Computed once per methodology object and
 * tier (some 10 ms), so callers should pass the same object again.
 * @throws RangeError for tier 1 or 2 without a methodology, or for a table that cannot be fitted.
 */
export function basisOf(methodology: Methodology | null, tier: Tier): Basis {
  if (tier === 3) return generic ??= genericBasis();
  if (methodology === null) throw new RangeError(`Cannot run tier ${tier} without a methodology`);
  const byTier = cache.get(methodology) ?? new Map<Tier, Basis>();
  cache.set(methodology, byTier);
  const cached = byTier.get(tier);
  if (cached !== undefined) return cached;
  const basis = calibratedBasis(methodology, tier);
  byTier.set(tier, basis);
  return basis;
}

function genericBasis(): Basis {
  const frame = frameOf(GENERIC.frame);
  const reported = GENERIC.reported.map(dimensionIndex);
  return {
    tier: 3,
    topic: GENERIC.topic,
    subject: "",
    ...solve(frame, GENERIC_TARGETS, GENERIC_RANDOM_EFFECTS, reported),
  };
}

function calibratedBasis(methodology: Methodology, tier: 1 | 2): Basis {
  const { population } = methodology;
  const frame = frameOf(population.frame, population.where);
  const reported = methodology.segments.map(dimensionIndex);
  const targets = fitTargets(methodology, frame);
  const measured = heldOutShifts(methodology, targets);
  const randomEffects = tier === 1 ? measured : {
    run: Math.max(TOPICAL_RANDOM_EFFECTS.run, measured.run),
    segment: Math.max(TOPICAL_RANDOM_EFFECTS.segment, measured.segment),
  };
  return {
    tier,
    topic: methodology.slug,
    subject: `${methodology.slug} ${methodology.topic}`,
    ...solve(frame, targets, randomEffects, reported),
  };
}

function solve(frame: Frame, targets: Targets, randomEffects: RandomEffectSd, reported: readonly number[]) {
  const model = fitModel(frame, targets, Math.hypot(randomEffects.run, randomEffects.segment));
  const expected = expectedOf(frame, model, randomEffects, reported);
  return { frame, reported, randomEffects, model, expected };
}

/** The size of an error takes at least this many held-out rows. */
const LEAST_HELD_OUT_ROWS = 3;

/**
 * How far the engine is off on held-out rows beyond their sampling error (logits), divided between run and segment shift as
 * in the topical default. Never below 0.08 and 0.06: a table that happens to fit does not make the engine exact.
 */
function heldOutShifts(methodology: Methodology, targets: Targets): RandomEffectSd {
  const errors = methodology.calibration.rows.flatMap((row) => {
    if (!row.held_out || row.n <= 0) return [];
    const predicted = targetYes(targets, row.segment);
    if (predicted === undefined) return [];
    const p = Math.min(Math.max(row.yes_pct / 100, 0.5 / row.n), 1 - 0.5 / row.n);
    return [(logit(p) - logit(predicted)) ** 2 - 1 / (row.n * p * (1 - p))];
  });
  if (errors.length < LEAST_HELD_OUT_ROWS) return TOPICAL_RANDOM_EFFECTS;
  const beyond = Math.sqrt(Math.max(0, errors.reduce((sum, e) => sum + e, 0) / errors.length));
  return { run: Math.max(0.08, 0.8 * beyond), segment: Math.max(0.06, 0.6 * beyond) };
}

/** The yes share that the model is fitted to, of `overall` or of a segment in a dimension with fitting rows. */
function targetYes({ overall, byDimension }: Targets, segment: string): number | undefined {
  if (segment === "overall") return overall.yes;
  const ref = findSegment(segment);
  return ref === null ? undefined : byDimension.get(dimensionIndex(ref.dimension))?.[ref.index]?.yes;
}
