import { readFileSync } from "node:fs";

/** The environment variable with the path of the file that takes a run's measurements, one JSON object a line. */
export const TIMES_FILE = "TEST_TIMES";

/** What a file of specs cost. */
export interface FileLine {
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly begin: number;
  readonly end: number;
  /** Processor seconds of the specs' process and of the processes that it started. */
  readonly own: number;
  readonly specs: number;
}

/** What the services that all specs share had cost at a moment. */
export interface SampleLine {
  readonly at: number;
  /** Processor seconds since their start. */
  readonly shared: number;
}

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
