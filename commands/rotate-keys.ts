import process from "node:process";
import { countStoredResponses, reencrypt } from "#db/reencrypt.ts";
import { Keyring } from "#shared/crypto.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

/**
 * `deno task rotate-keys`: encrypts with the first of `SECRETS_KEYS` every secret that an older key encrypted. The exit code is 1 when
 * none of the keys decrypts a secret.
 */
const keys = process.env.SECRETS_KEYS;
if (!keys) throw new Error("Cannot rotate keys: set SECRETS_KEYS, the new key first");
const keyring = new Keyring(keys);
const { columns, oldKeys } = await withDatabase(
  { role: "app_worker", command: "rotate-keys" },
  async ({ database }) => ({
    columns: await reencrypt(database, keyring),
    oldKeys: await countStoredResponses(database, keyring),
  }),
);
for (const { name, rows, unreadable } of columns) {
  console.log(`${name}: ${rows} encrypted with key ${keyring.currentKeyId}`);
  if (unreadable.length === 0) continue;
  console.error(`${name}: none of the keys opens ${unreadable.join(", ")}`);
  process.exitCode = 1;
}
for (const { key_id, responses } of oldKeys) {
  console.log(
    `idempotency_keys.answer: ${responses} stored responses still need key ${key_id} until they expire`,
  );
}
