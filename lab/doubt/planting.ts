import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { devFolder, ROOT } from "#dev/machine/folder.ts";
import { needsServices } from "#testing/import-graph.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { planted, type PlantedFault, plantedFaults } from "./faults.ts";

/** Of these no fault may survive. */
const NONE_SURVIVES: readonly string[] = [
  "accounts",
  "scopes",
  "tenancy",
  "deliveries",
  "quotas",
  "intervals",
];
/** Of all faults. */
const LEAST_CAUGHT = 0.95;

const MAX_RUN_MS = 5 * 60_000;
/** Characters of what specs printed. */
const MAX_SHOWN = 5_000;

/**
 * Plants faults in this checkout, a copy, one at a time.
 * @param renew has the service's processes run the code as it is now
 * @returns the exit code
 */
async function plantAll(faults: readonly PlantedFault[], renew: () => Promise<unknown>): Promise<number> {
  // What has no place any more is found before a run, not after many.
  for (const fault of faults) planted(fault);
  const survivors: PlantedFault[] = [];
  for (const fault of faults) if (!await isFaultCaught(fault, renew)) survivors.push(fault);
  const caught = faults.length - survivors.length;
  console.log(`${caught} of ${faults.length} faults were caught by the specs of their path`);
  // A spec that fails without any fault has caught none.
  await renew();
  if (!await passWithoutFault([...new Set(faults.flatMap((fault) => fault.specs))])) return 1;
  const isFatal = survivors.some(({ kind }) => NONE_SURVIVES.includes(kind));
  return isFatal || caught < LEAST_CAUGHT * faults.length ? 1 : 0;
}

/** Runs the fault's specs with it, and takes it back. */
async function isFaultCaught(fault: PlantedFault, renew: () => Promise<unknown>): Promise<boolean> {
  const path = join(ROOT, fault.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, planted(fault));
  try {
    if (fault.specs.some(needsServices)) await renew();
    const name = `${fault.kind.padEnd(12)} ${fault.file}: ${fault.find} → ${fault.replace}`;
    return await isCaught(name, fault.specs);
  } catch (error) {
    console.log(`${error}\nNo process starts with this: ${fault.file}: ${fault.find} → ${fault.replace}`);
    return false;
  } finally {
    writeFileSync(path, text);
  }
}

/** Runs specs with a fault. @returns whether one of them failed by it */
export async function isCaught(name: string, specs: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const { failed, output } = await runSpecs(specs);
  if (failed === null) console.log(`${output}\nNo spec came to its end, so that none caught this:`);
  const [first] = failed ?? [];
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(
    first === undefined ? `SURVIVES ${name}` : `caught   ${name}\n         in ${seconds} s by ${first}`,
  );
  return first !== undefined;
}

/** Whether specs pass as they are. */
export async function passWithoutFault(specs: readonly string[]): Promise<boolean> {
  const { failed, output } = await runSpecs(specs);
  if (failed?.length === 0) return true;
  console.error(`${output}\nThe specs fail without any fault: mend them first.`);
  return false;
}

/**
 * Runs specs of this checkout on the services that are there already, until the first one fails.
 * @returns the titles of those that failed, each with why: none where all passed, null where mocha did not come to its end; and what they printed at last
 */
async function runSpecs(args: readonly string[]) {
  const counts = join(devFolder(), "doubt-counts.json");
  rmSync(counts, { force: true });
  const { exitCode, all } = await execa(process.execPath, ["run", "-A", "npm:mocha", "--bail", ...args], {
    cwd: ROOT,
    env: { TEST_COUNTS: counts },
    stdin: "ignore",
    reject: false,
    all: true,
    timeout: MAX_RUN_MS,
  });
  const output = (all ?? "").slice(-MAX_SHOWN);
  if (!existsSync(counts)) return { failed: null, output };
  const { failed } = JSON.parse(readFileSync(counts, "utf8")) as { readonly failed: readonly string[] };
  return { failed: exitCode === 0 || failed.length > 0 ? failed : null, output };
}

async function main(words: readonly string[]): Promise<number> {
  const faults = plantedFaults().filter(({ kind, file, specs }) =>
    words.length === 0 || words.some((word) => [kind, file, ...specs].join(" ").includes(word))
  );
  const { parts: { api, worker }, stop } = await startTestStack();
  const renew = (part: typeof api | typeof worker) => part.stop().then(() => part.start());
  try {
    return await plantAll(faults, () => Promise.all([renew(api), renew(worker)]));
  } finally {
    await stop({ keepLogs: false });
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
