import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";

/**
 * `deno install`, with a line every few seconds while it fetches packages: a minute or two the first time, a moment later
 * on. Every task begins with it, since a fresh clone has no packages; so it imports none.
 */
const SAY_EVERY_MS = 3_000;

const begin = Date.now();
const child = spawn(Deno.execPath(), ["install"], {
  env: { ...process.env, NO_COLOR: "1" },
  stdio: ["ignore", "ignore", "pipe"],
});
let output = "";
child.stderr.on("data", (data) => output += data);
const progress = setInterval(() => {
  // Deno names all that it is going to fetch at once, and unpacks each into its cache when it is there.
  const wanted = [...output.matchAll(/^Download https?:\/\/(\S+)\/-\/(\S+)\.tgz$/gm)];
  const fetched = wanted.filter(([, name = "", file = ""]) =>
    existsSync(join(cache(), name, file.slice(basename(name).length + 1)))
  );
  console.log(
    `  packages  fetched ${fetched.length} of ${wanted.length}, ${Math.round((Date.now() - begin) / 1000)} s`,
  );
}, SAY_EVERY_MS);
child.once("close", (code) => {
  clearInterval(progress);
  if (code !== 0) console.error(output);
  process.exitCode = code ?? 1;
});

let folder: string | undefined;
function cache(): string {
  return folder ??=
    JSON.parse(execFileSync(Deno.execPath(), ["info", "--json"], { encoding: "utf8" })).npmCache;
}
