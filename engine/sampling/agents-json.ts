import { byteAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";
import { STRIDE } from "../population/dimensions.ts";
import { type AgentChunk, answerAt, ANSWERS, quoteAt, segmentAt } from "./answers.ts";
import { inOrder } from "./chunks.ts";
import type { SimulationDimension } from "./prepared-simulation.ts";

/** What the `agents` array is written from. */
export interface AgentRows {
  /** The reported dimensions, in the chunks' order: `run.dimensions.slice(0, run.reported)`. */
  readonly dimensions: readonly SimulationDimension[];
  readonly chunks: readonly AgentChunk[];
  /** By agent index. */
  readonly weight: Float64Array;
}

/** Dimensions whose segments are written as one cached text: four have at most a few hundred combinations. */
const GROUP = 4;

/** Agents in one piece, about 64 KiB: the joined text stays in the processor's cache, and a socket takes it in one go. */
const PIECE = 250;

/** Numbers of intensities: 0 (null) to 5. */
const INTENSITIES = 6;

/**
 * The JSON text of the `agents` array in pieces, for a body that is written while it is made. Every agent is
 * `{"index","segments":{dimension: segment},"weight","answer","intensity","reason","quote"}`.
 *
 * Repeated texts are escaped once, no object is made, and one `join` a piece copies each character once: 10,000 agents take
 * about 3 ms, 0.8 of `JSON.stringify` of rows that are there already.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function writeAgentsJson({ dimensions, chunks, weight }: AgentRows): string[] {
  const groups = segmentGroups(dimensions);
  // An agent has a part for its index and one before it, one a group, its weight and its opinion.
  const parts = new Array<string | number>(PIECE * (groups.length + 4));
  let part = 0;
  const pieces = ["["];
  for (const chunk of inOrder(chunks)) {
    const opinions = new OpinionTexts(chunk);
    for (let k = 0; k < chunk.count; k++) {
      const index = chunk.first + k;
      parts[part++] = index === 0 ? '{"index":' : ',{"index":';
      parts[part++] = index;
      for (const group of groups) parts[part++] = group.textOf(chunk, k);
      parts[part++] = floatAt(weight, index);
      parts[part++] = opinions.textOf(k);
      if (part < parts.length) continue;
      pieces.push(parts.join(""));
      part = 0;
    }
  }
  parts.length = part;
  pieces.push(parts.join(""), "]");
  return pieces;
}

const OPEN = ',"segments":{';
const CLOSE = '},"weight":';

function segmentGroups(dimensions: readonly SimulationDimension[]): SegmentGroup[] {
  const texts = dimensions.map(({ name, segments }, d) =>
    segments.map((segment) =>
      (d === 0 ? OPEN : ",") + `${JSON.stringify(name)}:${JSON.stringify(segment)}` +
      (d === dimensions.length - 1 ? CLOSE : "")
    )
  );
  if (texts.length === 0) return [new SegmentGroup(0, [], OPEN + CLOSE)];
  return Array.from(
    { length: Math.ceil(texts.length / GROUP) },
    (_, g) => new SegmentGroup(g * GROUP, texts.slice(g * GROUP, (g + 1) * GROUP)),
  );
}

/** Up to four dimensions in a row, with the text of each combination of segments that was met. */
class SegmentGroup {
  readonly #first: number;
  readonly #texts: readonly (readonly string[])[];
  readonly #cache: (string | undefined)[];

  /**
   * @param first number of the group's first dimension.
   * @param texts `"dimension":"segment"` by dimension and segment, after a comma or the text that opens the object; those of
   *     the last dimension also close it and name the weight.
   * @param empty the text of a group without dimensions.
   */
  constructor(first: number, texts: readonly (readonly string[])[], empty?: string) {
    this.#first = first;
    this.#texts = texts;
    this.#cache = new Array<string | undefined>(STRIDE ** texts.length).fill(empty);
  }

  textOf(chunk: AgentChunk, k: number): string {
    let combination = 0;
    for (let d = 0; d < this.#texts.length; d++) {
      combination = combination * STRIDE + segmentAt(chunk, this.#first + d, k);
    }
    return this.#cache[combination] ??= this.#texts
      .map((segments, d) => itemAt(segments, segmentAt(chunk, this.#first + d, k)))
      .join("");
  }
}

/** Answer, intensity, reason and quote of a chunk's agents; texts without a quote are cached. */
class OpinionTexts {
  readonly #chunk: AgentChunk;
  readonly #reasons: readonly string[];
  readonly #unquoted: (string | undefined)[];

  constructor(chunk: AgentChunk) {
    this.#chunk = chunk;
    this.#reasons = chunk.reasons.map((text) => JSON.stringify(text));
    this.#unquoted = new Array<string | undefined>(chunk.reasons.length * ANSWERS.length * INTENSITIES)
      .fill(undefined);
  }

  textOf(k: number): string {
    const quote = quoteAt(this.#chunk, k);
    if (quote !== null) return this.#text(k, JSON.stringify(quote));
    const opinion = answerAt(this.#chunk, k) * INTENSITIES + byteAt(this.#chunk.intensity, k);
    const place = integerAt(this.#chunk.reason, k) * ANSWERS.length * INTENSITIES + opinion;
    return this.#unquoted[place] ??= this.#text(k, "null");
  }

  #text(k: number, quote: string): string {
    const answer = ANSWERS[answerAt(this.#chunk, k)];
    const intensity = byteAt(this.#chunk.intensity, k) || null;
    const reason = itemAt(this.#reasons, integerAt(this.#chunk.reason, k));
    return `,"answer":"${answer}","intensity":${intensity},"reason":${reason},"quote":${quote}}`;
  }
}
