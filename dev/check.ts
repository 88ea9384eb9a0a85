import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { denoFaults, sizeFaults, styleFaults, styleSheets } from "./check/files.ts";
import { FOLDERS, importFaults } from "./check/imports.ts";
import { ROOT } from "./machine/folder.ts";
import { since } from "./machine/terminal.ts";

/** `deno task check`: the whole gate before a commit. `--fmt` (`deno task fmt`) writes the formatting instead. */

const FILES = ["package.json", "tsconfig.json", ".mocharc.json", "temporal-dev.yml"];
const folders = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)));
// What other programs read in deploy/ has a form of its own.
const formatted = ["--line-width", "110", ...FILES, ...folders].map((each) =>
  each === "deploy" ? "deploy/**/*.ts" : each
);

interface Gate {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
  readonly remedy: string;
}

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

const GATES: readonly Gate[] = [
  { name: "format", run: () => deno("fmt", "--check", ...formatted), remedy: "npx --yes deno task fmt" },
  { name: "lint", run: () => deno("lint", "--quiet", ...folders), remedy: "read each rule's page" },
  {
    name: "nulls",
    run: () =>
      deno(
        ...["lint", "--quiet", "--rules-tags=", "--rules-include=no-non-null-assertion"],
        ...folders.filter((folder) => !/^test(ing)?$/.test(folder)),
      ),
    remedy: "specs alone may assert that a value is there",
  },
  {
    name: "types",
    run: () => deno("check", "--quiet", ...folders.filter((folder) => folder !== "console")),
    remedy: "follow the compiler's message",
  },
  {
    // It runs in browsers: it has their types instead of Deno's, and Vite's compiler instead of Deno's.
    name: "console",
    run: () => deno("run", "-A", "npm:typescript/tsc", "--project", "console/tsconfig.json"),
    remedy: "follow the compiler's message",
  },
  { name: "rules", run: rules, remedy: "dev/check/ has the rules; docs/architecture.md the reasons" },
];

async function check(): Promise<number> {
  const outcomes = await Promise.all(GATES.map(async ({ name, run, remedy }) => {
    const begin = performance.now();
    const { ok, output } = await run();
    console.log(`  ${name.padEnd(7)} ${ok ? "ok" : "FAILED"}, ${since(begin)}`);
    return { name, ok, output, remedy };
  }));
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { name, output, remedy } of failed) {
    console.error(`\n== ${name} (${remedy})\n${output.trimEnd()}`);
  }
  console.log(failed.length === 0 ? "ok" : `\nfailed: ${failed.map(({ name }) => name).join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

async function rules(): Promise<Outcome> {
  const faults = [
    ...await importFaults(ROOT),
    ...denoFaults(ROOT),
    ...sizeFaults(ROOT),
    ...styleFaults(ROOT, styleSheets(ROOT)),
  ];
  return { ok: faults.length === 0, output: faults.join("\n") };
}

async function deno(...args: string[]): Promise<Outcome> {
  const { failed, all } = await execa(process.execPath, args, {
    cwd: ROOT,
    stdin: "ignore",
    all: true,
    reject: false,
  });
  return { ok: !failed, output: all };
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
