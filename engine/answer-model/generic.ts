import type { RandomEffectSd } from "./expected.ts";
import type { Targets } from "./targets.ts";

/**
 * Tier 3: nothing is known about the question, and this engine does not read its meaning, so the generic U.S. population
 * answers from a prior. Yes and no are equally likely; about one in five says maybe and three in a hundred find that the
 * question does not fit them. Segments have no fixed effects: one that came back with every seed would look like knowledge.
 */
export const GENERIC = {
  topic: "generic",
  frame: "us-adults-2024",
  reported: ["sex", "age", "education", "race", "region"],
} as const;

export const GENERIC_TARGETS: Targets = {
  overall: { yes: 0.385, maybe: 0.2, no: 0.385, n_a: 0.03 },
  byDimension: new Map(),
};

/** How far a run, and a segment within a run, is expected to be from the prior: marginal logits, a judgement. */
export const GENERIC_RANDOM_EFFECTS: RandomEffectSd = { run: 0.35, segment: 0.25 };

/** The same for a topical question of a methodology (tier 2), and for tier 1 while held-out rows say nothing else. */
export const TOPICAL_RANDOM_EFFECTS: RandomEffectSd = { run: 0.2, segment: 0.15 };
