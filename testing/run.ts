import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative, resolve } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { bypassProxyForLoopback } from "#dev/machine/environment.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { changedSince, isCommit, needsServices, specsReachedBy } from "./import-graph.ts";
import { printTimes, TIMES_FILE } from "./times.ts";

/**
 * Specs that other runs leave out: `test/ci` needs more than a newcomer's machine has (root, a browser, another language), `test/outages`
 * kills processes and holds servers back, minutes each.
 */
const FOLDERS_APART = ["test/ci", "test/outages"];
/**
 * `deno task test [what …] [mocha's options]`: runs all specs, or those that a path, a folder, a glob or a part of a name selects.
 * `--changed [base]` runs those of them that what changed since the branch left `base` (`main`) can reach, the nearest first.
 * `--integration` leaves out the specs that need no services. `--times` prints what each file cost. A path in a folder apart, or
 * `TEST_FOLDER`, selects the specs there.
 */
async function main(): Promise<number> {
  bypassProxyForLoopback();
  const { selectors, integration, times, changed, options } = await readArguments(process.argv.slice(2));
  // Reversed: the specs of the workflows take longest, and would run alone at the end.
  const folder = process.env.TEST_FOLDER || "test";
  let specs = selectSpecs(folder, selectors).reverse();
  if (integration) specs = specs.filter(needsServices);
  if (changed !== undefined) {
    const files = await changedSince(changed);
    const reached = specsReachedBy(files, specs);
    console.log(`${files.length} changed files reach ${reached.length} of ${specs.length} files of specs`);
    if (reached.length === 0) return 0;
    specs = reached;
  }
  if (specs.length === 0) {
    console.error(`No spec matches ${selectors.join(", ") || "this"}`);
    return 1;
  }
  // Imported here: the processes of the specs import this module, and must not load what starts the services.
  const { removeEndedRuns } = await import("./start-stack.ts");
  try {
    // Specs of a folder apart start browsers and processes of their own.
    const jobs = folder === "test" ? [] : ["--jobs", "3"];
    return await mocha([...jobs, ...options, ...specs], times);
  } finally {
    await removeEndedRuns();
  }
}

/** Our options may stand anywhere; after the first of mocha's everything else is mocha's. */
async function readArguments(args: readonly string[]) {
  const rest = args.filter((arg) => arg !== "--integration" && arg !== "--times");
  const at = rest.findIndex((arg) => arg === "--changed" || arg.startsWith("--changed="));
  let changed: string | null | undefined;
  if (at !== -1) {
    const [, written] = rest[at]?.split("=") ?? [];
    const next = rest[at + 1];
    const isBase = written === undefined && next !== undefined && !next.startsWith("-") &&
      await isCommit(next);
    changed = written ?? (isBase ? next : null);
    rest.splice(at, isBase ? 2 : 1);
  }
  const firstOption = rest.findIndex((arg) => arg.startsWith("-"));
  const end = firstOption === -1 ? rest.length : firstOption;
  return {
    selectors: rest.slice(0, end),
    integration: args.includes("--integration"),
    times: args.includes("--times"),
    /** The base of `--changed`: null without one, undefined without the option. */
    changed,
    /** Mocha's. */
    options: rest.slice(end),
  };
}

/**
 * @returns mocha's exit code, and 1 where mocha ended without its counts: after a promise that a spec left behind has failed, mocha ends with
 * 0 and without its summary. Ctrl-C reaches mocha directly; SIGTERM is passed on as SIGINT, on which mocha ends its services.
 */
async function mocha(args: readonly string[], times: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "test-counts-"));
  const counts = process.env.TEST_COUNTS ?? join(folder, "counts.json");
  rmSync(counts, { force: true });
  const timesFile = join(folder, "times.jsonl");
  const child = execa(process.execPath, ["run", "-A", "npm:mocha", ...args], {
    cwd: ROOT,
    env: { TEST_COUNTS: counts, ...times ? { [TIMES_FILE]: timesFile } : {} },
    stdio: "inherit",
    reject: false,
  });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGINT"));
  const { exitCode } = await child;
  const isWhole = existsSync(counts);
  if (existsSync(timesFile)) printTimes(timesFile);
  rmSync(folder, { recursive: true });
  if (exitCode === 0 && !isWhole) console.error("mocha ended before its summary: see the error above");
  return isWhole ? exitCode ?? 1 : exitCode || 1;
}

/** The specs under a folder, as paths relative to the checkout. */
function allSpecs(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

/** The specs of a folder that match a path, a glob or a part of a path; all of them without selectors. */
function selectSpecs(folder: string, selectors: readonly string[]): string[] {
  const apart = FOLDERS_APART.filter((each) => each !== folder);
  const isSelected = (spec: string) => !apart.some((each) => spec.startsWith(`${each}/`));
  return allSpecs(folder).filter((spec) =>
    selectors.length === 0 ? isSelected(spec) : selectors.some((selector) =>
      matches(selector, spec) &&
      (isSelected(spec) || apart.some((each) => pathOf(selector).startsWith(each)))
    )
  );
}

const pathOf = (selector: string) => relative(ROOT, resolve(process.cwd(), selector));

function matches(selector: string, spec: string): boolean {
  const path = pathOf(selector);
  if (existsSync(join(ROOT, path))) return spec === path || spec.startsWith(`${path}/`);
  return /[*?[{]/.test(selector) ? matchesGlob(spec, path) : spec.includes(selector);
}

if (import.meta.main) process.exit(await main());
