import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

/**
 * What each role may do with each table: the first letters of SELECT, INSERT, UPDATE, DELETE. A new table needs an entry here, and the
 * grants in its migration. Whoever adds one decides what an organization's routes (`api`), and workers and operators (`worker`), need of it.
 */
const RIGHTS: Readonly<Record<string, { readonly api: string; readonly worker: string }>> = {
  organizations: { api: "S", worker: "SIU" },
  api_keys: { api: "SIUD", worker: "SIUD" },
  audit_log: { api: "SI", worker: "SID" },
  methodologies: { api: "S", worker: "SIU" },
  methodology_versions: { api: "S", worker: "SID" },
  methodology_revision: { api: "S", worker: "SU" },
  model_errors: { api: "", worker: "SIU" },
  forecast_models: { api: "", worker: "SIU" },
  forecast_estimates: { api: "", worker: "SID" },
  migrations: { api: "S", worker: "S" },
  simulations: { api: "SIUD", worker: "SU" },
  simulation_metadata: { api: "SID", worker: "S" },
  simulation_shares: { api: "SID", worker: "SU" },
  simulation_chunks: { api: "S", worker: "SI" },
  model_responses: { api: "", worker: "SIU" },
  model_capabilities: { api: "", worker: "SIU" },
  readings: { api: "SIU", worker: "SIU" },
  usage_months: { api: "SIU", worker: "SIU" },
  usage_days: { api: "SIU", worker: "SU" },
  training_runs: { api: "SIUD", worker: "SUD" },
  training_metadata: { api: "SI", worker: "S" },
  upload_usage: { api: "SIU", worker: "SIU" },
  webhooks: { api: "SIUD", worker: "SUD" },
  callback_secrets: { api: "SIU", worker: "SIUD" },
  events: { api: "SI", worker: "SIUD" },
  deliveries: { api: "SIU", worker: "SIU" },
  delivery_attempts: { api: "S", worker: "SIU" },
  endpoint_health: { api: "SUD", worker: "SIUD" },
  reconciler_positions: { api: "", worker: "SIU" },
  outbox: { api: "SI", worker: "SIUD" },
  idempotency_keys: { api: "SIU", worker: "SIUD" },
  maintenance: { api: "", worker: "SIUD" },
  figures: { api: "", worker: "SU" },
  payment_events: { api: "", worker: "SID" },
  billing_customers: { api: "S", worker: "SIU" },
  billing_subscriptions: { api: "", worker: "SIU" },
  billing_checkouts: { api: "", worker: "SIUD" },
  // `app_api` reads every column but the password's hash, and changes two: rights on columns, which this list does not have.
  users: { api: "D", worker: "SIU" },
  invitations: { api: "SIUD", worker: "SUD" },
  magic_link_tokens: { api: "SID", worker: "SIUD" },
  password_reset_tokens: { api: "", worker: "SIUD" },
};
/** Tables of no organization, which need no fence. */
const SHARED = [
  "migrations",
  "methodology_revision",
  "model_errors",
  "forecast_models",
  "forecast_estimates",
  "reconciler_positions",
  "maintenance",
  "figures",
  "payment_events",
  "billing_subscriptions",
];

