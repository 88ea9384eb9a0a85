import { spawn } from "node:child_process";
import process from "node:process";
import { sweepRuns } from "#test/support/start-stack.ts";
import { ROOT } from "./folder.ts";
import { allSpecs, selectSpecs, wantsServices } from "./specs.ts";

/**
 * `deno task test [what …] [mocha's options]`: all specs, or those that a path, a folder, a glob or a part of a name selects.
 * `--integration` leaves out the specs that need no services. `TEST_FOLDER=test/ci` looks for specs there: those need more
 * than a newcomer's machine has, and are left out otherwise.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2).filter((arg) => arg !== "--integration");
  const options = args.findIndex((arg) => arg.startsWith("-"));
  const wanted = options === -1 ? args : args.slice(0, options);
  // Backwards: those of the workflows take longest, and begun last they would run alone in the end.
  let specs = selectSpecs(allSpecs(process.env.TEST_FOLDER || "test"), wanted).reverse();
  if (process.argv.includes("--integration")) specs = specs.filter(wantsServices);
  if (specs.length === 0) {
    console.error(`No spec matches ${wanted.join(", ") || "this"}`);
    return 1;
  }
  try {
    return await mocha([...(options === -1 ? [] : args.slice(options)), ...specs]);
  } finally {
    await sweepRuns();
  }
}

/** @returns its exit code. Ctrl-C reaches it by itself; SIGTERM is passed on as such, so that it ends its services. */
function mocha(args: readonly string[]): Promise<number> {
  const child = spawn(Deno.execPath(), ["run", "-A", "npm:mocha", ...args], { cwd: ROOT, stdio: "inherit" });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

process.exit(await main());
