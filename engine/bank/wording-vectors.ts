import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseQuestion } from "../question/parsed-question.ts";
import { MAX_READ_CHARACTERS } from "../question/words.ts";
import { encodeVectors, vectorsOf } from "../question/vectors.ts";
import wordingVectors from "./wording-vectors.json" with { type: "json" };

/** What an encoder is given of a question, so that spelling, openings and its opposite make no other question. */
export const encodedText = (question: string): string =>
  parseQuestion(question).positiveText.slice(0, MAX_READ_CHARACTERS);

/** Distinct words of a text that are compared one by one with those of every candidate's wordings; wordings have up to 20. */
export const MAX_ALIGNED_WORDS = 64;

/** A longer stretch of letters is no word. */
const MAX_WORD_CHARACTERS = 40;

/** The words of a question that are compared one by one. */
export const alignedWords = (question: string): string[] =>
  [...new Set(parseQuestion(question).contentText.split(" "))]
    .filter((word) => word !== "" && word.length <= MAX_WORD_CHARACTERS).slice(0, MAX_ALIGNED_WORDS);

/** What matching knows wordings by: their positive texts and their single words, each once, in order. */
export const encodedTexts = (wordings: readonly string[]): string[] => [
  ...new Set([...wordings.map(encodedText), ...wordings.flatMap(alignedWords)]),
];

/** Vectors by the text that was encoded. */
export type TextVectors = ReadonlyMap<string, Float32Array>;

/** @throws RangeError where the text was not encoded. */
export function vectorIn(vectors: TextVectors, text: string): Float32Array {
  const vector = vectors.get(text);
  if (vector === undefined) throw new RangeError(`Cannot find the vector of "${text}"`);
  return vector;
}

/** What `deno task derive-vectors` writes: the file's description, and its bytes. */
export function encodeWordings(encoder: string, texts: readonly string[], vectors: readonly Float32Array[]) {
  return {
    description: { encoder, texts: texts.length, texts_sha256: hashOf(texts) },
    bytes: encodeVectors(vectors),
  };
}

/**
 * The vectors of the bank's wordings and of their words, by the text that was encoded. Some 30 ms, and 9 MB.
 * @throws Error where the wordings, or how they are read, have changed since the vectors were written.
 */
export function readWordingVectors(
  bank: readonly { readonly wordings: readonly string[] }[],
): TextVectors {
  const texts = encodedTexts(bank.flatMap(({ wordings }) => wordings));
  if (hashOf(texts) !== wordingVectors.texts_sha256) {
    throw new Error(
      "Cannot use the bank's vectors: its wordings have changed since; run deno task derive-vectors",
    );
  }
  const bytes = readFileSync(new URL("./wordings.vectors", import.meta.url));
  const { dimensions, numbers } = vectorsOf(bytes, texts.length);
  return new Map(
    texts.map((text, row) => [text, numbers.subarray(row * dimensions, (row + 1) * dimensions)]),
  );
}

const hashOf = (texts: readonly string[]): string =>
  createHash("sha256").update(texts.join("\n")).digest("hex");
