import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { output } from "#dev/machine/programs.ts";
import type { Begun } from "./part.ts";

const MIB = 1024 * 1024;
const SIZE_MIB = 4;
/** What stays free of the full disk: less than one upload of the drill. */
const FREE_BYTES = 64 * 1024;

/**
 * A file system of a few MiB in memory, for uploads, which is full for the service alone: the machine's own disks are not touched. Mounting it
 * needs root. A limit of the process (RLIMIT_FSIZE) would be no full disk: the system answers EFBIG, or ends the process by a signal.
 */
export class SmallDisk {
  static #current: SmallDisk | null = null;
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error where this process is not root */
  static async mount(): Promise<SmallDisk> {
    if (process.getuid?.() !== 0) throw new Error("Cannot mount a small disk: this needs root");
    const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
    await output("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MIB}m`, "tmpfs", folder]);
    return SmallDisk.#current = new SmallDisk(folder);
  }

  /** Fills the mounted disk but for a few KiB. */
  static fill(): Promise<Begun> {
    const disk = SmallDisk.#current;
    if (disk === null) return Promise.reject(new Error("No small disk is mounted"));
    const ballast = join(disk.folder, "ballast");
    const { bavail, bsize } = statfsSync(disk.folder);
    writeFileSync(
      ballast,
      new Uint8Array(Math.max(0, Math.min(bavail * bsize, SIZE_MIB * MIB) - FREE_BYTES)),
    );
    return Promise.resolve({ end: () => Promise.resolve(rmSync(ballast)) });
  }

  /** Removes it with all that it holds. */
  async unmount(): Promise<void> {
    SmallDisk.#current = null;
    await output("umount", [this.folder]);
    rmdirSync(this.folder);
  }
}
