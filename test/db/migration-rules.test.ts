import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { OUTSIDE_TRANSACTION } from "#db/migrations/index.ts";
import { refusals } from "./migration-rules.ts";

/** The last migration of the schema's base: no rule held for it, and databases have applied it. */
const LAST_OF_BASE = "0011";
const FOLDER = new URL("../../db/migrations/", import.meta.url);

/** A migration that would hold up a service at work, what it is told, and what does the same. */
const EXAMPLES: readonly (readonly [refused: string, reason: RegExp, accepted: string])[] = [
  [
    "CREATE INDEX events_of_day ON events (created_at);",
    /^events: an index holds up writers/,
    `${OUTSIDE_TRANSACTION}\nDROP INDEX CONCURRENTLY IF EXISTS events_of_day;\nCREATE INDEX CONCURRENTLY events_of_day ON events (created_at);`,
  ],
  [
    `${OUTSIDE_TRANSACTION}\nCREATE UNIQUE INDEX CONCURRENTLY events_once ON events (id);`,
    /^events: an attempt that failed leaves an invalid index/,
    "CREATE TABLE notes (id uuid); CREATE UNIQUE INDEX notes_once ON notes (id);",
  ],
  [
    "DROP INDEX CONCURRENTLY IF EXISTS events_of_day;",
    /^CONCURRENTLY needs the first line/,
    `${OUTSIDE_TRANSACTION}\nDROP INDEX CONCURRENTLY IF EXISTS events_of_day;`,
  ],
  [
    `${OUTSIDE_TRANSACTION}\nALTER TABLE events ADD COLUMN note text;`,
    /^only statements with CONCURRENTLY/,
    "ALTER TABLE events ADD COLUMN note text;",
  ],
  [
    "ALTER TABLE events ADD note text;",
    /^events: write ADD COLUMN/,
    "ALTER TABLE events ADD COLUMN note text;",
  ],
  [
    "ALTER TABLE events ADD COLUMN note uuid DEFAULT gen_random_uuid();",
    /^events: the default of a new column is volatile/,
    "ALTER TABLE events ADD COLUMN noted_at timestamptz DEFAULT now(), ADD COLUMN seen boolean NOT NULL DEFAULT false;",
  ],
  [
    "ALTER TABLE events ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;",
    /^events: a generated column/,
    "CREATE TABLE notes (number bigint GENERATED ALWAYS AS IDENTITY);",
  ],
  [
    "ALTER TABLE events ADD COLUMN note text CHECK (note <> '');",
    /^events: a new column has a constraint in line/,
    "ALTER TABLE events ADD COLUMN note text, ADD CONSTRAINT noted CHECK (note <> '') NOT VALID;",
  ],
  [
    "ALTER TABLE events ADD CONSTRAINT typed CHECK (type <> '');",
    /^events: a constraint reads every row/,
    "ALTER TABLE events ADD CONSTRAINT typed CHECK (type <> '') NOT VALID;",
  ],
  [
    "ALTER TABLE events ADD CONSTRAINT typed CHECK (type <> '') NOT VALID; ALTER TABLE events VALIDATE CONSTRAINT typed;",
    /^events: the lock under which a constraint is added/,
    "ALTER TABLE events VALIDATE CONSTRAINT typed;",
  ],
  [
    "ALTER TABLE events ADD CONSTRAINT once UNIQUE (position);",
    /^events: a constraint builds its index/,
    "ALTER TABLE events ADD CONSTRAINT once UNIQUE USING INDEX events_once;",
  ],
  [
    "ALTER TABLE events ALTER COLUMN simulation_id SET NOT NULL;",
    /^events: NOT NULL reads every row: VALIDATE CONSTRAINT simulation_id_not_null before/,
    `ALTER TABLE events VALIDATE CONSTRAINT simulation_id_not_null;
     ALTER TABLE events ALTER COLUMN simulation_id SET NOT NULL, DROP CONSTRAINT simulation_id_not_null;`,
  ],
  [
    "ALTER TABLE events ALTER generation TYPE bigint;",
    /^events: a column's new type/,
    "ALTER TABLE events ALTER generation SET DEFAULT 2;",
  ],
  [
    "ALTER TABLE events RENAME COLUMN type TO kind;",
    /^events: the release before still reads the old name/,
    "ALTER TABLE events ADD COLUMN kind text;",
  ],
  [
    "UPDATE events SET generation = 1;",
    /^events: a statement locks every row/,
    "UPDATE maintenance SET planned = true WHERE planned;",
  ],
];

const migrationFiles = async () => (await readdir(FOLDER)).filter((file) => file.endsWith(".sql")).sort();

describe("The rules of migrations", () => {
  for (const [refused, reason, accepted] of EXAMPLES) {
    const title = refused.replace(`${OUTSIDE_TRANSACTION}\n`, "outside a transaction ");
    it(`refuse ${title}`, () => {
      const [first, ...others] = refusals(refused);
      assert.match(first ?? "accepted", reason);
      assert.deepEqual(others, []);
      assert.deepEqual(refusals(accepted), []);
    });
  }

  it("read neither comments nor the bodies of functions", () => {
    assert.deepEqual(
      refusals(`
        -- UPDATE events SET generation = 1;
        CREATE FUNCTION forget() RETURNS void LANGUAGE sql AS $$ DELETE FROM events; $$;`),
      [],
    );
  });

  it("leave what databases have applied as it was: a change is a migration of its own", async () => {
    const digest = createHash("sha256");
    for (const file of (await migrationFiles()).filter((name) => name.slice(0, 4) <= LAST_OF_BASE)) {
      digest.update(await readFile(new URL(file, FOLDER)));
    }
    assert.equal(digest.digest("hex"), "e0aeea336c92aabe7d2a1760fa332be2db938babc9f10e0fc6c227724885f29b");
  });

  it("are kept by every migration after the schema's base", async () => {
    const files = await migrationFiles();
    const refused: string[] = [];
    for (const file of files.filter((name) => name.slice(0, 4) > LAST_OF_BASE)) {
      const sql = await readFile(new URL(file, FOLDER), "utf8");
      refused.push(...refusals(sql).map((reason) => `${file}: ${reason}`));
    }
    assert.deepEqual(refused, []);
    // An earlier one, of a table that it would not create itself, shows that the files are found and read.
    const webhooks = await readFile(new URL("0010-webhooks.sql", FOLDER), "utf8");
    assert.match(refusals(webhooks.replace("CREATE TABLE webhooks", ""))[0] ?? "", /^webhooks: an index/);
  });
});
