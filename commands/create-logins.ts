import process from "node:process";
import pg from "pg";
import { idleTransactionSeconds, STATEMENT_SECONDS } from "#db/data-source.ts";
import type { Database } from "#db/postgres/database.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

/** A login of its own for one of the service's roles. */
export interface Login {
  readonly name: string;
  readonly password: string;
  readonly role: "app_api" | "app_worker";
}

/** Roles that a login may take besides its own: workers take `app_eraser` for the transactions that delete an organization. */
const FURTHER_ROLES = { app_api: [], app_worker: ["app_eraser"] } as const;

/**
 * Creates a login, or changes it to this password. Each of its connections has the role and its time limits from the first statement on,
 * whatever a pooler does with the options of the connection. It inherits nothing, so a connection without the role may read nothing.
 *
 * @param database the owner's, who may create roles
 * @throws Error when the name is that of an existing user with rights of its own
 */
export async function createLogin(database: Database, { name, password, role }: Login): Promise<void> {
  const login = pg.escapeIdentifier(name);
  const limit = STATEMENT_SECONDS[role];
  await database.transaction(async (tx) => {
    const { rows: [found] } = await tx.sql<{ foreign: boolean }>(
      `SELECT rolsuper OR rolcreaterole OR rolbypassrls OR rolname = current_user
         OR (NOT pg_has_role(oid, $2, 'MEMBER') AND EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid)) AS foreign
       FROM pg_roles WHERE rolname = $1`,
      [name, role],
    );
    if (found?.foreign === true) {
      throw new Error(`Cannot use ${name} as the login of ${role}: it is another's`);
    }
    if (found === undefined) await tx.sql(`CREATE ROLE ${login} NOINHERIT`);
    await tx.sql(`ALTER ROLE ${login} LOGIN NOINHERIT PASSWORD ${pg.escapeLiteral(password)}`);
    await tx.sql(`GRANT ${[role, ...FURTHER_ROLES[role]].join(", ")} TO ${login}`);
    await tx.sql(`ALTER ROLE ${login} SET role = '${role}'`);
    await tx.sql(`ALTER ROLE ${login} SET statement_timeout = '${limit}s'`);
    await tx.sql(
      `ALTER ROLE ${login} SET idle_in_transaction_session_timeout = '${idleTransactionSeconds(limit)}s'`,
    );
  });
}

const SETTINGS = { API_DATABASE_URL: "app_api", WORKER_DATABASE_URL: "app_worker" } as const;

/** The user and the password in a setting. @throws Error that shows no password */
function readLogin(setting: string, role: Login["role"]): Login {
  const text = process.env[setting] ?? "";
  const { username, password } = URL.canParse(text) ? new URL(text) : { username: "", password: "" };
  if (username === "" || password === "") {
    throw new Error(`Cannot create logins: ${setting} must be a URL with a user and a password`);
  }
  return { name: decodeURIComponent(username), password: decodeURIComponent(password), role };
}

/**
 * `deno task create-logins`: creates in the database of `DATABASE_URL`, as its owner, the logins that `API_DATABASE_URL` and
 * `WORKER_DATABASE_URL` name, or gives them the passwords that stand there.
 */
if (import.meta.main) {
  const logins = Object.entries(SETTINGS).map(([setting, role]) => readLogin(setting, role));
  const [first, second] = logins.map(({ name }) => name);
  if (first === second) throw new Error("Cannot create logins: each role needs a user of its own");
  await withDatabase({ role: "owner", command: "create-logins" }, async ({ database }) => {
    for (const login of logins) await createLogin(database, login);
  });
  for (const { name, role } of logins) console.log(`${name} logs in as ${role}`);
}
