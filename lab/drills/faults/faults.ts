import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "#dev/machine/environment.ts";
import { type CarriedOut, during, type Fault, type Phases } from "./fault.ts";
import type { Finding } from "./judge.ts";
import type { Random } from "./plan.ts";
import type { DrillStack, PartName } from "./stack.ts";
import { fillSmallDisk, mountSmallDisk } from "./machine.ts";
import { STORE_FAULTS } from "./stores.ts";

/** The longest time from a process's return to its second kill, in milliseconds. */
const SECOND_KILL_MS = 4_000;

export const FAULTS: readonly Fault[] = [
  kill("api-kill", "api", "`kill -9` of the API, twice a round, which is started again at once", false),
  kill(
    "worker-kill",
    "worker",
    "`kill -9` of the worker, twice a round, which is started again at once",
    true,
  ),
  outage("postgres-restart", "postgres", "SIGINT", 2, "stops Postgres for 2 s"),
  outage(
    "postgres-crash",
    "postgres",
    "SIGKILL",
    1,
    "`kill -9` of Postgres' first process, and its recovery",
  ),
  outage("redis-stop", "redis", "SIGTERM", 5, "stops Redis for 5 s"),
  outage("temporal-stop", "temporal", "SIGTERM", 30, "stops Temporal for 30 s"),
  outage("s3-stop", "s3", "SIGKILL", 10, "kills the store of uploads for 10 s"),
  {
    ...during("smtp-stop", 10, "the mail server refuses connections for 10 s"),
    async begin({ mail }) {
      await mail.close();
      return { end: () => mail.open() };
    },
  },
  {
    ...during("smtp-defer", 10, "the mail server answers 451 to every recipient for 10 s"),
    begin({ mail }) {
      mail.mood = "defers";
      return Promise.resolve({ end: () => Promise.resolve(void (mail.mood = "takes")) });
    },
  },
  {
    ...during("disk-full", 10, "uploads go to a file system of 4 MiB that is full for 10 s"),
    first: true,
    mailsMayRepeat: false,
    prepare: async (stack) => {
      const disk = await mountSmallDisk();
      const settings = stack.diskSettings(disk.folder);
      await restart(stack, ["api", "worker"], settings);
      return {
        end: async () => {
          await restart(stack, ["api", "worker"], {});
          await disk.unmount();
        },
      };
    },
    begin: fillSmallDisk,
  },
  ...STORE_FAULTS,
];

function kill(name: string, part: PartName, what: string, mailsMayRepeat: boolean): Fault {
  return {
    ...during(name, 0, what),
    rounds: 10,
    mailsMayRepeat,
    async begin({ parts }, random) {
      await parts[part].end("SIGKILL");
      await parts[part].start();
      await sleep(random() * SECOND_KILL_MS);
      const since = Date.now();
      await parts[part].end("SIGKILL");
      return { since, end: () => parts[part].start() };
    },
  };
}

function outage(name: string, part: PartName, signal: NodeJS.Signals, seconds: number, what: string): Fault {
  return {
    ...during(name, seconds, what),
    async begin({ parts }) {
      await parts[part].end(signal);
      return { end: () => parts[part].start() };
    },
  };
}

/** An orderly restart with other settings. */
async function restart({ parts }: DrillStack, names: readonly PartName[], change: Settings): Promise<void> {
  await Promise.all(names.map(async (name) => {
    await parts[name].end("SIGTERM");
    await parts[name].start(change);
  }));
}

/**
 * The longest time from the first request to a fault's begin, in milliseconds. The work takes five seconds and more; its requests are sent in
 * the first two, which an outage meets.
 */
const MOMENT_MS = { kill: 5_000, outage: 2_000 };

/** Carries out a fault around the work. */
export async function carryOut(
  fault: Fault,
  stack: DrillStack,
  random: Random,
  phases: Phases,
): Promise<CarriedOut> {
  if (fault.carryOut !== undefined) return await fault.carryOut(stack, phases);
  const work = () => phases.submit().then(() => phases.settle());
  const moment = random() * MOMENT_MS[fault.seconds === 0 ? "kill" : "outage"];
  let [over, findings] = [Date.now(), [] as readonly Finding[]];
  const disturb = async () => {
    const begun = await fault.begin?.(stack, random);
    started.resolve();
    await sleep(fault.seconds * 1000);
    findings = await begun?.end() ?? [];
    over = begun?.since ?? Date.now();
  };
  const started = Promise.withResolvers<void>();
  if (fault.first) {
    const disturbance = disturb();
    disturbance.catch(started.reject);
    await started.promise;
    await Promise.all([disturbance, work()]);
  } else {
    await Promise.all([sleep(moment).then(disturb), work()]);
  }
  return { over, findings };
}
