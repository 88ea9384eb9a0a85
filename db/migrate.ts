import process from "node:process";
import { pathToFileURL } from "node:url";
import type { DataSource } from "typeorm";
import { createDataSource } from "./data-source.ts";

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

async function main(): Promise<void> {
  const url = process.env["DATABASE_URL"];
  if (url === undefined) throw new Error("Cannot migrate: DATABASE_URL is missing");
  const dataSource = createDataSource({ url, role: "owner", pool: 2, applicationName: "migrate" });
  await dataSource.initialize();
  try {
    const applied = await migrate(dataSource);
    console.log(applied.length === 0 ? "The schema is current" : `Applied ${applied.join(", ")}`);
  } finally {
    await dataSource.destroy();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
