import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#dev/machine/environment.ts";
import { findProgram } from "#dev/machine/programs.ts";
import { unpackedSystemPackage } from "#dev/services/debian-packages.ts";

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
