import { createHash } from "node:crypto";
import { byteAt, floatAt, integerAt, itemAt, range } from "../numeric/columns.ts";
import type { SimulationDimension } from "./prepared-simulation.ts";

/**
 * Chunks in index order.
 * @throws RangeError unless together they are the agents from 0 on, each once.
 */
export function inOrder(chunks: readonly AgentChunk[]): readonly AgentChunk[] {
  const sorted = chunks.toSorted((a, b) => a.first - b.first);
  let next = 0;
  for (const { first, count } of sorted) {
    if (first !== next) {
      throw new RangeError(`Cannot read chunks: agent ${next} is missing or there twice`);
    }
    next += count;
  }
  return sorted;
}

/** Number of agents in all chunks. */
export function agentCount(chunks: readonly AgentChunk[]): number {
  return chunks.reduce((sum, { count }) => sum + count, 0);
}

/** The segment numbers of all agents in the run's dimension d, in index order. */
export function segmentColumn(ordered: readonly AgentChunk[], d: number): Uint8Array {
  const column = new Uint8Array(agentCount(ordered));
  for (const { first, count, segment } of ordered) {
    column.set(segment.subarray(d * count, (d + 1) * count), first);
  }
  return column;
}

/**
 * SHA-256 over all agents in index order, in hexadecimal: one line of JSON an agent, with its segment numbers, answer,
 * intensity, reason and quote. Chunking, dictionaries and order of arrival leave no trace in it.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function runDigest(chunks: readonly AgentChunk[]): string {
  const hash = createHash("sha256");
  for (const chunk of inOrder(chunks)) {
    const { first, count, segment, intensity } = chunk;
    const dimensions = range(count === 0 ? 0 : segment.length / count);
    let lines = "";
    for (let k = 0; k < count; k++) {
      const segments = dimensions.map((d) => segmentAt(chunk, d, k));
      const answer = ANSWERS[answerAt(chunk, k)];
      const agent = [
        first + k,
        segments,
        answer,
        byteAt(intensity, k),
        reasonAt(chunk, k),
        quoteAt(chunk, k),
      ];
      lines += `${JSON.stringify(agent)}\n`;
    }
    hash.update(lines);
  }
  return hash.digest("hex");
}

/** A chunk as it is stored: byte columns, the reason texts that it uses, and its few quotes by index. */
export type EncodedChunk = Readonly<ReturnType<typeof encodeChunk>>;

/** Encodes a chunk. Reasons that no agent of the chunk gives are left out. */
export function encodeChunk(chunk: AgentChunk) {
  const { first, count, answer, intensity, segment } = chunk;
  /** Place of a reason in the stored list by its number in the chunk's. */
  const placeOf = new Map<number, number>();
  const reason = new DataView(new ArrayBuffer(2 * count));
  const quotes: Record<string, string> = {};
  for (let k = 0; k < count; k++) {
    const number = integerAt(chunk.reason, k);
    const place = placeOf.get(number) ?? placeOf.size;
    placeOf.set(number, place);
    reason.setUint16(2 * k, place, true);
    const quote = quoteAt(chunk, k);
    if (quote !== null) quotes[first + k] = quote;
  }
  return {
    first,
    count,
    answer,
    intensity,
    segment,
    /** Index into `reasons`, two bytes an agent, little-endian. */
    reason: new Uint8Array(reason.buffer),
    reasons: Array.from(placeOf.keys(), (number) => itemAt(chunk.reasons, number)),
    /** Quote by agent index (not by place in the chunk). */
    quotes,
  };
}

/**
 * The chunk again. Its columns may share memory with the stored bytes.
 * @throws RangeError when a column does not have `count` entries, or a quote belongs to no agent of the chunk.
 */
export function decodeChunk(stored: EncodedChunk): AgentChunk {
  const { first, count, answer, intensity, segment, reasons } = stored;
  assertLengths(stored);
  const view = new DataView(stored.reason.buffer, stored.reason.byteOffset, stored.reason.byteLength);
  const reason = new Uint16Array(count);
  for (let k = 0; k < count; k++) reason[k] = view.getUint16(2 * k, true);
  const quote = new Array<string | null>(count).fill(null);
  for (const [index, text] of Object.entries(stored.quotes)) {
    const k = Number(index) - first;
    if (!(k in quote)) throw undecodable(first, `agent ${index}, who is quoted, is not in it`);
    quote[k] = text;
  }
  return { first, count, answer, intensity, segment, reason, reasons, quote };
}

function assertLengths({ first, count, answer, intensity, segment, reason }: EncodedChunk): void {
  if (answer.length !== count || intensity.length !== count || reason.length !== 2 * count) {
    throw undecodable(first, `its columns do not have ${count} entries`);
  }
  if (count > 0 && segment.length % count !== 0) {
    throw undecodable(first, "its segments do not fill whole dimensions");
  }
}

