import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import type { RootHookObject } from "mocha";
import { ROOT } from "#dev/machine/folder.ts";
import { treeTicks } from "#dev/machine/processes.ts";
import type { FileLine, SampleLine } from "./test-times.ts";

/** Processor seconds and wall time by spec file, for `deno task test --times`. */

const SAMPLE_MS = 500;

/** The hooks of a process of specs, which measure one file after the other. Modules that a file loads count as its own. */
export function timesHooks(path: string): RootHookObject {
  let [begin, before] = [Date.now(), treeSeconds([process.pid])];
  return {
    afterAll(this: Mocha.Context) {
      const root = this.test?.parent;
      const file = root?.suites[0]?.file;
      if (root === undefined || file === undefined) return;
      const [end, after] = [Date.now(), treeSeconds([process.pid])];
      write(path, { file: relative(ROOT, file), begin, end, own: after - before, specs: root.total() });
      [begin, before] = [end, after];
    },
  };
}

/** Measures the shared services until `stop`. */
export function sampleShared(path: string, pids: readonly number[]): { stop(): void } {
  const sample = () => write(path, { at: Date.now(), shared: treeSeconds(pids) });
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
    },
  };
}

function write(path: string, line: FileLine | SampleLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const treeSeconds = (pids: readonly number[]): number => treeTicks(pids) / 100;
