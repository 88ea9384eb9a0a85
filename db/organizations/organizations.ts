import { randomInt } from "node:crypto";
import { Not } from "typeorm";
import { shortName } from "#shared/accounts.ts";
import { newId } from "#shared/ids.ts";
import { type ContractFigures, type Limits, limitsOf, type PlanTier } from "#shared/plans.ts";
import type { OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
import type { Scope } from "#shared/api-key.ts";
import { entity, nullable, type RowOf, types } from "../postgres/entity.ts";

/** The columns of an organization, as `o`, that say what it may do: see {@link PlanColumns}. */
export const PLAN_COLUMNS =
  `o.plan_tier, o.agent_count_ceiling, o.requests_per_minute, o.simulations_per_month, o.agent_runs_per_month,
   o.reading_ceiling_usd, o.founding`;
export type PlanColumns = Pick<OrganizationRow, "plan_tier" | "founding" | keyof ContractFigures>;

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
export function limitsOfOrganization(row: PlanColumns): Limits {
  return limitsOf(row.plan_tier, contractOf(row));
}

/** @throws a unique violation of `organizations_name` when another organization has the name, in any case or Unicode form. */
export async function insertOrganization(
  tx: Transaction,
  organization: { name: string; plan_tier: PlanTier },
): Promise<OrganizationRow> {
  const id = newId();
  await tx.manager.insert(Organizations, { id, ...organization, granted_tier: organization.plan_tier });
  return await tx.manager.findOneByOrFail(Organizations, { id });
}

/** Names that are tried with a number before the number is drawn. */
const NUMBERED_NAMES = 9;
const DRAWN_NAMES = 8;

const INSERT_UNLESS_TAKEN = `
  INSERT INTO organizations (id, name, plan_tier, granted_tier) VALUES ($1, $2, $3, $3)
  ON CONFLICT (comparable_name(name)) DO NOTHING RETURNING *`;

/** Inserts an organization. Where the name is taken it gets a number: `Acme 2`. @throws Error when all tries were taken */
export async function insertOrganizationNumbered(
  tx: Transaction,
  { name, plan_tier }: { name: string; plan_tier: PlanTier },
): Promise<OrganizationRow> {
  for (let n = 1; n <= NUMBERED_NAMES + DRAWN_NAMES; n++) {
    // Among thousands of one name a free number is found by drawing, sooner than by counting.
    const number = n <= NUMBERED_NAMES ? n : randomInt(10, 1_000_000_000);
    const numbered = n === 1 ? name : shortName(name, ` ${number}`);
    const row = await tx.first<OrganizationRow>(INSERT_UNLESS_TAKEN, [newId(), numbered, plan_tier]);
    if (row !== null) return row;
  }
  throw new Error("Cannot name an organization: every number that was drawn is taken");
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
  const existing = await tx.first<{ id: string }>(
    "SELECT id FROM organizations WHERE comparable_name(name) = comparable_name($1)",
    [name],
  );
  return existing?.id ?? (await insertOrganization(tx, { name, plan_tier })).id;
}

/** Null where there is no such organization. */
export function findOrganization(tx: Transaction, id: string): Promise<OrganizationRow | null> {
  return tx.manager.findOneBy(Organizations, { id });
}

interface OrganizationChange {
  readonly plan_tier?: PlanTier;
  readonly insights_enabled?: boolean;
  /** Figures that are absent stay; null falls back to the plan's. */
  readonly limits?: Partial<ContractFigures>;
}

/** Changes an organization; null for an unknown id. A plan that is set here holds until a subscription gives a higher one, and after its end. */
export async function updateOrganization(
  tx: Transaction,
  id: string,
  { limits = {}, ...change }: OrganizationChange,
): Promise<OrganizationRow | null> {
  const { agent_runs_per_month: runs, reading_ceiling_usd: ceiling, ...figures } = limits;
  await tx.manager.update(Organizations, { id }, {
    ...change,
    ...(change.plan_tier === undefined ? {} : { granted_tier: change.plan_tier }),
    ...figures,
    ...(runs === undefined ? {} : { agent_runs_per_month: runs === null ? null : String(runs) }),
    ...(ceiling === undefined ? {} : { reading_ceiling_usd: ceiling === null ? null : String(ceiling) }),
    updated_at: new Date(),
  });
  return await findOrganization(tx, id);
}

/**
 * Renames the transaction's organization.
 * @throws a unique violation of `organizations_name`, as {@link insertOrganization} does
 */
export async function renameOrganization(
  tx: OrganizationTransaction,
  name: string,
): Promise<OrganizationRow | null> {
  const other = { id: tx.organizationId, name: Not(name) };
  await tx.manager.update(Organizations, other, { name, updated_at: () => "now()" });
  return await findOrganization(tx, tx.organizationId);
}

/** A page of all organizations, newest first. @param name part of their names in any case; reads every name, for operators alone */
export function pageOfOrganizations(
  tx: Transaction,
  { name }: { readonly name?: string | undefined },
  page: PageRequest,
): Promise<Page<OrganizationRow>> {
  const part = name?.trim().normalize("NFKC").toLowerCase().replace(/[\\%_]/g, "\\$&");
  return paginateNewestFirst(tx, "SELECT * FROM organizations", [
    ["comparable_name(name) LIKE $", part === undefined ? undefined : `%${part}%`],
  ], page);
}

/** The names of organizations by their ids; without those that are gone. */
export async function namesOfOrganizations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    "SELECT id, name FROM organizations WHERE id = ANY($1::uuid[])",
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const organization = {
  id: types.key,
  name: types.text(),
  /** The plan in force: the highest of the granted one and of those that its customers' subscriptions give. */
  plan_tier: types.text<PlanTier>(),
  /** What an operator set last, or the organization was made with. */
  granted_tier: types.text<PlanTier>(),
  insights_enabled: types.boolean,
  agent_count_ceiling: nullable(types.integer),
  requests_per_minute: nullable(types.integer),
  simulations_per_month: nullable(types.integer),
  agent_runs_per_month: nullable(types.bigint),
  reading_ceiling_usd: nullable(types.numeric),
  /** `unproved` until its founder proves the address; `taken_over` where somebody else has proved it. */
  founding: nullable(types.text<"unproved" | "taken_over">()),
  created_at: types.timestamp,
  updated_at: types.timestamp,
  /** From then on no person and no key acts for it, and a workflow deletes its rows. */
  deletion_requested_at: nullable(types.timestamp),
};
export const Organizations = entity("organizations", organization);
export type OrganizationRow = RowOf<typeof organization>;

const apiKey = {
  id: types.key,
  organization_id: types.uuid,
  name: types.text(),
  prefix: types.text(),
  secret_hash: types.bytea,
  previous_secret_hash: nullable(types.bytea),
  previous_valid_until: nullable(types.timestamp),
  rotated_at: nullable(types.timestamp),
  scopes: types.texts<Scope>(),
  created_at: types.timestamp,
  last_used_at: nullable(types.timestamp),
  expires_at: nullable(types.timestamp),
  revoked_at: nullable(types.timestamp),
};
export const ApiKeys = entity("api_keys", apiKey);
export type ApiKeyRow = RowOf<typeof apiKey>;

const auditEntry = {
  id: types.key,
  actor_key_id: nullable(types.uuid),
  actor_user_id: nullable(types.uuid),
  actor_command: nullable(types.text()),
  action: types.text(),
  subject: types.text(),
  details: types.json("jsonb"),
  request_id: nullable(types.text()),
  /** Whose people see the entry; null for what is no organization's, such as a maintenance. */
  of_organization: nullable(types.uuid),
  by_operator: types.boolean,
  created_at: types.timestamp,
};
export const AuditLog = entity("audit_log", auditEntry);
export type AuditEntryRow = RowOf<typeof auditEntry>;
