import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import ts from "typescript";
import { ROOT } from "./machine/folder.ts";
import { output } from "./machine/programs.ts";

const SOURCES = join(ROOT, "client");
const ENTRIES = ["index.ts", "verify-webhook.ts", "cli/main.ts"];

/** Node's types are for the command line alone; the rest needs what browsers have. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  skipLibCheck: true,
  rootDir: SOURCES,
};

/**
 * Builds the client as it is published to npm. JSR takes the sources as they are.
 *
 * @param folder gets the package; it is created.
 * @returns the path of the package, a .tgz.
 * @throws Error with the compiler's or npm's message.
 */
export async function packClient(folder: string): Promise<string> {
  const staging = mkdtempSync(join(tmpdir(), "pack-client-"));
  try {
    compile(join(staging, "dist"));
    for (const file of ["package.json", "README.md"]) copyFileSync(join(SOURCES, file), join(staging, file));
    mkdirSync(folder, { recursive: true });
    const packed = await output("npm", ["pack", "--json", "--pack-destination", resolve(folder), staging]);
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(resolve(folder), filename);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function compile(outDir: string): void {
  const program = ts.createProgram(ENTRIES.map((entry) => join(SOURCES, entry)), { ...OPTIONS, outDir });
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length === 0) return;
  throw new Error(ts.formatDiagnostics(faults, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => "\n",
  }));
}

/** `deno task pack-client <folder>`: builds the package into a folder, and prints its file. */
if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error("Give the folder for the package");
    process.exit(2);
  }
  console.log(await packClient(folder));
}
