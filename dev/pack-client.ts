import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { ROOT } from "./machine/folder.ts";
import { output } from "./machine/programs.ts";

const SOURCES = join(ROOT, "client");

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
    const project = ["--project", join(SOURCES, "tsconfig.build.json"), "--outDir", join(staging, "dist")];
    await output(process.execPath, ["run", "-A", "npm:typescript/tsc", ...project], ROOT);
    for (const file of ["package.json", "README.md"]) copyFileSync(join(SOURCES, file), join(staging, file));
    mkdirSync(folder, { recursive: true });
    const packed = await output("npm", ["pack", "--json", "--pack-destination", resolve(folder), staging]);
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(resolve(folder), filename);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
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
