import type { Client } from "@temporalio/client";
import type { Worker } from "@temporalio/worker";
import type { Database } from "#db/postgres/database.ts";
import { isMigrated } from "#db/migrate.ts";
import { beforeScrape, POLLS } from "#shared/metrics.ts";
import type { SdkMetrics } from "#temporal/connection.ts";

const READ_MS = 1_000;
const PROBE_MS = 2_000;
/** The long polls that have ended by task queue, and those among them that have failed. */
const POLLS_ENDED =
  /^temporal_long_request_(latency_seconds_count|failure_total)\{[^}]*\btask_queue="([\w-]+)"[^}]*\} (\d+)/gm;

/**
 * Watches that Temporal answers the polls of this process's task queues.
 *
 * @param silenceSeconds how long no poll of a task queue need be answered. Temporal answers one without work after a minute.
 * @param now milliseconds
 */
export function watchPolls(
  queues: readonly string[],
  metrics: SdkMetrics,
  silenceSeconds: number,
  now: () => number = () => performance.now(),
) {
  /** By task queue: the polls answered so far, and when that last rose. */
  const known = new Map(queues.map((queue) => [queue, { answered: 0, at: now() }]));
  let readAt = -Infinity;
  /** Seconds since a poll was last answered, by task queue. */
  const ages = async (): Promise<ReadonlyMap<string, number>> => {
    const at = now();
    if (at - readAt >= READ_MS) {
      readAt = at;
      for (const [queue, answered] of answeredPolls(await metrics().catch(() => ""))) {
        if (answered > (known.get(queue)?.answered ?? Infinity)) known.set(queue, { answered, at });
      }
    }
    const end = now();
    return new Map([...known].map(([queue, last]) => [queue, (end - last.at) / 1000]));
  };
  return {
    ages,
    /** Why the process does no work that Temporal has for it; null while it polls every task queue. */
    async reasonSilent(): Promise<string | null> {
      const silent = [...await ages()].filter(([, age]) => age > silenceSeconds).map(([queue]) => queue);
      return silent.length === 0
        ? null
        : `no poll was answered for ${silenceSeconds} s: ${silent.join(", ")}`;
    },
  };
}

/** The polls that Temporal has answered, by task queue. @param page of the SDK's metrics */
export function answeredPolls(page: string): ReadonlyMap<string, number> {
  const polls = new Map<string, number>();
  for (const [, what, queue = "", count] of page.matchAll(POLLS_ENDED)) {
    const answered = what === "failure_total" ? -Number(count) : Number(count);
    polls.set(queue, (polls.get(queue) ?? 0) + answered);
  }
  return polls;
}

/** Shows the ages of the last polls whenever somebody scrapes. */
export function measurePolls(watch: ReturnType<typeof watchPolls>): void {
  beforeScrape(async () => {
    for (const [task_queue, seconds] of await watch.ages().catch(() => [])) {
      POLLS.age.set({ task_queue }, seconds);
    }
  });
}

/** Why the worker takes no work: it drains, or Temporal or Postgres do not answer; null while it does. */
export async function reasonUnready(
  workers: readonly Worker[],
  client: Client,
  database: Database,
): Promise<string | null> {
  const state = workers.find((worker) => worker.getState() !== "RUNNING")?.getState();
  if (state !== undefined) return `a worker is ${state}`;
  const [temporal, migrated] = await Promise.all([
    client.connection.withDeadline(Date.now() + PROBE_MS, () => client.workflowService.getSystemInfo({}))
      .then(() => true, () => false),
    isMigrated(database).catch(() => null),
  ]);
  if (!temporal) return "Temporal does not answer";
  if (migrated === null) return "the database does not answer";
  return migrated ? null : "migrations are missing";
}
