import { createHash } from "node:crypto";
import { parseArgs } from "node:util";

/** A source of numbers that its seed decides: uniform in [0, 1). */
export type Random = () => number;

/** The same seed and stream, the same numbers. Whatever draws at times of its own has a stream of its own. */
export function randomOf(seed: number, stream: string): Random {
  let drawn = 0;
  return () => createHash("sha256").update(`${seed}/${stream}/${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}

export interface Request {
  /** Names of flows; empty stands for all. */
  readonly flows: readonly string[];
  /** Names of faults; empty stands for all. */
  readonly faults: readonly string[];
  /** Of the first round; the next rounds count up. */
  readonly seed: number;
  /** Of each fault; null stands for each fault's own number. */
  readonly rounds: number | null;
}

/** The largest seed that the command line takes. */
const MAX_SEED = 2 ** 31;
const MAX_ROUNDS = 10_000;

/**
 * Reads `[flow|fault …] [--seed N] [--rounds N]`.
 * @param known the names of the flows and of the faults
 * @throws Error that names what it does not know
 */
export function readRequest(
  args: readonly string[],
  known: { readonly flows: readonly string[]; readonly faults: readonly string[] },
  anySeed: () => number = () => Math.floor(Math.random() * 1_000_000),
): Request {
  const { positionals: names, values } = parseArgs({
    args: [...args],
    options: { seed: { type: "string" }, rounds: { type: "string" } },
    allowPositionals: true,
  });
  const unknown = names.filter((name) => !known.flows.includes(name) && !known.faults.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `Unknown: ${unknown.join(", ")}. Flows: ${known.flows.join(", ")}. Faults: ${known.faults.join(", ")}`,
    );
  }
  return {
    flows: known.flows.filter((name) => names.includes(name)),
    faults: known.faults.filter((name) => names.includes(name)),
    seed: wholeNumber("seed", values.seed, 0, MAX_SEED) ?? anySeed(),
    rounds: wholeNumber("rounds", values.rounds, 1, MAX_ROUNDS) ?? null,
  };
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

export interface PlannedRound<Fault> {
  readonly fault: Fault;
  readonly seed: number;
}

/** The rounds of each fault, with the seed that repeats each of them. */
export function planRounds<Fault extends { readonly name: string; readonly rounds: number }>(
  { faults, seed, rounds }: Request,
  known: readonly Fault[],
): PlannedRound<Fault>[] {
  return known.filter(({ name }) => faults.length === 0 || faults.includes(name)).flatMap((fault) =>
    Array.from({ length: rounds ?? fault.rounds }, (_, index) => ({ fault, seed: seed + index }))
  );
}
