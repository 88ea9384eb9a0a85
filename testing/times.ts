import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import type { RootHookObject } from "mocha";
import { ROOT } from "#dev/machine/folder.ts";
import { treeTicks } from "#dev/machine/processes.ts";
import { waitFor } from "#dev/machine/wait.ts";

/** Processor seconds and wall time by spec file, for `deno task test --times`. */

/** The environment variable with the path of the file that takes a run's measurements, one JSON object a line. */
export const TIMES_FILE = "TEST_TIMES";

/** What a file of specs cost. */
interface FileLine {
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly begin: number;
  readonly end: number;
  /** Processor seconds of the specs' process and of the processes that it started. */
  readonly own: number;
  readonly specs: number;
}

/** What the services that all specs share had cost at a moment. */
interface SampleLine {
  readonly at: number;
  /** Processor seconds since their start. */
  readonly shared: number;
}

const SAMPLE_MS = 500;

/** The hooks of a process of specs, which measure one file after the other. Modules that a file loads count as its own. */
export function timesHooks(path: string): RootHookObject {
  let [begin, before] = [Date.now(), treeSeconds([process.pid])];
  return {
    afterAll(this: Mocha.Context) {
      const root = this.test?.parent;
      const file = root?.suites[0]?.file;
      if (root === undefined || file === undefined) return;
      const [end, after] = [Date.now(), treeSeconds([process.pid])];
      write(path, { file: relative(ROOT, file), begin, end, own: after - before, specs: root.total() });
      [begin, before] = [end, after];
    },
  };
}

/** Measures the shared services until `stop`. */
export function sampleShared(path: string, pids: readonly number[]): { stop(): void } {
  const sample = () => write(path, { at: Date.now(), shared: treeSeconds(pids) });
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
    },
  };
}

function write(path: string, line: FileLine | SampleLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const treeSeconds = (pids: readonly number[]): number => treeTicks(pids) / 100;

interface Cost extends FileLine {
  /** Its part of the shared services' processor seconds: while several files run, each gets the same. */
  readonly share: number;
}

/** Prints a Markdown table of what each file of specs cost, the dearest first, from a run's measurements. */
export function printTimes(path: string): void {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const samples: SampleLine[] = lines.filter((line) => "at" in line);
  const costs = lines.filter((line) => "file" in line).map((line: FileLine) => ({
    ...line,
    share: shareOf(line, lines.filter((each) => "file" in each), samples),
  }));
  costs.sort((a, b) => totalOf(b) - totalOf(a));
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  console.log("| Processor seconds | of shared services | Wall seconds | Specs | File |");
  console.log("|---:|---:|---:|---:|---|");
  const row = (total: number, share: number, wall: number, specs: number, file: string) =>
    console.log(`| ${total.toFixed(1)} | ${share.toFixed(1)} | ${wall.toFixed(1)} | ${specs} | ${file} |`);
  row(
    sum(totalOf),
    sum(({ share }) => share),
    sum(wallOf),
    sum(({ specs }) => specs),
    `all ${costs.length} files`,
  );
  for (const cost of costs) row(totalOf(cost), cost.share, wallOf(cost), cost.specs, `\`${cost.file}\``);
}

const totalOf = ({ own, share }: Cost) => own + share;
const wallOf = ({ begin, end }: FileLine) => (end - begin) / 1_000;

function shareOf(file: FileLine, files: readonly FileLine[], samples: readonly SampleLine[]): number {
  let share = 0;
  samples.forEach((sample, i) => {
    const before = samples[i - 1];
    if (before === undefined) return;
    const overlap = ({ begin, end }: FileLine) =>
      Math.max(0, Math.min(end, sample.at) - Math.max(begin, before.at));
    const own = overlap(file);
    if (own === 0) return;
    share += (sample.shared - before.shared) * own / files.reduce((sum, each) => sum + overlap(each), 0);
  });
  return share;
}

/** Runs `work` while this process's clock is ahead by `aheadMs` milliseconds, or behind where that is negative. */
export async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const Right = Date;
  class Wrong extends Right {
    constructor(...args: [] | [string | number | Date]) {
      super(...(args.length === 0 ? [Wrong.now()] : args) as [number]);
    }
    static override now(): number {
      return Right.now() + aheadMs;
    }
  }
  globalThis.Date = Wrong as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Right;
  }
}

/**
 * Waits for a condition: calls `check` after 25 ms, and then ever more seldom up to four times a second, until it returns a value.
 * @throws Error with the condition, and the last failure as its cause, after `seconds`.
 */
export async function eventually<T>(
  condition: string,
  check: () => Promise<T | undefined>,
  seconds = 30,
): Promise<T> {
  return await waitFor(condition, check, { seconds, everyMs: 25, upToMs: 250 });
}
