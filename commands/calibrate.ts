import process from "node:process";
import { heldOutAccuracy } from "#engine/methodologies/accuracy.ts";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { registerMethodologies } from "#db/methodologies/methodologies.ts";
import { findAccuracy, saveAccuracy } from "#db/methodologies/accuracy.ts";
import { readEnvironment } from "#dev/env-file.ts";
import { devFolder } from "#dev/folder.ts";

/**
 * Computes each methodology's accuracy on the calibration rows that were held out of its fit, and stores it with its date.
 * @param missingOnly leaves those alone that this engine's version has computed already.
 * @returns a line a methodology, for people.
 */
export async function calibrate(database: Database, { missingOnly = false } = {}): Promise<string[]> {
  const lines: string[] = [];
  await database.transaction((tx) => registerMethodologies(tx, PUBLISHED));
  for (const methodology of PUBLISHED) {
    const key = { slug: methodology.slug, version: methodology.version, engine: EMBEDDED_ENGINE };
    if (missingOnly && await database.transaction((tx) => findAccuracy(tx, key)) !== null) continue;
    const { rows, ...figures } = heldOutAccuracy(methodology);
    await database.transaction((tx) => saveAccuracy(tx, key, figures));
    lines.push(
      `${methodology.slug.padEnd(26)} accuracy ${figures.accuracy_pct ?? "–"} %, mean observed ${
        figures.confirm_mean_pct ?? "–"
      } %, ` +
        `mean error ${
          figures.mae_points ?? "–"
        } points, over ${figures.rows_used} of ${rows.length} held-out rows` +
        (methodology.calibration.illustrative ? " of an illustrative table" : ""),
    );
  }
  return lines;
}

/** `deno task calibrate`: in the database of DATABASE_URL, or that of a running `deno task dev`. */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL ?? readEnvironment(devFolder())?.database_url;
  if (url === undefined) {
    throw new Error("Cannot calibrate: set DATABASE_URL, or start `deno task dev` first");
  }
  const dataSource = createDataSource({ url, role: "app_worker", pool: 2, applicationName: "calibrate" });
  const database = new Database(await dataSource.initialize());
  try {
    console.log(`Engine ${EMBEDDED_ENGINE.name} ${EMBEDDED_ENGINE.version}`);
    for (const line of await calibrate(database)) console.log(line);
  } finally {
    await database.close();
  }
}

if (import.meta.main) await main();
