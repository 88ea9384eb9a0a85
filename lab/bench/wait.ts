import { setTimeout as sleep } from "node:timers/promises";
import { failRun } from "#db/simulations/end.ts";
import { newId } from "#shared/ids.ts";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { ask, connectAs } from "#testing/database.ts";
import { eventually } from "#testing/eventually.ts";
import { newOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi } from "#testing/processes.ts";
import { type Measurement, quantile } from "./measure.ts";
import { residentMegabytes } from "./processor-time.ts";

const CALLERS = 1_000;
/** Callers whose simulation ends while the rest wait. */
const SAMPLES = 300;
const ENDS_PER_SECOND = 20;
const MAX_MEGABYTES = 100;
const MOST_P95_MS = 150;

/**
 * A thousand callers with `?wait=30` (aims: under 100 MB, no connection of the database, an answer within 150 ms of the
 * change at the 95th percentile). Prints a table, without a floor.
 */
export async function measureWait(): Promise<Measurement[]> {
  const database = await createDatabase();
  const api = await startApi({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: "127.0.0.1:9" });
  const worker = await connectAs("app_worker", { url: database.url });
  try {
    const { id: organizationId, call } = await newOrganization({ baseUrl: api.baseUrl });
    const ids = await insertSimulations(organizationId, database.url);
    // The runtime's own growth at the first requests does not count.
    for (let i = 0; i < 50; i++) await call("GET", `/v1/simulations/${ids[i]}`);
    const before = residentMegabytes(api.pid);
    const answered = new Map<string, number>();
    const hangUp = new AbortController();
    const calls = ids.map((id) => waitFor(id, { ...api, key: call.key, signal: hangUp.signal, answered }));
    const busy = await connectionsAtRest(database.url);
    const added = residentMegabytes(api.pid) - before;
    const latencies: number[] = [];
    for (const id of ids.slice(0, SAMPLES)) {
      await worker.transaction((tx) =>
        failRun(
          tx,
          id,
          { code: "cancelled", message: "Ended by the bench.", by: "customer" },
          (row) => simulationPayload(row, api.baseUrl),
        )
      );
      const ended = performance.now();
      void eventually("the answer", () => Promise.resolve(answered.get(id)), 20)
        .then((at) => latencies.push(Math.max(0, at - ended)));
      await sleep(1_000 / ENDS_PER_SECOND);
    }
    await eventually("all answers", () => Promise.resolve(latencies.length === SAMPLES || undefined));
    print(latencies, { before, added, busy });
    hangUp.abort();
    await Promise.all(calls);
  } finally {
    await worker.close();
    await api.stop();
    await database.drop();
  }
  return [];
}

async function insertSimulations(organizationId: string, url: string): Promise<string[]> {
  const ids = Array.from({ length: CALLERS }, newId);
  await ask(
    `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
       insights_status, created_at) SELECT id, $1, 'brand-trust', 1, 1, 1, false, 'disabled', now() FROM unnest($2::uuid[]) AS id`,
    [organizationId, ids],
    url,
  );
  return ids;
}

interface Waiting {
  readonly baseUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** When each simulation's caller got its answer. */
  readonly answered: Map<string, number>;
}

/** Waits for a simulation's end, and calls again when the time is over or Redis is busy, as a client does. */
async function waitFor(id: string, { baseUrl, key, signal, answered }: Waiting): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  while (!signal.aborted) {
    const reply = await fetch(`${baseUrl}/v1/simulations/${id}?wait=30`, { headers, signal })
      .then((response) => response.json(), () => null);
    const at = performance.now();
    if (reply?.data?.status !== "failed") continue;
    answered.set(id, at);
    return;
  }
}

/** Waits until all calls have been read once. @returns the connections that are in use then */
async function connectionsAtRest(url: string): Promise<number> {
  const inUse = async () => {
    const [row] = await ask<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      [],
      url,
    );
    return row?.count ?? 0;
  };
  // Half a second without a statement in ten looks.
  for (let quiet = 0; quiet < 10;) {
    quiet = await inUse() === 0 ? quiet + 1 : 0;
    await sleep(50);
  }
  return await inUse();
}

interface Cost {
  readonly before: number;
  readonly added: number;
  readonly busy: number;
}

function print(latencies: readonly number[], { before, added, busy }: Cost): void {
  const at = (share: number) => Math.round(quantile(latencies, share));
  console.log(`${CALLERS} callers with ?wait=30, ${SAMPLES} ends at ${ENDS_PER_SECOND} a second:`);
  console.log(
    `  memory: ${Math.round(before)} MB before, ${Math.round(added)} MB more (aim: under ${MAX_MEGABYTES})`,
  );
  console.log(`  connections in use while they wait: ${busy} (aim: 0)`);
  console.log(
    `  answer after the change: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (aim: ${MOST_P95_MS}), most ${
      at(1)
    } ms`,
  );
}
