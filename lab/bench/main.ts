import { parseArgs } from "node:util";
import { rewritePage, withRows } from "#testing/documentation-page.ts";
import { changeOrganization } from "#testing/simulations.ts";
import { startTestStack } from "#testing/start-stack.ts";
import { chosen, runCommand } from "../command.ts";
import { startScript, UNLIMITED } from "./client.ts";
import { measureDeliveries } from "./deliveries.ts";
import { measureFairness } from "./fairness.ts";
import { measureIsolation } from "./isolation.ts";
import { measureLists } from "./lists.ts";
import { measureLogins } from "./logins.ts";
import { type Measurement, PAGE, printMeasurement, rowsOf, type SuiteOptions } from "./measure.ts";
import { measureResults, measureRouting } from "./requests.ts";
import { measureProfile, measureSimulations } from "./simulations.ts";

type Suite = (options: SuiteOptions) => Promise<Measurement[] | void>;

const SUITES: Readonly<Record<string, Suite>> = {
  simulations: measureSimulations,
  results: measureResults,
  deliveries: measureDeliveries,
  routing: measureRouting,
  logins: measureLogins,
};

/** Suites that run only when they are named: they print tables, without a floor. */
const NAMED_SUITES: Readonly<Record<string, Suite>> = {
  isolation: measureIsolation,
  fairness: measureFairness,
  lists: measureLists,
  profile: measureProfile,
};

/**
 * `deno task bench [suite …] [--durable] [--deliveries <n>]`: prints each figure beside a floor measured in the same run, and writes it to
 * docs/benchmarks.md. With `--durable` the servers' data survive a kill as `dev`'s do, and the page keeps its figures. `lists` fills
 * an organization with `n` deliveries.
 */
async function main(args: readonly string[]): Promise<number> {
  const { positionals: names, values: { durable, deliveries } } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      durable: { type: "boolean", default: false },
      deliveries: { type: "string", default: "1000000" },
    },
  });
  if (!/^\d+00$/.test(deliveries)) throw new Error("--deliveries takes a number of hundreds");
  const suites = names.length === 0 ? SUITES : { ...SUITES, ...NAMED_SUITES };
  const asked = chosen(Object.keys(suites), names);
  console.log(`Servers: ${durable ? "durable, as dev's are" : `volatile, as ${PAGE} says`}`);
  const started = await startTestStack({ durable });
  const floor = await startScript("floor/worker.ts");
  try {
    await changeOrganization(started.stack.organizationId, { limits: UNLIMITED });
    for (const [name, measure] of Object.entries(suites)) {
      if (!asked.includes(name)) continue;
      const measurements = await measure({ deliveries: Number(deliveries), floorPid: floor.pid });
      for (const measurement of measurements ?? []) printMeasurement(measurement);
      if (durable || !measurements) continue;
      const rows = await rowsOf(name, measurements);
      rewritePage(PAGE, (page) => withRows(page, rows, 1));
    }
  } finally {
    await floor.stop();
    await started.stop({ keepLogs: false });
  }
  return 0;
}

await runCommand(main);
