import { migrate } from "#db/migrate.ts";
import { withDatabase } from "#dev/machine/connect-database.ts";

/** `deno task migrate`: applies the migrations that the database lacks, as its owner. */
const applied = await withDatabase(
  { role: "owner", command: "migrate" },
  ({ dataSource }) => migrate(dataSource),
);
console.log(applied.length === 0 ? "The schema is current" : `Applied ${applied.join(", ")}`);
