import type { DataSource } from "typeorm";
import type { Database } from "./database.ts";
import { MIGRATIONS } from "./migrations/index.ts";

/** An arbitrary number that all migrators share; TypeORM takes no lock of its own. */
const MIGRATION_LOCK = 7_236_544_913;

/** Applies the missing migrations and returns their names. Of migrators that race, the first applies all, the others none. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    await lock.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    await lock.release();
  }
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
