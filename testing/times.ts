import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";
import type { RootHookObject } from "mocha";
import { ROOT } from "#dev/machine/folder.ts";
import type { FileLine, SampleLine } from "./test-times.ts";

/** Processor seconds and wall time by spec file, for `deno task test --times`. */

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;
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

/** Processor seconds of these processes, of their descendants, and of descendants that have ended and were waited for. */
function treeSeconds(pids: readonly number[]): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readStat(entry);
    if (stat === undefined) continue;
    ticks.set(Number(entry), stat.ticks);
    const siblings = children.get(stat.parent);
    if (siblings === undefined) children.set(stat.parent, [Number(entry)]);
    else siblings.push(Number(entry));
  }
  const queue = [...pids];
  let sum = 0;
  for (const pid of queue) {
    sum += ticks.get(pid) ?? 0;
    queue.push(...children.get(pid) ?? []);
  }
  return sum / TICKS_PER_SECOND;
}

function readStat(pid: string): { parent: number; ticks: number } | undefined {
  try {
    // The name, in parentheses, may have spaces: the fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
