import { Database } from "#db/database.ts";
import { createDataSource } from "#db/data-source.ts";
import { migrate } from "#db/migrate.ts";
import { calibrate } from "#commands/calibrate.ts";
import { type DemoKeys, demoOrganization } from "./demo.ts";

/**
 * Brings the schema up to date and sees to the demo organization, as the database's owner.
 * @returns the names of the migrations that were missing, and keys that work.
 */
export async function prepareDatabase(
  url: string,
  kept: DemoKeys | null,
): Promise<{ applied: string[]; demo: DemoKeys }> {
  const dataSource = createDataSource({ url, role: "owner", pool: 2, applicationName: "dev" });
  await dataSource.initialize();
  const database = new Database(dataSource);
  try {
    const applied = await migrate(dataSource);
    await calibrate(database, { missingOnly: true });
    return { applied, demo: await demoOrganization(database, kept) };
  } finally {
    await database.close();
  }
}
