import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";

/** What the project's modules load, found in their text. Paths are relative to the checkout. */

/** The module of the services; a spec that imports it, directly or through others, needs them. */
const STACK_MODULE = "testing/stack.ts";
/** An import that stays at run time, of a file of the project. The formatter writes every import in this form. */
const RUNTIME_IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^"']*?\sfrom\s)?"([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/gm;

const knownImports = new Map<string, string[]>();

/** Whether a spec imports the module of the services, directly or through other modules. */
export function needsServices(spec: string): boolean {
  return loadedBy(spec).has(STACK_MODULE);
}

/** The project's files that a module loads, directly or through other modules; itself among them. */
export function loadedBy(path: string): ReadonlySet<string> {
  const loaded = new Set([path]);
  for (const each of loaded) for (const imported of importsOf(each)) loaded.add(imported);
  return loaded;
}

/** The project's files that a module imports at run time. A missing file imports nothing; its importer fails by itself. */
function importsOf(path: string): readonly string[] {
  const known = knownImports.get(path);
  if (known !== undefined) return known;
  const isModule = /\.tsx?$/.test(path) && existsSync(join(ROOT, path));
  const text = isModule ? readFileSync(join(ROOT, path), "utf8") : "";
  const imports = [...text.matchAll(RUNTIME_IMPORT)].flatMap(([, named, dynamic]) => {
    const specifier = named ?? dynamic;
    if (specifier === undefined) return [];
    return [specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier)];
  });
  knownImports.set(path, imports);
  return imports;
}
