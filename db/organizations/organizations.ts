import { newId } from "#shared/ids.ts";
import type { ContractFigures, Limits, PlanTier } from "#shared/plans.ts";
import { limitsOf } from "#shared/plans.ts";
import type { Transaction } from "../database.ts";
import { type OrganizationRow, Organizations } from "../entities/entities.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

/** The figures of an organization's own contract; null falls back to the plan's. */
export function contractOf(row: Pick<OrganizationRow, keyof ContractFigures>): ContractFigures {
  return {
    agent_count_ceiling: row.agent_count_ceiling,
    requests_per_minute: row.requests_per_minute,
    simulations_per_month: row.simulations_per_month,
    agent_runs_per_month: row.agent_runs_per_month === null ? null : Number(row.agent_runs_per_month),
    reading_ceiling_usd: row.reading_ceiling_usd === null ? null : Number(row.reading_ceiling_usd),
  };
}

/** The limits that apply to an organization: its contract's figures, else its plan's. */
export function limitsOfOrganization(row: OrganizationRow): Limits {
  return limitsOf(row.plan_tier, contractOf(row));
}

/** @throws a unique violation of `organizations_name` when another organization has the name, in upper or lower case. */
export async function insertOrganization(
  tx: Transaction,
  organization: { name: string; plan_tier: PlanTier },
): Promise<OrganizationRow> {
  const id = newId();
  await tx.manager.insert(Organizations, { id, ...organization });
  return await tx.manager.findOneByOrFail(Organizations, { id });
}

/**
 * Finds an organization by its name, in any case, or creates it.
 * @returns its id.
 */
export async function findOrCreateOrganization(
  tx: Transaction,
  name: string,
  plan_tier: PlanTier,
): Promise<string> {
  const { rows: [existing] } = await tx.sql<{ id: string }>(
    "SELECT id FROM organizations WHERE lower(name) = lower($1)",
    [name],
  );
  return existing?.id ?? (await insertOrganization(tx, { name, plan_tier })).id;
}

/** Null where there is no such organization. */
export function findOrganization(tx: Transaction, id: string): Promise<OrganizationRow | null> {
  return tx.manager.findOneBy(Organizations, { id });
}

export interface OrganizationChange {
  readonly plan_tier?: PlanTier;
  readonly insights_enabled?: boolean;
  /** Figures that are absent stay; null falls back to the plan's. */
  readonly limits?: Partial<ContractFigures>;
}

/** Changes an organization; null where there is none. */
export async function updateOrganization(
  tx: Transaction,
  id: string,
  { limits = {}, ...change }: OrganizationChange,
): Promise<OrganizationRow | null> {
  const { agent_runs_per_month: runs, reading_ceiling_usd: ceiling, ...figures } = limits;
  await tx.manager.update(Organizations, { id }, {
    ...change,
    ...figures,
    ...(runs === undefined ? {} : { agent_runs_per_month: runs === null ? null : String(runs) }),
    ...(ceiling === undefined ? {} : { reading_ceiling_usd: ceiling === null ? null : String(ceiling) }),
    updated_at: new Date(),
  });
  return await findOrganization(tx, id);
}

/** A page of all organizations, newest first. */
export function pageOfOrganizations(tx: Transaction, page: PageRequest): Promise<Page<OrganizationRow>> {
  return paginateNewestFirst(tx, "SELECT * FROM organizations", [], page);
}
