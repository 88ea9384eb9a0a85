import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Fault, faults } from "./check/imports.ts";
import { FOLDERS, projectFiles, readSource } from "./check/files.ts";
import { ROOT } from "./folder.ts";
import { since } from "./terminal.ts";

/** `deno task check`: the whole gate before a commit. `--fmt` (`deno task fmt`) writes the formatting instead. */

const folders = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)));
const formatted = [
  "--line-width",
  "110",
  ...["package.json", "tsconfig.json", ".mocharc.json", "temporal-dev.yml"].filter((file) =>
    existsSync(join(ROOT, file))
  ),
  ...folders,
];

interface Gate {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
  readonly mend: string;
}

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

const GATES: readonly Gate[] = [
  {
    name: "format",
    run: () => deno("fmt", "--check", ...formatted),
    mend: "npx --yes deno task fmt",
  },
  { name: "lint", run: () => deno("lint", "--quiet", ...folders), mend: "see each rule's page" },
  { name: "types", run: () => deno("check", "--quiet", ...folders), mend: "mend what the compiler says" },
  { name: "rules", run: rules, mend: "see dev/check/imports.ts for who may import whom" },
];

async function check(): Promise<number> {
  const outcomes = await Promise.all(GATES.map(async ({ name, run, mend }) => {
    const begin = performance.now();
    const { ok, output } = await run();
    console.log(`  ${name.padEnd(7)} ${ok ? "ok" : "FAILED"}, ${since(begin)}`);
    return { name, ok, output, mend };
  }));
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { name, output, mend } of failed) console.error(`\n== ${name} (${mend})\n${output.trimEnd()}`);
  console.log(failed.length === 0 ? "ok" : `\nfailed: ${failed.map(({ name }) => name).join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

function rules(): Promise<Outcome> {
  const unreadable: Fault[] = [];
  const sources = projectFiles().flatMap((path) => {
    try {
      return readSource(path);
    } catch (error) {
      unreadable.push({ path, line: 1, message: `cannot be parsed: ${(error as Error).message}` });
      return [];
    }
  });
  const found = [...unreadable, ...faults(sources)];
  const line = ({ path, line, message }: Fault) => `${path}:${line}: ${message}`;
  return Promise.resolve({ ok: found.length === 0, output: found.map(line).join("\n") });
}

function deno(...args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(Deno.execPath(), args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output += data);
    child.once("error", reject);
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

const begin = performance.now();
if (process.argv.includes("--fmt")) {
  const { ok, output } = await deno("fmt", "--quiet", ...formatted);
  if (!ok) console.error(output);
  process.exit(ok ? 0 : 1);
}
const code = await check();
console.log(`checked in ${since(begin)}`);
process.exit(code);
