import fc from "fast-check";
import type { AgentChunk } from "#engine/sampling/chunks.ts";

const TEXT = fc.string({
  unit: fc.constantFrom("a", '"', "\\", "\n", "\u0000", "é", "😀", "\u2028", " "),
  maxLength: 12,
});
/** A chunk with texts of all kinds, from agent `first` on. */
const chunkFrom = (first: number): fc.Arbitrary<AgentChunk> =>
  fc.tuple(fc.array(TEXT, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 6 })).chain((
    [reasons, count],
  ) =>
    fc.record({
      first: fc.constant(first),
      count: fc.constant(count),
      answer: fc.uint8Array({ minLength: count, maxLength: count, max: 3 }),
      intensity: fc.uint8Array({ minLength: count, maxLength: count, max: 5 }),
      segment: fc.uint8Array({ minLength: 9 * count, maxLength: 9 * count, max: 1 }),
      reason: fc.uint16Array({ minLength: count, maxLength: count, max: reasons.length - 1 }),
      reasons: fc.constant(reasons),
      quote: fc.array(fc.option(TEXT), { minLength: count, maxLength: count }),
    })
  );

/** Two chunks in a row, from agent 0 on; every agent has nine dimensions of two segments. */
export const CHUNKS = chunkFrom(0).chain((a) => chunkFrom(a.count).map((b) => [a, b]));
