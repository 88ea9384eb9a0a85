import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

interface Recorder {
  readonly cases?: Readonly<
    Record<string, { readonly value: { readonly method: string; readonly path: string } }>
  >;
  readonly checks?: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>;
  readonly interactions?: Readonly<
    Record<string, {
      readonly request: { readonly method: string };
      readonly response?: { readonly status_code: number } | null;
    }>
  >;
}

interface Scenario {
  readonly phase: string;
  readonly recorder: Recorder;
}

interface Event {
  readonly ScenarioFinished?: Scenario;
  readonly NonFatalError?: object;
  readonly FatalError?: object;
}

/** Reads a report in NDJSON, an event a line. @param sum of the rounds before, to which it adds */
export async function readReport(file: string, sum: Sum): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const { ScenarioFinished: scenario, NonFatalError: error, FatalError: fatal }: Event = JSON.parse(line);
    if (scenario !== undefined) sum.add(scenario);
    if (error !== undefined || fatal !== undefined) {
      sum.errors.push(JSON.stringify(error ?? fatal).slice(0, 1_000));
    }
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

function increase(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
