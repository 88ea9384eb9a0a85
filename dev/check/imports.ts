import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { isBarrel } from "./files.ts";

/** What runs in production, from the ground up; nothing of it imports what people run, what fits, what proves, or what measures. */
const RUNS = [
  ...["shared", "client", "engine", "temporal", "providers", "db", "activities", "workflows", "workers"],
  "api",
];

/** The folders of the project's own code. */
export const FOLDERS = [
  ...RUNS,
  ...["console", "commands", "dev", "testing", "research", "lab", "test", "deploy"],
];

/** The layers by the beginning of their paths, and the folders that each may import beside itself. Imports point down. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "shared/": [],
  "client/": [],
  "console/": ["client"],
  "engine/": ["shared"],
  "temporal/": ["shared"],
  "providers/": ["temporal", "engine", "shared"],
  "db/": ["temporal", "engine", "shared"],
  "activities/": ["db", "providers", "temporal", "engine", "shared"],
  // Of activities/ types alone, see the rule below.
  "workflows/": ["activities", "temporal", "shared"],
  "workers/": ["activities", "db", "providers", "temporal", "engine", "shared"],
  "api/(?!(?:main|compose-services)\\.ts$)": ["db", "temporal", "engine", "shared"],
  // The API's composition: it creates the providers and hands them to the handlers.
  "api/(?:main|compose-services)\\.ts$": ["db", "providers", "temporal", "engine", "shared"],
  "dev/": RUNS,
  "testing/": ["dev", ...RUNS],
  "research/": ["testing", "dev", ...RUNS],
  "commands/": ["research", "dev", "console", ...RUNS],
  "lab/": ["commands", "testing", "dev", ...RUNS],
  "deploy/": [],
};
const DOWNWARD: readonly IForbiddenRuleType[] = Object.entries(LAYERS).map(([layer, below]) => {
  const own = layer.slice(0, layer.indexOf("/"));
  return {
    name: `${own}/ may not import this`,
    from: { path: `^${layer}` },
    to: { path: `^(?:${FOLDERS.join("|")})/`, pathNot: `^(?:${[own, ...below].join("|")})/` },
  };
});

const RULES: readonly IForbiddenRuleType[] = [
  ...DOWNWARD,
  { name: "an import circle", from: {}, to: { circular: true } },
  {
    name: "inside a folder write a relative path",
    // Specs mirror the folders, so their common modules would be many folders up.
    from: { path: "^(?!test/)([^/]+)/" },
    to: { path: "^$1/", dependencyTypes: ["aliased"] },
  },
  {
    name: "from one folder to another write #folder/",
    from: { path: "^([^/]+)/" },
    to: { pathNot: "^$1/", dependencyTypes: ["local"], dependencyTypesNot: ["aliased"] },
  },
  {
    name: "this package is a development dependency",
    from: { path: `^(?:${[...RUNS, "console"].join("|")})/` },
    to: { dependencyTypes: ["npm-dev"] },
  },
  {
    name:
      "integrators load this in browsers, which have none of Node's modules, and install no package for it",
    from: { path: "^client/(?!cli/)" },
    to: { dependencyTypes: ["core", "npm"] },
  },
  { name: "no such module", from: {}, to: { couldNotResolve: true } },
];

/** Rules for the modules that workflows load. Their sandbox has neither Node's modules nor activities. */
const SANDBOX_RULES: readonly IForbiddenRuleType[] = [
  {
    name: "workflows load this module, and Node's modules are missing in their sandbox",
    from: { pathNot: "node_modules" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: 'workflows/ may import only types of activities/: write "import type"',
    from: { path: "^workflows/" },
    to: { path: "^activities/" },
  },
];

/** Imports that break a rule, a line each. @param root a checkout with package.json and the project's folders. */
export async function importFaults(root: string): Promise<string[]> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const all = await cruiseFolders(root, folders, RULES, { types: true });
  const barrels = all.modules.filter(({ source, dependents, couldNotResolve }) =>
    /\.tsx?$/.test(source) && dependents.length > 0 && !couldNotResolve &&
    isBarrel(readFileSync(join(root, source), "utf8"))
  );
  const faults = [
    ...faultLines(root, all),
    ...folderCircles(all),
    ...barrels.map(({ source }) => `${source}:1: a barrel: import from the modules themselves`),
  ];
  if (!folders.includes("workflows")) return faults;
  // Without imports of types, a walk from workflows/ reaches the modules that their sandbox loads.
  const loaded = await cruiseFolders(root, ["workflows"], SANDBOX_RULES, { types: false });
  // Activities use Node's modules by right: the fault is the import of the activity.
  const sandboxFaults = faultLines(root, loaded).filter((fault) => !fault.startsWith("activities/"));
  return [...faults, ...sandboxFaults];
}

/** @param types whether the walk follows imports of types, which the compiler removes. */
async function cruiseFolders(
  root: string,
  folders: string[],
  forbidden: readonly IForbiddenRuleType[],
  { types }: { types: boolean },
): Promise<ICruiseResult> {
  const options: ICruiseOptions = {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: forbidden.map((rule) => ({ severity: "error", ...rule })) },
    tsPreCompilationDeps: types,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^console/dist/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  };
  // As tsconfig.json has it: `import { type T }` stays an import, `import type` does not.
  const tsConfig = { options: { verbatimModuleSyntax: true } };
  const { output } = await cruise(folders, options, undefined, { tsConfig });
  if (typeof output === "string") throw new Error(`Cannot read the imports:\n${output}`);
  return output;
}

/**
 * Circles of folders two levels deep, a line each, however the files in them are arranged: a folder imports folders below it and no other.
 * A file beside such folders counts as one of its own folder.
 */
function folderCircles({ modules }: ICruiseResult): string[] {
  const folderOf = (path: string) => path.split("/").slice(0, -1).slice(0, 2).join("/");
  const isOwn = (path: string) => FOLDERS.some((folder) => path.startsWith(`${folder}/`));
  /** By a folder, and by one that it imports: an import that does so. */
  const imports = new Map<string, Map<string, string>>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [folder, to] = [folderOf(source), folderOf(resolved)];
      if (!isOwn(source) || !isOwn(resolved) || folder === to) continue;
      imports.set(folder, (imports.get(folder) ?? new Map()).set(to, `${source} imports ${resolved}`));
    }
  }
  const done = new Set<string>();
  const faults: string[] = [];
  const walk = (folder: string, above: readonly string[]) => {
    const at = above.indexOf(folder);
    if (at !== -1) {
      const circle = [...above.slice(at), folder];
      const because = circle.slice(1).map((to, i) => imports.get(circle[i] ?? "")?.get(to));
      faults.push(`${folder}:1: a circle of folders: ${circle.join(" → ")} (${because.join("; ")})`);
    }
    if (at !== -1 || done.has(folder)) return;
    for (const next of imports.get(folder)?.keys() ?? []) walk(next, [...above, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) walk(folder, []);
  return faults;
}

function faultLines(root: string, { summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to, cycle, unresolvedTo }) => {
    const specifier = unresolvedTo ?? to;
    const lines = readFileSync(join(root, from), "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes(`${specifier}"`)) + 1;
    const path = cycle === undefined ? specifier : [from, ...cycle.map(({ name }) => name)].join(" → ");
    return `${from}:${Math.max(line, 1)}: ${rule.name} (${path})`;
  }).sort();
}
