import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** A lock that the operating system takes back when its holder ends, however it ends: no stale locks. */
export interface Lock {
  release(): void;
}

/** Undefined where another process holds it. */
export function tryLock(path: string): Lock | undefined {
  const file = open(path);
  if (file.tryLockSync(true)) return { release: () => file.close() };
  file.close();
  return undefined;
}

/** Waits for it; `onWait` is called once, before waiting. */
export async function lock(path: string, onWait: () => void): Promise<Lock> {
  const atOnce = tryLock(path);
  if (atOnce !== undefined) return atOnce;
  onWait();
  const file = open(path);
  await file.lock(true);
  return { release: () => file.close() };
}

function open(path: string): Deno.FsFile {
  mkdirSync(dirname(path), { recursive: true });
  return Deno.openSync(path, { create: true, write: true });
}
