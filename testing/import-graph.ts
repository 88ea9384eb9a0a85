import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";

/** What the project's modules load, start and read, found in their text, and the specs that a change reaches. Paths are relative to the checkout. */

/** Every spec runs under them. */
const UNDER_ALL = ["package.json", "deno.lock", ".mocharc.json", "testing/setup.ts", "testing/run.ts"];
const DEFAULT_BASE = "main";
const MODULE = /\.tsx?$/;
/** The module of the services; a spec that imports it, directly or through others, needs them. */
const STACK_MODULE = "testing/stack.ts";
/** It starts those services. No spec imports it: the run does. */
const STACK_STARTER = "testing/start-stack.ts";
/** An import that stays at run time, of a file of the project. The formatter writes every import in this form. */
const RUNTIME_IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^"']*?\sfrom\s)?"([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/gm;
/** A text in quotes that may be a path: of a script to start, a file to read, or a folder. A path is no sentence. */
const QUOTED = /["'`]([\w./@-]*[./][\w./@-]*)["'`]/g;
/** A folder right under the checkout, whose name alone could be any word. */
const UNDER_ROOT = /\bROOT, ["'`]([\w.-]+)["'`]/g;

/** Of each path once: the same modules are in the reach of many specs. */
function remembered(find: (path: string) => readonly string[]): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}

/** Whether a spec imports the module of the services, directly or through other modules. */
export function needsServices(spec: string): boolean {
  return loadedBy(spec).has(STACK_MODULE);
}

/** The project's files that a module loads, directly or through other modules; itself among them. */
export function loadedBy(path: string): ReadonlySet<string> {
  return new Set(distances(path, importsOf).keys());
}

/**
 * How far each file is from a spec that reaches it: by imports, by processes that modules start, or by names of files. Folders that a module
 * names end with a slash; whatever is in them counts as read.
 */
function reachOf(spec: string): ReadonlyMap<string, number> {
  return distances(spec, (path) => {
    const started = path === STACK_MODULE ? [STACK_STARTER] : [];
    return [...importsOf(path), ...mentionsOf(path), ...started];
  });
}

function distances(from: string, next: (path: string) => readonly string[]): Map<string, number> {
  const found = new Map([[from, 0]]);
  for (const [path, distance] of found) {
    for (const each of next(path)) if (!found.has(each)) found.set(each, distance + 1);
  }
  return found;
}

/** The project's files that a module imports at run time. A missing file imports nothing; its importer fails by itself. */
const importsOf = remembered((path) =>
  [...textOf(path).matchAll(RUNTIME_IMPORT)].flatMap(([, named, dynamic]) => {
    const specifier = named ?? dynamic;
    if (specifier === undefined) return [];
    return [specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier)];
  })
);

/**
 * The files and folders of the project that a module names in quotes, from the checkout or from its own folder: scripts of processes, tables,
 * pages.
 */
const mentionsOf = remembered((path) => {
  const text = textOf(path);
  const found = new Set<string>();
  for (const [, name] of [...text.matchAll(QUOTED), ...text.matchAll(UNDER_ROOT)]) {
    if (name === undefined) continue;
    for (const each of [join(name), join(dirname(path), name)].map((place) => place.replace(/\/$/, ""))) {
      const kind = each.startsWith("..") || each === "." ? undefined : kindOf(each);
      if (kind !== undefined) found.add(kind === "file" ? each : `${each}/`);
    }
  }
  return [...found];
});

function kindOf(path: string): "file" | "folder" | undefined {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  return found?.isFile() ? "file" : found?.isDirectory() ? "folder" : undefined;
}

/** A module's text; other files mention nothing. */
function textOf(path: string): string {
  return MODULE.test(path) && existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
}

/**
 * The files that differ from where this branch left `base`, those that are not committed included.
 * @param base a commit, a branch or a tag; null: the branch `main`, or without it the last commit.
 * @throws Error where git does not know the base.
 */
export async function changedSince(base: string | null): Promise<string[]> {
  const known = base ?? (await isCommit(DEFAULT_BASE) ? DEFAULT_BASE : "HEAD");
  const [fork = ""] = await git("merge-base", known, "HEAD");
  // Without renames: the old path is one that specs may still import.
  const changed = await git("diff", "--name-only", "--no-renames", fork);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...changed, ...added])].sort();
}

/** Whether git knows a commit by this name. */
export async function isCommit(name: string): Promise<boolean> {
  const { exitCode } = await execa("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`], {
    cwd: ROOT,
    reject: false,
  });
  return exitCode === 0;
}

/**
 * The specs that these files can reach, the nearest first: specs that load them, that start a process which does, or that read them.
 * A spec of the services reaches all code of the API and the worker.
 */
export function specsReachedBy(changed: readonly string[], specs: readonly string[]): string[] {
  if (changed.some((path) => UNDER_ALL.includes(path))) return [...specs];
  return specs
    .map((spec) => ({ spec, distance: distanceTo(changed, reachOf(spec)) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ spec }) => spec);
}

function distanceTo(changed: readonly string[], reach: ReadonlyMap<string, number>): number {
  const distances = changed.map((path) =>
    Math.min(
      ...[path, ...MODULE.test(path) ? [] : foldersOf(path)].map((each) => reach.get(each) ?? Infinity),
    )
  );
  return Math.min(...distances);
}

/** The folders that a file is in, as `a/b/`, `a/`. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}/`);
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await execa("git", args, { cwd: ROOT });
  return stdout.split("\n").filter(Boolean);
}
