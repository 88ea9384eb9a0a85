import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { thisRun } from "#dev/machine/programs.ts";
import { markdownTable } from "#testing/documentation-page.ts";

type ById<Value> = Readonly<Record<string, Value>>;

/** What the event `ScenarioFinished` has of each case. */
interface Scenario {
  readonly phase: string;
  readonly recorder: {
    readonly cases?: ById<{ readonly value: { readonly method: string; readonly path: string } }>;
    readonly checks?: ById<readonly { readonly name: string; readonly status: string }[]>;
    readonly interactions?: ById<{
      readonly request: { readonly method: string };
      readonly response?: { readonly status_code: number } | null;
    }>;
  };
}

/** Reads a report in NDJSON, an event a line. @param sum of the rounds before, to which it adds */
export async function readReport(file: string, sum: Sum): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const event = JSON.parse(line);
    if (event.ScenarioFinished !== undefined) sum.add(event.ScenarioFinished);
    const error = event.NonFatalError ?? event.FatalError;
    if (error !== undefined) sum.errors.push(JSON.stringify(error).slice(0, 1_000));
  }
}

/** What the runs of Schemathesis over a part say, summed up. */
export class Sum {
  /** Requests that were sent, probes of the checks included. */
  cases = 0;
  /** By phase of the run, as Schemathesis calls it. */
  readonly phases: Record<string, number> = {};
  /** A request without an answer counts as "none". */
  readonly statuses: Record<string, number> = {};
  /** By operation, such as `GET /v1/usage`: the requests of its own method, and how often each status came. */
  readonly operations: Record<string, Record<string, number>> = {};
  /** Checks that failed, such as `not_a_server_error at GET /v1/usage with 500`, and in how many cases. */
  readonly failures: Record<string, number> = {};
  /** What kept Schemathesis itself from testing. */
  readonly errors: string[] = [];

  add({ phase, recorder: { cases = {}, checks = {}, interactions = {} } }: Scenario): void {
    for (const [id, { request, response }] of Object.entries(interactions)) {
      const { method, path } = cases[id]?.value ?? { method: request.method, path: "?" };
      const operation = `${method} ${path}`;
      const status = String(response?.status_code ?? "none");
      this.cases++;
      increase(this.phases, phase);
      increase(this.statuses, status);
      increase(this.operations[operation] ??= {}, status);
      for (const check of checks[id] ?? []) {
        const failure = `${check.name} at ${operation} with ${status}`;
        if (check.status === "failure") increase(this.failures, failure);
      }
    }
  }
}

function increase(counts: Record<string, number>, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

export interface FuzzedPart {
  readonly name: string;
  /** Such as `GET /v1/usage`. */
  readonly operations: readonly string[];
  readonly sum: Sum;
  readonly seconds: number;
}

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
  const counts: Record<string, number> = {};
  for (const { sum } of parts) {
    for (const [status, count] of Object.entries(sum.statuses)) increase(counts, status, count);
  }
  const all = Object.values(counts).reduce((total, count) => total + count, 0);
  return Object.entries(counts).sort(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => [status, count, `${((100 * count) / all).toFixed(1)} %`]);
}
