import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A check that failed, at one operation with one status. */
export interface Failure {
  readonly check: string;
  readonly operation: string;
  readonly status: string;
  /** How many cases. */
  readonly count: number;
  /** The first of them: the request, and the beginning of the answer. */
  readonly example: string;
}

interface Recorder {
  readonly cases?: Readonly<
    Record<string, { readonly value: { readonly method: string; readonly path: string } }>
  >;
  readonly checks?: Readonly<Record<string, readonly Check[]>>;
  readonly interactions?: Readonly<Record<string, Interaction>>;
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure?: { readonly title?: string; readonly message?: string } };
}

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: Bytes };
  readonly response?: { readonly status_code: number; readonly content?: Bytes } | null;
}

interface Bytes {
  readonly $base64?: string;
}

interface Scenario {
  readonly phase: string;
  readonly recorder: Recorder;
}

/** The characters of a request's body or of an answer in an example. */
const EXCERPT = 300;

/**
 * Reads a report in NDJSON, an event a line. A last line that was cut is left out: a run that was ended writes no more of it.
 * @param sum of the rounds before, to which it adds
 */
export async function readReport(file: string, sum: Sum): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const event = parsed(line);
    if (event === null) continue;
    const { ScenarioFinished: scenario, NonFatalError: error, FatalError: fatal } = event;
    if (scenario !== undefined) sum.add(scenario);
    if (error !== undefined || fatal !== undefined) {
      sum.errors.push(JSON.stringify(error ?? fatal).slice(0, 1_000));
    }
  }
}

interface Event {
  readonly ScenarioFinished?: Scenario;
  readonly NonFatalError?: object;
  readonly FatalError?: object;
}

function parsed(line: string): Event | null {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return null;
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
  /** What kept Schemathesis itself from testing. */
  readonly errors: string[] = [];
  readonly #failures = new Map<string, Failure>();

  get failures(): Failure[] {
    return [...this.#failures.values()];
  }

  add({ phase, recorder: { cases = {}, checks = {}, interactions = {} } }: Scenario): void {
    for (const [id, interaction] of Object.entries(interactions)) {
      const { method, path } = cases[id]?.value ?? { method: interaction.request.method, path: "?" };
      const operation = `${method} ${path}`;
      const status = String(interaction.response?.status_code ?? "none");
      this.cases++;
      increase(this.phases, phase);
      increase(this.statuses, status);
      increase(this.operations[operation] ??= {}, status);
      for (const check of checks[id] ?? []) {
        if (check.status === "failure") this.#fail(check, { operation, status, interaction });
      }
    }
  }

  #fail(
    check: Check,
    { operation, status, interaction }: {
      readonly operation: string;
      readonly status: string;
      readonly interaction: Interaction;
    },
  ): void {
    const key = [check.name, operation, status].join(" ");
    const known = this.#failures.get(key);
    this.#failures.set(key, {
      ...{ check: check.name, operation, status },
      count: (known?.count ?? 0) + 1,
      example: known?.example ?? exampleOf(check, interaction),
    });
  }
}

function exampleOf({ failure_info }: Check, { request, response }: Interaction): string {
  const { title = "", message = "" } = failure_info?.failure ?? {};
  const sent = [request.method, request.uri, textOf(request.body)].filter(Boolean).join(" ");
  return `${title}: ${message.slice(0, EXCERPT)}\n  ${sent}\n  ${textOf(response?.content)}`;
}

function textOf(bytes: Bytes | undefined): string {
  return Buffer.from(bytes?.$base64 ?? "", "base64").toString().slice(0, EXCERPT);
}

function increase(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
