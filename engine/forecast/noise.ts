import { floatAt } from "../numeric/columns.ts";
import { logistic } from "../random/normal.ts";

/**
 * The individual part of an agent's latent answer: a persistent trait θ ~ N(0, 5²) plus a logistic error, divided by
 * √(1 + 0.346 · 5²), so that it spreads about like a standard logistic. In that unit a shift of the latent scale moves a
 * share as the same shift of its logit does, whatever the trait's size (Zeger, Liang and Albert 1988).
 */

/** Standard deviation of θ. At 5 the same people answer the same question alike in 74 % of reruns, about as in retests. */
export const TRAIT_SD = 5;

/** Part of the trait's variance that a person brings to every topic; the rest belongs to the topic. */
export const GENERAL_TRAIT = 0.4;

/** Latent units in one unit of marginal logit. */
export const LATENT_SCALE = Math.sqrt(1 + 0.346 * TRAIT_SD ** 2);

const NODES = 121;
/** The table covers [−12, 12] marginal logits, at 64 places a unit. */
const REACH = 12;
const PER_UNIT = 64;

/**
 * Quadrature of the mixing distribution: the trapezoidal rule at 121 points of [−6, 6]. The integrand is analytic in a strip
 * so wide that the rule's error is far below the 2e-9 of the tails outside.
 */
const NODE = Float64Array.from({ length: NODES }, (_, i) => (i - (NODES - 1) / 2) / 10);
const NODE_WEIGHT = NODE.map((z) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / 10);

/** Distribution of the individual noise, tabled and interpolated. Marginal logits. */
export interface NoiseDistribution {
  /** P(noise ≤ x); error below 1e-5. */
  cdf(x: number): number;
  /** The x of a share, by bisection to 1e-9. −∞ and ∞ for 0 and 1. */
  quantile(p: number): number;
  /** Density at x, as the difference quotient over 0.1. */
  density(x: number): number;
}

class TabledDistribution implements NoiseDistribution {
  readonly #table: Float64Array;

  /** @param normalSd standard deviation of the trait, in latent units. */
  constructor(normalSd: number) {
    const half = REACH * PER_UNIT;
    this.#table = new Float64Array(2 * half + 1);
    // The distribution is symmetric around 0, so one half is summed.
    for (let i = 0; i <= half; i++) {
      const x = LATENT_SCALE * i / PER_UNIT;
      const share = NODE.reduce(
        (sum, z, node) => sum + floatAt(NODE_WEIGHT, node) * logistic(x - normalSd * z),
        0,
      );
      this.#table[half + i] = share;
      this.#table[half - i] = 1 - share;
    }
  }

  cdf(x: number): number {
    const place = (x + REACH) * PER_UNIT;
    if (!(place > 0)) return 0;
    if (place >= this.#table.length - 1) return 1;
    const i = Math.floor(place);
    const low = floatAt(this.#table, i);
    return low + (place - i) * (floatAt(this.#table, i + 1) - low);
  }

  density(x: number): number {
    return (this.cdf(x + 0.05) - this.cdf(x - 0.05)) * 10;
  }

  quantile(p: number): number {
    if (p <= 0) return -Infinity;
    if (p >= 1) return Infinity;
    let [low, high] = [-REACH, REACH];
    while (high - low > 1e-10) {
      const middle = (low + high) / 2;
      if (this.cdf(middle) < p) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }
}

/** The noise of one agent, in marginal logits. */
export const NOISE: NoiseDistribution = new TabledDistribution(TRAIT_SD);
