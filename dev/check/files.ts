import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";

/** A longer file has two subjects. */
const LONGEST_FILE = 250;
const LONGEST_SPEC = 300;
/** A folder of files of 20 lines is one file. Only so many files outside test/ may be shorter than this. */
const SMALL_FILE = 50;
const MOST_SMALL_FILES = 72;
/** Names that say nothing about the content. */
const EMPTY_NAME = /^(utils?|helpers?|common|managers?|misc)\.ts$/;
/** Folders of code that runs under Deno alone. The other folders must run under Node too. */
const DENO_FOLDERS = /^(commands|dev|bench|drills|test)\//;

/** What a command writes: as long as it gets, and compared by a spec with what the command gives. */
const GENERATED = /(^|\/)generated\//;

/** Files that are too long, too many small files, and names that say nothing: a line each. */
export function sizeFaults(root: string): string[] {
  const files = sourceFiles(root).filter((path) => !GENERATED.test(path)).map((path) => ({
    path,
    lines: lineCount(readFileSync(join(root, path), "utf8")),
  }));
  const long = files.flatMap(({ path, lines }) => {
    const longest = path.endsWith(".test.ts") ? LONGEST_SPEC : LONGEST_FILE;
    return lines > longest
      ? [`${path}:${lines}: ${lines} lines, past ${longest} a file has two subjects`]
      : [];
  });
  const named = files.filter(({ path }) => EMPTY_NAME.test(basename(path)))
    .map(({ path }) => `${path}:1: name it after its content`);
  const small = files.filter(({ path, lines }) => !path.startsWith("test/") && lines < SMALL_FILE);
  const many = small.length > MOST_SMALL_FILES
    ? [
      `${small.length} files are shorter than ${SMALL_FILE} lines, ${MOST_SMALL_FILES} at most may be: merge neighbours`,
      ...small.map(({ path, lines }) => `  ${path}: ${lines} lines`),
    ]
    : [];
  return [...long, ...named, ...many];
}

/** Non-null assertions outside tests, and `Deno.*` where the code must run under Node: a line each. */
export function syntaxFaults(root: string): string[] {
  return sourceFiles(root).flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
    const faults: string[] = [];
    const report = (node: ts.Node, message: string) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      faults.push(`${path}:${line + 1}: ${message}`);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isNonNullExpression(node) && !path.startsWith("test/")) {
        report(node, "no non-null assertion outside tests");
      }
      if (isDenoMember(node) && !DENO_FOLDERS.test(path)) {
        report(node, "no Deno.*: this must run under Node too");
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return faults;
  });
}

function isDenoMember(node: ts.Node): boolean {
  return (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
    ts.isIdentifier(node.expression) && node.expression.text === "Deno";
}

/** Whether a module's text only passes on what other modules export. */
export function isBarrel(text: string): boolean {
  const { statements } = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest);
  return statements.length > 0 &&
    statements.every((statement) =>
      ts.isExportDeclaration(statement) ||
      ts.isImportDeclaration(statement) && statement.importClause !== undefined
    );
}

/** The TypeScript files of a checkout, as sorted relative paths. Builds are none. */
export function sourceFiles(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .flatMap(({ name }) =>
      readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("dist/")).map((path) => join(name, path))
    )
    .sort();
}

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}
