import { markdownTable, type thisRun } from "#testing/documentation-page.ts";
import type { Summary } from "./report.ts";

/** A part's line. */
export interface PartRow {
  readonly part: string;
  readonly operations: number;
  readonly cases: number;
  /** Of checks that failed. */
  readonly failures: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly phases: Readonly<Record<string, number>>;
  /** Operations that no case got a 2xx from. */
  readonly without_success: readonly string[];
}

/** A run of the fuzzing. */
interface FuzzRun extends Awaited<ReturnType<typeof thisRun>> {
  readonly parts: readonly PartRow[];
  readonly seed: number;
}

/** A part's line from what its runs found. @param operations those of the part, such as `GET /v1/usage` */
export function partRow(
  part: string,
  operations: readonly string[],
  { cases, failures, statuses, phases, operations: seen }: Summary,
  seconds: number,
): PartRow {
  const hasSuccess = (operation: string) =>
    Object.keys(seen[operation] ?? {}).some((status) => status.startsWith("2"));
  return {
    part,
    operations: operations.length,
    cases,
    failures: failures.reduce((total, { count }) => total + count, 0),
    seconds: Math.round(seconds),
    statuses,
    phases,
    without_success: operations.filter((operation) => !hasSuccess(operation)),
  };
}

/** The parts, their statuses and the operations without a success, in Markdown. */
export function tablesOf({ parts, seed, commit, date }: FuzzRun): string {
  const sum = (figure: "operations" | "cases" | "failures" | "seconds") =>
    parts.reduce((total, part) => total + part[figure], 0);
  const all = ["all", sum("operations"), sum("cases"), ...phasesOf(parts), sum("failures"), sum("seconds")];
  const rows = parts.map((row) => [
    ...[row.part, row.operations, row.cases],
    ...phasesOf([row]),
    ...[row.failures, row.seconds],
  ]);
  const without = parts.flatMap((part) => part.without_success);
  return [
    `Seed ${seed}, commit ${commit}, ${date}.`,
    "",
    markdownTable(["part", "operations", "cases", ...PHASES, "failures", "seconds"], [...rows, all]),
    "",
    markdownTable(["status", "cases", "share"], sharesOf(parts)),
    "",
    without.length === 0
      ? "Every operation answered with a 2xx at least once."
      : `Operations that never answered with a 2xx: ${without.map((name) => `\`${name}\``).join(", ")}.`,
  ].join("\n");
}

const PHASES = ["examples", "coverage", "fuzzing", "stateful"] as const;

function phasesOf(parts: readonly PartRow[]): number[] {
  return PHASES.map((phase) => parts.reduce((total, { phases }) => total + (phases[phase] ?? 0), 0));
}

function sharesOf(parts: readonly PartRow[]): (string | number)[][] {
  const total = new Map<string, number>();
  for (const { statuses } of parts) {
    for (const [status, count] of Object.entries(statuses)) {
      total.set(status, (total.get(status) ?? 0) + count);
    }
  }
  const all = [...total.values()].reduce((sum, count) => sum + count, 0);
  return [...total].sort(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => [status, count, `${((100 * count) / all).toFixed(1)} %`]);
}
