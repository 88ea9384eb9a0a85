import { type AgentChunk, ANSWERS } from "./answers.ts";
import { inOrder } from "./chunks.ts";
import { STRIDE } from "../population/dimensions.ts";
import type { RunDimension } from "./run.ts";

/** What the `agents` array is written from. */
export interface AgentRows {
  /** The reported dimensions, in the chunks' order: `run.dimensions.slice(0, run.reported)`. */
  readonly dimensions: readonly RunDimension[];
  readonly chunks: readonly AgentChunk[];
  /** By agent index. */
  readonly weight: Float64Array;
}

/** Dimensions whose segments are written as one cached text: four have at most a few hundred combinations. */
const GROUP = 4;

/** Agents in one piece, about 64 KiB: what is joined stays in the processor's cache, and a socket takes it in one go. */
const PIECE = 250;

const OPINIONS = ANSWERS.flatMap((answer) =>
  [null, 1, 2, 3, 4, 5].map((intensity) => `,"answer":"${answer}","intensity":${intensity},"reason":`)
);

/**
 * The JSON text of the `agents` array in pieces, for a body that is written as it is made. Every agent is
 * `{"index","segments":{dimension: segment},"weight","answer","intensity","reason","quote"}`.
 *
 * What repeats is escaped once, no object is made, and one `join` a piece copies each character once: 10,000 agents take
 * about 3 ms, 0.8 of `JSON.stringify` of rows that are there already.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function writeAgentsJson({ dimensions, chunks, weight }: AgentRows): string[] {
  const groups = segmentGroups(dimensions);
  const parts = new Array<string | number>(PIECE * (groups.length + 4));
  let part = 0;
  const pieces = ["["];
  for (const { first, count, segment, answer, intensity, reason, reasons, quote } of inOrder(chunks)) {
    const reasonJson = reasons.map((text) => `${JSON.stringify(text)},"quote":`);
    const unquoted = new Array<string | undefined>(reasons.length * OPINIONS.length).fill(undefined);
    for (let k = 0; k < count; k++) {
      const index = first + k;
      parts[part++] = index === 0 ? '{"index":' : ',{"index":';
      parts[part++] = index;
      for (const { from, texts, known } of groups) {
        let key = 0;
        for (let d = 0; d < texts.length; d++) key = key * STRIDE + (segment[(from + d) * count + k] ?? 0);
        parts[part++] = known[key] ??= texts.map((names, d) =>
          names[segment[(from + d) * count + k] ?? 0] ?? ""
        )
          .join("");
      }
      parts[part++] = weight[index] ?? 0;
      const opinion = (answer[k] ?? 3) * 6 + (intensity[k] ?? 0);
      const given = reason[k] ?? 0;
      const said = quote[k] ?? null;
      parts[part++] = said === null
        ? unquoted[given * OPINIONS.length + opinion] ??= `${OPINIONS[opinion] ?? ""}${
          reasonJson[given] ?? ""
        }null}`
        : `${OPINIONS[opinion] ?? ""}${reasonJson[given] ?? ""}${JSON.stringify(said)}}`;
      if (part === parts.length) {
        pieces.push(parts.join(""));
        part = 0;
      }
    }
  }
  parts.length = part;
  pieces.push(parts.join(""), "]");
  return pieces;
}

interface SegmentGroup {
  /** The first dimension of the group. */
  readonly from: number;
  /**
   * `"dimension":"segment"` by dimension and segment, after a comma or what opens the object; the last one also closes it and
   * names the weight.
   */
  readonly texts: readonly (readonly string[])[];
  /** The text of each combination that was met. */
  readonly known: (string | undefined)[];
}

const OPEN = ',"segments":{';
const CLOSE = '},"weight":';

function segmentGroups(dimensions: readonly RunDimension[]): SegmentGroup[] {
  if (dimensions.length === 0) return [{ from: 0, texts: [], known: [OPEN + CLOSE] }];
  const texts = dimensions.map(({ name, segments }, d) =>
    segments.map((segment) =>
      `${d === 0 ? OPEN : ","}${JSON.stringify(name)}:${JSON.stringify(segment)}${
        d === dimensions.length - 1 ? CLOSE : ""
      }`
    )
  );
  return Array.from({ length: Math.ceil(texts.length / GROUP) }, (_, g) => {
    const group = texts.slice(g * GROUP, (g + 1) * GROUP);
    return { from: g * GROUP, texts: group, known: new Array(STRIDE ** group.length).fill(undefined) };
  });
}
