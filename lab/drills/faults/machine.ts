import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import process from "node:process";
import { output } from "#dev/machine/programs.ts";
import type { Begun } from "./part.ts";

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
