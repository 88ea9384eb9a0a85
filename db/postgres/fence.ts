import type { Database } from "./database.ts";

interface RoleFacts {
  readonly role: string;
  readonly bypasses: boolean;
  /** Tables with an organization that row-level security does not restrict for this role. */
  readonly open_tables: string[] | null;
  readonly sees_rows: boolean;
}

// A pooler that drops a connection's startup options leaves it with the rights of the user in DATABASE_URL, who owns the tables.
const READ_ROLE = `
  SELECT current_user::text AS role, r.rolsuper OR r.rolbypassrls AS bypasses,
    EXISTS (SELECT FROM organizations) AS sees_rows,
    (SELECT array_agg(c.relname::text ORDER BY c.relname) FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE')
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped)
       AND (NOT (c.relrowsecurity AND c.relforcerowsecurity) OR pg_has_role(c.relowner, 'MEMBER'))) AS open_tables
  FROM pg_roles r WHERE r.rolname = current_user`;

/**
 * Checks that a pool's connections have a role's rights and no others: a pooler may drop the role, and then the owner of all tables would
 * serve customers. For `app_api` {@link assertFenced} follows.
 *
 * @throws WrongDatabaseRole that names the reason
 */
export async function assertRole(database: Database, role: "app_api" | "app_worker"): Promise<void> {
  const found = await database.one<{ role: string }>("SELECT current_user::text AS role");
  if (found.role !== role) throw new WrongDatabaseRole(found.role, `the process needs ${role}`);
  if (role === "app_api") await assertFenced(database);
}

/**
 * Checks that row-level security restricts a pool's connections to one organization: a wrong user, a pooler or a table without its fence
 * would show every organization's rows to each.
 *
 * @throws WrongDatabaseRole that names the reason
 */
export async function assertFenced(database: Database): Promise<void> {
  const facts = await database.one<RoleFacts>(READ_ROLE);
  const reason = reasonUnfenced(facts);
  if (reason !== null) throw new WrongDatabaseRole(facts.role, reason);
}

function reasonUnfenced({ bypasses, sees_rows, open_tables }: RoleFacts): string | null {
  if (bypasses) return "it bypasses row-level security";
  if (open_tables !== null) return `nothing restricts it in ${open_tables.join(", ")}`;
  return sees_rows ? "it sees organizations without acting for one" : null;
}

/** The process must not start: a role that sees every organization would serve customers, or one that may do more than workers. */
export class WrongDatabaseRole extends Error {
  constructor(role: string, reason: string) {
    super(
      `Cannot start: the connections have the role ${role}, and ${reason}. Migrate the database. Behind a pooler, which drops the option ` +
        "-c role=…, set API_DATABASE_URL and WORKER_DATABASE_URL and run `deno task create-logins`.",
    );
    this.name = "WrongDatabaseRole";
  }
}
