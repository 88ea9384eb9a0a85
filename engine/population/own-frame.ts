import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { addAt, byteAt, floatAt, itemAt, range } from "../numeric/columns.ts";
import { type Audience, frameId, type Where, whereBoth } from "./audience.ts";
import { cellColumns, DIMENSION_NAMES, type DimensionName, DIMENSIONS } from "./dimensions.ts";
import { type Frame, frameOf, frameOfCells, marginOf, restrictFrame, tableOver, US_ADULTS } from "./frame.ts";
import { fitMargins, normalized } from "./ipf.ts";

/** Weighted shares of a survey's people: dimension → segment → share. What it does not tell apart, or has no people of, is not there. */
export type Margins = Readonly<Partial<Record<DimensionName, Readonly<Record<string, number>>>>>;

/** Whom agents are drawn from. */
export interface FramedPopulation {
  /** The joint table's id, such as `us-adults-2024`. */
  readonly frame: string;
  /** Only people in one of these segments belong to it, dimension by dimension; absent: the whole frame. */
  readonly where?: Where | undefined;
  /** Of a user's survey: its own weighted margins, in place of those of U.S. adults. */
  readonly margins?: Margins | undefined;
}

/** The name of the frame with these margins: the same margins have the same name. */
export function ownFrameName(margins: Margins): string {
  return `own-${createHash("sha256").update(JSON.stringify(margins)).digest("hex").slice(0, 16)}`;
}

/** Which segments a survey has, where it lacks some of a dimension. */
export function segmentsWithPeople(margins: Margins): Where {
  return Object.fromEntries(
    Object.entries(margins).map(([name, shares]) => [name, Object.keys(shares)] as const)
      .filter(([name, segments]) => segments.length < DIMENSIONS[name as DimensionName].length),
  );
}

/** At most 3 MB each; built in some 20 ms. */
const frames = new LRUCache<string, Frame>({ max: 12 });

/**
 * The frame of a population, or the part of it in an audience.
 * @throws RangeError for an unknown frame, dimension or segment, or where no one is left.
 */
export function populationFrame(population: FramedPopulation, audience: Audience | null = null): Frame {
  const { frame: name, where = {}, margins } = population;
  const both = whereBoth(where, audience);
  if (margins === undefined) return frameOf(name, both);
  const id = frameId(name, both);
  const frame = frames.get(id) ??
    (audience === null
      ? frameWithMargins(id, margins)
      : { ...restrictFrame(populationFrame(population), id, both), absent: absentFrom(margins) });
  frames.set(id, frame);
  return frame;
}

const absentFrom = (margins: Margins): ReadonlySet<string> =>
  new Set(
    DIMENSION_NAMES.flatMap((name) =>
      DIMENSIONS[name].filter((segment) => margins[name]?.[segment] === undefined)
        .map((segment) => `${name}=${segment}`)
    ),
  );

/**
 * U.S. adults raked to a survey's margins: its people, with the associations between dimensions that U.S. adults have. Of a dimension
 * that the survey lacks nothing is told apart, so its people are all in the first segment.
 */
function frameWithMargins(id: string, margins: Margins): Frame {
  const shares = DIMENSION_NAMES.map((name) =>
    margins[name] && Float64Array.from(DIMENSIONS[name], (segment) => margins[name]?.[segment] ?? 0)
  );
  const known = range(shares.length).filter((d) => shares[d] !== undefined);
  const columns = cellColumns(known);
  const hasPeople = (_: number, cell: number) =>
    known.every((d, k) => (shares[d]?.[byteAt(itemAt(columns, k), cell)] ?? 0) > 0);
  const own = tableOver(frameOf(US_ADULTS), known).filter(hasPeople);
  const segments = shares.map((_, d) =>
    columns[known.indexOf(d)]?.filter(hasPeople) ?? new Uint8Array(own.length)
  );
  fitMargins(
    own,
    known.map((d) => ({
      group: Uint16Array.from(itemAt(segments, d)),
      target: normalized(shares[d] ?? new Float64Array()),
    })),
  );
  return { ...frameOfCells(id, normalized(own), segments), absent: absentFrom(margins) };
}

/** Weighted shares of people by the segments that each may be in; who may be in several is divided as U.S. adults are. */
export function marginsOfPeople(
  segments: readonly Uint8Array[],
  weight: Float64Array,
): Margins {
  return Object.fromEntries(DIMENSION_NAMES.flatMap((name, d) => {
    const everywhere = marginOf(frameOf(US_ADULTS), d);
    const shares = new Float64Array(everywhere.length);
    itemAt(segments, d).forEach((bits, i) => {
      const among = everywhere.map((share, s) => (bits & (1 << s)) === 0 ? 0 : share);
      const total = among.reduce((sum, share) => sum + share, 0);
      if (total > 0) among.forEach((share, s) => addAt(shares, s, floatAt(weight, i) * share / total));
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    if (sum === 0) return [];
    const present = DIMENSIONS[name].flatMap((label, s) => {
      const share = Math.round(1e6 * floatAt(shares, s) / sum) / 1e6;
      return share > 0 ? [[label, share] as const] : [];
    });
    return [[name, Object.fromEntries(present)] as const];
  }));
}
