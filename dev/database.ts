import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Database } from "#db/postgres/database.ts";
import { insertMagicLink } from "#db/accounts/tokens.ts";
import { findUserByEmail, insertUser } from "#db/accounts/users.ts";
import { registerMethodologies } from "#db/methodologies/methodologies.ts";
import { migrate } from "#db/migrate.ts";
import { authenticateApiKey, insertApiKey } from "#db/organizations/api-keys.ts";
import { findOrCreateOrganization } from "#db/organizations/organizations.ts";
import { withDatabase } from "./machine/connect-database.ts";
import { SCOPES } from "#shared/api-key.ts";
import { normalizeEmail } from "#shared/accounts.ts";
import { type DemoKeys, DEV_EMAIL, type DevEnvironment } from "./machine/environment.ts";

/**
 * Migrates the database, registers the methodologies and creates the demo organizations, all as its owner.
 * @param stored keys of an earlier start; they are replaced where this database does not know them.
 * @returns the names of the applied migrations, and keys that work.
 */
export async function prepareDatabase(
  url: string,
  stored: DemoKeys | null,
): Promise<{ applied: string[]; demo: DemoKeys }> {
  return await withDatabase({ url, role: "owner", command: "dev" }, async ({ database, dataSource }) => {
    const applied = await migrate(dataSource);
    await database.transaction((tx) => registerMethodologies(tx, PUBLISHED));
    const demo = stored !== null && await keysWork(database, stored)
      ? stored
      : await createDemoKeys(database);
    return { applied, demo };
  });
}

async function keysWork(database: Database, keys: DemoKeys): Promise<boolean> {
  const [customer, operator] = await Promise.all(
    [keys.api_key, keys.operator_key].map((secret) => authenticateApiKey(database, secret)),
  );
  return customer?.organization_id === keys.organization_id && operator?.key_id === keys.operator_key_id;
}

/** The organizations exist without their keys where the keys' file is lost: the database stores hashes alone. */
async function createDemoKeys(database: Database): Promise<DemoKeys> {
  return await database.transaction(async (tx) => {
    const organization_id = await findOrCreateOrganization(tx, "Demo", "studio");
    const operators_id = await findOrCreateOrganization(tx, "Operations", "enterprise");
    const key = { name: "deno task dev", scopes: [...SCOPES], expires_at: null };
    const customer = await insertApiKey(tx, { ...key, organization_id });
    const operator = await insertApiKey(tx, { ...key, organization_id: operators_id });
    return {
      organization_id,
      api_key: customer.secret,
      operator_key: operator.secret,
      operator_key_id: operator.row.id,
    };
  });
}

/**
 * A link that signs the demo organization's person in, once, within 15 minutes. The person is created at the first call. Unlike
 * a link that is asked for over the API it has no hourly limit: whoever reads the database's address may do more than that.
 */
export async function signInLink(
  { base_url, database_url, organization_id }: DevEnvironment,
): Promise<string> {
  const email_normalized = normalizeEmail(DEV_EMAIL) ?? DEV_EMAIL;
  const person = { email: DEV_EMAIL, email_normalized, name: "Dev", organization_id };
  const options = { url: database_url, role: "owner", command: "dev" } as const;
  const token = await withDatabase(options, ({ database }) =>
    database.transaction(async (tx) => {
      if (await findUserByEmail(tx, email_normalized) === null) {
        await insertUser(tx, { ...person, password_hash: null, email_verified: true });
      }
      return await insertMagicLink(tx, { ...person, organization_name: "Demo", checkout_id: null });
    }));
  return `${base_url}/auth/magic-link#token=${token}`;
}
