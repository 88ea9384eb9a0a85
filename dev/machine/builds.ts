import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "./child.ts";
import { devFolder, ROOT } from "./folder.ts";

/** Builds of other branches, for example, stay this long: a day. */
const UNUSED_BUILD_MS = 86_400_000;
const building = new Map<string, Promise<string>>();

/** Something that is built from the sources: a file or a folder. */
interface Build {
  /** The folder in `.dev/` with the builds. */
  readonly folder: string;
  /** The build's name from the sources' hash. */
  readonly nameOf: (hash: string) => string;
  /** Folders and files that its content depends on. */
  readonly sources: readonly string[];
  /** The module in the checkout that builds, with the path of the build as its argument. */
  readonly module: string;
  /** What the message of a failed build calls it. */
  readonly what: string;
}

const BUNDLE: Build = {
  folder: "bundles",
  nameOf: (hash) => `workflows-${hash}.js`,
  sources: ["workflows", "temporal", "shared", "deno.lock"],
  module: "commands/bundle.ts",
  what: "the workflows' bundle",
};

const CONSOLE: Build = {
  folder: "consoles",
  nameOf: (hash) => hash,
  // Its pages show the example receivers.
  sources: ["console", "client", "docs/webhooks", "deno.lock"],
  module: "commands/build-console.ts",
  what: "the console",
};

/**
 * The path of a bundle of today's workflow code. A bundle is built once for each state of the code: bundling takes half of a worker's
 * start, and a killed worker must be back within two seconds.
 * @throws Error with the bundler's output when the code cannot be bundled.
 */
export function workflowBundle(): Promise<string> {
  return cachedBuild(BUNDLE);
}

/** The folder of a build of today's console. @throws Error with Vite's output when it cannot be built. */
export function builtConsole(): Promise<string> {
  return cachedBuild(CONSOLE);
}

/** Where {@link builtConsole} builds: the setting CONSOLE_DIR, which the API reads when somebody opens the console. */
export function consoleFolder(): string {
  return buildPath(CONSOLE);
}

/** Where the build of today's sources is, or will be. */
function buildPath({ folder, nameOf, sources }: Build): string {
  return join(devFolder(), folder, nameOf(hashOf(sources)));
}

/**
 * The path of a build of today's sources, which is made once for each state of them.
 * @throws Error with the builder's output when it fails.
 */
function cachedBuild(build: Build): Promise<string> {
  const path = buildPath(build);
  if (existsSync(path)) return Promise.resolve(path);
  const running = building.get(path) ?? make(build, path).finally(() => building.delete(path));
  building.set(path, running);
  return running;
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(ROOT, source);
    const files = statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" }).sort()
        .filter((file) => !/^dist(\/|$)/.test(file)) // What `build-console` wrote.
        .map((file) => join(path, file));
    for (const file of files) {
      if (statSync(file).isFile()) hash.update(file).update("\0").update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function make({ module, what }: Build, path: string): Promise<string> {
  const folder = join(path, "..");
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    const old = join(folder, file);
    if (Date.now() - statSync(old).mtimeMs > UNUSED_BUILD_MS) rmSync(old, { recursive: true });
  }
  const unfinished = `${path}.${process.pid}`;
  const child = await startChild({
    name: "build",
    command: process.execPath,
    args: ["run", "-A", join(ROOT, module), unfinished],
    cwd: ROOT,
    logFile: `${path}.log`,
  });
  const end = await child.exited;
  if (end !== "exit code 0") throw new Error(`Cannot build ${what} (${end}):\n${child.lastLines(30)}`);
  // Another process may have built the same.
  if (existsSync(path)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, path);
  rmSync(`${path}.log`, { force: true });
  return path;
}
