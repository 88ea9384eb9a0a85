import { EVENT_TYPES } from "#shared/webhooks/events.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";

/** The most deliveries of each state and type that a subscription's statistics count. */
export const MAX_COUNTED = 1_000;

/** A subscription's deliveries of an hour. */
export interface HourOfDeliveries {
  readonly webhook_id: string;
  /** The hour's beginning, UTC. */
  readonly at: Date;
  readonly succeeded: number;
  /** Their schedule is used up, or their newest attempt failed and another one comes. */
  readonly failed: number;
  /** Whether older deliveries of the day were left out, because there are more than {@link MAX_COUNTED}. */
  readonly is_partial: boolean;
}

// Each state and type of a subscription is a range of `deliveries_listed_of_webhook`, read from its newest row.
const STATS = {
  name: "webhook_stats",
  text: `
    SELECT w.id AS webhook_id, date_trunc('hour', d.created_at, 'UTC') AS at,
      (count(*) FILTER (WHERE d.status = 'succeeded'))::int AS succeeded,
      (count(*) FILTER (WHERE d.status <> 'succeeded'))::int AS failed,
      max(d.place) >= ${MAX_COUNTED} AS is_partial
    FROM webhooks w
    CROSS JOIN unnest(ARRAY['succeeded', 'failed', 'pending']) AS wanted (status)
    CROSS JOIN unnest($2::text[]) AS kind (type)
    CROSS JOIN LATERAL (
      SELECT k.status, k.created_at, k.attempt_count, row_number() OVER () AS place
      FROM (
        SELECT status, created_at, attempt_count FROM deliveries
        WHERE webhook_id = w.id AND status = wanted.status AND event_type = kind.type AND created_at > now() - interval '24 hours'
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED}
      ) AS k
    ) AS d
    WHERE w.organization_id = $1 AND (d.status <> 'pending' OR d.attempt_count > 0)
    GROUP BY 1, 2 ORDER BY 1, 2`,
};

/** What became of each subscription's deliveries of the last 24 hours, by hours; hours without any are left out. */
export function statsOfWebhooks(tx: OrganizationTransaction): Promise<HourOfDeliveries[]> {
  return tx.query<HourOfDeliveries>(STATS, [tx.organizationId, EVENT_TYPES]);
}
