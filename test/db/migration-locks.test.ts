import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { migration, MIGRATIONS, OUTSIDE_TRANSACTION } from "#db/migrations/index.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";
import { apply } from "./earlier-rows.ts";

const BOOKS = "Books1900000000000";
const PAGES = "Pages1900000100000";

describe("A migration of a table in use", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let folder: string;
  let other: pg.Client;
  beforeEach(async () => {
    database = await createDatabase({ empty: true });
    folder = await mkdtemp(join(tmpdir(), "migrations-"));
    const books = await written(BOOKS, "CREATE TABLE books (id integer, title text);");
    await apply(database.url, [...MIGRATIONS.slice(0, 1), books]);
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** A migration of a file with this text. */
  async function written(name: string, sql: string): Promise<ReturnType<typeof migration>> {
    const path = join(folder, `${name}.sql`);
    await writeFile(path, sql);
    return migration(name, pathToFileURL(path).href);
  }

  it("gives up a lock that it does not get soon, lets others go on, and tries again", async () => {
    const pages = await written(PAGES, "ALTER TABLE books ADD COLUMN pages integer;");
    await other.query("BEGIN; SELECT FROM books");
    const applied = apply(database.url, [pages], { attempts: 20, pauseMs: 200 });
    await eventually("the migration to wait for its lock", async () => {
      const waiting = await ask(
        "SELECT FROM pg_locks WHERE relation = 'books'::regclass AND NOT granted",
        [],
        database.url,
      );
      return waiting.length > 0 ? true : undefined;
    });
    // Without an end of that wait this statement would stand behind it for as long as the other transaction goes on.
    await ask("SELECT FROM books", [], database.url);
    await other.query("COMMIT");
    assert.deepEqual(await applied, [PAGES]);
  });

  it("fails after a bounded number of attempts, says where to look, and leaves nothing", async () => {
    const pages = await written(
      PAGES,
      "CREATE TABLE half (id integer); ALTER TABLE books ADD COLUMN pages integer;",
    );
    await other.query("BEGIN; SELECT FROM books");
    await assert.rejects(
      apply(database.url, [pages], { attempts: 2, pauseMs: 1 }),
      /others have kept a lock that a migration needs, at each of 2 attempts.*pg_stat_activity/,
    );
    await other.query("COMMIT");
    const [half] = await ask<{ there: boolean }>(
      "SELECT to_regclass('half') IS NOT NULL AS there",
      [],
      database.url,
    );
    assert.equal(half?.there, false);
    assert.deepEqual(await apply(database.url, [pages]), [PAGES]);
  });

  it("builds an index beside writers where its file begins with that line, also where an attempt left an invalid one", async () => {
    await ask("INSERT INTO books VALUES (1, 'Twice'), (1, 'Twice')", [], database.url);
    const titles = await written(
      "Titles1900000200000",
      `${OUTSIDE_TRANSACTION}
DROP INDEX CONCURRENTLY IF EXISTS books_once;
CREATE UNIQUE INDEX CONCURRENTLY books_once ON books (id);
`,
    );
    const indexes = () =>
      ask(
        "SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'books'::regclass",
        [],
        database.url,
      );
    await assert.rejects(apply(database.url, [titles]), /could not create unique index/);
    assert.deepEqual(await indexes(), [{ name: "books_once", valid: false }]);
    await ask("UPDATE books SET id = 2 WHERE ctid = '(0,1)'", [], database.url);
    // A transaction that writes keeps the index from being finished, and is not held up by it.
    await other.query("BEGIN; INSERT INTO books VALUES (3, 'Written meanwhile')");
    const applied = apply(database.url, [titles]);
    await eventually("the migration to wait for the writer", async () => {
      const waiting = await ask(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%CONCURRENTLY%'`,
        [],
        database.url,
      );
      return waiting.length > 0 ? true : undefined;
    });
    await ask("INSERT INTO books VALUES (4, 'Beside it')", [], database.url);
    await other.query("COMMIT");
    assert.deepEqual(await applied, ["Titles1900000200000"]);
    assert.deepEqual(await indexes(), [{ name: "books_once", valid: true }]);
  });
});
