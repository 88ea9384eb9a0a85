import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "./child.ts";
import { devFolder, ROOT } from "./folder.ts";

/** Folders and files that the bundle's content depends on. */
const SOURCES = ["workflows", "temporal", "shared", "deno.lock"];
/** Bundles of other branches, for example, stay this long: a day. */
const UNUSED_BUNDLE_MS = 86_400_000;
const building = new Map<string, Promise<string>>();

/**
 * The path of a bundle of today's workflow code. A bundle is built once for each state of the code: bundling takes half of a worker's
 * start, and a killed worker must be back within two seconds.
 * @throws Error with the bundler's output when the code cannot be bundled.
 */
export function workflowBundle(): Promise<string> {
  const path = join(devFolder(), "bundles", `workflows-${sourcesHash()}.js`);
  if (existsSync(path)) return Promise.resolve(path);
  const build = building.get(path) ?? buildBundle(path).finally(() => building.delete(path));
  building.set(path, build);
  return build;
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

async function buildBundle(path: string): Promise<string> {
  const folder = join(path, "..");
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    const bundle = join(folder, file);
    if (Date.now() - statSync(bundle).mtimeMs > UNUSED_BUNDLE_MS) rmSync(bundle);
  }
  const unfinished = `${path}.${process.pid}`;
  const child = await startChild({
    name: "bundle",
    command: process.execPath,
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
