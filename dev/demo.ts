import { authenticateApiKey, insertApiKey } from "#db/organizations/api-keys.ts";
import { insertOrganization } from "#db/organizations/organizations.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { PlanTier } from "#shared/plans.ts";
import { SCOPES } from "#shared/api-key.ts";

/** The organizations that a newcomer tries the service with: a customer on plan studio, and the operators' own. */
export interface DemoKeys {
  readonly organization_id: string;
  readonly api_key: string;
  readonly operator_key: string;
  /** The setting `OPERATOR_KEY_IDS`. */
  readonly operator_key_id: string;
}

/** Keys that work in this database: those that were kept, or new ones. `database` must see every organization. */
export async function demoOrganization(database: Database, kept: DemoKeys | null): Promise<DemoKeys> {
  if (kept !== null && await works(database, kept)) return kept;
  return await database.transaction(async (tx) => {
    const organization_id = await organizationNamed(tx, "Demo", "studio");
    const operators = await organizationNamed(tx, "Operations", "enterprise");
    const key = { name: "deno task dev", scopes: [...SCOPES], expires_at: null };
    const customer = await insertApiKey(tx, { ...key, organization_id });
    const operator = await insertApiKey(tx, { ...key, organization_id: operators });
    return {
      organization_id,
      api_key: customer.secret,
      operator_key: operator.secret,
      operator_key_id: operator.row.id,
    };
  });
}

async function works(database: Database, kept: DemoKeys): Promise<boolean> {
  const [customer, operator] = await Promise.all(
    [kept.api_key, kept.operator_key].map((secret) => authenticateApiKey(database, secret)),
  );
  return customer?.organization_id === kept.organization_id && operator?.key_id === kept.operator_key_id;
}

/** It may be there already, without its keys: they are shown once and kept in a file. */
async function organizationNamed(tx: Transaction, name: string, plan_tier: PlanTier): Promise<string> {
  const { rows: [found] } = await tx.sql<{ id: string }>(
    "SELECT id FROM organizations WHERE lower(name) = lower($1)",
    [name],
  );
  return found?.id ?? (await insertOrganization(tx, { name, plan_tier })).id;
}
