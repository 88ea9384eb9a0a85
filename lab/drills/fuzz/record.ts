import type { thisRun } from "#dev/machine/programs.ts";
import { markdownTable } from "#testing/documentation-page.ts";
import type { Sum } from "./report.ts";

/** A part after its runs. */
export interface FuzzedPart {
  readonly name: string;
  /** Such as `GET /v1/usage`. */
  readonly operations: readonly string[];
  readonly sum: Sum;
  readonly seconds: number;
}

/** A run of the fuzzing. */
interface FuzzRun extends Awaited<ReturnType<typeof thisRun>> {
  readonly parts: readonly FuzzedPart[];
  readonly seed: number;
}

const PHASES = ["examples", "coverage", "fuzzing", "stateful"] as const;

/** The parts, their statuses and the operations without a success, in Markdown. */
export function tablesOf({ parts, seed, commit, date }: FuzzRun): string {
  const rows = parts.map(({ operations, sum: { cases, phases, failures }, seconds }) => [
    ...[operations.length, cases, ...PHASES.map((phase) => phases[phase] ?? 0)],
    ...[Object.values(failures).reduce((total, count) => total + count, 0), Math.round(seconds)],
  ]);
  const [first = []] = rows;
  const all = first.map((_, column) => rows.reduce((total, row) => total + (row[column] ?? 0), 0));
  const without = parts.flatMap(({ operations, sum }) =>
    operations.filter((operation) =>
      !Object.keys(sum.operations[operation] ?? {}).some((status) => status.startsWith("2"))
    )
  );
  return [
    `Seed ${seed}, commit ${commit}, ${date}.`,
    "",
    markdownTable(
      ["part", "operations", "cases", ...PHASES, "failures", "seconds"],
      [...rows.map((row, i) => [parts[i]?.name ?? "", ...row]), ["all", ...all]],
    ),
    "",
    markdownTable(["status", "cases", "share"], sharesOf(parts)),
    "",
    without.length === 0
      ? "Every operation answered with a 2xx at least once."
      : `Operations that never answered with a 2xx: ${without.map((name) => `\`${name}\``).join(", ")}.`,
  ].join("\n");
}

function sharesOf(parts: readonly FuzzedPart[]): (string | number)[][] {
  const counted = parts.flatMap(({ sum }) => Object.entries(sum.statuses));
  const all = counted.reduce((total, [, count]) => total + count, 0);
  return [...Map.groupBy(counted, ([status]) => status)].sort(([a], [b]) => a.localeCompare(b))
    .map(([status, counts]) => {
      const count = counts.reduce((total, [, each]) => total + each, 0);
      return [status, count, `${((100 * count) / all).toFixed(1)} %`];
    });
}
