import type { AnswerCode } from "../sampling/answers.ts";

/** One number for each answer, in the order of `ANSWERS`. */
type FourNumbers = [yes: number, maybe: number, no: number, n_a: number];

/** Weighted answers of some agents, summed up. */
export class Tally {
  /** Agents by answer. */
  readonly count: FourNumbers = [0, 0, 0, 0];
  /** Weight by answer. */
  readonly weight: FourNumbers = [0, 0, 0, 0];
  /** Sum of the squared weights. */
  squaredWeight = 0;

  add(answer: AnswerCode, weight: number): void {
    this.count[answer]++;
    this.weight[answer] += weight;
    this.squaredWeight += weight * weight;
  }

  /** Number of agents. */
  get total(): number {
    const [yes, maybe, no, n_a] = this.count;
    return yes + maybe + no + n_a;
  }
}

/** Half-width of a 95 % interval, in standard errors. */
export const Z95 = 1.96;

/** Kish's design effect (Survey Sampling, 1965): n Σw² / (Σw)², 1 for equal weights and for no agents. */
export function designEffect({ total, weight, squaredWeight }: Tally): number {
  const sum = weight.reduce((all, w) => all + w, 0);
  return sum > 0 ? total * squaredWeight / (sum * sum) : 1;
}

/**
 * The 95 % half-width of a share in percentage points by sampling alone, `1.96·√(deff·p(1−p)/n)`, at most 100.
 *
 * With fewer than five effective respondents on either side it is too short (0 for a share of 0 or 1). There it is at least the
 * distance from p to the farther end of Wilson's interval: 79 points for a single agent.
 * @param p share, 0 to 1.
 * @param n agents.
 * @param deff design effect, so that n/deff agents are effective.
 */
export function samplingMargin(p: number, n: number, deff: number): number {
  if (n === 0) return 100;
  const effective = n / deff;
  let sampling = Z95 * Math.sqrt(p * (1 - p) / effective);
  if (effective * Math.min(p, 1 - p) < 5) {
    const [low, high] = wilsonInterval(p, effective);
    sampling = Math.max(sampling, p - low, high - p);
  }
  return Math.min(100, 100 * sampling);
}

/** Wilson's 95 % score interval (JASA 22, 1927) of a share of n effective respondents, as fractions; from 0 to 1 of nobody's. */
export function wilsonInterval(p: number, n: number): readonly [low: number, high: number] {
  if (n === 0) return [0, 1];
  const z2 = Z95 * Z95;
  const middle = p + z2 / (2 * n);
  const half = Z95 * Math.sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
