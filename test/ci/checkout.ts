import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

/** Copies into a folder what a clone of the checkout holds: neither packages nor data. */
export function copyCheckout(folder: string): void {
  for (const name of readdirSync(ROOT)) {
    if (name === "node_modules" || name.startsWith(".")) continue;
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
}
