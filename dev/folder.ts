import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the embedded stack keeps everything: `.dev` in the checkout, or the folder that `DEV_DIR` names. */
export function devFolder(): string {
  return resolve(ROOT, process.env.DEV_DIR || ".dev");
}

/** Replaces the file in one step: a reader sees the old content or the new, never half of it. */
export function writeJson(path: string, value: unknown, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${process.pid}.tmp`);
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(unfinished, path);
}
