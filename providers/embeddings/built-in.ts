import { readFileSync } from "node:fs";
import { wordsOf } from "#engine/question/words.ts";
import { singleAt } from "#engine/numeric/columns.ts";
import { normalise } from "./embedder.ts";

let processVectors: WordVectors | undefined;

/**
 * The word vector of a word, or the frequency-weighted average of a text's, 100 dimensions: what matching aligns words by. About 10 µs; a process
 * reads the file of vectors (4 MB) once.
 */
export function wordVector(text: string): Float32Array {
  const vectors = processVectors ??= readWordVectors(new URL("./built-in.vectors", import.meta.url));
  const { dimensions, scale, rows } = vectors;
  const sum = new Float32Array(dimensions);
  for (const word of wordsOf(text)) {
    for (const row of rowsOf(word, vectors.rowOf)) {
      const factor = singleAt(scale, row);
      const start = row * dimensions;
      // The reads are inside both arrays; a checked read of each takes twice the time.
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + factor * (rows[start + d] ?? 0);
    }
  }
  return normalise(sum);
}

const ENDINGS: readonly (readonly [ending: string, replacement: string])[] = [
  ["ies", "y"],
  ["es", ""],
  ["s", ""],
  ["ing", ""],
  ["ing", "e"],
  ["ed", ""],
  ["ed", "e"],
  ["er", ""],
  ["ly", ""],
];

/** The rows that represent a word: its own, else those of its hyphenated parts, else the row of a form without its ending. */
function rowsOf(word: string, rowOf: ReadonlyMap<string, number>): number[] {
  const own = rowOf.get(word);
  if (own !== undefined) return [own];
  if (word.includes("-")) return word.split("-").flatMap((part) => rowsOf(part, rowOf));
  for (const [ending, replacement] of ENDINGS) {
    if (word.length - ending.length < 3 || !word.endsWith(ending)) continue;
    const stem = rowOf.get(word.slice(0, -ending.length) + replacement);
    if (stem !== undefined) return [stem];
  }
  return [];
}

/** Weighted word vectors in eight bits a number; `derive.ts` writes the file and documents how. */
interface WordVectors {
  readonly dimensions: number;
  readonly rowOf: ReadonlyMap<string, number>;
  /** The factor of each row, with the word's weight in it. */
  readonly scale: Float32Array;
  /** `dimensions` numbers a word. */
  readonly rows: Int8Array;
}

/**
 * Reads a vectors file: a line of JSON, the words separated by newlines, one float32 (little-endian) a word, the rows.
 * @throws Error when the file is missing or its length does not fit its first line.
 */
function readWordVectors(path: URL): WordVectors {
  const file = readFileSync(path);
  const headerEnd = file.indexOf(0x0a);
  const header: { words: number; dimensions: number; word_bytes: number } = JSON.parse(
    file.toString("utf8", 0, headerEnd),
  );
  const listStart = headerEnd + 1;
  const scaleStart = listStart + header.word_bytes;
  const rowStart = scaleStart + 4 * header.words;
  if (file.length !== rowStart + header.words * header.dimensions) {
    throw new Error(`Cannot read word vectors from ${path.pathname}: the file has ${file.length} bytes`);
  }
  const words = file.toString("latin1", listStart, scaleStart).split("\n");
  const scale = new Float32Array(header.words);
  for (let w = 0; w < header.words; w++) scale[w] = file.readFloatLE(scaleStart + 4 * w);
  return {
    dimensions: header.dimensions,
    rowOf: new Map(words.map((word, w) => [word, w])),
    scale,
    rows: new Int8Array(file.buffer, file.byteOffset + rowStart, header.words * header.dimensions),
  };
}
