import { setTimeout as sleep } from "node:timers/promises";
import { query } from "#dev/machine/connect-database.ts";
import { waitFor } from "#dev/machine/wait.ts";
import type { Cluster } from "./cluster.ts";
import { type Load, startLoad } from "./load.ts";

/** Load before the disturbance and after it, milliseconds. */
const BEFORE_MS = 4_000;
const AFTER_MS = 8_000;
const SETTLE_SECONDS = 120;

/** What is done to the cluster under load, and what was seen of it. */
export interface Drill {
  readonly name: string;
  /** One line for the table. */
  readonly what: string;
  /** Simulations that may be lost although they were accepted, which a note then explains; none where absent. */
  readonly mayLose?: true;
  /** @returns a note for the table, where there is one. */
  disturb(cluster: Cluster): Promise<string | void>;
  /** Replaces what the drill ended, after its load. @returns a further note */
  afterwards?(cluster: Cluster, load: Load): Promise<string | void>;
}

export type Outcome = Awaited<ReturnType<typeof runDrill>>;

/** Carries out a drill under load. @returns its row by the table's titles, with numbers of simulations unless it says otherwise */
export async function runDrill(cluster: Cluster, drill: Drill) {
  const { id: organizationId, call } = await cluster.newOrganization();
  const load = await startLoad(call, cluster.receiver, `/${drill.name}`);
  await sleep(BEFORE_MS);
  cluster.balancer.takeCounts();
  const began = performance.now();
  const disturbed = await drill.disturb(cluster);
  await sleep(AFTER_MS);
  await load.stop();
  const { completed, delivered, lost, twice } = await settle(cluster, organizationId, load);
  const notes = [disturbed, await drill.afterwards?.(cluster, load)];
  if (load.repeated() > 0) {
    notes.push(`${load.repeated()} accepted simulations were gone; their callers repeated the key`);
  }
  /** Answers that the document does not promise: the load ends at the first. */
  const undocumented = load.client.findings.map(({ text }) => text.split("\n", 1)[0]);
  return {
    row: {
      drill: drill.name,
      "what was done": drill.what,
      requests: load.client.requests,
      /** Answers from 500 on that callers saw, and connections that broke. */
      "5xx seen": load.client.failed,
      accepted: load.accepted.size,
      ...{ completed, delivered, lost, twice },
      /** Webhooks that the receiver got more than once, with the same id. */
      "webhooks repeated": load.received().repeated,
      /** From the disturbance until the last 5xx was over and a simulation created after it had completed. */
      "recovered after": `${recovery(load, began).toFixed(1)} s`,
      notes: [...notes, failuresOf(load), ...undocumented].filter(Boolean).join("; "),
    },
    hasFailed: lost > 0 && drill.mayLose !== true || twice > 0 || undocumented.length > 0,
  };
}

function recovery({ client, completions }: Load, began: number): number {
  const after = completions.filter(({ createdAt }) => createdAt > began);
  const first = Math.min(...after.map(({ completedAt }) => completedAt));
  return (Math.max(began, client.failedAt, first) - began) / 1_000;
}

function failuresOf({ client: { answers } }: Load): string {
  return [...answers].filter(([answer]) => /^(5|no )/.test(answer))
    .map(([answer, times]) => `${times} × ${answer}`).join(", ");
}

const COUNT = `
  SELECT count(*)::int AS rows, count(*) FILTER (WHERE s.status = 'completed')::int AS completed,
    array_agg(s.id::text) AS ids,
    coalesce(sum(e.count), 0)::int AS events, count(*) FILTER (WHERE e.count > 0)::int AS announced,
    count(*) FILTER (WHERE e.succeeded > 0)::int AS delivered,
    coalesce(sum(e.deliveries), 0)::int AS deliveries,
    (SELECT coalesce(sum(simulations), 0)::int FROM usage_months WHERE organization_id = $1) AS counted
  FROM simulations s CROSS JOIN LATERAL (
    SELECT count(DISTINCT e.id) AS count, count(d.id) AS deliveries, count(d.id) FILTER (WHERE d.status = 'succeeded') AS succeeded
    FROM events e LEFT JOIN deliveries d ON d.event_id = e.id
    WHERE e.simulation_id = s.id AND e.type LIKE 'simulation.%') AS e
  WHERE s.organization_id = $1`;

type Counted = "rows" | "completed" | "events" | "announced" | "delivered" | "deliveries" | "counted";
type Counts = Readonly<Record<Counted, number>> & { readonly ids: readonly string[] };

/** Waits until all that was accepted is completed and delivered, or the time is over. */
async function settle(cluster: Cluster, organizationId: string, load: Load) {
  const read = async () => (await query(cluster.ownerUrl, COUNT, [organizationId]))[0] as Counts;
  const accepted = [...load.accepted.values()];
  // What a failover has lost is gone, and not waited for.
  await waitFor("everything that is there to be delivered", async () => {
    const { rows, completed, delivered } = await read();
    return completed === rows && delivered === rows || undefined;
  }, { seconds: SETTLE_SECONDS, everyMs: 500 }).catch(() => {});
  const { rows, completed, ids, events, announced, delivered, deliveries, counted } = await read();
  const missing = accepted.filter((id) => !ids.includes(id)).length;
  const unfinished = accepted.length - Math.min(completed, delivered, accepted.length);
  return {
    completed,
    delivered: Math.min(delivered, load.received().ids.size),
    /** Accepted, and gone or unfinished or undelivered at the end. */
    lost: Math.max(missing, unfinished),
    // Each accepted simulation has one row, one event, one delivery and counts once in the month's quota.
    twice: [rows - accepted.length, events - announced, deliveries - events, counted - rows]
      .reduce((sum, surplus) => sum + Math.max(0, surplus), 0),
  };
}
