import { createHash } from "node:crypto";
import { type AgentChunk, ANSWERS } from "./answers.ts";
import { inOrder } from "./chunks.ts";

/**
 * SHA-256 over all agents in index order, in hexadecimal: one line of JSON an agent, with its segment numbers, answer,
 * intensity, reason and quote. Chunking, dictionaries and order of arrival leave no trace in it.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function runDigest(chunks: readonly AgentChunk[]): string {
  const hash = createHash("sha256");
  for (const { first, count, segment, answer, intensity, reason, reasons, quote } of inOrder(chunks)) {
    const dimensions = count === 0 ? 0 : segment.length / count;
    let lines = "";
    for (let k = 0; k < count; k++) {
      const segments = Array.from({ length: dimensions }, (_, d) => segment[d * count + k]);
      const given = reasons[reason[k] ?? 0] ?? "";
      const agent = [first + k, segments, ANSWERS[answer[k] ?? 3], intensity[k], given, quote[k] ?? null];
      lines += `${JSON.stringify(agent)}\n`;
    }
    hash.update(lines);
  }
  return hash.digest("hex");
}
