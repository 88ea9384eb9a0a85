import { readFileSync } from "node:fs";
import process from "node:process";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The metrics of API and workers, all in one table: docs/observability.md has a row for each. Labels are templates and enumerations, never
 * ids, names or anything else that grows with customers.
 */
export const registry = new Registry();

const registers = [registry];
const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Counter<Label>({ name: `service_${name}`, help, labelNames, registers });
const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Gauge<Label>({ name: `service_${name}`, help, labelNames, registers });
const seconds = <Label extends string>(
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: Label[]
) => new Histogram<Label>({ name: `service_${name}_seconds`, help, labelNames, buckets, registers });

const FAST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 180];

/** Of the API's requests. `route` is a template such as /v1/simulations/{id}, or "unrouted". */
export const HTTP = {
  requests: counter("http_requests_total", "Requests answered", "method", "route", "status"),
  duration: seconds(
    "http_request_duration",
    "Time from a request's headers to its answer",
    FAST,
    "method",
    "route",
  ),
  inFlight: gauge("http_requests_in_flight", "Requests not yet answered"),
  rateLimited: counter(
    "rate_limited_total",
    "Requests answered 429, by the kind of bucket: `key`, `session`, `organization`, `network`, or `matching` for previews, automatic routings and searches",
    "bucket",
  ),
  waits: gauge("waits_held", "Calls with ?wait= that wait now"),
  redisErrors: counter("redis_errors_total", "Redis commands that failed or were refused by the breaker"),
};

export const DATABASE = {
  connections: gauge(
    "db_connections",
    "Connections of a pool, by state: total, idle, waiting (callers)",
    "pool",
    "state",
  ),
  size: gauge("db_pool_size", "The most connections of a pool", "pool"),
  failures: counter("db_failures_total", "Lost connections, timeouts and conflicts", "kind"),
};

/** Of Postgres, the same from every process that shows them: under the names of db/queue-metrics.ts. */
export const FIGURES = {
  taken_at: gauge("figures_taken_timestamp_seconds", "When the figures below were read from Postgres"),
  outbox: gauge(
    "outbox_rows",
    "Commands that Temporal has not confirmed, up to 10,000, without those set aside",
  ),
  outbox_oldest: gauge("outbox_oldest_seconds", "Age of the oldest of them"),
  set_aside: gauge("outbox_set_aside_rows", "Commands that Temporal refuses, up to 10,000"),
  deliveries: gauge("deliveries", "Pending deliveries, up to 10,000, by state: due, parked, held", "state"),
  due_oldest: gauge("deliveries_due_oldest_seconds", "How long the longest due delivery is overdue"),
  endpoints_down: gauge("endpoints_down", "Webhook endpoints that count as down, up to 10,000"),
  simulations: gauge("simulations", "Simulations that have not ended, up to 10,000", "status"),
  simulations_oldest: gauge(
    "simulations_oldest_seconds",
    "How long the oldest runs, and how long the first of an organization's line has waited since the one before it",
    "status",
  ),
  readings: gauge("readings", "Readings that have not ended, up to 10,000"),
  readings_oldest: gauge("readings_oldest_seconds", "Age of the oldest of them"),
  training: gauge("training_runs", "Training runs that have not ended, up to 10,000", "status"),
  training_oldest: gauge("training_runs_oldest_seconds", "Age of the oldest of them", "status"),
  deletions_oldest: gauge(
    "organization_deletions_oldest_seconds",
    "How long ago the oldest unfinished deletion of an organization was requested",
  ),
  purged_at: gauge(
    "purged_timestamp_seconds",
    "When data past its term was last purged, of the kind longest ago",
  ),
  reconciled_at: gauge("reconciled_timestamp_seconds", "When a run of the reconciler last had no failure"),
};

