import { floatAt } from "../numeric/columns.ts";
import { cosine } from "../question/vectors.ts";
import { stemOf } from "../question/words.ts";

/** A content word with its rarity and the encoder's vector of it. */
export interface AlignedWord {
  readonly word: string;
  readonly weight: number;
  readonly vector: Float32Array;
}

/** Finds each word of one text in another and back: the same word counts 1, another its likeness, an empty text nothing. */
export function alignBoth(one: readonly AlignedWord[], other: readonly AlignedWord[]) {
  const [there, back] = [new Float64Array(one.length), new Float64Array(other.length)];
  one.forEach((word, i) =>
    other.forEach((beside, j) => {
      const likeness = likenessOf(word, beside);
      there[i] = Math.max(floatAt(there, i), likeness);
      back[j] = Math.max(floatAt(back, j), likeness);
    })
  );
  return [alignmentOf(one, there), alignmentOf(other, back)] as const;
}

/**
 * How well the words of a text are found in another.
 * @param found how like each word its closest one in the other text is, 0 to 1
 * @returns the mean by the words' weights, and the worst among those with at least half of the mean weight.
 */
function alignmentOf(words: readonly AlignedWord[], found: Float64Array) {
  const total = words.reduce((sum, each) => sum + each.weight, 0);
  let [sum, worst] = [0, words.length === 0 ? 0 : 1];
  words.forEach(({ weight }, i) => {
    sum += weight * floatAt(found, i);
    if (weight >= total / words.length / 2) worst = Math.min(worst, floatAt(found, i));
  });
  return { mean: total > 0 ? sum / total : 0, worst };
}

/** Cosine of two words that have nothing in common: the encoder gives 0.6 to 0.65 to most. */
const UNLIKE = 0.6;

/** Likeness from which two words can stand for each other, a cosine of 0.8: "police" and "cops" have 0.93, "black" and "white" 0.78. */
const SYNONYM = 0.5;

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
    weight > MIN_WEIGHT && !all.some((other) => other.word === word)
  );
  const core = all.filter(({ word, weight }, i) =>
    weight > MIN_WEIGHT && all.findIndex((other) => other.word === word) === i &&
    2 * wordings.filter((each) => each.some((other) => other.word === word)).length > wordings.length
  );
  const missing = core.filter(({ word }) => !asked.some((other) => other.word === word));
  const replaced = missing.filter((each) => closest(each, asked) < SYNONYM);
  return replaced.length === 0
    ? []
    : extra.filter((each) => closest(each, all) < SYNONYM).map(({ word }) => word);
}

/** Whether a word of one text and one of another, of their content, can stand for each other. */
export type LikeWords = (one: string, other: string) => boolean;

/** Tells whether a word of a text and one of others, given their words of content, are the same by their stem or synonyms. */
export function likeWords(text: readonly AlignedWord[], others: readonly AlignedWord[]): LikeWords {
  const mapOf = (words: readonly AlignedWord[]) => new Map(words.map((each) => [each.word, each]));
  const [here, there] = [mapOf(text), mapOf(others)];
  return (one, other) => {
    const [a, b] = [here.get(stemOf(one)), there.get(stemOf(other))];
    return a !== undefined && b !== undefined && likenessOf(a, b) >= SYNONYM;
  };
}

/** A word with less of a text's weight says little. */
const MIN_WEIGHT = 0.25;

const closest = (word: AlignedWord, inside: readonly AlignedWord[]): number =>
  inside.reduce((best, other) => Math.max(best, likenessOf(word, other)), 0);

/** How like two words are, 0 to 1: 1 for the same word, 0 from the cosine of unlike ones on. */
function likenessOf({ word, vector }: AlignedWord, other: AlignedWord): number {
  if (other.word === word) return 1;
  return Math.min(1, Math.max(0, (cosine(vector, other.vector) - UNLIKE) / (1 - UNLIKE)));
}