function undecodable(first: number, fault: string): RangeError {
  return new RangeError(`Cannot decode the chunk from agent ${first}: ${fault}`);
}

/** The four answers of an agent, in the order in which ties are broken. `n_a`: the question does not fit the agent. */
export const ANSWERS = ["yes", "maybe", "no", "n_a"] as const;
export type Answer = (typeof ANSWERS)[number];

/** An answer as chunks store it: its place in {@link ANSWERS}. */
export type AnswerCode = 0 | 1 | 2 | 3;

/** The code of n_a. */
export const NOT_APPLICABLE = 3;

/**
 * Agents `first` … `first + count − 1` of a run, column by column: entry k of every column is agent `first + k`.
 * Each agent's entries depend on the agent alone, never on the number of agents or the chunking.
 */
export interface AgentChunk {
  readonly first: number;
  readonly count: number;
  /** Places in {@link ANSWERS}. */
  readonly answer: Uint8Array;
  /** 1 (weak) to 5 (strong); 0 where the answer is n_a. */
  readonly intensity: Uint8Array;
  /** `segment[d * count + k]`: agent k's segment in the run's dimension d, an index into that dimension's segments. */
  readonly segment: Uint8Array;
  /** Index into `reasons`. */
  readonly reason: Uint16Array;
  /** The distinct reason texts of this chunk. */
  readonly reasons: readonly string[];
  /** The agent's own words, or null: most agents say nothing. */
  readonly quote: readonly (string | null)[];
}

/**
 * The answer of a chunk's k-th agent.
 * @throws RangeError outside the chunk, or for a code that is no answer's; so do the readers below.
 */
export function answerAt({ first, answer }: Pick<AgentChunk, "first" | "answer">, k: number): AnswerCode {
  const code = byteAt(answer, k);
  if (code === 0 || code === 1 || code === 2 || code === 3) return code;
  throw new RangeError(`Cannot read the answer of agent ${first + k}: ${code} is no answer`);
}

/** The segment of a chunk's k-th agent in the run's dimension d. */
export function segmentAt(
  { count, segment }: Pick<AgentChunk, "count" | "segment">,
  d: number,
  k: number,
): number {
  return byteAt(segment, d * count + k);
}

/** The reason of a chunk's k-th agent. */
export function reasonAt({ reason, reasons }: AgentChunk, k: number): string {
  return itemAt(reasons, integerAt(reason, k));
}

/** The quote of a chunk's k-th agent, or null. */
export function quoteAt({ quote }: AgentChunk, k: number): string | null {
  return itemAt(quote, k);
}

/** A run's agents with their weights, as results show them. */
export interface WeightedAgents {
  /** The reported dimensions, in the chunks' order: `run.dimensions.slice(0, run.reported)`. */
  readonly dimensions: readonly SimulationDimension[];
  readonly chunks: readonly AgentChunk[];
  /** By agent index. */
  readonly weight: Float64Array;
}

/** Agents in one piece, about 64 KiB: the joined text stays in the processor's cache, and a socket takes it in one go. */
const PIECE = 250;

/**
 * The JSON text of the `agents` array in pieces, for a body that is written while it is made. Every agent is
 * `{"index","segments":{dimension: segment},"weight","answer","intensity","reason","quote"}`.
 *
 * Repeated texts are escaped once, and no object is made.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function writeAgentsJson({ dimensions, chunks, weight }: WeightedAgents): string[] {
  const segmentTexts = dimensions.map(({ name, segments }, d) =>
    segments.map((segment) => `${d === 0 ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(segment)}`)
  );
  const pieces = ["["];
  let piece = "";
  for (const chunk of inOrder(chunks)) {
    const reasons = chunk.reasons.map((text) => JSON.stringify(text));
    for (let k = 0; k < chunk.count; k++) {
      const index = chunk.first + k;
      let segments = "";
      for (let d = 0; d < segmentTexts.length; d++) {
        segments += itemAt(itemAt(segmentTexts, d), segmentAt(chunk, d, k));
      }
      const intensity = byteAt(chunk.intensity, k) || null;
      const reason = itemAt(reasons, integerAt(chunk.reason, k));
      piece += `${index === 0 ? "" : ","}{"index":${index},"segments":{${segments}},"weight":${
        floatAt(weight, index)
      },"answer":"${ANSWERS[answerAt(chunk, k)]}","intensity":${intensity},"reason":${reason},"quote":${
        JSON.stringify(quoteAt(chunk, k))
      }}`;
      if ((index + 1) % PIECE !== 0) continue;
      pieces.push(piece);
      piece = "";
    }
  }
  pieces.push(piece, "]");
  return pieces;
}
