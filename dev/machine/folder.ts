import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The embedded stack's folder: `.dev` in the checkout, or the folder in `DEV_DIR`. */
export function devFolder(): string {
  return resolve(ROOT, process.env.DEV_DIR || ".dev");
}

/** Replaces the file in one step, so that a reader gets the old content or the new, never a part of it. */
export function writeJson(path: string, value: unknown, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${process.pid}.tmp`);
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(unfinished, path);
}

/** A lock on a file. The operating system releases it when its holder ends, in whatever way: there are no stale locks. */
export interface Lock {
  release(): void;
}

/** Takes a lock for this process alone. @returns undefined where another process, or this one, holds the lock. */
export function tryLock(path: string): Lock | undefined {
  const file = openLockFile(path);
  if (file.tryLockSync(true)) return { release: () => file.close() };
  file.close();
  return undefined;
}

/**
 * Takes a lock as soon as it is free.
 * @param onWait called once, before a wait.
 */
export async function lock(path: string, onWait: () => void): Promise<Lock> {
  const free = tryLock(path);
  if (free !== undefined) return free;
  onWait();
  const file = openLockFile(path);
  await file.lock(true);
  return { release: () => file.close() };
}

/** Opens the file of a lock, and creates it and its folder where they are missing. Its content stays empty. */
function openLockFile(path: string): Deno.FsFile {
  mkdirSync(dirname(path), { recursive: true });
  return Deno.openSync(path, { create: true, write: true });
}
