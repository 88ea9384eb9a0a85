import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob, relative, resolve } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { bypassProxyForLoopback } from "./environment.ts";
import { ROOT } from "./folder.ts";

/** Specs that need more than a newcomer's machine has (root, a browser, another language), or minutes alone. */
const CI_FOLDER = "test/ci";
/** The module of the services; a spec that imports it, directly or through others, needs them. */
const STACK_MODULE = "test/support/stack.ts";
/** An import that stays at run time, of a file of the project. The formatter writes every import in this form. */
const RUNTIME_IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^"']*?\sfrom\s)?"([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/gm;

/**
 * `deno task test [what …] [mocha's options]`: runs all specs, or those that a path, a folder, a glob or a part of a name selects.
 * `--integration` leaves out the specs that need no services. `TEST_FOLDER=test/ci` runs the specs of that folder, which other runs
 * leave out.
 */
async function main(): Promise<number> {
  bypassProxyForLoopback();
  const args = process.argv.slice(2).filter((arg) => arg !== "--integration");
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const selectors = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  // Reversed: the specs of the workflows take longest, and would run alone at the end.
  let specs = selectSpecs(allSpecs(process.env.TEST_FOLDER || "test"), selectors).reverse();
  if (process.argv.includes("--integration")) specs = specs.filter(needsServices);
  if (specs.length === 0) {
    console.error(`No spec matches ${selectors.join(", ") || "this"}`);
    return 1;
  }
  // Imported here: the processes of the specs import this module, and must not load what starts the services.
  const { removeEndedRuns } = await import("#test/support/start-stack.ts");
  try {
    return await mocha([...options, ...specs]);
  } finally {
    await removeEndedRuns();
  }
}

/**
 * @returns mocha's exit code, and 1 where mocha ended without its counts: after a promise that a spec left behind has failed, mocha ends with
 * 0 and without its summary. Ctrl-C reaches mocha directly; SIGTERM is passed on as SIGINT, on which mocha ends its services.
 */
async function mocha(args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "test-counts-"));
  const counts = process.env.TEST_COUNTS ?? join(folder, "counts.json");
  rmSync(counts, { force: true });
  const child = execa(process.execPath, ["run", "-A", "npm:mocha", ...args], {
    cwd: ROOT,
    env: { TEST_COUNTS: counts },
    stdio: "inherit",
    reject: false,
  });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGINT"));
  const { exitCode } = await child;
  const isWhole = existsSync(counts);
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
    .filter((path) => folder === CI_FOLDER || !path.startsWith(`${CI_FOLDER}/`))
    .sort();
}

/** The specs that match a path, a folder, a glob or a part of a path; all of them without selectors. */
function selectSpecs(specs: readonly string[], selectors: readonly string[]): string[] {
  return specs.filter((spec) =>
    selectors.length === 0 || selectors.some((selector) => matches(selector, spec))
  );
}

function matches(selector: string, spec: string): boolean {
  const path = relative(ROOT, resolve(process.cwd(), selector));
  if (existsSync(join(ROOT, path))) return spec === path || spec.startsWith(`${path}/`);
  return /[*?[{]/.test(selector) ? matchesGlob(spec, path) : spec.includes(selector);
}

/** Whether a spec imports the module of the services, directly or through other modules. */
export function needsServices(spec: string): boolean {
  const queue = [relative(ROOT, resolve(ROOT, spec))];
  const reached = new Set(queue);
  for (const path of queue) {
    for (const imported of importsOf(path)) {
      if (!reached.has(imported)) queue.push(imported);
      reached.add(imported);
    }
  }
  return reached.has(STACK_MODULE);
}

const knownImports = new Map<string, string[]>();

/** The project's files that a module imports at run time. A missing file imports nothing; its importer fails by itself. */
function importsOf(path: string): string[] {
  const known = knownImports.get(path);
  if (known !== undefined) return known;
  const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
  const imports = [...text.matchAll(RUNTIME_IMPORT)].flatMap(([, named, dynamic]) => {
    const specifier = named ?? dynamic;
    if (specifier === undefined) return [];
    return [specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier)];
  });
  knownImports.set(path, imports);
  return imports;
}

if (import.meta.main) process.exit(await main());
