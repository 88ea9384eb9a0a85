import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { QueryRunner } from "typeorm";
import { isMigrated } from "#db/migrate.ts";
import { MIGRATIONS, REPLACED } from "#db/migrations/index.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";
import { apply, applyAll, EARLIER_ROWS } from "./earlier-rows.ts";

const FORMER_FUNCTIONS = readFileSync(new URL("former-endpoints.sql", import.meta.url), "utf8");
const NAMES = MIGRATIONS.map(({ name }) => name);

/** All parts of a schema as text, to compare the schemas of two databases. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await ask<{ line: string }>(
    `SELECT format('column %s.%s %s null=%s default=%s', table_name, column_name, format_type(a.atttypid, a.atttypmod), is_nullable, column_default) AS line
       FROM information_schema.columns c JOIN pg_attribute a ON a.attrelid = format('%I.%I', table_schema, table_name)::regclass AND a.attname = column_name
       WHERE table_schema = 'public'
     UNION ALL SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT format('policy %s %s %s %s %s', tablename, policyname, roles, cmd, qual) FROM pg_policies
     UNION ALL SELECT format('fence %s %s %s', relname, relrowsecurity, relforcerowsecurity) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     UNION ALL SELECT format('grant %s %s %s', table_name, grantee, privilege_type) FROM information_schema.role_table_grants
       WHERE table_schema = 'public' AND grantee IN ('app_api', 'app_worker')
     UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     ORDER BY line`,
    [],
    url,
  );
  return rows.map(({ line }) => line);
}

/** All rows of all tables but `migrations`, as JSON. */
async function rowsOf(url: string): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = await ask<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'",
    [],
    url,
  );
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const rows = await ask<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} t`,
      [],
      url,
    );
    found.set(name, rows.map(({ row }) => row));
  }
  return found;
}

describe("Migrations", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let newest: readonly string[];
  before(async () => {
    const fresh = await createDatabase({ empty: true });
    await applyAll(fresh.url);
    newest = await schemaOf(fresh.url);
    await fresh.drop();
  });
  beforeEach(async () => {
    database = await createDatabase({ empty: true });
  });
  afterEach(() => database.drop());

  it("make the schema of an empty database, in their order, and do nothing the second time", async () => {
    assert.deepEqual(await applyAll(database.url), NAMES);
    const schema = await schemaOf(database.url);
    assert.ok(schema.length > 200, `${schema.length} parts`);
    assert.deepEqual(await applyAll(database.url), []);
    assert.deepEqual(await schemaOf(database.url), schema);
    const applied = await ask<{ name: string }>("SELECT name FROM migrations ORDER BY id", [], database.url);
    assert.deepEqual(applied.map(({ name }) => name), NAMES);
  });

  it("have names with increasing times, so that TypeORM skips none", () => {
    const moments = NAMES.map((name) => Number(/\d{13}$/.exec(name)?.[0]));
    assert.deepEqual([...moments].sort((a, b) => a - b), moments);
    assert.equal(new Set(moments).size, moments.length);
  });

  it("are applied once by four migrators that race: one applies them all, the others wait and apply none", async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => applyAll(database.url)));
    assert.deepEqual(applied.flat(), NAMES);
    assert.equal(applied.filter(({ length }) => length > 0).length, 1);
    assert.equal((await ask("SELECT FROM migrations", [], database.url)).length, NAMES.length);
  });

  it("can be applied to two databases of one server at once, although both create the same roles", async () => {
    const second = await createDatabase({ empty: true });
    try {
      const applied = await Promise.all([applyAll(database.url), applyAll(second.url)]);
      assert.deepEqual(applied, [NAMES, NAMES]);
    } finally {
      await second.drop();
    }
  });

  it("leave nothing of one that fails, and continue from there", async () => {
    class Broken {
      readonly name = "Broken1999999999999";
      async up(runner: QueryRunner): Promise<void> {
        await runner.query("CREATE TABLE half (id integer)");
        await runner.query("SELECT no_such_function()");
      }
      async down(): Promise<void> {}
    }
    await assert.rejects(
      apply(database.url, [...MIGRATIONS.slice(0, 2), Broken]),
      /no_such_function/,
    );
    const [half] = await ask<{ there: boolean }>(
      "SELECT to_regclass('half') IS NOT NULL AS there",
      [],
      database.url,
    );
    assert.equal(half?.there, false);
    const connected = await connectAs("app_worker", { url: database.url });
    assert.equal(await isMigrated(connected).finally(() => connected.close()), false);
    assert.deepEqual(await applyAll(database.url), NAMES.slice(2));
  });

  it("refuse a database that stopped in the middle of the former list, and say what to do", async () => {
    await apply(database.url, MIGRATIONS.slice(0, 1));
    await nameAsFormer(database.url, ["Deliveries1764001000000", "ShareIndexes1765000000000"]);
    await assert.rejects(
      applyAll(database.url),
      /stopped at ShareIndexes1765000000000, and this release continues from Shares1765100000000\. Run the migrations of the release before/,
    );
    assert.equal((await ask("SELECT FROM migrations", [], database.url)).length, 2);
  });

  // The first has the former list's names instead.
  for (let count = REPLACED.by; count <= MIGRATIONS.length; count++) {
    it(`bring the schema after ${NAMES[count - 1]} up to date with rows in it, and lose nothing`, async () => {
      await apply(database.url, MIGRATIONS.slice(0, count));
      // Its functions came with its tables then, as they were before they had to change.
      if (!NAMES.slice(0, count).includes("EndpointEvidence1766001300000")) {
        await ask(FORMER_FUNCTIONS, [], database.url);
      }
      const isFormer = count === REPLACED.by;
      if (isFormer) await nameAsFormer(database.url, ["ShareIndexes1765000000000", REPLACED.last]);
      for (const name of NAMES.slice(0, count)) {
        if (name in EARLIER_ROWS) await ask(EARLIER_ROWS[name] ?? "", [], database.url);
      }
      const before = await rowsOf(database.url);
      const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
      assert.deepEqual(empty, [], "earlier-rows.ts has rows of every table");
      const connected = await connectAs("app_worker", { url: database.url });
      try {
        if (isFormer) assert.equal(await isMigrated(connected), false);
        assert.deepEqual(await applyAll(database.url), NAMES.slice(count));
        assert.equal(await isMigrated(connected), true);
      } finally {
        await connected.close();
      }
      const applied = await ask<{ name: string; timestamp: string }>(
        "SELECT name, timestamp FROM migrations ORDER BY id",
        [],
        database.url,
      );
      assert.deepEqual(applied.slice(isFormer ? 2 : 0).map(({ name }) => name), NAMES);
      assert.ok(applied.every(({ name, timestamp }) => name.endsWith(timestamp)));
      const after = await rowsOf(database.url);
      for (const [table, rows] of before) {
        const now = after.get(table) ?? [];
        const lost = rows.filter((row) => !now.some((one) => isDeepStrictEqual({ ...one, ...row }, one)));
        assert.deepEqual(lost, [], table);
      }
      assert.deepEqual(await schemaOf(database.url), newest);
    });
  }
});

/** Makes a database look as one that has applied these migrations of the former list, and none of today's. */
async function nameAsFormer(url: string, names: readonly string[]): Promise<void> {
  await ask("DELETE FROM migrations", [], url);
  for (const name of names) {
    await ask("INSERT INTO migrations (timestamp, name) VALUES ($1, $2)", [name.slice(-13), name], url);
  }
}
