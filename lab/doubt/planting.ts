import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "#dev/machine/folder.ts";
import { needsServices } from "#testing/import-graph.ts";
import { type StartedTestStack, startTestStack } from "#testing/start-stack.ts";
import { type Outcome, runSpecs } from "./checkout.ts";
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

type Process = "api" | "worker";

/** The services, and which of their processes still run a fault that was taken back. */
interface Running extends Pick<StartedTestStack, "file" | "restart"> {
  readonly faulty: Set<Process>;
}

/** Plants faults in this checkout, a copy, one at a time. @returns the exit code */
async function plantAll(faults: readonly PlantedFault[], stack: Running): Promise<number> {
  // What has no place any more is found before a run, not after many.
  for (const fault of faults) planted(fault);
  const survivors: PlantedFault[] = [];
  for (const fault of faults) {
    const begin = performance.now();
    const { failed, output } = await runWith(fault, stack);
    const survives = failed === null || failed.length === 0;
    if (survives) survivors.push(fault);
    const seconds = Math.round((performance.now() - begin) / 1000);
    const name = `${fault.kind.padEnd(12)} ${fault.file}: ${fault.find} → ${fault.replace}`;
    if (failed === null) console.log(`${output}\nNo spec came to its end, so that none caught this:`);
    console.log(survives ? `SURVIVES ${name}` : `caught   ${name}\n         in ${seconds} s by ${failed[0]}`);
  }
  const caught = faults.length - survivors.length;
  console.log(`${caught} of ${faults.length} faults were caught by the specs of their path`);
  // A spec that fails without any fault has caught none.
  await renew(stack, []);
  const specs = [...new Set(faults.flatMap((fault) => fault.specs))];
  const whole = await runSpecs(stack.file, specs);
  if (whole.failed?.length !== 0) {
    console.error(`${whole.output}\nThe specs fail without any fault: mend them first.`);
    return 1;
  }
  const isFatal = survivors.some(({ kind }) => NONE_SURVIVES.includes(kind));
  return isFatal || caught < LEAST_CAUGHT * faults.length ? 1 : 0;
}

/** Runs the fault's specs with it, and takes it back. */
async function runWith(fault: PlantedFault, stack: Running): Promise<Outcome> {
  const path = join(ROOT, fault.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, planted(fault));
  try {
    if (fault.specs.some(needsServices)) await renew(stack, processesWith(fault.file));
    return await runSpecs(stack.file, fault.specs);
  } catch (error) {
    return { failed: null, output: String(error) };
  } finally {
    writeFileSync(path, text);
  }
}

/** Has the processes run the code as it is now: these, and those that run a former fault. */
async function renew({ faulty, restart }: Running, processes: readonly Process[]): Promise<void> {
  const all = [...new Set([...faulty, ...processes])];
  processes.forEach((each) => faulty.add(each));
  await Promise.all(all.map(restart));
  for (const each of all) if (!processes.includes(each)) faulty.delete(each);
}

/** The processes that run a file. */
function processesWith(file: string): Process[] {
  const [layer = ""] = file.split("/");
  if (layer === "api") return ["api"];
  return ["workflows", "activities", "workers"].includes(layer) ? ["worker"] : ["api", "worker"];
}

async function main(words: readonly string[]): Promise<number> {
  const faults = plantedFaults().filter(({ kind, file, specs }) =>
    words.length === 0 || words.some((word) => [kind, file, ...specs].join(" ").includes(word))
  );
  const { file, restart, stop } = await startTestStack();
  try {
    return await plantAll(faults, { file, restart, faulty: new Set() });
  } finally {
    await stop({ keepLogs: false });
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
