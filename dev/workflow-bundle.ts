import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "./child.ts";
import { devFolder, ROOT } from "./folder.ts";

/** Whatever workflow code can be made of. */
const SOURCES = ["workflows", "shared", "deno.lock"];
const KEEP_MS = 86_400_000;
const building = new Map<string, Promise<string>>();

/**
 * The workflows' code as it is now, bundled in a file that is kept for as long as the code stays the same: bundling takes half
 * of a worker's start, which is to be back within two seconds when it was killed.
 * @throws Error with the bundler's words when the code can't be bundled.
 */
export function workflowBundle(): Promise<string> {
  const path = join(devFolder(), "bundles", `workflows-${sourcesHash()}.js`);
  if (existsSync(path)) return Promise.resolve(path);
  const begun = building.get(path) ?? build(path).finally(() => building.delete(path));
  building.set(path, begun);
  return begun;
}

function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" }).sort().map((file) => join(path, file));
    for (const file of files) {
      if (statSync(file).isFile()) hash.update(file).update("\0").update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function build(path: string): Promise<string> {
  const folder = join(path, "..");
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    const old = join(folder, file);
    if (Date.now() - statSync(old).mtimeMs > KEEP_MS) rmSync(old);
  }
  const unfinished = `${path}.${process.pid}`;
  const child = await startChild({
    name: "bundle",
    command: Deno.execPath(),
    args: ["run", "-A", join(ROOT, "commands/bundle.ts"), unfinished],
    cwd: ROOT,
    logFile: `${path}.log`,
  });
  const end = await child.exited;
  if (end !== "exit code 0") throw new Error(`Cannot bundle the workflows (${end}):\n${child.lastLines(30)}`);
  renameSync(unfinished, path);
  rmSync(`${path}.log`, { force: true });
  return path;
}
