import { logFor } from "#dev/machine/terminal.ts";
import { rewritePage, tableOf, withSection } from "#testing/documentation-page.ts";
import { chosen, MACHINE, runCommand } from "../../command.ts";
import { withInstallation } from "../installation.ts";
import { Cluster } from "./cluster.ts";
import { DRILLS } from "./drills.ts";
import { type Outcome, runDrill } from "./run.ts";
import { measureSizing } from "./sizing.ts";

/**
 * `deno task cluster [drill …]` starts the whole service as it runs in production, carries out the drills under load, prints their table
 * and, when all were carried out, writes it into docs/scaling.md. `deno task cluster sizing` measures one process of each kind instead.
 * @returns the exit code: 1 where something that must not be lost was lost, was done twice, or was answered otherwise than the document promises
 */
async function main(names: readonly string[]): Promise<number> {
  const asked = chosen([...DRILLS.map(({ name }) => name), "sizing"], names);
  if (!names.includes("sizing")) return await withCluster(2, (cluster) => drillAll(cluster, asked));
  return await withCluster(1, async (cluster) => {
    show("sizing", await measureSizing(cluster), true);
    return 0;
  });
}

function withCluster(count: Cluster["count"], work: (cluster: Cluster) => Promise<number>): Promise<number> {
  return withInstallation("cluster", (place) => Object.assign(new Cluster(place), { count }), work);
}

async function drillAll(cluster: Cluster, names: readonly string[]): Promise<number> {
  const drills = DRILLS.filter(({ name }) => names.includes(name));
  const outcomes: Outcome[] = [];
  try {
    for (const drill of drills) {
      const outcome = await runDrill(cluster, drill);
      outcomes.push(outcome);
      logFor(drill.name)(JSON.stringify(outcome.row));
    }
  } finally {
    // A drill that cannot be carried out leaves those before it to be read.
    show("drills", tableOf(outcomes.map(({ row }) => row)), outcomes.length === DRILLS.length);
  }
  return outcomes.some(({ hasFailed }) => hasFailed) ? 1 : 0;
}

/** Prints a table, and writes it into its section of the page. */
function show(section: string, table: string, isWhole: boolean): void {
  const day = new Date().toISOString().slice(0, 10);
  const content = `Measured on ${day}, ${MACHINE} with everything on them.\n\n${table}`;
  console.log(`\n${content}\n`);
  if (isWhole) rewritePage("docs/scaling.md", (page) => withSection(page, section, content));
}

await runCommand(main);
