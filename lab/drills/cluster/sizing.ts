import { setTimeout as sleep } from "node:timers/promises";
import { markdownTable } from "#testing/documentation-page.ts";
import pLimit from "p-limit";
import { send } from "../../bench/client.ts";
import { costOf } from "../../command.ts";
import { residentMegabytes } from "#dev/machine/processes.ts";
import { query } from "#dev/machine/connect-database.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { simulationBody } from "#testing/simulations.ts";
import type { Cluster } from "./cluster.ts";

const IN_FLIGHT = 16;
const READS = 3_000;
const SIMULATIONS = 300;
const DELIVERIES = 300;
/** Without work. What a process takes anyway is in the other figures too: at 30 pieces a second a thirtieth of it. */
const IDLE_SECONDS = 10;
/** How often a kind of work is done before it is measured: V8 compiles what runs often, and a process that serves has long since. */
const WARM_UPS = 2;

const PARTS = ["api", "worker", "temporal", "postgres", "pgbouncer", "redis"] as const;
type Part = (typeof PARTS)[number];

/** Measures with one process of each kind. @param cluster has been started with one of each @returns tables in Markdown */
export async function measureSizing(cluster: Cluster): Promise<string> {
  const { receiver } = cluster;
  const { id: organizationId, call: { key } } = await cluster.newOrganization();
  const call = caller(cluster.apis[0]?.baseUrl ?? "", key);
  const ids: string[] = [];
  /** What each part did of one kind of work: its processor time for one piece, in milliseconds. @returns the table's row */
  const measured = async (work: string, count: number, run: () => Promise<void>) => {
    for (let round = 1; round <= WARM_UPS; round++) await run();
    const { rate, ms, all } = await costOf(pidsOf(cluster), count, run);
    const each = [...PARTS.map((part) => ms[part]), all];
    return [work, Math.round(rate), ...each.map((own) => own.toFixed(1))];
  };
  const sizings = [
    await measured("simulations of 100 agents, from the create to the verdict", SIMULATIONS, async () => {
      const created = await inParallel(SIMULATIONS, () => call("POST", "/v1/simulations", simulationBody()));
      ids.push(...created.map(({ id }) => id as string));
      await waitFor("all simulations to complete", async () => {
        const rows = await query(cluster.ownerUrl, INCOMPLETE, [organizationId]);
        return rows.length === 0 || undefined;
      }, { seconds: 300, everyMs: 100 });
    }),
    await measured("reads of a simulation's status", READS, async () => {
      await inParallel(READS, (i) => call("GET", `/v1/simulations/${ids[i % ids.length]}`));
    }),
  ];
  const webhook = await call("POST", "/v1/webhooks", {
    url: `${receiver.url}/sizing`,
    events: ["simulation.failed"],
  });
  let arrivals = 0;
  sizings.push(
    await measured("webhook deliveries, from the request to the receiver", DELIVERIES, async () => {
      await inParallel(DELIVERIES, () => call("POST", `/v1/webhooks/${webhook.id}/test`));
      await receiver.until("/sizing", arrivals += DELIVERIES, 300);
    }),
    await measured("a second without work", IDLE_SECONDS, () => sleep(IDLE_SECONDS * 1_000)),
  );
  const titles = ["work", "a second", ...PARTS.map((part) => `${part}, ms`), "all, ms"];
  return [markdownTable(titles, sizings), ...await footprintOf(cluster)].join("\n\n");
}

const INCOMPLETE = "SELECT FROM simulations WHERE organization_id = $1 AND status <> 'completed' LIMIT 1";

function pidsOf(cluster: Cluster): Readonly<Record<Part, readonly number[]>> {
  const pids = (processes: readonly { readonly pid: number }[]) => processes.map(({ pid }) => pid);
  return {
    api: pids(cluster.apis),
    worker: pids(cluster.workers),
    temporal: pids(cluster.nodes),
    postgres: [cluster.primary.pid],
    pgbouncer: [cluster.pgbouncer.pid],
    redis: [cluster.redis.pid],
  };
}

/** Resident memory in MB, and connections to Postgres. */
async function footprintOf(cluster: Cluster): Promise<string[]> {
  const pids = pidsOf(cluster);
  const rows = await query<{ name: string; count: number }>(
    cluster.ownerUrl,
    `SELECT CASE WHEN datname LIKE 'temporal%' THEN 'temporal' ELSE usename END AS name, count(*)::int AS count
     FROM pg_stat_activity WHERE datname IS NOT NULL AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
  );
  // Postgres' processes share their memory, which a sum would count many times.
  const memory = PARTS.map((part) => Math.round(residentMegabytes(pids[part][0] ?? 0)));
  return [
    markdownTable(["", ...PARTS], [["memory, MB", ...memory]]),
    `Connections at Postgres: ${rows.map(({ name, count }) => `${name} ${count}`).join(", ")}.`,
  ];
}

function inParallel<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  return pLimit(IN_FLIGHT).map(Array(count).keys(), one);
}

/** Calls one API and returns the answer's data; repeats what was answered with a 5xx. */
function caller(baseUrl: string, key: string) {
  return async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const idempotencyKey = crypto.randomUUID();
    for (;;) {
      const response = await send({ baseUrl, key, method, path, body, idempotencyKey });
      const { data, meta } = await response.json();
      if (response.ok) return data;
      if (response.status < 500) {
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(meta)}`);
      }
    }
  };
}
