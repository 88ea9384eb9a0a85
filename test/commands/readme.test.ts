import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FOLDERS } from "#dev/check/imports.ts";
import { sourceFiles } from "#dev/check/files.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { output } from "#dev/machine/programs.ts";
import process from "node:process";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const readme = read("README.md");
const { scripts, dependencies } = JSON.parse(read("package.json"));

/** The cells of the table under a heading, a row each, without its head. */
function tableUnder(heading: string): string[][] {
  const section = readme.slice(readme.indexOf(`\n${heading}\n`) + 1);
  const lines = section.split("\n");
  const begin = lines.findIndex((line) => line.startsWith("|---"));
  const rows = lines.slice(
    begin + 1,
    lines.findIndex((line, index) => index > begin && !line.startsWith("|")),
  );
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}
const firstCode = (cells: string[]) => /^`([^`]+)`/.exec(cells[0] ?? "")?.[1] ?? "";

describe("the tasks", () => {
  const tasks = tableUnder("## The tasks").map((cells) => [firstCode(cells), cells[1] ?? ""] as const);

  it("are the same in package.json and in README, each with its line", () => {
    assert.deepEqual(tasks.map(([name]) => name), Object.keys(scripts));
    for (const [name, line] of tasks) assert.ok(line.length > 10, name);
  });

  it("begin with deno install, since a fresh clone has no packages, and run a file that exists", () => {
    for (const [name, script] of Object.entries<string>(scripts)) {
      const [, file] =
        /^deno install --quiet && (?:[A-Z_]+=\S+ )*deno run -A (\S+\.ts)(?: --[a-z]+| test\/\S+)?$/.exec(
          script,
        ) ?? [];
      assert.ok(file !== undefined && existsSync(join(ROOT, file)), `${name}: ${script}`);
    }
  });

  it("include every file in commands/ that people run", () => {
    const files = readdirSync(join(ROOT, "commands")).sort();
    const run = Object.values<string>(scripts).flatMap((script) => /commands\/(\S+)/.exec(script)?.[1] ?? [])
      .sort();
    assert.deepEqual(files, run);
  });

  it("are listed by deno task help", async () => {
    const help = await output(process.execPath, ["run", "-A", join(ROOT, "commands/help.ts")]);
    assert.deepEqual(
      help.trim().split("\n").slice(2).map((row) => row.trim().split(/ {2,}/)),
      tasks,
    );
  });
});

describe("README.md", () => {
  it("names every folder of the code, and no other", () => {
    const named = tableUnder("## How it works").flatMap(([cell = ""]) => [...cell.matchAll(/`(\w+)\/`/g)])
      .map(([, folder]) => folder).sort();
    assert.deepEqual(named, [...FOLDERS, "docs"].sort());
  });

  it("names every package that the service depends on", () => {
    const named = tableUnder("### Dependencies").flatMap(([cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)])
      .map(([, name]) => name).sort();
    assert.deepEqual(named, Object.keys(dependencies).sort());
  });

  it("names every setting that the service reads", () => {
    const settings = new Set(
      sourceFiles(ROOT).filter((path) => /^(api|workers|providers|shared|db)\//.test(path))
        .flatMap((path) =>
          [...read(path).matchAll(/\bread\.\w+\(\s*"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name)
        ),
    );
    assert.ok(settings.size > 30);
    const named = [...readme.matchAll(/`([A-Z][A-Z0-9_]+)(\*?)(?:=1)?`/g)];
    const isNamed = (setting: string) =>
      named.some(([, name = "", star]) => star === "*" ? setting.startsWith(name) : setting === name);
    assert.deepEqual([...settings].filter((setting) => !isNamed(setting)), []);
  });

  for (
    const page of [
      "README.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
      "docs/architecture.md",
      "docs/glossary.md",
      "docs/observability.md",
      "docs/operating.md",
      "docs/runbook.md",
      "docs/status.md",
    ]
  ) {
    it(`and its neighbours link to and name files that exist: ${page}`, () => {
      const text = read(page);
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
      const missing = links.filter((path) => !existsSync(resolve(ROOT, dirname(page), path)));
      const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = ""]) => path)
        .filter((path) => FOLDERS.includes(path.split("/")[0] ?? "") || path.startsWith("docs/"));
      missing.push(...paths.filter((path) => !existsSync(join(ROOT, path))));
      assert.deepEqual(missing, []);
    });
  }
});
