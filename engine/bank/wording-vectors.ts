import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseQuestion } from "../question/parsed-question.ts";
import { MAX_READ_CHARACTERS } from "../question/words.ts";
import { encodeVectors, vectorsOf } from "../question/vectors.ts";
import wordingVectors from "./wording-vectors.json" with { type: "json" };

/** The encoder of the bank's vectors: those of another one do not compare. */
export const BANK_ENCODER = wordingVectors.encoder;

/** What an encoder is given of a question, so that spelling, openings and its opposite make no other question. */
export const encodedText = (question: string): string =>
  parseQuestion(question).positiveText.slice(0, MAX_READ_CHARACTERS);

/** The texts of a bank that have vectors, each once, in order. */
export const encodedTexts = (bank: readonly { readonly wordings: readonly string[] }[]): string[] => [
  ...new Set(bank.flatMap(({ wordings }) => wordings.map(encodedText))),
];

/** What `deno task derive-vectors` writes: the file's description, and its bytes. */
export function encodeWordings(encoder: string, texts: readonly string[], vectors: readonly Float32Array[]) {
  return {
    description: { encoder, texts: texts.length, texts_sha256: hashOf(texts) },
    bytes: encodeVectors(vectors),
  };
}

/**
 * The vectors of the bank's wordings, by the text that was encoded. Some 20 ms, and 5 MB.
 * @throws Error where the wordings, or how they are read, have changed since the vectors were written.
 */
export function readWordingVectors(
  bank: readonly { readonly wordings: readonly string[] }[],
): ReadonlyMap<string, Float32Array> {
  const texts = encodedTexts(bank);
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
