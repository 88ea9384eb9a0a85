import { Redis } from "ioredis";
import { setTimeout as sleep } from "node:timers/promises";
import { promote } from "#dev/services/postgres-standby.ts";
import { query, startPostgres } from "#dev/services/postgres.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { signIn } from "#testing/accounts.ts";
import type { Cluster } from "./cluster.ts";
import type { Drill } from "./run.ts";

/** How long the standby lags behind, as over a slow network, when the primary is lost; milliseconds. */
const LAG_MS = 1_000;

/** The servers behind the processes, and their failovers. */
export const STORES: readonly Drill[] = [
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
      cluster.redis.kill("SIGKILL");
      await cluster.redis.exited;
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
      const [node] = cluster.nodes;
      node?.kill("SIGKILL");
      await node?.exited;
      await sleep(6_000);
      await cluster.startNode(0);
    },
  },
];

/** Loses the primary while its standby has not yet heard of the last second. */
async function failOver(cluster: Cluster): Promise<void> {
  cluster.stream.set("mute");
  await sleep(LAG_MS);
  cluster.primary.kill("SIGKILL");
  await cluster.primary.exited;
  await cluster.stream.close();
  await promote(cluster.standby);
  cluster.primary = cluster.standby;
  cluster.postgresAddress.point({ port: cluster.primary.port });
}
