import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output } from "#dev/machine/programs.ts";

/** A virtual environment with some packages. */
export interface Python {
  readonly interpreter: string;
  remove(): void;
}

/** Needs python3 (3.9 or later) with venv on the PATH, and its package registry. */
export async function createPython(packages: readonly string[]): Promise<Python> {
  const folder = mkdtempSync(join(tmpdir(), "venv-"));
  const interpreter = join(folder, "bin", "python");
  await output("python3", ["-m", "venv", folder]);
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await output(interpreter, [...install, ...packages]);
  return { interpreter, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
