import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import postcss from "postcss";

/** A longer file has two subjects. */
const MAX_FILE = 400;
/** A folder of files of 20 lines is one file. At most `MAX_SMALL_FILES` files outside test/ may be shorter than this. */
const SMALL_FILE = 40;
const MAX_SMALL_FILES = 45;
/** Names that say nothing about the content. */
const EMPTY_NAME = /^(utils?|helpers?|common|managers?|misc)\.ts$/;
/** Folders of code that runs under Deno alone. The other folders must run under Node too. */
const DENO_FOLDERS = /^(commands|dev|testing|research|lab|test)\//;

/** What a command writes: as long as it gets, and compared by a spec with what the command gives. */
const GENERATED = /(^|\/)generated\//;

/** Files that are too long, too many small files, and names that say nothing: a line each. */
export function sizeFaults(root: string): string[] {
  const files = sourceFiles(root).filter((path) => !GENERATED.test(path))
    .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").trimEnd().split("\n").length }));
  const long = files.filter(({ lines }) => lines > MAX_FILE)
    .map(({ path, lines }) => `${path}:${lines}: ${lines} lines, past ${MAX_FILE} a file has two subjects`);
  const named = files.filter(({ path }) => EMPTY_NAME.test(basename(path)))
    .map(({ path }) => `${path}:1: name it after its content`);
  const small = files.filter(({ path, lines }) => !/^test(ing)?\//.test(path) && lines < SMALL_FILE);
  const tooMany = [
    `${small.length} files are shorter than ${SMALL_FILE} lines, ${MAX_SMALL_FILES} at most may be: merge neighbours`,
    ...small.map(({ path, lines }) => `  ${path}: ${lines} lines`),
  ];
  return [...long, ...named, ...small.length > MAX_SMALL_FILES ? tooMany : []];
}

/** `Deno.*` where the code must run under Node too: a line each. */
export function denoFaults(root: string): string[] {
  return sourceFiles(root).filter((path) => !DENO_FOLDERS.test(path)).flatMap((path) =>
    readFileSync(join(root, path), "utf8").split("\n").flatMap((line, index) => {
      const code = line.replace(/\/\/.*|^\s*\/?\*.*/, "");
      const isUsed = /(?<![\w.$"'`])Deno(?:\?\.|[.[])/.test(code);
      return isUsed ? [`${path}:${index + 1}: no Deno.*: this must run under Node too`] : [];
    })
  );
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const PASSES_ON = /^(?:import\s+(?!["'(])|export\s+(?:type\s+)?[{*])[^;]*;$/gm;

/** Whether a module's text only passes on what other modules export. */
export function isBarrel(text: string): boolean {
  const code = text.replaceAll(COMMENTS, "");
  return code.trim() !== "" && code.replaceAll(PASSES_ON, "").trim() === "";
}

/** The TypeScript files of a checkout, as sorted relative paths. Builds are none. */
export function sourceFiles(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .flatMap(({ name }) =>
      readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("dist/"))
        .map((path) => join(name, path))
    )
    .sort();
}

/** The console's style sheets: their paths from `root`. */
export function styleSheets(root: string): string[] {
  const folder = "console/styles";
  return readdirSync(join(root, folder)).filter((name) => name.endsWith(".css")).map((name) =>
    join(folder, name)
  );
}

const MEDIA = /^(media|container|supports)$/;

/**
 * Style sheets that a browser reads otherwise than they are meant, a line each. Browsers close an open block silently at the file's end,
 * and formatters nest what follows into it: then a part of the styles applies on paper alone. So no condition stands inside another.
 */
export function styleFaults(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    try {
      const faults: string[] = [];
      postcss.parse(readFileSync(join(root, path), "utf8")).walkAtRules(MEDIA, (rule) => {
        const outer = rule.parent;
        if (outer?.type !== "atrule") return;
        const line = rule.source?.start?.line ?? 1;
        faults.push(`${path}:${line}: @${rule.name} inside another condition: is a brace missing above?`);
      });
      return faults;
    } catch (error) {
      if (!(error instanceof postcss.CssSyntaxError)) throw error;
      return [`${path}:${error.line ?? 1}: ${error.reason}`];
    }
  });
}
