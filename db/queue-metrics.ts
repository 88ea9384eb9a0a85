import { beforeScrape, DATABASE, FIGURES } from "#shared/metrics.ts";
import type { Database } from "./postgres/database.ts";
import { PURGES, WHOLE_RUN } from "./reconciler.ts";

/** Counts beyond this are no longer exact, and cost no more. */
const MOST = 10_000;
/** How old figures may be before a process reads them anew. However many processes show them, they are read so often. */
const FRESH_SECONDS = 10;

/** What waits of a kind, and how long the oldest does in seconds: null where nothing waits. */
interface Queue {
  readonly rows: number;
  readonly oldest: number | null;
}

/**
 * What queues in Postgres. Times are Unix seconds, null before the first: `purged_at` of the kind of data that was purged longest ago, `reconciled_at`
 * of the last run without a failure. A process of an earlier release, which may have read the figures, leaves out those that it does not know.
 */
type Figures =
  & Readonly<
    Record<`${"queued" | "running"}_${"simulations" | "training"}` | "outbox" | "due" | "readings", Queue>
  >
  & Readonly<Record<"set_aside" | "parked" | "held" | "endpoints_down", number>>
  & { readonly deletions?: Queue; readonly purged_at?: number | null; readonly reconciled_at: number | null };

/** The first rows of a partial index in its order: the count, and the age of the oldest one among them. */
const queue = (since: string, from: string, order: string) =>
  `(
    SELECT jsonb_build_object('rows', count(*), 'oldest', extract(epoch FROM now() - min(since)))
    FROM (SELECT ${since} AS since FROM ${from} ORDER BY ${order} LIMIT ${MOST}) AS waiting
  )`;
const count = (from: string, order: string) =>
  `(SELECT count(*) FROM (SELECT FROM ${from} ORDER BY ${order} LIMIT ${MOST}) AS counted)`;
/** The run before `first` in its organization's line, among those that `archived` lets through: the list's index has each of the two in order. */
const beforeFirst = (archived: string) =>
  `(
      SELECT coalesce(s.completed_at, s.started_at) AS at, s.created_at, s.id FROM simulations s
      WHERE s.organization_id = first.organization_id AND ${archived} AND (s.created_at, s.id) < (first.created_at, first.id)
      ORDER BY s.created_at DESC, s.id DESC LIMIT 1
    )`;
// A run waits since the one before it in its organization's line began or ended: an organization's own backlog is no wait while it moves.
const QUEUED = `(
    SELECT jsonb_build_object('rows', coalesce(sum(first.rows), 0), 'oldest', extract(epoch FROM now() - min(greatest(first.created_at, before.at))))
    FROM (
      SELECT DISTINCT ON (organization_id) organization_id, created_at, id, count(*) OVER (PARTITION BY organization_id) AS rows
      FROM unfinished WHERE status = 'queued' ORDER BY organization_id, created_at, id
    ) AS first
    LEFT JOIN LATERAL (
      SELECT at FROM (${beforeFirst("s.archived")} UNION ALL ${beforeFirst("NOT s.archived")}) AS runs
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS before ON true
  )`;
const RUNNING = `(
    SELECT jsonb_build_object('rows', count(*), 'oldest', extract(epoch FROM now() - min(coalesce(started_at, created_at))))
    FROM unfinished WHERE status = 'running'
  )`;