describe("The rights on each table", () => {
  it("are those of its entry, and each table has one", async () => {
    const rows = await ask<{ name: string; role: "api" | "worker"; rights: string }>(
      `SELECT c.relname AS name, role.name AS role,
         concat(CASE WHEN has_table_privilege('app_' || role.name, c.oid, 'SELECT') THEN 'S' END,
           CASE WHEN has_table_privilege('app_' || role.name, c.oid, 'INSERT') THEN 'I' END,
           CASE WHEN has_table_privilege('app_' || role.name, c.oid, 'UPDATE') THEN 'U' END,
           CASE WHEN has_table_privilege('app_' || role.name, c.oid, 'DELETE') THEN 'D' END,
           CASE WHEN has_table_privilege('app_' || role.name, c.oid, 'TRUNCATE, REFERENCES, TRIGGER') THEN '+' END) AS rights
       FROM pg_class c CROSS JOIN (VALUES ('api'), ('worker')) AS role (name)
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')`,
    );
    const found: Record<string, { api?: string; worker?: string }> = {};
    for (const { name, role, rights } of rows) found[name] = { ...found[name], [role]: rights };
    assert.deepEqual(found, RIGHTS);
  });

  it("are none on a table of a later migration, until it grants them", async () => {
    const database = await createDatabase();
    try {
      await ask("CREATE TABLE later (id integer)", [], database.url);
      const [row] = await ask(
        "SELECT has_table_privilege('app_api', 'later', 'SELECT') AS api, has_table_privilege('app_worker', 'later', 'SELECT') AS worker",
        [],
        database.url,
      );
      assert.deepEqual(row, { api: false, worker: false });
    } finally {
      await database.drop();
    }
  });

  it("are fenced by organization on every table but those of no organization", async () => {
    const rows = await ask<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname`,
    );
    assert.deepEqual(rows.map(({ name }) => name), [...SHARED].sort());
  });
});

describe("The API's role in Postgres", () => {
  let database: TestDatabase;
  let api: Database;
  let worker: Database;
  const [own, other] = [newId(), newId()];
  before(async () => {
    database = await createDatabase();
    const connect = (role: "app_api" | "app_worker") => connectAs(role, { url: database.url });
    [api, worker] = await Promise.all([connect("app_api"), connect("app_worker")]);
    for (const id of [own, other]) {
      await ask(
        "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')",
        [id, `Organization ${id}`],
        database.url,
      );
      await ask(
        `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights, insights_status, created_at)
         VALUES ($1, $2, 'brand-trust', 1, 1, 1, false, 'disabled', now())`,
        [newId(), id],
        database.url,
      );
    }
  });
  after(async () => {
    await Promise.all([api?.close(), worker?.close()]);
    await database?.drop();
  });

  const asApi = (sql: string, values: unknown[] = []) =>
    api.withOrganization(own, (tx) => tx.sql(sql, values));
  const denied = (sql: string) => assert.rejects(asApi(sql), { code: "42501" }, sql);

  it("is no superuser, and may not bypass row-level security, log in or create roles", async () => {
    const rows = await ask(
      "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin FROM pg_roles WHERE rolname IN ('app_api', 'app_worker')",
    );
    assert.equal(rows.length, 2);
    for (const role of rows) {
      assert.ok(Object.values(role).every((may) => may === false), JSON.stringify(role));
    }
    const { rows: [current] } = await asApi("SELECT current_user::text AS name");
    assert.equal(current?.["name"], "app_api");
  });

  it("adds to its own organization's audit log, reads that alone, and changes nothing in it", async () => {
    const add = (organization: string) =>
      `INSERT INTO audit_log (id, actor_key_id, action, subject, details, request_id, of_organization)
       VALUES ('${newId()}', '${own}', 'a', 's', '{}', 'r', ${organization})`;
    await asApi(add(`'${own}'`));
    await denied(add(`'${other}'`));
    await denied(add("NULL"));
    await ask(`${add("NULL")}; ${add(`'${other}'`)}`, [], database.url);
    const { rows } = await asApi("SELECT DISTINCT of_organization AS id FROM audit_log");
    assert.deepEqual(rows, [{ id: own }]);
    await denied("UPDATE audit_log SET action = 'x'");
    await denied("DELETE FROM audit_log");
    await denied("TRUNCATE audit_log");
  });

  it("reads methodologies, and changes none", async () => {
    assert.ok((await asApi("SELECT FROM methodologies")).count > 0);
    await denied("INSERT INTO methodologies (slug, version, status) VALUES ('mine', 1, 'published')");
    await denied("UPDATE methodologies SET status = 'deprecated'");
    await denied("DELETE FROM methodologies");
  });

  it("reads its own people without their passwords' hashes, and changes no address", async () => {
    for (const organization of [own, other]) {
      const email = `${organization}@example.com`;
      await ask(
        "INSERT INTO users (id, organization_id, email, email_normalized, name) VALUES ($1, $2, $3, $3, 'Ada')",
        [newId(), organization, email],
        database.url,
      );
    }
    const { rows } = await asApi("SELECT organization_id, email FROM users");
    assert.deepEqual(rows, [{ organization_id: own, email: `${own}@example.com` }]);
    await denied("SELECT password_hash FROM users");
    await denied("UPDATE users SET email_verified_at = now()");
    await denied("SELECT FROM password_reset_tokens");
    assert.equal(
      (await asApi("UPDATE users SET revoked_at = now() WHERE organization_id = $1", [other])).count,
      0,
    );
  });

  it("can change neither the schema nor the list of migrations", async () => {
    await denied("CREATE TABLE mine (id integer)");
    await denied("DELETE FROM migrations");
    await denied("ALTER TABLE simulations DISABLE ROW LEVEL SECURITY");
    await assert.rejects(asApi("DROP TABLE simulations"), { code: "42501" });
  });

  it("sees the rows of its transaction's organization alone, in every table with an organization", async () => {
    const tables = await ask<{ name: string; tenant: string }>(
      `SELECT table_name AS name, column_name AS tenant FROM information_schema.columns
       WHERE table_schema = 'public' AND (column_name = 'organization_id' OR (table_name, column_name) = ('organizations', 'id'))`,
      [],
      database.url,
    );
    assert.ok(tables.length >= 12, `${tables.length} tables`);
    const unfenced = await ask<{ relname: string }>(
      "SELECT relname FROM pg_class WHERE relname = ANY($1) AND relkind = 'r' AND NOT (relrowsecurity AND relforcerowsecurity)",
      [tables.map(({ name }) => name)],
      database.url,
    );
    assert.deepEqual(unfenced, []);
    for (const { name, tenant } of tables) {
      if (!RIGHTS[name]?.api.includes("S")) continue;
      const { rows } = await asApi(`SELECT DISTINCT ${tenant} AS tenant FROM ${name}`);
      // A methodology without an organization is everybody's.
      const isVisible = (id: unknown) => id === own || (id === null && name.startsWith("methodolog"));
      assert.ok(rows.every((row) => isVisible(row["tenant"])), `${name}: ${JSON.stringify(rows)}`);
    }
    assert.equal((await asApi("SELECT FROM organizations")).count, 1);
    assert.equal((await asApi("SELECT FROM simulations")).count, 1);
    assert.ok((await worker.query("SELECT FROM simulations")).length >= 2);
  });

  it("sees nothing without an organization, nor after the transaction of an organization", async () => {
    await asApi("SELECT FROM simulations");
    for (let i = 0; i < 3; i++) assert.equal((await api.query("SELECT FROM simulations")).length, 0);
    assert.equal((await api.transaction((tx) => tx.sql("SELECT FROM organizations"))).count, 0);
  });

  it("changes and deletes none of another organization's rows", async () => {
    assert.equal(
      (await asApi("UPDATE simulations SET question = 'mine' WHERE organization_id = $1", [other])).count,
      0,
    );
    assert.equal((await asApi("DELETE FROM webhooks WHERE organization_id = $1", [other])).count, 0);
    assert.equal((await asApi("DELETE FROM simulations WHERE organization_id = $1", [other])).count, 0);
    await denied(`DELETE FROM organizations WHERE id = '${other}'`);
    const [row] = await ask<{ question: string | null }>(
      "SELECT question FROM simulations WHERE organization_id = $1",
      [other],
      database.url,
    );
    assert.deepEqual(row, { question: null });
  });

  it("can neither write a row into another organization nor move one there", async () => {
    await denied(
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights, insights_status, created_at)
       VALUES ('${newId()}', '${other}', 'brand-trust', 1, 1, 1, false, 'disabled', now())`,
    );
    await denied(`UPDATE simulations SET organization_id = '${other}'`);
    await denied(
      `INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at) VALUES ('${other}', 'x', '{}', now())`,
    );
  });

  it("cannot refer to another organization's row", async () => {
    const [foreign] = await ask<{ id: string }>("SELECT id FROM simulations WHERE organization_id = $1", [
      other,
    ], database.url);
    await assert.rejects(
      asApi(
        `INSERT INTO readings (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
           VALUES ($1, $2, 1, now(), '2026-11-01', 0)`,
        [foreign?.id, own],
      ),
      { code: "23503" },
    );
  });

  it("opens no transaction for an organization whose id is no UUID", () => {
    for (const id of ["", "' OR true --", own.toUpperCase()]) {
      assert.throws(() => api.withOrganization(id, async () => {}), /not a UUID/);
    }
  });
});
