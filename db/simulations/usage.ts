import { oneOwn, rowsOwn } from "../postgres/queries.ts";

/** SQL: the calendar month, UTC, of a `timestamptz`: the key of its counters in `usage_months`. */
export function monthOf(timestamp: string): string {
  return `date_trunc('month', ${timestamp} AT TIME ZONE 'UTC')::date`;
}

/** SQL: the day, UTC, of a `timestamptz`: the key of its counters in `usage_days`. */
export function dayOf(timestamp: string): string {
  return `(${timestamp} AT TIME ZONE 'UTC')::date`;
}

/** What a key, or the organization's people together, asked for on a day. */
export interface UsedOfDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  /** Null for people. */
  readonly key_id: string | null;
  readonly simulations: number;
  readonly agent_runs: number;
}

/**
 * The days up to that of `at`, newest first; a day on which nothing was asked has no row. A day has a row for each key that was used, of at most
 * 100 and those revoked since. @param days how many, that of `at` included
 */
export const usedOfDays = rowsOwn<UsedOfDay, [at: Date, days: number]>(
  `SELECT to_char(day, 'YYYY-MM-DD') AS date, key_id, simulations, agent_runs::float8 AS agent_runs FROM usage_days
    WHERE organization_id = $1 AND day > ${dayOf("$2::timestamptz")} - $3::integer AND simulations > 0
    ORDER BY day DESC, key_id NULLS LAST`,
);

/** What an organization has used of a month's quotas. */
export interface UsedOfMonth {
  readonly simulations: number;
  readonly agent_runs: number;
  readonly readings: number;
  /** US dollars of Readings that have ended. */
  readonly reading_cost_usd: number;
}

/** {@link UsedOfMonth}, and the simulations of all months. */
export interface Usage extends UsedOfMonth {
  readonly simulations_lifetime: number;
}

/** What the organization has used in the month of `at`, and in all. One row a month: a decade of an organization is 120 of them. */
export const usedOfMonth = oneOwn<Usage, [at: Date]>({
  name: "usage_of_organization",
  text: `
    WITH months AS (SELECT *, month = ${
    monthOf("$2::timestamptz")
  } AS is_this FROM usage_months WHERE organization_id = $1)
    SELECT coalesce(sum(simulations) FILTER (WHERE is_this), 0)::float8 AS simulations,
      coalesce(sum(agent_runs) FILTER (WHERE is_this), 0)::float8 AS agent_runs,
      coalesce(sum(readings) FILTER (WHERE is_this), 0)::float8 AS readings,
      coalesce(sum(reading_cost_usd) FILTER (WHERE is_this), 0)::float8 AS reading_cost_usd,
      coalesce(sum(simulations), 0)::float8 AS simulations_lifetime
    FROM months`,
});

/** The first moment of the calendar month, UTC, of `at`, and of the next one. */
export function periodOf(at: Date): { readonly start: Date; readonly end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}
