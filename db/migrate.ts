import { setTimeout as sleep } from "node:timers/promises";
import { type DataSource, QueryFailedError, type QueryRunner } from "typeorm";
import { did } from "./postgres/queries.ts";
import { MIGRATIONS, REPLACED } from "./migrations/index.ts";

/** An arbitrary number that all migrators share; TypeORM takes no lock of its own. */
const MIGRATION_LOCK = 7_236_544_913;
const LOCK_PAUSE_MS = 100;

/** Postgres' code of a statement that has waited for a lock for as long as it may. */
const LOCK_NOT_AVAILABLE = "55P03";

/** How often a migration is tried that cannot get its locks, and the time between, in which those that wait behind it go on. */
export interface LockAttempts {
  readonly attempts: number;
  readonly pauseMs: number;
}
const LOCK_ATTEMPTS: LockAttempts = { attempts: 20, pauseMs: 3_000 };

/**
 * Applies the missing migrations and returns their names. Of migrators that race, the first applies all, the others none.
 * @throws Error where the database stopped in the middle of the list that {@link REPLACED} names, or where others keep locks that a
 * migration needs. Those before it are applied then.
 */
export async function migrate(dataSource: DataSource, waits = LOCK_ATTEMPTS): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock);
    await adoptReplaced(lock);
    const before = await appliedNames(lock);
    await applyMissing(dataSource, waits);
    return (await appliedNames(lock)).slice(before.length);
  } finally {
    await lock.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
    await lock.release();
  }
}

/** Asks again and again: a statement that waits for the lock has a snapshot, whose end CREATE INDEX CONCURRENTLY waits for in its turn. */
async function takeLock(runner: QueryRunner): Promise<void> {
  const isTaken = async () => {
    const [row] = await runner.query("SELECT pg_try_advisory_lock($1) AS taken", [MIGRATION_LOCK]);
    return row.taken;
  };
  while (!await isTaken()) await sleep(LOCK_PAUSE_MS);
}

async function applyMissing(dataSource: DataSource, { attempts, pauseMs }: LockAttempts): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!(error instanceof QueryFailedError) || error.driverError.code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === attempts) {
        throw new Error(
          `Cannot migrate: others have kept a lock that a migration needs, at each of ${attempts} attempts. The longest transactions are ` +
            "the first in SELECT * FROM pg_stat_activity ORDER BY xact_start.",
          { cause: error },
        );
      }
      await sleep(pauseMs);
    }
  }
}

/** In the order of their application. */
async function appliedNames(runner: QueryRunner): Promise<string[]> {
  const [table] = await runner.query("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (!table.exists) return [];
  const rows: { name: string }[] = await runner.query("SELECT name FROM migrations ORDER BY id");
  return rows.map(({ name }) => name);
}

/** Records the migrations whose schema the database has from the former list. The former names stay, so the release before stays ready. */
async function adoptReplaced(runner: QueryRunner): Promise<void> {
  const applied = await appliedNames(runner);
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

/** Whether the database has this release's last migration, and with it all others. */
export const isMigrated = did<[]>("SELECT FROM migrations WHERE name = $1", () => [MIGRATIONS.at(-1)?.name]);
