import type { DataSource, QueryRunner } from "typeorm";
import type { Database } from "./postgres/database.ts";
import { MIGRATIONS, REPLACED } from "./migrations/index.ts";

/** An arbitrary number that all migrators share; TypeORM takes no lock of its own. */
const MIGRATION_LOCK = 7_236_544_913;

/**
 * Applies the missing migrations and returns their names. Of migrators that race, the first applies all, the others none.
 * @throws Error where the database stopped in the middle of the list that {@link REPLACED} names.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await adoptReplaced(lock);
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    await lock.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    await lock.release();
  }
}

/** Records the migrations whose schema the database has from the former list. The former names stay, so the release before stays ready. */
async function adoptReplaced(runner: QueryRunner): Promise<void> {
  const [table] = await runner.query("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (!table.exists) return;
  const rows: { name: string }[] = await runner.query("SELECT name FROM migrations ORDER BY id");
  const applied = rows.map(({ name }) => name);
  const names = MIGRATIONS.slice(0, REPLACED.by).map(({ name }) => name);
  if (applied.length === 0 || names.some((name) => applied.includes(name))) return;
  if (!applied.includes(REPLACED.last)) {
    throw new Error(
      `Cannot migrate: the database stopped at ${
        applied.at(-1)
      }, and this release continues from ${REPLACED.last}. Run the migrations of ` +
        "the release before first. A database of `deno task dev` can be removed instead, with its folder .dev.",
    );
  }
  await runner.query(
    "INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name",
    [names],
  );
}

const HAS_MIGRATION = {
  name: "has_migration",
  text: "SELECT EXISTS (SELECT FROM migrations WHERE name = $1) AS applied",
};

/** Whether the database has this release's last migration, and with it all others. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [row] = await database.query<{ applied: boolean }>(HAS_MIGRATION, [MIGRATIONS.at(-1)?.name]);
  return row?.applied === true;
}
