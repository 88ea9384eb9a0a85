import type { MigrationInterface, QueryRunner } from "typeorm";

/** Actors of the audit log, bounds of what a tenant may cost, and the rights of each role on each table. */
export class Bounds1763600700000 implements MigrationInterface {
  readonly name = "Bounds1763600700000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log ALTER COLUMN actor_key_id DROP NOT NULL, ADD COLUMN actor_user_id uuid,
        ADD CHECK (num_nonnulls(actor_key_id, actor_user_id) = 1);
      CREATE INDEX training_runs_queued ON training_runs (organization_id, created_at) WHERE status = 'QUEUED';

      -- A command that Temporal refuses whenever it is executed is set aside, with the reason, for an operator.
      ALTER TABLE outbox ADD COLUMN set_aside_at timestamptz(3), ADD COLUMN error text,
        ADD CHECK ((set_aside_at IS NULL) = (error IS NULL));
      DROP INDEX outbox_due;
      CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE set_aside_at IS NULL;
      CREATE INDEX outbox_set_aside ON outbox (set_aside_at DESC, (lpad(to_hex(id), 32, '0')::uuid) DESC)
        WHERE set_aside_at IS NOT NULL;

      -- One for each combination of the list's filters: of 100,000 rows a page reads those that it shows.
      CREATE INDEX simulations_of_status ON simulations (organization_id, status, created_at DESC, id DESC);
      CREATE INDEX simulations_of_methodology ON simulations (organization_id, methodology_slug, created_at DESC, id DESC);
      CREATE INDEX simulations_of_methodology_and_status
        ON simulations (organization_id, methodology_slug, status, created_at DESC, id DESC);
    `);
    await runner.query(NO_DEFAULT_GRANTS);
    for (const grant of GRANTS) await runner.query(grantStatements(grant));
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

// From here on a migration grants each new table's rights itself; a table without them is one that nobody reaches.
const NO_DEFAULT_GRANTS = `
  ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM app_api, app_worker;
`;

interface Grant {
  readonly table: string;
  /** The first letters of SELECT, INSERT, UPDATE and DELETE. */
  readonly api: string;
  readonly worker: string;
}

/** What each role does with each table today. `app_api` acts for one organization; operators' routes and key checks use `app_worker`. */
const GRANTS: readonly Grant[] = [
  { table: "organizations", api: "S", worker: "SIU" },
  { table: "api_keys", api: "", worker: "SIU" },
  { table: "audit_log", api: "", worker: "SI" },
  { table: "methodologies", api: "S", worker: "SIU" },
  { table: "methodology_accuracy", api: "S", worker: "SIU" },
  { table: "migrations", api: "S", worker: "S" },
  { table: "simulations", api: "SIU", worker: "SU" },
  { table: "simulation_chunks", api: "S", worker: "SI" },
  { table: "model_responses", api: "", worker: "SIU" },
  { table: "model_capabilities", api: "", worker: "SIU" },
  { table: "readings", api: "SIU", worker: "SIU" },
  { table: "usage_months", api: "SIU", worker: "SIU" },
  { table: "training_runs", api: "SIU", worker: "SUD" },
  { table: "webhooks", api: "SIUD", worker: "SU" },
  { table: "callback_secrets", api: "SIU", worker: "SIU" },
  // A purge locks the events that it deletes, which needs UPDATE.
  { table: "events", api: "SI", worker: "SIUD" },
  { table: "deliveries", api: "SIU", worker: "SIU" },
  { table: "delivery_attempts", api: "S", worker: "SIU" },
  { table: "outbox", api: "SI", worker: "SIUD" },
  { table: "idempotency_keys", api: "SIU", worker: "SIUD" },
];

const PRIVILEGES: Readonly<Record<string, string>> = { S: "SELECT", I: "INSERT", U: "UPDATE", D: "DELETE" };

function grantStatements({ table, api, worker }: Grant): string {
  const grant = (role: string, letters: string) =>
    letters === ""
      ? ""
      : `GRANT ${Array.from(letters, (letter) => PRIVILEGES[letter]).join(", ")} ON ${table} TO ${role};`;
  return `REVOKE ALL ON ${table} FROM app_api, app_worker; ${grant("app_api", api)} ${
    grant("app_worker", worker)
  }`;
}
