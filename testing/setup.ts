import { writeFileSync } from "node:fs";
import process from "node:process";
import type { Runner } from "mocha";
import type { StartedTestStack } from "./start-stack.ts";
import { STACK_FILE } from "./stack.ts";
import { sampleShared, TIMES_FILE, timesHooks } from "./times.ts";

/**
 * Mocha's global fixtures. They run once, in the main process, before and after the processes that run the specs. They start the
 * services when one of the specs on mocha's command line needs them. The processes of the specs load this file too, but not the
 * modules that start the services.
 */

const timesFile = process.env[TIMES_FILE];
/** Mocha runs them for each file of specs. */
export const mochaHooks = timesFile === undefined ? {} : timesHooks(timesFile);

let started: StartedTestStack | undefined;
let sampling: { stop(): void } | undefined;
/** Titles of specs that ran again, under `--retries`. */
const retried = new Set<string>();
/** Services that ended by themselves, which no spec may cause. */
const ended: string[] = [];
/** Titles of specs that failed, and of hooks, each with why. */
const failed: string[] = [];

/** Why a spec failed, on one line: an assertion's first one says nothing of the values. */
function summary({ message }: Error): string {
  return message.replace(/\s+/g, " ").slice(0, 600);
}

export async function mochaGlobalSetup(this: Runner): Promise<void> {
  this.on("retry", (spec, error) => {
    retried.add(spec.fullTitle());
    console.log(`      retried: ${spec.fullTitle()} (${summary(error)})`);
  });
  this.on("fail", (spec, error) => {
    failed.push(`${spec.fullTitle()}: ${summary(error)}`);
  });
  // Services that are there already serve these specs too.
  if (process.env[STACK_FILE] !== undefined) return;
  const [{ needsServices }, { startTestStack }] = await Promise.all([
    import("./import-graph.ts"),
    import("./start-stack.ts"),
  ]);
  const specs = process.argv.slice(2).filter((arg) => arg.endsWith(".test.ts"));
  if (!specs.some(needsServices)) return;
  started = await startTestStack({
    onEnd: (part, how) => {
      ended.push(`${part} (${how})`);
    },
  });
  if (timesFile !== undefined) sampling = sampleShared(timesFile, Object.values(started.stack.pids));
}

export async function mochaGlobalTeardown(this: Runner): Promise<void> {
  const { passes = 0, failures = 0 } = this.stats ?? {};
  const counts = process.env.TEST_COUNTS;
  if (counts !== undefined) {
    writeFileSync(counts, JSON.stringify({ passes, failures, retried: [...retried], failed }));
  }
  sampling?.stop();
  await started?.stop({ keepLogs: failures > 0 || ended.length > 0 });
  if (ended.length > 0) throw new Error(`These services ended by themselves: ${ended.join(", ")}`);
}
