import { createHash } from "node:crypto";
import { arch, cpus } from "node:os";

/** What the commands of the lab are asked for, and where they run. */

/** The names that were asked for, all that there are where none was. @throws Error that says which is unknown, and which there are */
export function chosen(known: readonly string[], names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(", ")}. Choose among ${known.join(", ")}`);
  }
  return names.length === 0 ? known : names;
}

/** The value of an option; undefined without it. @throws Error for anything but a whole number from `least` to `most` */
export function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`);
}

/** A source of numbers that its seed decides: uniform in [0, 1). */
export type Random = () => number;

/** The same seed and stream, the same numbers. Whatever draws at times of its own has a stream of its own. */
export function randomOf(seed: number, stream: string): Random {
  let drawn = 0;
  return () => createHash("sha256").update(`${seed}/${stream}/${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

/** The machine, as the drills' tables say it. */
export const MACHINE = `on ${cpus().length} cores (${arch()})`;
