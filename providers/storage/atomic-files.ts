import { randomUUID } from "node:crypto";
import { open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** An unfinished file without a write for so long belongs to a dead process: a live upload stalls after 30 s. */
const ABANDONED_MS = 60_000;

/**
 * Writes a file at once and durably: readers see the old file or the whole new one, also after a power failure.
 * @param unfinishedFolder on the same file system as `path`.
 * @throws the error of `bytes` or of the disk; the old file then stays, and nothing else.
 */
export async function writeAtomically(
  unfinishedFolder: string,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  beforeRename: () => Promise<void>,
): Promise<void> {
  const unfinished = join(unfinishedFolder, `${randomUUID()}.part`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename();
    await rename(unfinished, path);
  } catch (error) {
    await removeFile(unfinished);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes the unfinished files of dead processes. */
export async function removeAbandonedFiles(unfinishedFolder: string): Promise<void> {
  for (const name of await readdir(unfinishedFolder)) {
    const path = join(unfinishedFolder, name);
    const file = await stat(path).catch(() => null);
    // The file system's own clock sets modification times, so their age counts by the real time.
    if (file !== null && Date.now() - file.mtimeMs > ABANDONED_MS) await removeFile(path);
  }
}

/** Removes a file, if there is one. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (!isMissingFile(error)) throw error;
  });
}

/** Whether a file operation failed because the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A renamed file survives a power failure once its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
