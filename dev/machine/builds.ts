import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { devFolder, ROOT } from "./folder.ts";
import { madeOnce, output } from "./programs.ts";

/** Builds of other branches, for example, stay this long: a day. */
const UNUSED_BUILD_MS = 86_400_000;

/**
 * The path of a bundle of today's workflow code. A bundle is built once for each state of the code: bundling takes half of a worker's
 * start, and a killed worker must be back within two seconds.
 * @throws Error with the bundler's output when the code cannot be bundled.
 */
export function workflowBundle(): Promise<string> {
  const hash = hashOf(["workflows", "workers/temporal-workers.ts", "temporal", "shared", "deno.lock"]);
  return built(join(devFolder(), "bundles", `workflows-${hash}.js`), "commands/bundle.ts");
}

/** The folder of a build of today's console. @throws Error with Vite's output when it cannot be built. */
export function builtConsole(): Promise<string> {
  return built(consoleFolder(), "commands/build-console.ts");
}

/** Where {@link builtConsole} builds: the setting CONSOLE_DIR, which the API reads when somebody opens the console. */
export function consoleFolder(): string {
  // Its pages show the example receivers.
  return join(devFolder(), "consoles", hashOf(["console", "client", "docs/webhooks", "deno.lock"]));
}

/** @param module the one in the checkout that builds, with the path of the build as its argument */
function built(path: string, module: string): Promise<string> {
  return madeOnce(path, () => {}, async (unfinished) => {
    const folder = dirname(path);
    for (const old of readdirSync(folder).map((name) => join(folder, name))) {
      const isUnused = Date.now() - statSync(old).mtimeMs > UNUSED_BUILD_MS;
      // The lock of this build is held.
      if (isUnused && !old.startsWith(path)) rmSync(old, { recursive: true });
    }
    await output(process.execPath, ["run", "-A", join(ROOT, module), unfinished], ROOT);
  });
}

/** @param sources folders and files that the content of a build depends on */
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

const FIRST_STEP = 'const plan = await step("begin"';
const ANOTHER_STEP = 'await step("begin twice", (activities) => activities.beginSimulation(run));';

/**
 * Writes a bundle of today's workflow code with a change of the simulation that no run of today's can replay: another step, before the
 * first.
 */
export async function writeChangedBundle(path: string): Promise<void> {
  const code = readFileSync(await workflowBundle(), "utf8");
  if (!code.includes(FIRST_STEP)) throw new Error("The simulation's first step has another form than here");
  writeFileSync(path, code.replace(FIRST_STEP, `${ANOTHER_STEP} ${FIRST_STEP}`));
}

const EACH_CHUNK = "done: progress.done + agents";
const HANDLED = "} = failureOf(error);";

/**
 * Writes a bundle of the changed code that throws once a simulation's first agents have answered, past its own handling of failures: its
 * workflow tasks fail, again and again.
 */
export async function writeBrokenBundle(path: string): Promise<void> {
  await writeChangedBundle(path);
  const code = readFileSync(path, "utf8");
  for (const place of [EACH_CHUNK, HANDLED]) {
    if (!code.includes(place)) throw new Error(`The simulation has no longer the code ${place}`);
  }
  const broken = code.replace(EACH_CHUNK, 'done: (() => { throw new Error("This release is broken"); })()')
    .replace(HANDLED, "} = (() => { throw error; })();");
  writeFileSync(path, broken);
}
