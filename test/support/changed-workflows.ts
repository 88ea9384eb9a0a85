import { readFileSync, writeFileSync } from "node:fs";
import { workflowBundle } from "#dev/builds.ts";

const FIRST_STEP = 'const plan = await step("begin"';
const ANOTHER_STEP = 'await step("begin twice", (activities) => activities.beginSimulation(run));';

/**
 * Writes a bundle of today's workflow code with a change of the simulation that no run of today's can replay: another step, before the
 * first.
 */
export async function writeChangedBundle(path: string): Promise<void> {
  const code = readFileSync(await workflowBundle(), "utf8");
  if (!code.includes(FIRST_STEP)) throw new Error("The simulation's first step has another form than here");
  writeFileSync(path, code.replace(FIRST_STEP, `${ANOTHER_STEP} ${FIRST_STEP}`));
}