/** Of the work that a process has done since its start. */
export const WORK = {
  commands: counter("outbox_commands_total", "Commands to Temporal, by who executed them", "via", "outcome"),
  refusals: counter(
    "outbox_refusals_total",
    "Commands that Temporal refused, by what is at fault: command or server",
    "whose",
  ),
  repairs: counter("repairs_total", "Rows and endpoints that the reconciler repaired", "part"),
  fullRuns: counter("repairs_full_total", "Runs of the reconciler that left repairs to the next one", "part"),
  simulations: counter("simulations_ended_total", "Simulations ended by this process", "outcome"),
  readings: counter("readings_ended_total", "Readings ended by this process", "outcome"),
  trainingRuns: counter("training_runs_ended_total", "Training runs ended by this process", "outcome"),
  attempts: counter("delivery_attempts_total", "Attempts, by their status (2xx …) or error code", "outcome"),
  attemptDuration: seconds("delivery_attempt_duration", "Time of an attempt until its headers", SLOW),
  deliveries: counter("deliveries_ended_total", "Deliveries ended by an attempt", "status"),
  failedJobs: counter(
    "delivery_jobs_failed_total",
    "Bulk retries and recoveries that were ended because their query failed again and again",
  ),
  mails: counter("mails_total", "Mails, by what the mail server made of them", "outcome"),
};

/** Of model servers. `purpose` is agents, readings or embeddings. */
export const MODEL = {
  calls: counter("model_calls_total", "Calls, by ok or the fault", "purpose", "outcome"),
  duration: seconds("model_call_duration", "Time of a call", SLOW, "purpose"),
  tokens: counter("model_tokens_total", "Tokens as the server counted them", "purpose", "kind"),
  cost: counter(
    "model_cost_usd_total",
    "Cost by MODEL_PRICES; nothing of a model without a price",
    "purpose",
  ),
  breakerOpen: gauge("model_breaker_open", "1 while the breaker refuses the calls for agents"),
};

/** Of a worker's task queues. */
export const POLLS = {
  age: gauge("poll_age_seconds", "Time since Temporal last answered a poll of the task queue", "task_queue"),
};

const PROCESS = {
  build: gauge("build_info", "1, with the release and the runtime", "version", "process", "runtime"),
  started: gauge("start_timestamp_seconds", "When the process started"),
  memory: gauge("memory_bytes", "Memory of the process: resident, and the main thread's heap", "kind"),
  cpu: counter("cpu_seconds_total", "Processor time of the process"),
  lag: seconds("event_loop_lag", "How late a timer of 250 ms was", [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),
};

const LAG_MS = 250;

/** Begins to measure this process. */
export function measureProcess(name: "api" | "worker"): void {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const runtime = "deno" in process.versions
    ? `deno ${process.versions.deno}`
    : `node ${process.versions.node}`;
  PROCESS.build.set({ version, process: name, runtime }, 1);
  PROCESS.started.set(Math.round(Date.now() / 1000 - process.uptime()));
  beforeScrape(() => {
    const { rss, heapUsed } = process.memoryUsage();
    PROCESS.memory.set({ kind: "resident" }, rss);
    PROCESS.memory.set({ kind: "heap" }, heapUsed);
    const { user, system } = process.cpuUsage();
    PROCESS.cpu.reset();
    PROCESS.cpu.inc((user + system) / 1e6);
  });
  // prom-client's own measure is NaN under Deno.
  let due = performance.now() + LAG_MS;
  setInterval(() => {
    const now = performance.now();
    PROCESS.lag.observe(Math.max(0, now - due) / 1000);
    due = now + LAG_MS;
  }, LAG_MS).unref();
}

const readers: (() => void | Promise<void>)[] = [];

/** Has a gauge's value read whenever somebody scrapes. @param read must not throw */
export function beforeScrape(read: () => void | Promise<void>): void {
  readers.push(read);
}

/** The page of all metrics, in Prometheus' text format. */
export async function metricsPage(): Promise<string> {
  await Promise.all(readers.map((read) => read()));
  return await registry.metrics();
}
