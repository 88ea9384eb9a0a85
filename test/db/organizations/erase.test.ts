import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import { eraseBatch, erasedTables, eraseOrganization, withdrawWork } from "#db/organizations/erase.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { explainingDatabase, type PlanNode, rowsTouched } from "../plans.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";
import { applyAllWithRows, ORGANIZATION } from "../earlier-rows.ts";

const OTHER = newId();

describe("Deleting an organization's rows", function () {
  this.timeout(60_000);
  let test: TestDatabase;
  let database: Database;
  const sql = (text: string, values: unknown[] = []) => ask<Record<string, string>>(text, values, test.url);
  before(async () => {
    test = await createDatabase({ empty: true });
    await applyAllWithRows(test.url);
    await sql("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Neighbour', 'growth')", [OTHER]);
    await sql(
      `INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes)
       SELECT gen_random_uuid(), $1, 'theirs', 'sk_theirs', sha256(n::text::bytea), '{webhooks:read}' FROM generate_series(1, 3) n`,
      [OTHER],
    );
    database = await connectAs("app_worker", { url: test.url });
  });
  after(async () => {
    await database?.close();
    await test?.drop();
  });

  /** Rows of an organization in each table that has organizations. */
  async function rowsOf(organizationId: string): Promise<Record<string, number>> {
    const tables = await sql(
      `SELECT table_name AS name, column_name AS tenant FROM information_schema.columns JOIN information_schema.tables
         USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
         AND (column_name = 'organization_id' OR (table_name, column_name) = ('organizations', 'id'))`,
    );
    const counts: Record<string, number> = {};
    for (const { name = "", tenant = "" } of tables) {
      const [row] = await sql(`SELECT count(*) FROM ${name} WHERE ${tenant} = $1`, [organizationId]);
      counts[name] = Number(row?.["count"]);
    }
    return counts;
  }

  it("leaves none in any table, and all of the others'", async () => {
    const before = await rowsOf(ORGANIZATION);
    const empty = Object.keys(before).filter((table) => before[table] === 0);
    assert.deepEqual(
      empty,
      [],
      "earlier-rows.ts has a row of the organization for every table that has organizations",
    );
    const others = await rowsOf(OTHER);
    await withdrawWork(database, ORGANIZATION);
    for (const { name } of await erasedTables(database)) {
      while (await eraseBatch(database, ORGANIZATION, name, 1) > 0);
    }
    const left = await rowsOf(ORGANIZATION);
    const { organizations, ...owned } = left;
    assert.deepEqual(
      [organizations, ...Object.values(owned).filter((count) => count > 0)],
      [1],
      JSON.stringify(left),
    );
    assert.equal(await eraseOrganization(database, ORGANIZATION), true);
    assert.equal((await rowsOf(ORGANIZATION))["organizations"], 0);
    assert.deepEqual(await rowsOf(OTHER), others);
    assert.equal(await eraseOrganization(database, ORGANIZATION), false);
  });

  it("takes as many rows as the batch has", async () => {
    assert.deepEqual(
      [await eraseBatch(database, OTHER, "api_keys", 2), await eraseBatch(database, OTHER, "api_keys", 2)],
      [2, 1],
    );
  });

  it("needs no scan of a table that other organizations fill: an index begins with the organization", async () => {
    const indexed = new Set(
      (await sql(
        `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
         WHERE a.attname = 'organization_id'
           AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') IN ('', '(organization_id IS NOT NULL)')`,
      )).map(({ name }) => name),
    );
    // Commands stay in the outbox until Temporal has them; an endpoint's row goes once it answers again.
    const small = ["endpoint_health", "outbox"];
    const unindexed = (await erasedTables(database)).filter(({ name }) => !indexed.has(name));
    assert.deepEqual(unindexed.map(({ name }) => name).sort(), small);
  });

  it("needs no scan for the rows that go with another one, or name it: an index begins with what names it", async () => {
    const unindexed = await sql(
      `SELECT k.conrelid::regclass::text AS name FROM pg_constraint k WHERE k.contype = 'f' AND NOT EXISTS (
         SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = ANY(k.conkey)) ORDER BY 1`,
    );
    assert.deepEqual(unindexed.map(({ name }) => name), ["endpoint_health", "outbox"]);
  });

  it("is refused outside the organization, and to the roles of API and workers", async () => {
    const owner = await connectAs("owner", { url: test.url, pool: 1 });
    const asEraser = (text: string) =>
      owner.begin(
        `BEGIN; SELECT set_config('app.organization_id', '${newId()}', true); SET LOCAL ROLE app_eraser`,
        (tx) => tx.sql(text),
      );
    try {
      assert.equal((await asEraser("DELETE FROM organizations")).count, 0);
      await assert.rejects(asEraser("UPDATE organizations SET name = 'mine'"), { code: "42501" });
      await assert.rejects(asEraser("DELETE FROM audit_log"), { code: "42501" });
    } finally {
      await owner.close();
    }
    await assert.rejects(database.query("DELETE FROM organizations"), { code: "42501" });
    await assert.rejects(database.query("DELETE FROM simulations"), { code: "42501" });
    assert.equal((await rowsOf(OTHER))["organizations"], 1);
  });

  it("can delete from every table that has organizations, and from no other", async () => {
    const rows = await sql(
      `SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
           AND (a.attname = 'organization_id' OR (c.relname = 'organizations' AND a.attname = 'id'))) AS owned
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND has_table_privilege('app_eraser', c.oid, 'DELETE') <> EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
           AND NOT a.attisdropped AND (a.attname = 'organization_id' OR (c.relname = 'organizations' AND a.attname = 'id')))`,
    );
    assert.deepEqual(rows, [], "fence_by_organization gives the right; another table needs allow_erasing");
  });
});

describe("A batch of an organization whose rows come after 20,000 of another one", () => {
  const [own, other] = [newId(), newId()];
  let test: TestDatabase;
  let database: Database;
  before(async () => {
    test = await createDatabase();
    for (const [id, events] of [[other, 20_000], [own, 4_000]] as const) {
      await ask(
        "INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'growth')",
        [id, id],
        test.url,
      );
      await ask(
        `INSERT INTO events (id, organization_id, type, body, created_at)
         SELECT gen_random_uuid(), $1, 'training.completed', '{}', now() FROM generate_series(1, $2)`,
        [id, events],
        test.url,
      );
    }
    await ask("ANALYZE events", [], test.url);
    database = await connectAs("app_worker", { url: test.url });
  });
  after(async () => {
    await database?.close();
    await test?.drop();
  });

  it("reads the rows that it deletes, and no others", async () => {
    const plans: (readonly PlanNode[])[] = [];
    const explained = explainingDatabase(database, (nodes) => plans.push(nodes));
    await eraseBatch(explained, own, "events", 50);
    assert.ok(rowsTouched(plans.flat()) <= 50, JSON.stringify(plans));
    const [left] = await ask<{ count: string }>(
      "SELECT count(*) FROM events WHERE organization_id = $1",
      [own],
      test.url,
    );
    assert.equal(left?.count, "3950");
  });
});
