import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, writeJson } from "#dev/machine/folder.ts";
import { currentCommit } from "#dev/machine/programs.ts";
import { markdownTable, withSection } from "#testing/documentation-page.ts";
import type { FlowResult } from "./round.ts";

/** The figures of the last run of every flow and fault. */
const RECORD = join(ROOT, "docs/faults.json");
/** The page whose table is written from the record; a spec compares both. */
export const PAGE = join(ROOT, "docs/faults.md");

export interface FaultRow {
  readonly flow: string;
  readonly fault: string;
  readonly rounds: number;
  readonly accepted: number;
  readonly completed: number;
  readonly duplicates: number;
  /** Lost, or never accepted. */
  readonly lost: number;
  /** Disagreements, undocumented answers, and processes that ended by themselves. */
  readonly other: number;
  /** The slowest recovery, in seconds. */
  readonly recovery_s: number;
  /** Of the first round; the next rounds count up. */
  readonly seed: number;
  readonly commit: string;
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
}

/** Sums a flow's rounds of one fault. */
export function sumUp(
  results: readonly FlowResult[],
  run: Pick<FaultRow, "flow" | "fault" | "seed" | "commit" | "date">,
): FaultRow {
  const findings = results.flatMap((result) => result.findings);
  const sum = (figure: "accepted" | "completed") =>
    results.reduce((total, result) => total + result[figure], 0);
  const lost = findings.filter(({ kind }) => kind === "lost" || kind === "refused").length;
  const duplicates = findings.filter(({ kind }) => kind === "duplicate").length;
  return {
    ...run,
    rounds: results.length,
    accepted: sum("accepted"),
    completed: sum("completed"),
    duplicates,
    lost,
    other: findings.length - lost - duplicates,
    recovery_s: Number(Math.max(0, ...results.map(({ recovery }) => recovery)).toFixed(1)),
  };
}

/** The commit and the day of a run, for its rows. */
export async function thisRun(): Promise<Pick<FaultRow, "commit" | "date">> {
  return {
    commit: await currentCommit(ROOT, "docs/faults.*"),
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Replaces the rows of these flows and faults in the record and on the page, and leaves the others. */
export function recordRows(rows: readonly FaultRow[]): void {
  const isReplaced = ({ flow, fault }: FaultRow) =>
    rows.some((row) => row.flow === flow && row.fault === fault);
  const record = [...readRecord().filter((row) => !isReplaced(row)), ...rows];
  writeJson(RECORD, record, 0o644);
  writeFileSync(PAGE, withTable(readFileSync(PAGE, "utf8"), readRecord()));
}

/** The rows, by fault and then by flow. */
export function readRecord(): FaultRow[] {
  const rows: FaultRow[] = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : [];
  return rows.sort((a, b) => a.fault.localeCompare(b.fault) || a.flow.localeCompare(b.flow));
}

const COLUMNS = [
  ...["fault", "flow", "rounds", "accepted", "completed", "duplicates", "lost", "other findings"],
  ...["slowest recovery", "seed", "commit", "date"],
];

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly FaultRow[]): string {
  const cells = rows.map((row) => [
    ...[row.fault, row.flow, row.rounds, row.accepted, row.completed, row.duplicates, row.lost, row.other],
    ...[`${row.recovery_s.toFixed(1)} s`, row.seed, row.commit, row.date],
  ]);
  return markdownTable(COLUMNS, cells);
}

/** The page with the rows in its table. */
export function withTable(page: string, rows: readonly FaultRow[]): string {
  return withSection(page, "table", tableOf(rows));
}
