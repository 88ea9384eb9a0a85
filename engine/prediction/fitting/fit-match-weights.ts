import type { BankQuestion } from "../shares.ts";
import { readQuestion } from "../question-reading.ts";
import { type Matchable, matchableOf, matchFeatures, matchVocabularyOf } from "../soft-match.ts";
import { fitMatching, type MatchCase } from "./fit-matching.ts";

/** Where the search for the weights begins, in the order of `MATCH_FEATURES`. */
const FIRST = [-8, 3, 2, 1, 1, -1, -1, -1, 2, 1, 1];
/** Candidates of a case: the nearest by a plain sum; those further away have no chance. */
const CANDIDATES = 15;

/**
 * Fits the matching on the bank's own wordings: each is asked once with its question's other wordings in the bank, where
 * its question is right, and once without any question about its object, where none is.
 */
export function fitMatchWeights(
  bank: readonly BankQuestion[],
  vectors: { readonly of: (text: string) => Float32Array; readonly wordOf: (word: string) => Float32Array },
): number[] {
  const vocabulary = matchVocabularyOf(bank, vectors.wordOf);
  const wordings = bank.map((question) =>
    question.wordings.map((text) =>
      matchableOf(
        text,
        vectors.of(readQuestion(text).positiveText),
        vectors.of(readQuestion(text).contentText),
        vocabulary,
      )
    )
  );
  const cases = bank.flatMap((question, own) =>
    (wordings[own] ?? []).flatMap((asked, w) => {
      const others = (wordings[own] ?? []).filter((_, other) => other !== w);
      const reworded = wordings.map((each, i) => i === own ? others : each);
      const unknown = wordings.map((each, i) => bank[i]?.object === question.object ? [] : each);
      return [caseOf(asked, reworded, own), caseOf(asked, unknown, -1)];
    })
  );
  return fitMatching(cases, FIRST);
}

function caseOf(asked: Matchable, bank: readonly (readonly Matchable[])[], right: number): MatchCase {
  const candidates = bank.flatMap((wordings, i) =>
    wordings.length === 0 ? [] : [{ i, features: wordings.map((wording) => matchFeatures(asked, wording)) }]
  );
  const plainScore = (features: readonly number[]) =>
    (features[1] ?? 0) + (features[3] ?? 0) + (features[4] ?? 0);
  const nearest = candidates
    .map((each) => ({ ...each, score: Math.max(...each.features.map(plainScore)) }))
    .sort((a, b) => b.score - a.score);
  const kept = nearest.filter(({ i }, place) => place < CANDIDATES || i === right);
  return { candidates: kept.map(({ features }) => features), right: kept.findIndex(({ i }) => i === right) };
}