// Each part reads an index alone, in its order: a spec looks at the plan.
export const TAKE_FIGURES = `
WITH unfinished AS MATERIALIZED (
  SELECT organization_id, id, status, created_at, started_at FROM simulations WHERE status IN ('queued', 'running') ORDER BY created_at, id LIMIT ${MOST}
)
SELECT jsonb_build_object(
  'outbox', ${queue("created_at", "outbox WHERE set_aside_at IS NULL", "next_attempt_at")},
  'set_aside', ${
  count("outbox WHERE set_aside_at IS NOT NULL", "set_aside_at DESC, lpad(to_hex(id), 32, '0')::uuid DESC")
},
  'due', ${
  queue(
    "next_retry_at",
    "deliveries WHERE status = 'pending' AND NOT held AND parked IS NULL AND next_retry_at <= now()",
    "next_retry_at, id",
  )
},
  'parked', ${count("deliveries WHERE parked IS NOT NULL", "endpoint_id, id")},
  'held', ${count("deliveries WHERE held", "webhook_id, id")},
  'endpoints_down', ${count("endpoint_health WHERE down_since IS NOT NULL", "down_since")},
  'queued_simulations', ${QUEUED},
  'running_simulations', ${RUNNING},
  'readings', ${queue("queued_at", "readings WHERE generated_at IS NULL", "queued_at, simulation_id")},
  'queued_training', ${
  queue("created_at", "training_runs WHERE status = 'QUEUED'", "organization_id, created_at")
},
  'running_training', ${queue("started_at", "training_runs WHERE status = 'RUNNING'", "started_at, id")},
  'deletions', ${
  queue(
    "deletion_requested_at",
    "organizations WHERE deletion_requested_at IS NOT NULL",
    "deletion_requested_at, id",
  )
},
  'purged_at', (SELECT extract(epoch FROM min(updated_at)) FROM reconciler_positions WHERE part LIKE '${PURGES}%'),
  'reconciled_at', (SELECT extract(epoch FROM updated_at) FROM reconciler_positions WHERE part = '${WHOLE_RUN}')
) AS figures`;

const READ_FIGURES = `
  SELECT figures, extract(epoch FROM taken_at)::float8 AS taken_at,
    claimed_at < now() - make_interval(secs => ${FRESH_SECONDS}) AS old
  FROM figures`;

// Of several processes that find them old, the row's lock lets one pass.
const CLAIM_FIGURES =
  `UPDATE figures SET claimed_at = now() WHERE claimed_at < now() - make_interval(secs => ${FRESH_SECONDS})`;

const STORE_FIGURES =
  "UPDATE figures SET figures = $1, taken_at = now() RETURNING extract(epoch FROM taken_at)::float8 AS taken_at";

interface Taken {
  readonly figures: Figures | null;
  /** Unix seconds. */
  readonly taken_at: number;
}

/** The figures of the last seconds: those that another process has read, or read now for all. @param database sees every organization */
export async function readFigures(database: Database): Promise<Taken> {
  const known = await database.one<Taken & { old: boolean }>(READ_FIGURES);
  if (!known.old || await database.count(CLAIM_FIGURES) === 0) return known;
  const taken = await database.one<{ figures: Figures }>(TAKE_FIGURES);
  const stored = await database.first<{ taken_at: number }>(STORE_FIGURES, [taken.figures]);
  return { figures: taken.figures, taken_at: stored?.taken_at ?? known.taken_at };
}

/** Shows the figures of Postgres whenever somebody scrapes. Where they cannot be read the last ones stay, with the time when they were taken. */
export function measureQueues(database: Database): void {
  beforeScrape(async () => {
    const taken = await readFigures(database).catch(() => null);
    if (taken?.figures == null) return;
    FIGURES.taken_at.set(taken.taken_at);
    showFigures(taken.figures);
  });
}

function showFigures(figures: Figures): void {
  for (const name of ["set_aside", "endpoints_down", "purged_at", "reconciled_at"] as const) {
    FIGURES[name].set(figures[name] ?? 0);
  }
  for (const state of ["parked", "held"] as const) FIGURES.deliveries.set({ state }, figures[state]);
  FIGURES.deliveries.set({ state: "due" }, figures.due.rows);
  FIGURES.due_oldest.set(figures.due.oldest ?? 0);
  FIGURES.deletions_oldest.set(figures.deletions?.oldest ?? 0);
  for (const name of ["outbox", "readings"] as const) {
    FIGURES[name].set(figures[name].rows);
    FIGURES[`${name}_oldest`].set(figures[name].oldest ?? 0);
  }
  for (const status of ["queued", "running"] as const) {
    for (const kind of ["simulations", "training"] as const) {
      const { rows, oldest } = figures[`${status}_${kind}`];
      FIGURES[kind].set({ status }, rows);
      FIGURES[`${kind}_oldest`].set({ status }, oldest ?? 0);
    }
  }
}

/** Shows the connections of a pool. @param pool its name */
export function measurePool(pool: string, database: Database): void {
  beforeScrape(() => {
    const { most, ...counts } = database.pool();
    for (const [state, count] of Object.entries(counts)) DATABASE.connections.set({ pool, state }, count);
    DATABASE.size.set({ pool }, most);
  });
}
