import type { AgentChunk } from "./answers.ts";

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

/** Reasons that no agent of the chunk gives are left out. */
export function encodeChunk(chunk: AgentChunk): EncodedChunk {
  const { first, count, answer, intensity, segment } = chunk;
  const place = new Map<number, number>();
  const reasons: string[] = [];
  const reason = new Uint8Array(count * 2);
  const view = new DataView(reason.buffer);
  const quotes: Record<string, string> = {};
  for (let k = 0; k < count; k++) {
    const given = chunk.reason[k] ?? 0;
    let at = place.get(given);
    if (at === undefined) {
      at = reasons.push(chunk.reasons[given] ?? "") - 1;
      place.set(given, at);
    }
    view.setUint16(2 * k, at, true);
    const quote = chunk.quote[k] ?? null;
    if (quote !== null) quotes[first + k] = quote;
  }
  return { first, count, answer, intensity, segment, reason, reasons, quotes };
}

/**
 * The chunk again. Its columns may share memory with the stored bytes.
 * @throws RangeError when a column's length is not what `count` asks for.
 */
export function decodeChunk(stored: EncodedChunk): AgentChunk {
  const { first, count, answer, intensity, segment, reasons } = stored;
  if (answer.length !== count || intensity.length !== count || stored.reason.length !== 2 * count) {
    throw new RangeError(
      `Cannot decode the chunk from agent ${first}: its columns do not have ${count} entries`,
    );
  }
  if (count > 0 && segment.length % count !== 0) {
    throw new RangeError(
      `Cannot decode the chunk from agent ${first}: its segments do not fill whole dimensions`,
    );
  }
  const view = new DataView(stored.reason.buffer, stored.reason.byteOffset, stored.reason.byteLength);
  const reason = new Uint16Array(count);
  for (let k = 0; k < count; k++) reason[k] = view.getUint16(2 * k, true);
  const quote = new Array<string | null>(count).fill(null);
  for (const [index, text] of Object.entries(stored.quotes)) quote[Number(index) - first] = text;
  return { first, count, answer, intensity, segment, reason, reasons, quote };
}
