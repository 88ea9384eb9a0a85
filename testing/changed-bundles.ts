import { readFileSync, writeFileSync } from "node:fs";
import { workflowBundle } from "#dev/machine/builds.ts";

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

const EACH_CHUNK = "done: progress.done + agents";
const HANDLED = "} = failureOf(error);";

/**
 * Writes a bundle of the changed code that throws once a simulation's first agents have answered, past its own handling of failures: its
 * workflow tasks fail, again and again.
 */
export async function writeBrokenBundle(path: string): Promise<void> {
  await writeChangedBundle(path);
  const code = readFileSync(path, "utf8");
  for (const place of [EACH_CHUNK, HANDLED]) {
    if (!code.includes(place)) throw new Error(`The simulation has no longer the code ${place}`);
  }
  const broken = code.replace(EACH_CHUNK, 'done: (() => { throw new Error("This release is broken"); })()')
    .replace(HANDLED, "} = (() => { throw error; })();");
  writeFileSync(path, broken);
}
