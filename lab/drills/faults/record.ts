import type { thisRun } from "#dev/machine/programs.ts";
import { rewritePage, withRows } from "#testing/documentation-page.ts";
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

/** Sums a flow's rounds of one fault. @returns the row by the table's titles */
export function sumUp(results: readonly FlowResult[], { fault, flow, seed, commit, date }: Run) {
  const findings = results.flatMap((result) => result.findings);
  const sum = (figure: "accepted" | "completed") =>
    results.reduce((total, result) => total + result[figure], 0);
  const lost = findings.filter(({ kind }) => kind === "lost" || kind === "refused").length;
  const duplicates = findings.filter(({ kind }) => kind === "duplicate").length;
  return {
    ...{ fault, flow },
    rounds: results.length,
    accepted: sum("accepted"),
    completed: sum("completed"),
    duplicates,
    /** Lost, or never accepted. */
    lost,
    /** Disagreements, undocumented answers, and processes that ended by themselves. */
    "other findings": findings.length - lost - duplicates,
    "slowest recovery": `${Math.max(0, ...results.map(({ recovery }) => recovery)).toFixed(1)} s`,
    ...{ seed, commit, date },
  };
}

/** Replaces the rows of these flows and faults on the page, and leaves the others. */
export function recordRows(rows: readonly FaultRow[]): void {
  rewritePage(PAGE, (page) => withRows(page, rows.map((row) => Object.values(row)), 2));
}
