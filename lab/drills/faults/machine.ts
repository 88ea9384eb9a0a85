import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import process from "node:process";
import type { Settings } from "#dev/machine/environment.ts";
import { findProgram, output } from "#dev/machine/programs.ts";
import { unpackedSystemPackage } from "#dev/services/debian-packages.ts";
import type { Begun } from "./part.ts";

/** The library's own place on a system that has it, and its file. */
const INSTALLED = [
  "/usr/lib/x86_64-linux-gnu/faketime",
  "/usr/lib/aarch64-linux-gnu/faketime",
  "/usr/lib/faketime",
];
const LIBRARY = "libfaketimeMT.so.1";

/**
 * The settings with which a process has a wrong clock: libfaketime shifts what it reads as the time of day. Its monotonic clock, which
 * timers go by, stays right, as under a clock that is set wrongly.
 *
 * @param seconds ahead of the right time, or behind it where negative
 */
export async function skewSettings(seconds: number): Promise<Settings> {
  return {
    LD_PRELOAD: await faketimeLibrary(),
    FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DONT_RESET: "1",
  };
}

/** The installed library, or on Debian and Ubuntu the one of the package, unpacked once into the cache. */
async function faketimeLibrary(): Promise<string> {
  const installed = INSTALLED.map((folder) => join(folder, LIBRARY)).find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (findProgram(["apt-get"]) === undefined) {
    throw new Error("Cannot find libfaketime: install it, the package is called libfaketime or faketime");
  }
  const folder = await unpackedSystemPackage("libfaketime", () => {});
  const library = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .find((path) => path.endsWith(LIBRARY));
  if (library === undefined) throw new Error("The package libfaketime has no library of that name");
  return join(folder, library);
}

const MIB = 1024 * 1024;
const SIZE_MIB = 4;
/** What stays free of the full disk: less than one upload of the drill. */
const FREE_BYTES = 64 * 1024;

let mounted: string | null = null;

/**
 * Mounts a file system of a few MiB in memory, for uploads, which is full for the service alone: the machine's own disks are not touched. A
 * limit of the process (RLIMIT_FSIZE) would be no full disk: the system answers EFBIG, or ends the process by a signal.
 * @returns its folder, and what removes it with all that it holds
 * @throws Error where this process is not root
 */
export async function mountSmallDisk(): Promise<{ folder: string; unmount(): Promise<void> }> {
  if (process.getuid?.() !== 0) throw new Error("Cannot mount a small disk: this needs root");
  const folder = mounted = mkdtempSync(join(tmpdir(), "full-disk-"));
  await output("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MIB}m`, "tmpfs", folder]);
  return {
    folder,
    async unmount() {
      mounted = null;
      await output("umount", [folder]);
      rmdirSync(folder);
    },
  };
}

/** Fills the mounted disk but for a few KiB. */
export function fillSmallDisk(): Promise<Begun> {
  if (mounted === null) return Promise.reject(new Error("No small disk is mounted"));
  const ballast = join(mounted, "ballast");
  const { bavail, bsize } = statfsSync(mounted);
  writeFileSync(ballast, new Uint8Array(Math.max(0, Math.min(bavail * bsize, SIZE_MIB * MIB) - FREE_BYTES)));
  return Promise.resolve({ end: () => Promise.resolve(rmSync(ballast)) });
}
