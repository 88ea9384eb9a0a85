import type { BankQuestion } from "#engine/bank/shares.ts";
import { dot } from "#engine/numeric/cholesky.ts";
import {
  type Matchable,
  matchableOf,
  matchChances,
  matchedOf,
  matchFeatures,
  matchVocabularyOf,
  roughScore,
} from "#engine/bank/soft-match.ts";

/** Where the search for the weights begins, in the order of `matchFeatures`. */
const FIRST = [-12, 5, 5, 1, 1, -1, -1, -1, 2, 1, 1, -1];
/** Candidates of a case: the nearest by a plain sum; those further away have no chance. */
const CANDIDATES = 15;

/**
 * Fits the matching on the bank's own wordings: each is asked once with its question's other wordings in the bank, where
 * its question is right, and once without any question about its object, where none is.
 */
export function fitMatchWeights(
  bank: readonly BankQuestion[],
  vectors: ReadonlyMap<string, Float32Array>,
): number[] {
  const vocabulary = matchVocabularyOf(bank);
  const wordings = bank.map((question) =>
    question.wordings.map((text) => matchableOf(text, vectors, vocabulary))
  );
  const cases = bank.flatMap((question, own) =>
    (wordings[own] ?? []).flatMap((asked, w) => {
      const others = (wordings[own] ?? []).filter((_, other) => other !== w);
      const nearest = nearestTo(asked, wordings);
      const reworded = nearest.map((i) => ({ i, wordings: i === own ? others : wordings[i] ?? [] }));
      const unknown = reworded.filter(({ i }) => bank[i]?.object !== question.object);
      return [caseOf(asked, reworded, own), caseOf(asked, unknown, -1)];
    })
  );
  return fitMatching(cases, FIRST);
}

const nearestTo = (asked: Matchable, bank: readonly (readonly Matchable[])[]): number[] =>
  bank.map((wordings, i) => ({ i, near: roughScore(asked, wordings.map(({ vector }) => vector)) }))
    .sort((a, b) => b.near - a.near).slice(0, CANDIDATES).map(({ i }) => i);

/** A query of the fit: features of every calibrated question's best wordings, and which one it asks for; −1 for none. */
function caseOf(
  asked: Matchable,
  candidates: readonly { readonly i: number; readonly wordings: readonly Matchable[] }[],
  right: number,
) {
  const kept = candidates.filter(({ wordings }) => wordings.length > 0);
  return {
    /** Candidate → wording → features. */
    candidates: kept.map(({ wordings }) => matchFeatures(asked, matchedOf(wordings))),
    right: kept.findIndex(({ i }) => i === right),
  };
}

type MatchCase = ReturnType<typeof caseOf>;

const ROUNDS = 400;
const RATE = 0.05;
/** Weight of the penalty on the square of each weight but the intercept. */
const RIDGE = 0.002;

/**
 * Weights that make the right calibrated question, or none, most probable over the cases: a multinomial logit with the
 * best wording of each candidate, by gradient steps with momentum (Adam). A few seconds for a thousand cases.
 */
function fitMatching(cases: readonly MatchCase[], first: readonly number[]): number[] {
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
    const { chances } = matchChances(best.map(({ score }) => score));
    best.forEach(({ features }, c) => {
      const error = (chances[c] ?? 0) - (c === right ? 1 : 0);
      if (Math.abs(error) < 1e-9) return;
      features.forEach((x, k) => gradient[k] = (gradient[k] ?? 0) + error * x / cases.length);
    });
  }
  return gradient;
}

function bestOf(wordings: MatchCase["candidates"][number], weights: readonly number[]) {
  let best = { score: -Infinity, features: weights };
  for (const features of wordings) {
    const score = dot(features, weights);
    if (score > best.score) best = { score, features };
  }
  return best;
}
