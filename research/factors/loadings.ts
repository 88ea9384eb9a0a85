import { cholesky, dot, solve } from "#engine/numeric/cholesky.ts";
import { addAt, floatAt, itemAt } from "#engine/numeric/columns.ts";
import type { Pair } from "./pairs.ts";

/** What the fit assumes; chosen on pairs that were left out (`docs/agents.md`). */
export const LOADINGS = {
  factors: 12,
  /** Variance of a correlation that no few factors explain. */
  misfit: 0.003,
  /** Inverse variance of a loading around what the question's profile says. */
  precision: 100,
  sweeps: 30,
};

/** A question's factors explain at most this share of its variance: two wordings of one object never agree fully. */
const MAX_COMMUNALITY = 0.9;
/** Ridge of the regression of loadings on profiles, in questions. */
const RIDGE = 5;

/**
 * Fits loadings so that the product of two questions' loadings is the correlation of their pair: weighted least squares, one question after
 * the other, with a normal prior around what its profile says; then the regression of loadings on profiles, and again. Questions of
 * different surveys have no pair in common: their profiles turn one survey's factors to the other's.
 * @param profiles by question, of one length.
 */
export function fitLoadings(
  profiles: readonly Float64Array[],
  pairs: readonly Pair[],
  { factors, misfit, precision, sweeps } = LOADINGS,
) {
  const partners = profiles.map((): { other: number; correlation: number; trust: number }[] => []);
  for (const { a, b, correlation, variance } of pairs) {
    const trust = 1 / (variance + misfit);
    itemAt(partners, a).push({ other: b, correlation, trust });
    itemAt(partners, b).push({ other: a, correlation, trust });
  }
  let byProfile = Array.from({ length: factors }, (_, k) => startOf(k, itemAt(profiles, 0).length));
  const questions = profiles.map((profile): Float64Array =>
    Float64Array.from(byProfile, (row) => dot(row, profile))
  );
  const paired = profiles.map((_, q) => q).filter((q) => itemAt(partners, q).length > 0);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const q of paired) {
      const matrix = new Float64Array(factors * factors);
      const right = new Float64Array(factors);
      for (let k = 0; k < factors; k++) {
        matrix[k * factors + k] = precision;
        right[k] = precision * dot(itemAt(byProfile, k), itemAt(profiles, q));
      }
      for (const { other, correlation, trust } of itemAt(partners, q)) {
        const theirs = itemAt(questions, other);
        for (let k = 0; k < factors; k++) {
          const scaled = trust * floatAt(theirs, k);
          addAt(right, k, scaled * correlation);
          for (let l = 0; l <= k; l++) addAt(matrix, k * factors + l, scaled * floatAt(theirs, l));
        }
      }
      questions[q] = bounded(solve(cholesky(matrix, factors, 1e-9), right));
    }
    // The opposite question has the opposite loadings.
    byProfile = regression(
      paired.map((q) => itemAt(profiles, q)),
      paired.map((q) => itemAt(questions, q)),
      RIDGE,
    );
  }
  const complete = questions.map((loadings, q) =>
    itemAt(partners, q).length > 0
      ? loadings
      : bounded(Float64Array.from(byProfile, (row) => dot(row, itemAt(profiles, q))))
  );
  // Of a question without pairs what its profile says; by factor the loading's change with each entry of the profile.
  return { questions: complete, byProfile };
}

/**
 * Ridge regression of each target on the features, without an intercept.
 * @returns weights of the features, by target.
 */
export function regression(
  features: readonly Float64Array[],
  targets: readonly Float64Array[],
  ridge: number,
): Float64Array[] {
  const size = itemAt(features, 0).length;
  const matrix = new Float64Array(size * size);
  for (const own of features) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) addAt(matrix, i * size + j, floatAt(own, i) * floatAt(own, j));
    }
  }
  const system = cholesky(matrix, size, ridge);
  return Array.from(itemAt(targets, 0), (_, k) => {
    const right = new Float64Array(size);
    features.forEach((own, row) =>
      own.forEach((x, i) => addAt(right, i, x * floatAt(itemAt(targets, row), k)))
    );
    return solve(system, right);
  });
}

function bounded(loadings: Float64Array): Float64Array {
  const communality = dot(loadings, loadings);
  if (communality <= MAX_COMMUNALITY) return loadings;
  const scale = Math.sqrt(MAX_COMMUNALITY / communality);
  return loadings.map((x) => x * scale);
}

/** Small numbers without a pattern, the same in each run of the fit. */
function startOf(factor: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => {
    const x = Math.sin(12.9898 * (i + 1) + 78.233 * (factor + 1)) * 43758.5453;
    return 0.2 * (x - Math.floor(x) - 0.5);
  });
}
