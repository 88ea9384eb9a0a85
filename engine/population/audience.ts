import { DIMENSION_NAMES, DIMENSIONS } from "./dimensions.ts";

/** `dimension → segments`: only people in one of the segments of every dimension named. */
export type Where = Readonly<Record<string, readonly string[]>>;

/** Who is asked of a population: people in one of the segments of every dimension named. */
export type Audience = Where;

/**
 * The one form of an audience: dimensions and segments in the frame's order, without dimensions of which all segments are named.
 * Null where it restricts nothing.
 */
export function canonicalAudience(audience: Audience): Audience | null {
  const entries = DIMENSION_NAMES.flatMap((name): [string, string[]][] => {
    const named = audience[name];
    if (named === undefined) return [];
    const segments = DIMENSIONS[name].filter((segment) => named.includes(segment));
    return segments.length === DIMENSIONS[name].length ? [] : [[name, segments]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Who is in a population and in the audience. */
export function whereBoth(where: Where, audience: Audience | null): Where {
  const both = Object.entries(audience ?? {}).map(([name, segments]) => {
    const own = where[name];
    return [
      name,
      own === undefined ? segments : segments.filter((segment) => own.includes(segment)),
    ] as const;
  });
  return { ...where, ...Object.fromEntries(both) };
}

/** The name of a population: the frame's, and whom of it `where` admits. One population has one name. */
export function frameId(name: string, where: Where): string {
  const parts = Object.entries(where).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([dimension, segments]) => `${dimension}=${[...segments].sort().join("|")}`);
  return [name, ...parts].join("&");
}

/** An audience in a line, in the frame's order: `age=18-24|25-34; party=democrat`. */
export function audienceText(audience: Audience): string {
  return Object.entries(canonicalAudience(audience) ?? {}).map(([name, segments]) =>
    `${name}=${segments.join("|")}`
  ).join("; ");
}
