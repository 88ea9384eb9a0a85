import { insertApiKey } from "#db/organizations/api-keys.ts";
import { SCOPES } from "#shared/api-key.ts";
import { findOrCreateOrganization } from "#db/organizations/organizations.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

/**
 * `deno task create-operator-key`: creates an API key of the organization Operations and prints it, once. With its id in
 * `OPERATOR_KEY_IDS` the key may use `/v1/admin/*`, to create organizations and their keys.
 */
const { secret, row } = await withDatabase(
  { role: "app_worker", command: "create-operator-key" },
  ({ database }) =>
    database.transaction(async (tx) => {
      const organization_id = await findOrCreateOrganization(tx, "Operations", "enterprise");
      return await insertApiKey(tx, {
        organization_id,
        name: "operator",
        scopes: [...SCOPES],
        expires_at: null,
      });
    }),
);
console.log(`API key           ${secret}\nOPERATOR_KEY_IDS  ${row.id}`);
