import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { bypassProxyForLoopback } from "#dev/environment.ts";
import { devFolder, ROOT, tryLock } from "#dev/folder.ts";
import { endLeftovers } from "#dev/processes.ts";
import { logFor } from "#dev/terminal.ts";
import { startReceiver } from "#test/support/webhook-receiver.ts";
import { Cluster } from "./cluster.ts";
import { PROCESSES } from "./processes.ts";
import { type Drill, type Outcome, runDrill } from "./run.ts";
import { STORES } from "./stores.ts";
import { drillTable, withSection } from "./table.ts";

const PAGE = join(ROOT, "docs/scaling.md");
const DRILLS: readonly Drill[] = [...PROCESSES, ...STORES];

/**
 * `deno task cluster [drill …]`: starts the whole service as it runs in production, carries out the drills under load, prints their table
 * and, when all were carried out, writes it into docs/scaling.md.
 * @returns the exit code: 1 where something that must not be lost was lost, or was done twice
 */
async function main(names: readonly string[]): Promise<number> {
  bypassProxyForLoopback();
  const unknown = names.filter((name) => !DRILLS.some((drill) => drill.name === name));
  if (unknown.length > 0) {
    console.error(
      `Unknown drill ${unknown.join(", ")}: choose among ${DRILLS.map(({ name }) => name).join(", ")}`,
    );
    return 2;
  }
  const dir = join(devFolder(), "cluster");
  const lock = tryLock(join(devFolder(), "cluster.lock"));
  if (lock === undefined) throw new Error(`Another cluster runs in ${dir}`);
  const register = join(devFolder(), "cluster-children");
  await endLeftovers(register);
  rmSync(dir, { recursive: true, force: true });
  const cluster = new Cluster({ dir, register });
  const receiver = await startReceiver();
  const outcomes: Outcome[] = [];
  try {
    await cluster.start();
    for (const drill of DRILLS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const outcome = await runDrill(cluster, drill, receiver);
      outcomes.push(outcome);
      logFor(drill.name)(JSON.stringify(outcome));
    }
  } finally {
    await cluster.stop().catch(console.error);
    await receiver.close();
    await endLeftovers(register);
    lock.release();
  }
  console.log(`\n${drillTable(outcomes)}\n`);
  if (names.length === 0) {
    writeFileSync(PAGE, withSection(readFileSync(PAGE, "utf8"), "drills", drillTable(outcomes)));
  }
  return outcomes.some(({ lost, twice }) => lost > 0 || twice > 0) ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
