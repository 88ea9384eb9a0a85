import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { devFolder, ROOT } from "#dev/machine/folder.ts";

/** What the copy of the checkout does without: packages are linked, the rest is nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".dev"]);

/**
 * `deno task doubt [word …]`: plants the faults whose kind, file or specs have one of the words, all of them without one, each by itself in
 * a copy of the checkout, and runs the specs of the same path. `deno task doubt contract [word …]` breaks what answers each entry of
 * `test/contract`, and runs the spec that the entry names. Exits with 1 where too many survive. One stack serves all runs.
 */
async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === "contract") return await runInCopy("test/contract/doubt.ts", rest);
  return await runInCopy("lab/doubt/planting.ts", first === undefined ? [] : [first, ...rest]);
}

/** Copies the checkout into `.dev`, and runs a program of the copy, which may break it. @returns its exit code */
async function runInCopy(program: string, args: readonly string[]): Promise<number> {
  mkdirSync(devFolder(), { recursive: true });
  const copy = mkdtempSync(join(devFolder(), "doubt-"));
  try {
    for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.has(each))) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    // Links of its own: a worker may read nothing outside its checkout.
    await execa("cp", ["-al", join(ROOT, "node_modules"), copy]);
    const { exitCode } = await execa(process.execPath, ["run", "-A", program, ...args], {
      cwd: copy,
      stdio: ["ignore", "inherit", "inherit"],
      reject: false,
    });
    return exitCode ?? 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
