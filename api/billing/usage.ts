import Type from "typebox";
import { periodOf, usedOfDays, type UsedOfMonth, usedOfMonth } from "#db/simulations/usage.ts";
import type { NewSimulation } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, forAnyCaller } from "../http/define-route.ts";
import { Id, integer, namedObject, nullable, number, strictObject, text, Timestamp } from "../http/fields.ts";
import type { Identity } from "../http/identity.ts";
import { Plan } from "../organizations/organization.ts";

const Usage = namedObject("Usage", {
  plan_tier: Plan,
  period: namedObject(
    "UsagePeriod",
    { start: Timestamp, end: Timestamp },
    "The calendar month, UTC; its end is not in it",
  ),
  simulations_this_period: Type.Integer(),
  simulations_limit: nullable(integer("Null: none, like the other limits")),
  agent_runs_this_period: integer("Agents of this month's simulations", { format: "int64" }),
  agent_runs_limit: nullable(Type.Integer({ format: "int64" })),
  simulations_lifetime: integer("Simulations of all months"),
  agent_count_ceiling: integer("Agents of one simulation"),
  rate_limit_per_minute: integer("Requests a minute of each key and each user"),
  readings_this_period: integer("Readings that were started and did not fail"),
  reading_cost_usd_this_period: number("Of Readings that have ended"),
  reading_ceiling_usd: nullable(Type.Number()),
});

export const showUsage = defineRoute({
  ...forAnyCaller("Usage"),
  endpoint: "GET /v1/usage",
  responses: { 200: { description: "The usage", data: Usage } },
  read: async ({ identity, inTransaction, services }) => {
    const at = services.now();
    const used = await inTransaction((tx) => usedOfMonth(tx, at));
    const { planTier, limits } = identity;
    return {
      data: {
        plan_tier: planTier,
        period: periodOf(at),
        simulations_this_period: used.simulations,
        simulations_limit: limits.simulations_per_month,
        agent_runs_this_period: used.agent_runs,
        agent_runs_limit: limits.agent_runs_per_month,
        simulations_lifetime: used.simulations_lifetime,
        agent_count_ceiling: limits.agent_count_ceiling,
        rate_limit_per_minute: limits.requests_per_minute,
        readings_this_period: used.readings,
        reading_cost_usd_this_period: used.reading_cost_usd,
        reading_ceiling_usd: limits.reading_ceiling_usd,
      },
    };
  },
});

const UsageOfDay = namedObject("UsageOfDay", {
  date: text("A day, UTC", { format: "date" }),
  key_id: nullable(Id),
  simulations: Type.Integer(),
  agent_runs: Type.Integer({ format: "int64" }),
}, "What a key asked for on a day; `key_id` is null for people");

export const showDailyUsage = defineRoute({
  ...forAnyCaller("Usage"),
  endpoint: "GET /v1/usage/daily",
  query: strictObject({
    days: Type.Optional(integer("How many days, today included", { minimum: 1, maximum: 90, default: 30 })),
  }),
  responses: { 200: { description: "The usage", data: Type.Array(UsageOfDay) } },
  read: async ({ query: { days = 30 }, inTransaction, services }) => ({
    data: await inTransaction((tx) => usedOfDays(tx, services.now(), days)),
  }),
});

/** Simulations and their agents, of a month or of a request. */
export type Used = Pick<UsedOfMonth, "simulations" | "agent_runs">;
export const NOTHING_USED: Used = { simulations: 0, agent_runs: 0 };

/**
 * The error of a simulation that the month's quotas do not allow: 402 for its number, 422 for its agents.
 * @param month what is used, with what the request has written before it
 * @param before what the request has written before it, which is refused with it
 */
export function overQuota(
  { created_at, agent_count }: Pick<NewSimulation, "created_at" | "agent_count">,
  month: Used,
  before: Used,
  { planTier, limits }: Identity,
): ApiError {
  const resets_at = periodOf(created_at).end.toISOString();
  const [used, wanted] = [month.simulations - before.simulations, before.simulations + 1];
  const { simulations_per_month: simulations, agent_runs_per_month: runs } = limits;
  if (simulations !== null && used + wanted > simulations) {
    const state = used < simulations ? `and ${used} are used` : "and they are used";
    return new ApiError(
      "insufficient_quota",
      `The plan ${planTier} allows ${simulations} simulations a month, ${state}; the next month begins at ${resets_at}.`,
      { meta: { limit: simulations, used, resets_at } },
    );
  }
  return new ApiError(
    "tier_cap_exceeded",
    `With ${
      before.agent_runs + agent_count
    } more agents the month would pass the ${runs} that the plan ${planTier} allows; the next month begins at ${resets_at}.`,
    { meta: { field: "/agent_count", limit: runs, used: month.agent_runs - before.agent_runs, resets_at } },
  );
}
