import assert from "node:assert/strict";
import pg from "pg";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { DatabaseUnavailable } from "#db/postgres/errors.ts";
import { DATABASE } from "#shared/metrics.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const ADD_ONE_TO_BOTH = "UPDATE counters SET value = value + 1 WHERE id IN (1, 2) RETURNING value";

describe("The database, as the victim of a deadlock,", () => {
  let own: TestDatabase;
  let database: Database;
  let rival: pg.Client;
  before(async () => {
    own = await createDatabase();
    database = new Database(
      await createDataSource({ url: own.url, role: "owner", pool: 2, applicationName: "victim" })
        .initialize(),
    );
    await ask("CREATE TABLE counters (id integer PRIMARY KEY, value integer NOT NULL)", [], own.url);
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });
  beforeEach(async () => {
    await ask("TRUNCATE counters", [], own.url);
    await ask("INSERT INTO counters VALUES (1, 0), (2, 0)", [], own.url);
    rival = new pg.Client({ connectionString: own.url });
    await rival.connect();
  });
  afterEach(() => rival.end());

  const values = async () =>
    (await ask<{ value: number }>("SELECT value FROM counters ORDER BY id", [], own.url)).map(({ value }) =>
      value
    );
  const deadlocks = async () => {
    const [row] = await ask<{ deadlocks: number }>(
      "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()",
      [],
      own.url,
    );
    return row?.deadlocks ?? 0;
  };

  /**
   * Deadlocks with `victim`. The rival locks row 2; the victim locks row 1 and waits for row 2; then the rival waits for row 1. Postgres
   * fails the statement whose deadlock_timeout is over first: the victim's is 1 s, the rival's an hour. The victim's second try can lock
   * row 1 before the rival does, and then deadlocks again.
   */
  async function deadlockWith<T>(victim: () => Promise<T>): Promise<T> {
    const before = await deadlocks();
    await rival.query("SET deadlock_timeout = '1h'");
    await rival.query("BEGIN");
    await rival.query("UPDATE counters SET value = value + 10 WHERE id = 2");
    const outcome = victim();
    outcome.catch(() => {});
    await eventually("the victim to wait for row 2", async () => {
      const waiting = await ask(
        "SELECT FROM pg_stat_activity WHERE application_name = 'victim' AND wait_event_type = 'Lock'",
        [],
        own.url,
      );
      return waiting.length === 1 || undefined;
    });
    await rival.query("UPDATE counters SET value = value + 10 WHERE id = 1");
    await rival.query("COMMIT");
    const result = await outcome;
    await eventually("Postgres to have counted the deadlock", async () => {
      return await deadlocks() > before || undefined;
    });
    return result;
  }

  it("runs a single statement again, with one effect", async () => {
    const rows = await deadlockWith(() => database.query<{ value: number }>(ADD_ONE_TO_BOTH));
    assert.deepEqual(rows.map(({ value }) => value), [11, 11]);
    assert.deepEqual(await values(), [11, 11]);
  });

  it("runs a transaction again from its beginning, and the actions after its commit once", async () => {
    let [runs, commits] = [0, 0];
    await deadlockWith(() =>
      database.transaction(async (tx) => {
        runs += 1;
        tx.onCommit(() => commits += 1);
        await tx.sql(ADD_ONE_TO_BOTH);
      })
    );
    assert.ok(runs >= 2, `${runs} runs`);
    assert.equal(commits, 1);
    assert.deepEqual(await values(), [11, 11]);
  });

  it("throws other errors at once", async () => {
    let runs = 0;
    await assert.rejects(
      database.transaction((tx) => {
        runs += 1;
        return tx.sql("SELECT 1 / 0");
      }),
      { code: "22012" },
    );
    assert.equal(runs, 1);
    await assert.rejects(database.query("SELECT 1 / 0"), { code: "22012" });
  });
});

describe("A database that takes no writes", () => {
  let own: TestDatabase;
  let database: Database;
  before(async () => {
    own = await createDatabase();
    database = new Database(
      await createDataSource({ url: own.url, role: "owner", pool: 1, applicationName: "writer" })
        .initialize(),
    );
    await ask("CREATE TABLE notes (text text)", [], own.url);
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });

  const failures = async () =>
    (await DATABASE.failures.get()).values.find(({ labels }) => labels.kind === "unavailable")?.value ?? 0;

  const raising = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`;

  for (
    const [what, write] of [
      ["its disk is full", () => database.query(raising("53100"))],
      ["it has no memory left", () => database.transaction((tx) => tx.sql(raising("53200")))],
      [
        "it only reads, as a standby does",
        () => database.begin("BEGIN READ ONLY", (tx) => tx.sql("INSERT INTO notes VALUES ('lost')")),
      ],
    ] as const
  ) {
    it(`counts as an outage where ${what}, and serves again on a new connection`, async () => {
      const before = await failures();
      await assert.rejects(write, DatabaseUnavailable);
      assert.equal(await failures(), before + 1);
      assert.deepEqual(await database.query("SELECT 1 AS one"), [{ one: 1 }]);
    });
  }
});
