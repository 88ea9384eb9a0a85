import { type AgentChunk, ANSWERS } from "./answers.ts";
import { inOrder } from "./chunks.ts";
import { STRIDE } from "./population/dimensions.ts";
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

/** Parts of an agent's text beside those of its segment groups. */
const OTHER_PARTS = 6;

const OPINIONS = ANSWERS.flatMap((answer) =>
  [null, 1, 2, 3, 4, 5].map((intensity) => `,"answer":"${answer}","intensity":${intensity},"reason":`)
);

/**
 * The JSON text of the `agents` array in pieces, one a chunk, for a body that is written as it is made. Every agent is
 * `{"index","segments":{dimension: segment},"weight","answer","intensity","reason","quote"}`.
 *
 * What repeats is escaped once, no object is made, and one `join` a chunk copies each character once: 10,000 agents take
 * 3 to 4 ms, about as long as `JSON.stringify` of rows that are there already, and 0.6 of making the rows and then that.
 * @throws RangeError unless the chunks are the agents from 0 on, each once.
 */
export function writeAgentsJson({ dimensions, chunks, weight }: AgentRows): string[] {
  const groups = segmentGroups(dimensions);
  const width = groups.length + OTHER_PARTS;
  const escaped = new Map<string, string>();
  const pieces = ["["];
  for (const { first, count, segment, answer, intensity, reason, reasons, quote } of inOrder(chunks)) {
    const reasonJson = reasons.map((text) => {
      const known = escaped.get(text) ?? `${JSON.stringify(text)},"quote":`;
      escaped.set(text, known);
      return known;
    });
    const opinions = new Array<string | undefined>(reasons.length * OPINIONS.length).fill(undefined);
    const parts = new Array<string>(count * width);
    let part = 0;
    for (let k = 0; k < count; k++) {
      const index = first + k;
      parts[part++] = index === 0 ? '{"index":' : ',{"index":';
      parts[part++] = `${index}`;
      parts[part++] = ',"segments":{';
      for (const { from, texts, known } of groups) {
        let key = 0;
        for (let d = 0; d < texts.length; d++) key = key * STRIDE + (segment[(from + d) * count + k] ?? 0);
        parts[part++] = known[key] ??= texts.map((names, d) =>
          names[segment[(from + d) * count + k] ?? 0] ?? ""
        )
          .join("");
      }
      parts[part++] = `},"weight":${weight[index] ?? 0}`;
      const opinion = (answer[k] ?? 3) * 6 + (intensity[k] ?? 0);
      const given = reason[k] ?? 0;
      parts[part++] = opinions[given * OPINIONS.length + opinion] ??= `${OPINIONS[opinion] ?? ""}${
        reasonJson[given] ?? ""
      }`;
      const said = quote[k] ?? null;
      parts[part++] = said === null ? "null}" : `${JSON.stringify(said)}}`;
    }
    pieces.push(parts.join(""));
  }
  pieces.push("]");
  return pieces;
}

interface SegmentGroup {
  /** The first dimension of the group. */
  readonly from: number;
  /** `"dimension":"segment"` by dimension and segment, after a comma but for the very first dimension. */
  readonly texts: readonly (readonly string[])[];
  /** The text of each combination that was met. */
  readonly known: (string | undefined)[];
}

function segmentGroups(dimensions: readonly RunDimension[]): SegmentGroup[] {
  const texts = dimensions.map(({ name, segments }, d) =>
    segments.map((segment) => `${d === 0 ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(segment)}`)
  );
  return Array.from({ length: Math.ceil(texts.length / GROUP) }, (_, g) => {
    const group = texts.slice(g * GROUP, (g + 1) * GROUP);
    return { from: g * GROUP, texts: group, known: new Array(STRIDE ** group.length).fill(undefined) };
  });
}
