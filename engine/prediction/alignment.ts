/** A content word with its rarity and its vector (length 1, or 0 when the embedder does not know it). */
export interface AlignedWord {
  readonly word: string;
  readonly weight: number;
  readonly vector: Float32Array;
}

/** How well the words of one text are found in another. */
export interface Alignment {
  /** Weighted mean over the words of the closest word's cosine, 0 to 1. */
  readonly mean: number;
  /** The worst-found word's cosine, 0 to 1, among those with at least half of the mean weight. */
  readonly worst: number;
}

/** Finds each word of `of` in `inside`: the same word counts 1, another its cosine, an empty text nothing. */
export function align(of: readonly AlignedWord[], inside: readonly AlignedWord[]): Alignment {
  if (of.length === 0 || inside.length === 0) return { mean: 0, worst: 0 };
  const total = of.reduce((sum, each) => sum + each.weight, 0);
  let [sum, worst] = [0, 1];
  for (const each of of) {
    const found = closest(each, inside);
    sum += each.weight * found;
    if (each.weight >= total / of.length / 2) worst = Math.min(worst, found);
  }
  return { mean: total > 0 ? sum / total : 0, worst };
}

/** Cosine from which two words can stand for each other. */
const SYNONYM = 0.7;

/**
 * Words that stand in the place of a calibrated question's own: `asked` has them and no wording does, while it lacks a word
 * that most wordings have and that none of them is close to ("child care" for "health care").
 */
export function replacingWords(
  asked: readonly AlignedWord[],
  wordings: readonly (readonly AlignedWord[])[],
): string[] {
  const all = wordings.flat();
  const extra = asked.filter(({ word, weight }) =>
    weight > LEAST_WEIGHT && !all.some((other) => other.word === word)
  );
  const core = all.filter(({ word, weight }, i) =>
    weight > LEAST_WEIGHT && all.findIndex((other) => other.word === word) === i &&
    2 * wordings.filter((each) => each.some((other) => other.word === word)).length > wordings.length
  );
  const missing = core.filter(({ word }) => !asked.some((other) => other.word === word));
  const replaced = missing.filter((each) => closest(each, asked) < SYNONYM);
  return replaced.length === 0
    ? []
    : extra.filter((each) => closest(each, all) < SYNONYM).map(({ word }) => word);
}

/** A word with less of a text's weight says little. */
const LEAST_WEIGHT = 0.25;

function closest(word: AlignedWord, inside: readonly AlignedWord[]): number {
  let best = 0;
  for (const other of inside) {
    if (other.word === word.word) return 1;
    let cosine = 0;
    for (let d = 0; d < word.vector.length; d++) cosine += (word.vector[d] ?? 0) * (other.vector[d] ?? 0);
    best = Math.max(best, cosine);
  }
  return Math.min(1, best);
}
