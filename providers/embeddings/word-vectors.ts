import { readFileSync } from "node:fs";

/** Weighted word vectors in eight bits a number; `derive.ts` wrote the file and says how they were made. */
export interface WordVectors {
  readonly dimensions: number;
  readonly rowOf: ReadonlyMap<string, number>;
  /** Factor of each row; a word's weight is part of it. */
  readonly scale: Float32Array;
  /** `dimensions` numbers a word. */
  readonly rows: Int8Array;
}

/**
 * Reads a vectors file: a line of JSON, the words separated by newlines, one float32 (little-endian) a word, the rows.
 * @throws Error when the file is missing or its length is not what its first line says.
 */
export function readWordVectors(path: URL): WordVectors {
  const file = readFileSync(path);
  const end = file.indexOf(0x0a);
  const header: { words: number; dimensions: number; word_bytes: number } = JSON.parse(
    file.toString("utf8", 0, end),
  );
  const listStart = end + 1;
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
