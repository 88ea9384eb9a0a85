import { integerAt, itemAt } from "../numeric/columns.ts";
import { type AgentChunk, quoteAt } from "./answers.ts";

/** A chunk as it is stored: byte columns, the reason texts that it uses, and its few quotes by index. */
export interface EncodedChunk {
  readonly first: number;
  readonly count: number;
  /** Index into `ANSWERS`, one byte an agent. */
  readonly answer: Uint8Array;
  /** 1 to 5, 0 for n_a, one byte an agent. */
  readonly intensity: Uint8Array;
  /** One byte an agent, dimension after dimension. */
  readonly segment: Uint8Array;
  /** Index into `reasons`, two bytes an agent, little-endian. */
  readonly reason: Uint8Array;
  readonly reasons: readonly string[];
  /** Quote by agent index (not by place in the chunk). */
  readonly quotes: Readonly<Record<string, string>>;
}

/** Encodes a chunk. Reasons that no agent of the chunk gives are left out. */
export function encodeChunk(chunk: AgentChunk): EncodedChunk {
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
    reason: new Uint8Array(reason.buffer),
    reasons: Array.from(placeOf.keys(), (number) => itemAt(chunk.reasons, number)),
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
