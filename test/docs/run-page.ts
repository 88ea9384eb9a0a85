import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { freePort } from "#dev/services/service.ts";
import { ROOT } from "#dev/machine/folder.ts";
import type { Language, Page, Snippet } from "#testing/documentation-page.ts";

/** Where the snippets of a page call. */
export interface Surroundings {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The interpreter of Python's snippets, `python3` where absent. */
  readonly python?: string;
  /** The checkout that snippets take files and the client from; this one where absent. */
  readonly root?: string;
}

/** A line that stands between the outputs of two snippets. */
const marker = (index: number) => `-- snippet ${index} --`;
const PROGRAMS: Readonly<
  Record<Language, { readonly file: string; readonly print: (line: string) => string }>
> = {
  sh: { file: "page.sh", print: (line) => `printf '\\n%s\\n' '${line}'` },
  ts: { file: "page.ts", print: (line) => `console.log("\\n${line}");` },
  python: { file: "page.py", print: (line) => `print("\\n${line}", flush=True)` },
};
/** Of one program; on an idle machine each takes a few seconds. */
const MAX_MS = 300_000;

/**
 * Runs the snippets of a page in one language as one program, in a folder that stands for a clone of the project, and compares what each
 * prints with what the page says. The shell stops at a command that fails; its background jobs end with it.
 * @throws AssertionError with the page's line
 */
export async function runPage(page: Page, language: Language, surroundings: Surroundings): Promise<void> {
  const snippets = page.snippets.filter((snippet) => snippet.language === language);
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  try {
    const { failed, stdout, stderr } = await runProgram(snippets, language, folder, surroundings);
    const outputs = outputsOf(stdout);
    const reached = snippets[Math.max(outputs.length - 1, 0)];
    const place = `${page.path}:${reached?.line}`;
    assert.ok(!failed, `${place}: this snippet fails\n${outputs.at(-1) ?? ""}\n${stderr}`);
    snippets.forEach((snippet, index) =>
      compare(snippet, outputs[index] ?? "", `${page.path}:${snippet.line}`)
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runProgram(
  snippets: readonly Snippet[],
  language: Language,
  folder: string,
  { baseUrl, apiKey, python = "python3", root = ROOT }: Surroundings,
) {
  prepareFolder(folder, root);
  const program = join(folder, PROGRAMS[language].file);
  writeFileSync(program, programOf(snippets, language));
  const [command = "", ...args] = {
    sh: ["bash", "-euo", "pipefail", program],
    ts: [process.execPath, "run", "-A", "--quiet", "--no-lock", program],
    python: [python, "-u", program],
  }[language];
  return await execa(command, args, {
    cwd: folder,
    stdin: "ignore",
    reject: false,
    stripFinalNewline: false,
    timeout: MAX_MS,
    env: { BASE_URL: baseUrl, API_KEY: apiKey, PORT: `${await freePort()}`, CURL_HOME: folder },
  });
}

/** Checks the types of all pages' programs in TypeScript at once. @throws Error with the compiler's messages */
export async function checkTypes(pages: readonly Page[]): Promise<void> {
  await checkPrograms(pages.map((page, index) => {
    const snippets = page.snippets.filter(({ language }) => language === "ts");
    return [`${index}-${basename(page.path, ".md")}.ts`, programOf(snippets, "ts")];
  }));
}

/**
 * Checks the types of a page's snippets in TypeScript, each by itself.
 * @param globals a module that declares what the snippets take for granted
 * @throws Error with the compiler's messages, which name the snippet's line in the page
 */
export async function checkEachSnippet({ snippets }: Page, globals: string): Promise<void> {
  const typed = snippets.filter(({ language }) => language === "ts");
  await checkPrograms([
    ["globals.ts", globals],
    ...typed.map(({ line, code }): Program => [`line-${line}.ts`, code]),
  ]);
}

/** A file's name and its text. */
type Program = readonly [string, string];

async function checkPrograms(programs: readonly Program[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "guides-"));
  try {
    prepareFolder(folder, ROOT);
    for (const [file, code] of programs) writeFileSync(join(folder, file), code);
    const files = programs.map(([file]) => file);
    await execa(process.execPath, ["check", "--quiet", "--no-lock", ...files], {
      cwd: folder,
      stdin: "ignore",
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives the folder what a clone has for its snippets, TypeScript the client by its name, and curl an address of its own. */
function prepareFolder(folder: string, root: string): void {
  const imports = { "@simulation-service/client": join(root, "client/index.ts") };
  writeFileSync(join(folder, "deno.json"), JSON.stringify({ imports }));
  for (const name of ["docs", "client"]) symlinkSync(join(root, name), join(folder, name));
  const network = randomBytes(4).toString("hex").replace(/(....)/, "$1:");
  writeFileSync(join(folder, ".curlrc"), `header = "X-Forwarded-For: 2001:db8:${network}::1"\n`);
}

/** The program that a page's snippets make, with a line printed before each. */
export function programOf(snippets: readonly Snippet[], language: Language): string {
  const { print } = PROGRAMS[language];
  const parts = snippets.flatMap(({ code }, index) => [print(marker(index)), code]);
  const head = language === "sh" ? [`trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`] : [];
  return [...head, ...parts, ""].join("\n");
}

/** What each snippet printed, for those that were reached. */
function outputsOf(stdout: string): string[] {
  return stdout.split(/^-- snippet \d+ --\n/m).slice(1);
}

/**
 * Compares what a snippet printed with the page: white space counts for nothing, and `…` stands for anything. A snippet of the shell
 * whose page says nothing must not have got an error from the API.
 */
export function compare({ output, language }: Snippet, printed: string, place: string): void {
  if (output === null) {
    const refused = language === "sh" && /"error":"/.test(printed);
    assert.ok(!refused, `${place}: the API refused this\n${printed}`);
    return;
  }
  const pattern = output.replaceAll(/\s+/g, "").split("…").map(RegExp.escape).join("[\\s\\S]*");
  const matches = new RegExp(`^${pattern}$`).test(printed.replaceAll(/\s+/g, ""));
  assert.ok(matches, `${place}: the page says\n${output}\nand the snippet printed\n${printed}`);
}
