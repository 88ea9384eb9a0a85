/** A query of the fit: features of every calibrated question's best wordings, and which one it asks for; −1 for none. */
export interface MatchCase {
  /** Candidate → wording → features. */
  readonly candidates: readonly (readonly (readonly number[])[])[];
  readonly right: number;
}

const ROUNDS = 400;
const RATE = 0.05;
/** Weight of the penalty on the square of each weight but the intercept. */
const RIDGE = 0.002;

/**
 * Weights that make the right calibrated question, or none, most probable over the cases: a multinomial logit with the
 * best wording of each candidate, by gradient steps with momentum (Adam). A few seconds for a thousand cases.
 */
export function fitMatching(cases: readonly MatchCase[], first: readonly number[]): number[] {
  const weights = [...first];
  const [slow, fast] = [new Array<number>(first.length).fill(0), new Array<number>(first.length).fill(0)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(cases, weights);
    gradient.forEach((g, k) => {
      slow[k] = 0.9 * (slow[k] ?? 0) + 0.1 * g;
      fast[k] = 0.99 * (fast[k] ?? 0) + 0.01 * g * g;
      const step = (slow[k] ?? 0) / (1 - 0.9 ** round) /
        (Math.sqrt((fast[k] ?? 0) / (1 - 0.99 ** round)) + 1e-9);
      weights[k] = (weights[k] ?? 0) - RATE * step;
    });
  }
  return weights;
}

function gradientOf(cases: readonly MatchCase[], weights: readonly number[]): number[] {
  const gradient = weights.map((w, k) => k === 0 ? 0 : RIDGE * w);
  for (const { candidates, right } of cases) {
    const best = candidates.map((wordings) => bestOf(wordings, weights));
    const largest = Math.max(0, ...best.map((each) => each.score));
    const sum = best.reduce((total, each) => total + Math.exp(each.score - largest), Math.exp(-largest));
    best.forEach(({ score, features }, c) => {
      const error = Math.exp(score - largest) / sum - (c === right ? 1 : 0);
      if (Math.abs(error) < 1e-9) return;
      features.forEach((x, k) => gradient[k] = (gradient[k] ?? 0) + error * x / cases.length);
    });
  }
  return gradient;
}

function bestOf(
  wordings: readonly (readonly number[])[],
  weights: readonly number[],
): { score: number; features: readonly number[] } {
  let best: { score: number; features: readonly number[] } = { score: -Infinity, features: [] };
  for (const features of wordings) {
    const score = features.reduce((sum, x, k) => sum + x * (weights[k] ?? 0), 0);
    if (score > best.score) best = { score, features };
  }
  return best;
}
