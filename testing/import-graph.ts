import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

/** What the project's modules load, start and read, found in their text. Paths are relative to the checkout. */

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
export function reachOf(spec: string): ReadonlyMap<string, number> {
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
  return /\.tsx?$/.test(path) && existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
}
