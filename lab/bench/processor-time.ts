import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { OwnService } from "#testing/own-service.ts";
import { stack } from "#testing/stack.ts";

/** How long processor time is counted, in seconds. */
export const CPU_SECONDS = 30;

/** Percent of a core that each process takes. Linux only. */
export async function processorShare(
  { temporal, worker }: OwnService,
): Promise<Readonly<Record<string, number>>> {
  const read = () => ({
    temporal: ticks(temporal.pid),
    worker: ticks(worker.pid),
    postgres: [stack().pids.postgres, ...childrenOf(stack().pids.postgres)].reduce(
      (sum, pid) => sum + ticks(pid),
      0,
    ),
  });
  const before = read();
  await sleep(CPU_SECONDS * 1_000);
  const after = read();
  const share = (name: keyof typeof before) => (after[name] - before[name]) / CPU_SECONDS;
  return { temporal: share("temporal"), worker: share("worker"), postgres: share("postgres") };
}

/** Hundredths of a second of processor time, with that of children that have ended; 0 for a process that has ended. */
export function ticks(pid: number): number {
  return statOf(pid).slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc").map(Number).filter((pid) => pid > 0 && Number(statOf(pid)[1]) === parent);
}

/** A process's memory in MB. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}

/** The fields after the name in parentheses: state, parent, … (proc(5)). */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
