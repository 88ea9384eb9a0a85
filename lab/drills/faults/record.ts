import type { thisRun } from "#dev/machine/programs.ts";
import { markdownTable, rewritePage, withRows } from "#testing/documentation-page.ts";
import type { FlowResult } from "./round.ts";

/** The page whose table has the last run of every flow and fault. */
export const PAGE = "docs/faults.md";

interface Run extends Awaited<ReturnType<typeof thisRun>> {
  readonly flow: string;
  readonly fault: string;
  /** Of the first round; the next rounds count up. */
  readonly seed: number;
}

export type FaultRow = ReturnType<typeof sumUp>;

/** Sums a flow's rounds of one fault. */
export function sumUp(results: readonly FlowResult[], run: Run) {
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
    /** Lost, or never accepted. */
    lost,
    /** Disagreements, undocumented answers, and processes that ended by themselves. */
    other: findings.length - lost - duplicates,
    /** The slowest, in seconds. */
    recovery: Math.max(0, ...results.map(({ recovery }) => recovery)),
  };
}

const COLUMNS = [
  ...["fault", "flow", "rounds", "accepted", "completed", "duplicates", "lost", "other findings"],
  ...["slowest recovery", "seed", "commit", "date"],
];

const cellsOf = (row: FaultRow) => [
  ...[row.fault, row.flow, row.rounds, row.accepted, row.completed, row.duplicates, row.lost, row.other],
  ...[`${row.recovery.toFixed(1)} s`, row.seed, row.commit, row.date],
];

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly FaultRow[]): string {
  return markdownTable(COLUMNS, rows.map(cellsOf));
}

/** Replaces the rows of these flows and faults on the page, and leaves the others. */
export function recordRows(rows: readonly FaultRow[]): void {
  rewritePage(PAGE, (page) => withRows(page, rows.map(cellsOf), 2));
}
