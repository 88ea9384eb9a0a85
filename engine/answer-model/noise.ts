import { logistic } from "../random/normal.ts";

/**
 * The individual part of an agent's latent answer: a persistent trait θ ~ N(0, 5²) plus a logistic error, divided by
 * √(1 + 0.346 · 5²), so that it is spread about like a standard logistic. In that unit a shift of the latent scale moves a
 * share as the same shift of its logit does, whatever the trait's size (Zeger, Liang and Albert 1988).
 */

/** Standard deviation of θ: the same people asked the same thing twice agree about as often as in retests (74 % here, 3 answers). */
export const TRAIT_SD = 5;

/** Part of the trait's variance that a person brings to every topic; the rest belongs to the topic. */
export const GENERAL_TRAIT = 0.4;

/** Latent units in one unit of marginal logit. */
export const LATENT_SCALE = Math.sqrt(1 + 0.346 * TRAIT_SD ** 2);

const NODES = 121;
const REACH = 12;
const PER_UNIT = 64;

/**
 * Quadrature of the mixing distribution: the trapezoidal rule at 121 points of [−6, 6]. The integrand is analytic in a strip
 * wide enough that the rule's error is far below the 2e-9 of the tails that are left out.
 */
const nodes = Float64Array.from({ length: NODES }, (_, i) => (i - (NODES - 1) / 2) / 10);
const nodeWeights = nodes.map((z) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / 10);

/** Distribution of the individual noise plus an independent normal shift, tabled and interpolated. */
export interface NoiseDistribution {
  /** P(noise + shift ≤ x); error below 1e-5. */
  cdf(x: number): number;
  /** The x of a share, by bisection to 1e-9. −∞ and ∞ for 0 and 1. */
  quantile(p: number): number;
  /** Density at x. */
  density(x: number): number;
}

const known = new Map<number, NoiseDistribution>();

/** The noise of one agent with shifts of this standard deviation (marginal logits) integrated out. */
export function noiseDistribution(shiftSd: number): NoiseDistribution {
  const cached = known.get(shiftSd);
  if (cached !== undefined) return cached;
  const made = tabulate(Math.hypot(TRAIT_SD, LATENT_SCALE * shiftSd));
  known.set(shiftSd, made);
  return made;
}

function tabulate(normalSd: number): NoiseDistribution {
  const half = REACH * PER_UNIT;
  const table = new Float64Array(2 * half + 1);
  // Symmetric around 0, so one half is summed.
  for (let i = 0; i <= half; i++) {
    const x = LATENT_SCALE * i / PER_UNIT;
    let sum = 0;
    for (let n = 0; n < NODES; n++) sum += (nodeWeights[n] ?? 0) * logistic(x - normalSd * (nodes[n] ?? 0));
    table[half + i] = sum;
    table[half - i] = 1 - sum;
  }
  const at = (x: number) => {
    const place = (x + REACH) * PER_UNIT;
    if (!(place > 0)) return 0;
    if (place >= 2 * half) return 1;
    const i = Math.floor(place);
    const low = table[i] ?? 0;
    return low + (place - i) * ((table[i + 1] ?? 1) - low);
  };
  return {
    cdf: at,
    density: (x) => (at(x + 0.05) - at(x - 0.05)) * 10,
    quantile: (p) => {
      if (p <= 0) return -Infinity;
      if (p >= 1) return Infinity;
      let low = -REACH;
      let high = REACH;
      while (high - low > 1e-10) {
        const middle = (low + high) / 2;
        if (at(middle) < p) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    },
  };
}
