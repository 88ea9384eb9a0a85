import { byteAt, floatAt, integerAt, itemAt } from "../numeric/columns.ts";
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

/** Agents in one piece, about 64 KiB: the joined text stays in the processor's cache, and a socket takes it in one go. */
const PIECE = 250;

/**
 * The JSON text of the `agents` array in pieces, for a body that is written while it is made. Every agent is
 * `{"index","segments":{dimension: segment},"weight","answer","intensity","reason","quote"}`.
 *
 * Repeated texts are escaped once, and no object is made.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function writeAgentsJson({ dimensions, chunks, weight }: AgentRows): string[] {
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
