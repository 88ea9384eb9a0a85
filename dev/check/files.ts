import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Buffer } from "node:buffer";
import { dirname, join, relative } from "node:path";
import swc from "@swc/core";
import { ROOT } from "../folder.ts";

/** Where the project's own code is. */
export const FOLDERS = [
  "api",
  "workflows",
  "activities",
  "workers",
  "engine",
  "providers",
  "db",
  "temporal",
  "shared",
  "client",
  "commands",
  "dev",
  "bench",
  "test",
] as const;
export type Folder = (typeof FOLDERS)[number];

export interface Import {
  /** As it is written, such as `#db/database.ts`. */
  readonly specifier: string;
  readonly line: number;
  /** Erased by the compiler: it brings nothing into the program. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** Relative to the project, such as `db/paginate.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Lines with a non-null assertion, `x!`. */
  readonly assertions: readonly number[];
  /** Lines that use the global `Deno`. */
  readonly denoUses: readonly number[];
}

/** Every TypeScript file of the project's folders. */
export function projectFiles(): string[] {
  return FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  ).sort();
}

export function readSource(path: string): Source {
  return parseSource(path, readFileSync(join(ROOT, path), "utf8"));
}

/** @throws swc's error when the text isn't TypeScript. */
export function parseSource(path: string, text: string): Source {
  const imports: Import[] = [];
  const assertions: number[] = [];
  const denoUses: number[] = [];
  // Positions count bytes from an origin of swc's own; the empty statement in front makes the first node begin there.
  const module = swc.parseSync(`;${text}`, { syntax: "typescript", target: "es2024" });
  const bytes = Buffer.from(text);
  const lineOf = (node: Node) => {
    const offset = (node.span?.start ?? 0) - module.span.start - 1;
    return bytes.subarray(0, offset).toString().split("\n").length;
  };
  walk(module, (node) => {
    const from = importedBy(node);
    if (from !== undefined) imports.push({ ...from, line: lineOf(node) });
    if (node.type === "TsNonNullExpression") assertions.push(lineOf(node));
    if (node.type === "MemberExpression" && isNode(node.object) && node.object.value === "Deno") {
      denoUses.push(lineOf(node));
    }
  });
  return { path, lines: text.trimEnd().split("\n").length, imports, assertions, denoUses };
}

interface Node {
  readonly type: string;
  readonly span?: { readonly start: number };
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) value.forEach((item) => walk(item, visit));
  else if (typeof value === "object" && value !== null) {
    if (isNode(value)) visit(value);
    Object.values(value).forEach((part) => walk(part, visit));
  }
}

/** `import … from`, `export … from`, `import("…")`, as a value or as a type. */
function importedBy(node: Node): { specifier: string; typeOnly: boolean } | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return isNode(node.source)
        ? { specifier: String(node.source.value), typeOnly: node.typeOnly === true }
        : undefined;
    case "TsImportType":
      return isNode(node.argument) ? { specifier: String(node.argument.value), typeOnly: true } : undefined;
    case "CallExpression": {
      if (!isNode(node.callee) || node.callee.type !== "Import" || !Array.isArray(node.arguments)) {
        return undefined;
      }
      const [first] = node.arguments as { expression: Node }[];
      return first?.expression.type === "StringLiteral"
        ? { specifier: String(first.expression.value), typeOnly: false }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The project's file that an import names, or undefined where it names a package or a built-in. */
export function importedFile(from: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? join(dirname(from), specifier) : undefined;
}

/** All files that a file brings into the program, itself among them. `read` is asked once for each. */
export function reachedFiles(start: string, read: (path: string) => Source | undefined): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { specifier, typeOnly } of read(path)?.imports ?? []) {
      const file = importedFile(path, specifier);
      if (file !== undefined && !typeOnly) waiting.push(file);
    }
  }
  return reached;
}
