import { EntitySchema } from "typeorm";
import type { PlanTier } from "#shared/plans.ts";

export interface OrganizationRow {
  id: string;
  name: string;
  plan_tier: PlanTier;
  insights_enabled: boolean;
  agent_count_ceiling: number | null;
  requests_per_minute: number | null;
  simulations_per_month: number | null;
  /** bigint: Postgres sends text. */
  agent_runs_per_month: string | null;
  /** numeric: Postgres sends text. */
  reading_ceiling_usd: string | null;
  created_at: Date;
  updated_at: Date;
}

export const Organizations = new EntitySchema<OrganizationRow>({
  name: "organizations",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    plan_tier: { type: "text" },
    insights_enabled: { type: "boolean" },
    agent_count_ceiling: { type: "integer", nullable: true },
    requests_per_minute: { type: "integer", nullable: true },
    simulations_per_month: { type: "integer", nullable: true },
    agent_runs_per_month: { type: "bigint", nullable: true },
    reading_ceiling_usd: { type: "numeric", nullable: true },
    created_at: { type: "timestamptz" },
    updated_at: { type: "timestamptz" },
  },
});
