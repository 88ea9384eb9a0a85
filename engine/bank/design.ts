import { addAt, floatAt, groupedBy, integerAt, itemAt, range } from "../numeric/columns.ts";
import type { Shares } from "./shares.ts";

/** How a sample was drawn: the stratum of each cluster, the cluster of each respondent. Without clusters each person is one. */
export interface SampleDesign {
  /** Stratum by cluster. */
  readonly stratum: Uint32Array;
  /** Cluster by respondent. */
  readonly cluster: Uint32Array;
}

/** Who belongs to a domain, with what weight and which answer (0 yes, 1 maybe, 2 no; else none), by respondent. */
export interface Domain {
  readonly answers: Uint8Array;
  readonly weights: Float64Array;
  readonly isIn: (respondent: number) => boolean;
}

/** Standard errors of a domain's shares, fractions, and what they are worth. */
export interface DesignErrors extends Shares {
  /** Clusters that have someone of the domain, less their strata; at least 0. */
  readonly degreesOfFreedom: number;
}

/**
 * Standard errors of shares by Taylor linearisation, clusters drawn with replacement within strata (Särndal, Swensson, Wretman 1992, 5.7;
 * `svymean` of R's survey). A domain's clusters without any of its people count too.
 */
export function designErrors(
  { stratum, cluster }: SampleDesign,
  { answers, weights, isIn }: Domain,
  shares: Shares,
): DesignErrors {
  const clusters = stratum.length;
  const byAnswer = [0, 1, 2].map(() => new Float64Array(clusters));
  const present = new Set<number>();
  let total = 0;
  cluster.forEach((c, i) => {
    const column = byAnswer[answers[i] ?? 3];
    const weight = floatAt(weights, i);
    if (column === undefined || weight === 0 || !isIn(i)) return;
    addAt(column, c, weight);
    present.add(c);
    total += weight;
  });
  const strata = groupedBy(range(clusters), (c) => integerAt(stratum, c));
  const errorOf = (share: number, k: number) => {
    const own = itemAt(byAnswer, k);
    const scores = own.map((weight, c) => {
      const people = byAnswer.reduce((sum, column) => sum + floatAt(column, c), 0);
      return (weight - share * people) / total;
    });
    return Math.sqrt(varianceOfTotal(scores, strata.values()));
  };
  const occupied = new Set(Array.from(present, (c) => stratum[c]));
  return {
    yes: errorOf(shares.yes, 0),
    maybe: errorOf(shares.maybe, 1),
    no: errorOf(shares.no, 2),
    degreesOfFreedom: present.size - occupied.size,
  };
}

/** Σ over strata of n/(n − 1) · Σ (z − z̄)², n its clusters. */
function varianceOfTotal(scores: Float64Array, strata: Iterable<readonly number[]>): number {
  let variance = 0;
  for (const clusters of strata) {
    const n = clusters.length;
    if (n < 2) continue;
    const mean = clusters.reduce((sum, c) => sum + floatAt(scores, c), 0) / n;
    variance += clusters.reduce((sum, c) => sum + (floatAt(scores, c) - mean) ** 2, 0) * n / (n - 1);
  }
  return variance;
}

/** The design of a simple random sample: each respondent a cluster, one stratum. */
export function simpleDesign(respondents: number): SampleDesign {
  return { stratum: new Uint32Array(respondents), cluster: new Uint32Array(respondents).map((_, i) => i) };
}

/**
 * Effective respondents by the design: those whose simple random sample has the same errors, averaged over the answers (Rao and Scott
 * 1984), and fewer by how little the clusters say of those errors (Korn and Graubard 1998). Never more than Kish's number: what few
 * clusters seem to gain may be chance. A domain in one cluster of each stratum is worth one.
 */
export function effectiveByDesign(
  row: Shares & { readonly effective_n: number },
  errors: DesignErrors,
): number {
  const { degreesOfFreedom } = errors;
  if (degreesOfFreedom < 1) return 1;
  const answers = (["yes", "maybe", "no"] as const).filter((answer) => row[answer] > 0);
  const variance = answers.reduce((sum, answer) => sum + errors[answer] ** 2 / row[answer], 0);
  if (answers.length < 2 || variance === 0) return row.effective_n;
  const discount = (NORMAL_975 / studentQuantile975(degreesOfFreedom)) ** 2;
  return Math.max(1, Math.min(row.effective_n, discount * (answers.length - 1) / variance));
}

const NORMAL_975 = 1.959963985;

/** The 97.5 % quantile of Student's t: exact for 1 and 2 degrees of freedom, else within 1 % (Cornish and Fisher 1937). */
export function studentQuantile975(degreesOfFreedom: number): number {
  if (degreesOfFreedom === 1) return 12.7062;
  if (degreesOfFreedom === 2) return 4.30265;
  const z = NORMAL_975;
  return z + (z ** 3 + z) / (4 * degreesOfFreedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degreesOfFreedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degreesOfFreedom ** 3);
}
