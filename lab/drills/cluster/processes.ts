import { setTimeout as sleep } from "node:timers/promises";
import { TASK_QUEUES } from "#temporal/command.ts";
import { temporalClient } from "#testing/temporal.ts";
import type { Cluster, Process } from "./cluster.ts";
import type { Load } from "./load.ts";
import type { Drill } from "./run.ts";

/** How long a killed process stays away, milliseconds. */
const AWAY_MS = 3_000;
/** Simulations whose histories say who carried them. */
const SAMPLE = 40;

/** Several processes of each kind, and their end. */
export const PROCESSES: readonly Drill[] = [
  {
    name: "share",
    what: "nothing; two APIs and two workers share the work",
    disturb: () => sleep(4_000),
    async afterwards(cluster, load) {
      const requests = cluster.balancer.takeCounts().join(" and ");
      return `requests by API ${requests}; simulations by worker, of a sample, ${await carriers(
        cluster,
        load,
      )}`;
    },
  },
  {
    name: "api-killed",
    what: "`kill -9` of one API, another 3 s later",
    async disturb(cluster) {
      const [api] = cluster.apis;
      if (api !== undefined) await cluster.endApi(api, "SIGKILL");
      await sleep(AWAY_MS);
      await cluster.addApi();
    },
  },
  {
    name: "worker-killed",
    what: "`kill -9` of one worker, another 3 s later",
    async disturb(cluster) {
      const [worker] = cluster.workers;
      if (worker !== undefined) await cluster.endWorker(worker, "SIGKILL");
      await sleep(AWAY_MS);
      await cluster.addWorker();
    },
  },
  {
    name: "pgbouncer-restarted",
    what: "`kill -9` of PgBouncer, started again",
    async disturb(cluster) {
      cluster.pgbouncer.kill("SIGKILL");
      await cluster.pgbouncer.exited;
      await cluster.startPgbouncer();
    },
  },
  {
    name: "rolling-deploy",
    what: "each API and worker replaced: a new one starts, the old one gets SIGTERM",
    async disturb(cluster) {
      for (const api of [...cluster.apis]) {
        await cluster.addApi();
        await cluster.endApi(api, "SIGTERM");
      }
      for (const worker of [...cluster.workers]) {
        await cluster.addWorker();
        await cluster.endWorker(worker, "SIGTERM");
      }
    },
  },
  {
    name: "worker-per-queue",
    what: `the two workers replaced by ${TASK_QUEUES.length}, one for each task queue, and back`,
    async disturb(cluster) {
      await replaceWorkers(cluster, TASK_QUEUES.map((queue) => [queue]));
      await sleep(4_000);
      await replaceWorkers(cluster, [[], []]);
    },
  },
];

/** Starts workers of these task queues, then ends the former ones. */
async function replaceWorkers(cluster: Cluster, queues: readonly (readonly string[])[]): Promise<void> {
  const former: readonly Process[] = [...cluster.workers];
  for (const names of queues) await cluster.addWorker({}, names);
  for (const worker of former) await cluster.endWorker(worker, "SIGTERM");
}

/** How many of a sample of simulations each worker has begun, by their histories. */
async function carriers(cluster: Cluster, load: Load): Promise<string> {
  const { client, close } = await temporalClient(`127.0.0.1:${cluster.temporalAddress.port}`);
  const counts = new Map<string, number>();
  for (const id of [...load.accepted.values()].slice(-SAMPLE)) {
    const { events = [] } = await client.workflow.getHandle(`simulation/${id}`).fetchHistory();
    const identity = events?.find((event) => event.workflowTaskCompletedEventAttributes)
      ?.workflowTaskCompletedEventAttributes?.identity ?? "";
    counts.set(identity, (counts.get(identity) ?? 0) + 1);
  }
  await close();
  return [...counts.values()].join(" and ");
}
