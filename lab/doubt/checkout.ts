import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { devFolder, ROOT } from "#dev/machine/folder.ts";

/** What the copy of the checkout does without: packages are linked, the rest is nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".dev"]);
const MAX_RUN_MS = 5 * 60_000;
/** Characters of what specs printed. */
const MAX_SHOWN = 5_000;

/** What specs came to. */
export interface Outcome {
  /** Titles of those that failed, each with why; empty where all passed; null where mocha did not come to its end. */
  readonly failed: readonly string[] | null;
  /** What they printed at last. */
  readonly output: string;
}

/** Copies the checkout into `.dev`, lets `use` break the copy, and removes it. */
export async function withCopy<T>(use: (copy: string) => Promise<T>): Promise<T> {
  mkdirSync(devFolder(), { recursive: true });
  const copy = mkdtempSync(join(devFolder(), "doubt-"));
  try {
    for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.has(each))) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    // Links of its own: a worker may read nothing outside its checkout.
    await execa("cp", ["-al", join(ROOT, "node_modules"), copy]);
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs a program of the copy, `testing/run.ts` or mocha with its options, until the first spec fails. */
export async function runSpecs(
  copy: string,
  program: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const counts = join(copy, "counts.json");
  rmSync(counts, { force: true });
  const { exitCode, all } = await execa(process.execPath, ["run", "-A", ...program], {
    cwd: copy,
    env: { ...env, TEST_COUNTS: counts },
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
