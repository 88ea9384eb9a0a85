import { basename } from "node:path";
import { type Folder, FOLDERS, type Import, importedFile, reachedFiles, type Source } from "./files.ts";

export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

interface Direction {
  readonly values: readonly (Folder | "anything")[];
  /** Folders of which types alone may be imported. */
  readonly types?: readonly Folder[];
}

/** Who may import whom: the arrows of the architecture, which go one way. A folder may always import itself. */
const DIRECTIONS: Readonly<Record<Folder, Direction>> = {
  shared: { values: [] },
  client: { values: [] },
  engine: { values: ["shared"] },
  temporal: { values: ["shared"] },
  providers: { values: ["engine", "shared", "temporal"] },
  db: { values: ["engine", "shared", "temporal"] },
  activities: { values: ["db", "engine", "providers", "shared", "temporal"] },
  workflows: { values: ["shared", "temporal"], types: ["activities"] },
  api: { values: ["db", "engine", "shared", "temporal"] },
  workers: { values: ["activities", "db", "engine", "providers", "shared", "temporal"] },
  commands: { values: ["anything"] },
  dev: { values: ["anything"] },
  bench: { values: ["anything"] },
  test: { values: ["anything"] },
};

/** Where the API is put together it may hand any part to any other; for workers that is what their folder is for. */
const API_COMPOSITION = "api/main.ts";

/** They run under Deno alone; everything else must run under Node too. */
const DENO_FOLDERS: readonly Folder[] = ["commands", "dev", "bench", "test"];
/** Names that say nothing of what is inside. */
const EMPTY_NAMES = /^(utils?|helpers?|common|managers?|misc)\.ts$/;
const LONGEST_FILE = 300;
/** A spec of one subject may be longer: its cases stand side by side. */
const LONGEST_SPEC = 400;

/** What the compiler, the linter and the formatter don't know of. */
export function faults(sources: readonly Source[]): Fault[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  return [...sources.flatMap(faultsOfFile), ...workflowFaults(sources, (path) => byPath.get(path))];
}

function faultsOfFile(source: Source): Fault[] {
  const { path } = source;
  const folder = folderOf(path);
  const found = source.imports.flatMap((each) => {
    const message = wrongImport(source, folder, each);
    return message === undefined ? [] : [{ path, line: each.line, message }];
  });
  const longest = path.endsWith(".test.ts") ? LONGEST_SPEC : LONGEST_FILE;
  if (source.lines > longest) {
    found.push({
      path,
      line: source.lines,
      message: `${source.lines} lines: past ${longest} a file has two subjects`,
    });
  }
  if (EMPTY_NAMES.test(basename(path))) {
    found.push({ path, line: 1, message: "name it after what is inside" });
  }
  if (folder !== "test") {
    found.push(
      ...source.assertions.map((line) => ({ path, line, message: "no non-null assertion outside tests" })),
    );
  }
  if (!DENO_FOLDERS.includes(folder)) {
    found.push(
      ...source.denoUses.map((line) => ({ path, line, message: "no Deno.*: this must run under Node too" })),
    );
  }
  return found;
}

function wrongImport(source: Source, folder: Folder, { specifier, typeOnly }: Import): string | undefined {
  const target = importedFile(source.path, specifier);
  if (target === undefined) return undefined;
  if (!/\.(ts|js|json|html)$/.test(target)) return `"${specifier}" must name a file, with its ending`;
  const to = folderOf(target);
  if (to === folder) {
    // Specs mirror the folders, so that what they share is far up for most of them.
    const mapped = specifier.startsWith("#") && folder !== "test";
    return mapped ? `inside ${folder}/ write "${specifier}" as a relative path` : undefined;
  }
  if (specifier.startsWith(".")) return `from ${folder}/ write "${specifier}" as "#${target}"`;
  const { values, types = [] } = DIRECTIONS[folder];
  if (source.path === API_COMPOSITION && to === "providers") return undefined;
  if (values.includes("anything") || values.includes(to)) return undefined;
  if (!types.includes(to)) return `${folder}/ may not import ${to}/ ("${specifier}")`;
  return typeOnly
    ? undefined
    : `${folder}/ may import only types of ${to}/: write "import type" for "${specifier}"`;
}

/** Workflows run in a sandbox where Node's modules aren't, nor may be: not even through what they import. */
function workflowFaults(sources: readonly Source[], read: (path: string) => Source | undefined): Fault[] {
  return sources.filter(({ path }) => folderOf(path) === "workflows").flatMap(({ path }) =>
    [...reachedFiles(path, read)].flatMap((reached) =>
      (read(reached)?.imports ?? [])
        .filter(({ specifier, typeOnly }) => specifier.startsWith("node:") && !typeOnly)
        .map(({ specifier, line }) => ({
          path,
          line: reached === path ? line : 1,
          message: reached === path
            ? `a workflow may not import ${specifier}`
            : `reaches ${specifier} through ${reached}`,
        }))
    )
  );
}

function folderOf(path: string): Folder {
  const first = path.split("/")[0];
  const folder = FOLDERS.find((each) => each === first);
  if (folder === undefined) throw new Error(`Cannot judge ${path}: it is in none of the project's folders`);
  return folder;
}
