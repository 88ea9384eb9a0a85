import type { AgentChunk } from "./answers.ts";

/**
 * Chunks in index order.
 * @throws RangeError unless together they are the agents from 0 on, each once.
 */
export function inOrder(chunks: readonly AgentChunk[]): readonly AgentChunk[] {
  const sorted = [...chunks].sort((a, b) => a.first - b.first);
  let next = 0;
  for (const chunk of sorted) {
    if (chunk.first !== next) {
      throw new RangeError(`Cannot read chunks: agent ${next} is missing or there twice`);
    }
    next += chunk.count;
  }
  return sorted;
}

/** Agents in all chunks. */
export function agentCount(chunks: readonly AgentChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.count, 0);
}

/** The segment numbers of all agents in the run's dimension d, in index order. */
export function segmentColumn(ordered: readonly AgentChunk[], d: number): Uint8Array {
  const column = new Uint8Array(agentCount(ordered));
  for (const { first, count, segment } of ordered) {
    column.set(segment.subarray(d * count, (d + 1) * count), first);
  }
  return column;
}
