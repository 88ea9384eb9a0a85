import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { devFolder, ROOT } from "#dev/machine/folder.ts";
import { STACK_FILE } from "#testing/stack.ts";

/** What the copy of the checkout does without: packages are linked, the rest is nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".dev"]);
const MAX_RUN_MS = 5 * 60_000;
/** Characters of what specs printed. */
const MAX_SHOWN = 5_000;

/** Copies the checkout into `.dev`, and runs a program of the copy, which may break it. @returns its exit code */
export async function runInCopy(program: string, args: readonly string[]): Promise<number> {
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

/** What specs came to. */
export interface Outcome {
  /** Titles of those that failed, each with why; empty where all passed; null where mocha did not come to its end. */
  readonly failed: readonly string[] | null;
  /** What they printed at last. */
  readonly output: string;
}

/** Runs specs of this checkout on services that are there already, until the first one fails. @param stackFile of those services */
export async function runSpecs(stackFile: string, args: readonly string[]): Promise<Outcome> {
  const counts = join(devFolder(), "doubt-counts.json");
  rmSync(counts, { force: true });
  const { exitCode, all } = await execa(process.execPath, ["run", "-A", "npm:mocha", "--bail", ...args], {
    cwd: ROOT,
    env: { [STACK_FILE]: stackFile, TEST_COUNTS: counts },
    stdin: "ignore",
    reject: false,
    all: true,
    timeout: MAX_RUN_MS,
  });
  const output = (all ?? "").slice(-MAX_SHOWN);
  if (!existsSync(counts)) return { failed: null, output };
  const { failed } = JSON.parse(readFileSync(counts, "utf8")) as { readonly failed: readonly string[] };
  return { failed: exitCode === 0 || failed.length > 0 ? failed : null, output };
}
