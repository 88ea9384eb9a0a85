import { existsSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { ROOT, writeJson } from "#dev/machine/folder.ts";
import { currentCommit } from "#dev/machine/programs.ts";
import { markdownTable, withSection } from "#testing/documentation-page.ts";
import { type Measurement, median } from "./measure.ts";

/** The figures of the last run of every suite. */
const RECORD = join(ROOT, "docs/benchmarks.json");
/** The page whose table is written from the record; a spec compares both. */
export const PAGE = join(ROOT, "docs/benchmarks.md");

/** Settings of the test servers that a crash would punish: figures of durable servers, which are `dev`'s, are lower. */
export const VOLATILE =
  "Postgres without fsync and synchronous_commit, Temporal on SQLite with synchronous=OFF, Redis without persistence";

interface RecordedFigure {
  readonly name: string;
  readonly unit: string;
  /** Medians of the rounds. */
  readonly ours: number;
  readonly floor: number;
  readonly floor_is: string;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  readonly aim: number | null;
}

interface RecordedSuite {
  /** The commit, with "+" where files differed from it. */
  readonly commit: string;
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  readonly durability: string;
  readonly figures: readonly RecordedFigure[];
}

export type BenchmarkRecord = Readonly<Record<string, RecordedSuite>>;

/** Replaces a suite's figures in the record, and leaves those of the other suites. */
export async function recordSuite(suite: string, measurements: readonly Measurement[]): Promise<void> {
  if (measurements.length === 0) return;
  const recorded: RecordedSuite = {
    commit: await currentCommit(ROOT, "docs/benchmarks.*"),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    durability: VOLATILE,
    figures: measurements.map(figureOf),
  };
  writeJson(RECORD, { ...readRecord(), [suite]: recorded }, 0o644);
}

export function readRecord(): BenchmarkRecord {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
}

function figureOf({ name, unit, rounds, floor, aim }: Measurement): RecordedFigure {
  const significant = (value: number) => Number(value.toPrecision(3));
  return {
    name,
    unit,
    ours: significant(median(rounds.map(({ ours }) => ours))),
    floor: significant(median(rounds.map((round) => round.floor))),
    floor_is: floor,
    ratio: Number(median(rounds.map((round) => round.ours / round.floor)).toFixed(2)),
    aim,
  };
}

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? process.arch}, ${memory} GiB, ${process.platform}`;
}

/** The page with the record's figures in its table. */
export function withTable(page: string, record: BenchmarkRecord): string {
  const number = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
  const rows = Object.entries(record).flatMap(([suite, { commit, date, figures }]) =>
    figures.map(({ name, unit, ours, floor, floor_is, ratio, aim }) => [
      suite,
      name,
      `${number(ours)} ${unit}`,
      `${number(floor)}: ${floor_is}`,
      ratio.toFixed(2),
      aim ?? "–",
      commit,
      date,
    ])
  );
  const machines = [...new Set(Object.values(record).map((suite) => suite.machine))];
  const servers = [...new Set(Object.values(record).map(({ durability }) => durability))];
  const columns = ["suite", "measured", "ours", "floor", "ratio", "aim", "commit", "date"];
  const about = `Machine: ${machines.join("; ")}. Servers: ${servers.join("; ")}.`;
  return withSection(page, "table", `${about}\n\n${markdownTable(columns, rows)}`);
}
