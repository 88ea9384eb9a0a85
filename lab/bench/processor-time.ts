import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processorTicks, treeTicks } from "#dev/machine/processes.ts";
import type { OwnService } from "#testing/own-service.ts";
import { stack } from "#testing/stack.ts";

/** How long processor time is counted, in seconds. */
export const CPU_SECONDS = 30;

/** Percent of a core that each process takes. Linux only. */
export async function processorShare(
  { temporal, worker }: OwnService,
): Promise<Readonly<Record<string, number>>> {
  const read = () => ({
    temporal: processorTicks(temporal.pid),
    worker: processorTicks(worker.pid),
    postgres: treeTicks([stack().pids.postgres]),
  });
  const before = read();
  await sleep(CPU_SECONDS * 1_000);
  const after = read();
  const share = (name: keyof typeof before) => (after[name] - before[name]) / CPU_SECONDS;
  return { temporal: share("temporal"), worker: share("worker"), postgres: share("postgres") };
}

/** A process's memory in MB. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}
