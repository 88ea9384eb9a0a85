import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "#dev/machine/environment.ts";
import { output } from "#dev/machine/programs.ts";
import { unpackedSystemPackage } from "#dev/services/debian-packages.ts";
import { s3Settings } from "#dev/services/s3.ts";
import { beside, type CarriedOut, type Fault, type Phases } from "./fault.ts";
import type { DrillStack, PartName } from "./stack.ts";
import { STORE_FAULTS, terminateOne } from "./stores.ts";

/** The longest time from a process's return to its second kill, in milliseconds. */
const SECOND_KILL_MS = 4_000;

export const FAULTS: readonly Fault[] = [
  kill("api", "`kill -9` of the API, twice a round, which is started again at once", false),
  kill("worker", "`kill -9` of the worker, twice a round, which is started again at once", true),
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
  beside("smtp-stop", 10, "the mail server refuses connections for 10 s", async ({ mail }) => {
    await mail.close();
    await sleep(10_000);
    await mail.open();
  }),
  beside("smtp-defer", 10, "the mail server answers 451 to every recipient for 10 s", async ({ mail }) => {
    mail.mood = "defers";
    await sleep(10_000);
    mail.mood = "takes";
  }),
  {
    name: "disk-full",
    what: "uploads go to a file system of 4 MiB that is full for 10 s",
    rounds: 1,
    seconds: 10,
    mailsMayRepeat: false,
    carryOut: fillDisk,
  },
  ...(["api", "worker"] as const).flatMap((part) => [10, -10].map((minutes) => skew(part, minutes))),
  ...STORE_FAULTS,
];

function kill(part: "api" | "worker", what: string, mailsMayRepeat: boolean): Fault {
  const fault = beside(`${part}-kill`, 0, what, async ({ parts }, random) => {
    await parts[part].kill("SIGKILL");
    await parts[part].start();
    await sleep(random() * SECOND_KILL_MS);
    const over = Date.now();
    await parts[part].kill("SIGKILL");
    await parts[part].start();
    return { over };
  });
  return { ...fault, rounds: 10, mailsMayRepeat };
}

function outage(name: string, part: PartName, signal: NodeJS.Signals, seconds: number, what: string): Fault {
  return beside(name, seconds, what, async ({ parts }) => {
    await parts[part].kill(signal);
    await sleep(seconds * 1000);
    await parts[part].start();
  });
}

const SIZE_MIB = 4;
/** What stays free of the full disk: less than one upload of the drill. */
const FREE_BYTES = 64 * 1024;

/**
 * Mounts a file system of a few MiB in memory, for uploads, and fills it: it is full for the service alone, and the machine's own disks are not
 * touched. A limit of the process (RLIMIT_FSIZE) would be no full disk: the system answers EFBIG, or ends the process by a signal.
 * @throws Error where this process is not root
 */
async function fillDisk(stack: DrillStack, { submit, settle }: Phases): Promise<CarriedOut> {
  if (process.getuid?.() !== 0) throw new Error("Cannot mount a small disk: this needs root");
  const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
  await output("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MIB}m`, "tmpfs", folder]);
  const ballast = join(folder, "ballast");
  try {
    const noStore = Object.fromEntries(Object.keys(s3Settings(0)).map((name) => [name, ""]));
    await restart(stack, { ...noStore, UPLOADS_DIR: folder });
    writeFileSync(ballast, new Uint8Array(SIZE_MIB * 1024 * 1024 - FREE_BYTES));
    const emptied = async () => {
      await sleep(10_000);
      rmSync(ballast);
      return Date.now();
    };
    const [over] = await Promise.all([emptied(), submit().then(settle)]);
    return { over };
  } finally {
    await restart(stack, {});
    await output("umount", [folder]);
    rmdirSync(folder);
  }
}

/** The process starts with a wrong clock, works with it, and starts again with the right one. @param minutes ahead, or behind where negative */
function skew(part: "api" | "worker", minutes: number): Fault {
  const where = minutes > 0 ? "ahead" : "behind";
  return {
    name: `${part}-clock-${where}`,
    what: `the ${part === "api" ? "API" : "worker"}'s clock is 10 minutes ${where} for 20 s`,
    ...{ rounds: 1, seconds: 20, mailsMayRepeat: true },
    async carryOut(stack, { submit, settle }) {
      const folder = await unpackedSystemPackage("libfaketime", () => {});
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      const library = files.find((file) => file.endsWith("/libfaketimeMT.so.1"));
      if (library === undefined) throw new Error("The package libfaketime has no library of that name");
      await restart(stack, {
        LD_PRELOAD: join(folder, library),
        FAKETIME: `${minutes > 0 ? "+" : ""}${minutes}m`,
        // Timers go by it, which stays right where a clock is set wrongly.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        FAKETIME_DONT_RESET: "1",
      }, [part]);
      // The reconciler looks from where it looked last, whatever the worker's clock says.
      const findings = part === "worker" ? await (await terminateOne(stack))() : [];
      const restored = async () => {
        await sleep(20_000);
        await restart(stack, {}, [part]);
        return Date.now();
      };
      const [over] = await Promise.all([restored(), submit().then(settle)]);
      return { over, findings };
    },
  };
}

async function restart(
  { parts }: DrillStack,
  change: Settings,
  names: readonly ("api" | "worker")[] = ["api", "worker"],
): Promise<void> {
  await Promise.all(names.map(async (name) => {
    await parts[name].kill("SIGTERM");
    await parts[name].start(change);
  }));
}
