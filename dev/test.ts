import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob, normalize, relative } from "node:path";
import process from "node:process";
import { reachedFiles, readSource, type Source } from "./check/source.ts";
import { ROOT } from "./folder.ts";
import { sweepRuns } from "#test/start-stack.ts";
import { STACK_FILE } from "#test/stack.ts";

/**
 * `deno task test [what …] [mocha's options]`: all specs, or those that a path, a folder, a glob or a part of a name selects.
 * The services are started when one of them wants them. `--integration` leaves out the specs that don't.
 * `TEST_FOLDER=test/ci` looks for specs there: those need more than a newcomer has, and are left out otherwise.
 */

const CI = "test/ci";
const STACK = "test/stack.ts";

async function main(): Promise<number> {
  const args = process.argv.slice(2).filter((arg) => arg !== "--integration");
  const integration = process.argv.includes("--integration");
  const firstOption = args.findIndex((arg) => arg.startsWith("-"));
  const wanted = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);

  const needsServices = serviceFinder();
  const specs = allSpecs().filter((spec) => wanted.length === 0 || wanted.some((each) => selects(each, spec)))
    .filter((spec) => !integration || needsServices(spec));
  if (specs.length === 0) {
    console.error(`No spec matches ${wanted.join(", ")}`);
    return 1;
  }
  const env = specs.some(needsServices) ? process.env : { ...process.env, [STACK_FILE]: "none" };
  try {
    return await mocha([...configuredOptions(), ...options, ...specs], env);
  } finally {
    await sweepRuns();
  }
}

function allSpecs(): string[] {
  const folder = process.env.TEST_FOLDER || "test";
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => folder !== "test" || !path.startsWith(`${CI}/`))
    .sort();
}

function selects(wanted: string, spec: string): boolean {
  const path = normalize(relative(ROOT, join(process.cwd(), wanted)));
  if (existsSync(join(ROOT, path))) return spec === path || spec.startsWith(`${path}/`);
  return /[*?[{]/.test(wanted) ? matchesGlob(spec, path) : spec.includes(wanted);
}

/** Whether a spec brings in the module that hands out the services. */
function serviceFinder(): (spec: string) => boolean {
  const sources = new Map<string, Source>();
  const read = (path: string) => {
    const known = sources.get(path);
    if (known !== undefined || !existsSync(join(ROOT, path)) || !path.endsWith(".ts")) return known;
    const source = readSource(path);
    sources.set(path, source);
    return source;
  };
  return (spec) => reachedFiles(spec, read).has(STACK);
}

/** `.mocharc.json` without its specs: mocha would add those to the selected ones. */
function configuredOptions(): string[] {
  const { spec: _spec, ignore: _ignore, ...config } = JSON.parse(
    readFileSync(join(ROOT, ".mocharc.json"), "utf8"),
  );
  return [
    "--no-config",
    ...Object.entries(config).flatMap(([name, value]) => [value].flat().map((v) => `--${name}=${v}`)),
  ];
}

/** @returns its exit code. Ctrl-C reaches it by itself; SIGTERM is passed on as such, so that it ends its services. */
function mocha(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(Deno.execPath(), ["run", "-A", "npm:mocha", ...args], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

process.exit(await main());
