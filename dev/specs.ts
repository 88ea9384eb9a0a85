import { existsSync, readdirSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import process from "node:process";
import { reachedFiles, readSource, type Source } from "./check/files.ts";
import { ROOT } from "./folder.ts";

/** Specs that need more than a newcomer's machine has: root, a browser, another language. */
const CI_FOLDER = "test/ci";
/** What a spec imports, directly or through others, when it wants the services. */
const STACK = "test/support/stack.ts";

/** The specs under a folder of the project, as paths relative to it. */
export function allSpecs(folder: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => folder === CI_FOLDER || !path.startsWith(`${CI_FOLDER}/`))
    .sort();
}

/** Those that a path, a folder, a glob or a part of their path selects; all of them when nothing is asked for. */
export function selectSpecs(specs: readonly string[], wanted: readonly string[]): string[] {
  return specs.filter((spec) => wanted.length === 0 || wanted.some((each) => selects(each, spec)));
}

function selects(wanted: string, spec: string): boolean {
  const path = relative(ROOT, resolve(process.cwd(), wanted));
  if (existsSync(join(ROOT, path))) return spec === path || spec.startsWith(`${path}/`);
  return /[*?[{]/.test(wanted) ? matchesGlob(spec, path) : spec.includes(wanted);
}

const sources = new Map<string, Source | undefined>();

/** Whether a spec brings in the module that hands out the services. */
export function wantsServices(spec: string): boolean {
  return reachedFiles(relative(ROOT, resolve(ROOT, spec)), read).has(STACK);
}

/** A file that can't be parsed imports nothing here; whoever runs it or checks it says so. */
function read(path: string): Source | undefined {
  if (sources.has(path) || !path.endsWith(".ts") || !existsSync(join(ROOT, path))) return sources.get(path);
  let source: Source | undefined;
  try {
    source = readSource(path);
  } catch {
    source = undefined;
  }
  sources.set(path, source);
  return source;
}
