import { createHash } from "node:crypto";
import { arch, cpus } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
import { treeTicks } from "#dev/machine/processes.ts";

/** What the commands of the lab are asked for, where they run, and what that costs the machine. */

/** A request for what a command does not have. */
class UnknownRequest extends Error {}

/** Runs a command of the lab and ends this process with its exit code: 2, with the reason in one line, where it does not know what it is asked for. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<never> {
  bypassProxyForLoopback();
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!(error instanceof UnknownRequest || code.startsWith("ERR_PARSE_ARGS"))) throw error;
    console.error(message);
    process.exit(2);
  }
}

/** The names that were asked for, all that there are where none was. @throws UnknownRequest that says which is unknown, and which there are */
export function chosen(known: readonly string[], names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UnknownRequest(`Unknown: ${unknown.join(", ")}. Choose among ${known.join(", ")}`);
  }
  return names.length === 0 ? known : names;
}

/** The value of an option; undefined without it. @throws UnknownRequest for anything but a whole number from `least` to `most` */
export function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UnknownRequest(`--${name} must be a whole number from ${least} to ${most}`);
}

/** Repeats a call, with a pause after each. @returns what ends the repetition; it resolves once the call under way has ended */
export function repeat(call: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await call();
      await sleep(pauseMs);
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
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

/**
 * Does pieces of work. @returns how many ended in a second, and milliseconds of processor time for each: of the processes of each part, with all
 * that they start, and of all parts
 */
export async function costOf<Part extends string>(
  pids: Readonly<Record<Part, readonly number[]>>,
  count: number,
  work: () => Promise<unknown>,
): Promise<{ rate: number; ms: Readonly<Record<Part, number>>; all: number }> {
  const parts = Object.entries<readonly number[]>(pids);
  const before = parts.map(([, each]) => treeTicks(each));
  const begin = performance.now();
  await work();
  const rate = 1_000 * count / (performance.now() - begin);
  // A tick is a hundredth of a second.
  const taken = parts.map(([, each], i) => 10 * (treeTicks(each) - (before[i] ?? 0)) / count);
  const ms = Object.fromEntries(parts.map(([part], i) => [part, taken[i]])) as Record<Part, number>;
  return { rate, ms, all: taken.reduce((sum, each) => sum + each, 0) };
}
