import { readFileSync } from "node:fs";

/** `deno task help`: prints the tasks of README.md, each with its line. */
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [, section = ""] = readme.split("\n## The tasks\n");
const tasks = [...(section.split("\n## ", 1)[0] ?? "").matchAll(/^\| `([\w:-]+)` \| (.+) \|$/gm)];
const width = Math.max(...tasks.map(([, name = ""]) => name.length));
console.log("npx --yes deno task …\n");
for (const [, name = "", line] of tasks) console.log(`  ${name.padEnd(width)}  ${line}`);
