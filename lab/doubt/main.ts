import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { runSpecs, withCopy } from "./checkout.ts";
import { doubtContract } from "./contract.ts";
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

/**
 * `deno task doubt [word …]`: plants the faults whose kind, file or specs have one of the words, all of them without one, each by itself in
 * a copy of the checkout, and runs the specs of the same path. `deno task doubt contract [word …]` breaks what answers each entry of
 * `test/contract`, and runs the spec that the entry names. Exits with 1 where too many survive.
 */
async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === "contract") return await doubtContract(rest);
  const words = first === undefined ? [] : [first, ...rest];
  const faults = plantedFaults().filter(({ kind, file, specs }) =>
    words.length === 0 || words.some((word) => [kind, file, ...specs].join(" ").includes(word))
  );
  return await withCopy((copy) => doubtFaults(copy, faults));
}

async function doubtFaults(copy: string, faults: readonly PlantedFault[]): Promise<number> {
  const run = (specs: readonly string[]) => runSpecs(copy, ["testing/run.ts", ...specs, "--bail"]);
  // What has no place any more is found before a run, not after many.
  for (const fault of faults) planted(fault, copy);
  const whole = await run([...new Set(faults.flatMap((fault) => fault.specs))]);
  if (whole.failed?.length !== 0) {
    console.error(`${whole.output}\nThe specs fail without any fault: mend them first.`);
    return 1;
  }
  const survivors: PlantedFault[] = [];
  for (const fault of faults) {
    const text = readFileSync(join(copy, fault.file), "utf8");
    writeFileSync(join(copy, fault.file), planted(fault, copy));
    const { failed, output } = await run(fault.specs);
    writeFileSync(join(copy, fault.file), text);
    const name = `${fault.kind.padEnd(12)} ${fault.file}: ${fault.find} → ${fault.replace}`;
    if (failed === null) {
      console.error(`${output}\nNo spec came to its end, so that none caught this: ${name}`);
    }
    const survives = failed === null || failed.length === 0;
    if (survives) survivors.push(fault);
    console.log(survives ? `SURVIVES ${name}` : `caught   ${name}\n         by ${failed[0]}`);
  }
  const caught = faults.length - survivors.length;
  console.log(`${caught} of ${faults.length} faults were caught by the specs of their path`);
  const isFatal = survivors.some(({ kind }) => NONE_SURVIVES.includes(kind));
  return isFatal || caught < LEAST_CAUGHT * faults.length ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
