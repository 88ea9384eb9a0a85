import { createHash } from "node:crypto";
import { byteAt, range } from "../numeric/columns.ts";
import { type AgentChunk, answerAt, ANSWERS, quoteAt, reasonAt, segmentAt } from "./answers.ts";

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
