import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { join } from "node:path";
import type { WorkflowHandle } from "@temporalio/client";
import { TASK_QUEUES } from "#temporal/command.ts";
import { temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { writeChangedBundle } from "#dev/machine/builds.ts";
import type { Child } from "#dev/machine/child.ts";
import { query } from "#dev/machine/connect-database.ts";
import { promote, startPostgres } from "#dev/services/postgres.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { signIn } from "#testing/accounts.ts";
import { setCurrentVersion } from "#dev/services/temporal.ts";
import { DEPLOYMENT } from "../installation.ts";
import type { Cluster } from "./cluster.ts";
import type { Drill } from "./run.ts";

/** How long a killed process stays away, milliseconds. */
const AWAY_MS = 3_000;
/** Simulations whose histories say who carried them. */
const SAMPLE = 40;
/** How long the standby lags behind, as over a slow network, when the primary is lost; milliseconds. */
const LAG_MS = 1_000;
/** Between the steps of a release, milliseconds. */
const BETWEEN_MS = 4_000;
const DRAIN_SECONDS = 90;

export const DRILLS: readonly Drill[] = [
  {
    name: "share",
    what: "nothing; two APIs and two workers share the work",
    disturb: () => sleep(4_000),
    async afterwards(cluster, load) {
      const requests = cluster.balancer.takeCounts().join(" and ");
      const carriers = await counted(cluster, [...load.accepted.values()].slice(-SAMPLE), carrierOf);
      const runs = [...carriers.values()].join(" and ");
      return `requests by API ${requests}; simulations by worker, of a sample, ${runs}`;
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
      await cluster.pgbouncer.kill();
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
  {
    name: "postgres-restarted",
    what: "Postgres restarted (fast shutdown)",
    async disturb(cluster) {
      const { port, folder } = cluster.primary;
      await cluster.primary.stop();
      const options = { ...cluster.postgresOptions("postgres"), dir: folder, port };
      cluster.primary = await startPostgres(options);
    },
  },
  {
    name: "postgres-failover",
    what:
      "`kill -9` of Postgres while its standby lags by 1 s; standby promoted, address repointed; asynchronous replication",
    mayLose: true,
    disturb: failOver,
    afterwards: (cluster) => cluster.addStandby(),
  },
  {
    name: "postgres-failover-synchronous",
    what: "the same with `synchronous_standby_names = standby`",
    async disturb(cluster) {
      const url = cluster.primary.url("postgres");
      await query(url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
      await query(url, "SELECT pg_reload_conf()");
      await waitFor("the standby to be synchronous", async () => {
        const [row] = await query(url, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
        return row;
      });
      await sleep(2_000);
      await failOver(cluster);
    },
    afterwards: (cluster) => cluster.addStandby(),
  },
  {
    name: "redis-failover",
    what: "`kill -9` of Redis; replica promoted, address repointed",
    async disturb(cluster) {
      const { baseUrl } = cluster;
      const redisUrl = cluster.settings.REDIS_URL ?? "";
      const { call } = await signIn({ baseUrl, databaseUrl: cluster.ownerUrl, redisUrl });
      await sleep(500);
      await cluster.redis.kill();
      const replica = new Redis(cluster.replica.url);
      await replica.replicaof("NO", "ONE");
      replica.disconnect();
      cluster.redis = cluster.replica;
      cluster.redisAddress.point({ port: cluster.redis.port });
      const status = await waitFor("the person to be known", async () => {
        const reply = await call("GET", "/v1/usage");
        return reply.status < 500 ? reply.status : undefined;
      });
      return `a person's session ${status === 200 ? "went on" : `was answered ${status}`}`;
    },
    afterwards: (cluster) => cluster.addReplica(),
  },
  {
    name: "temporal-node-killed",
    what: "`kill -9` of one of two Temporal nodes, back after 6 s",
    async disturb(cluster) {
      await cluster.nodes[0]?.kill();
      await sleep(6_000);
      await cluster.startNode(0);
    },
  },
  {
    name: "versioned-deploy",
    what:
      "changed workflow code rolled out and back by `set-current-version`, the former version's workers staying until it has drained",
    async disturb(cluster) {
      const changed = join(cluster.dir, "changed-workflows.js");
      await writeChangedBundle(changed);
      const operator = await temporalClient(cluster.temporal);
      try {
        const unversioned = [...cluster.workers];
        const one = await release(cluster, "one");
        for (const worker of unversioned) await cluster.endWorker(worker, "SIGTERM");
        await sleep(BETWEEN_MS);
        const two = await release(cluster, "two", { WORKFLOW_BUNDLE: changed });
        await sleep(BETWEEN_MS);
        await retire(cluster, operator, "one", one);
        await release(cluster, "one");
        await retire(cluster, operator, "two", two);
      } finally {
        await operator.close();
      }
    },
    async afterwards(cluster, load) {
      const versions = await counted(cluster, [...load.accepted.values()], versionOf);
      const runs = [...versions].map(([name, count]) => `${count} on ${name}`).join(", ");
      return `simulations by version: ${runs}`;
    },
  },
];

/** Starts workers of these task queues, then ends the former ones. */
async function replaceWorkers(cluster: Cluster, queues: readonly (readonly string[])[]): Promise<void> {
  const former: readonly Child[] = [...cluster.workers];
  for (const names of queues) await cluster.addWorker({}, names);
  for (const worker of former) await cluster.endWorker(worker, "SIGTERM");
}

/** How many of these simulations are of each kind, which their runs tell. */
async function counted(
  cluster: Cluster,
  ids: readonly string[],
  kindOf: (run: WorkflowHandle) => Promise<string>,
): Promise<ReadonlyMap<string, number>> {
  const { client, close } = await temporalClient(cluster.temporal);
  const counts = new Map<string, number>();
  for (const id of ids) {
    const kind = await kindOf(client.workflow.getHandle(`simulation/${id}`));
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  await close();
  return counts;
}

/** The worker that has begun a run, by its history. */
async function carrierOf(run: WorkflowHandle): Promise<string> {
  const { events } = await run.fetchHistory();
  return events?.find((event) => event.workflowTaskCompletedEventAttributes)
    ?.workflowTaskCompletedEventAttributes?.identity ?? "";
}

async function versionOf(run: WorkflowHandle): Promise<string> {
  const { raw } = await run.describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? "none";
}

/** Loses the primary while its standby has not yet heard of the last second. */
async function failOver(cluster: Cluster): Promise<void> {
  cluster.stream.set("mute");
  await sleep(LAG_MS);
  await cluster.primary.kill();
  await cluster.stream.close();
  await promote(cluster.standby);
  cluster.primary = cluster.standby;
  cluster.postgresAddress.point({ port: cluster.primary.port });
}

/** Starts two workers of a version, and gives it the new runs. */
async function release(cluster: Cluster, buildId: string, change: Readonly<Record<string, string>> = {}) {
  const settings = { WORKER_BUILD_ID: buildId, ...change };
  const workers = [await cluster.addWorker(settings), await cluster.addWorker(settings)];
  await setCurrentVersion(cluster.temporal, { deploymentName: DEPLOYMENT, buildId }, () => {});
  return workers;
}

/** Ends a version's workers once no run needs them. */
async function retire(
  cluster: Cluster,
  { client }: TestTemporalClient,
  buildId: string,
  workers: readonly Child[],
): Promise<void> {
  const version = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}'`;
  await waitFor(`version ${buildId} to have drained`, async () => {
    const { count } = await client.workflow.count(`${version} AND ExecutionStatus = 'Running'`);
    return count === 0 || undefined;
  }, { seconds: DRAIN_SECONDS, everyMs: 500 });
  for (const worker of workers) await cluster.endWorker(worker, "SIGTERM");
}
