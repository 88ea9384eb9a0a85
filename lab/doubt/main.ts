import process from "node:process";
import { runInCopy } from "./checkout.ts";

/**
 * `deno task doubt [word …]`: plants the faults whose kind, file or specs have one of the words, all of them without one, each by itself in
 * a copy of the checkout, and runs the specs of the same path. `deno task doubt contract [word …]` breaks what answers each entry of
 * `test/contract`, and runs the spec that the entry names. Exits with 1 where too many survive. One stack serves all runs.
 */
async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === "contract") return await runInCopy("lab/doubt/contract.ts", rest);
  return await runInCopy("lab/doubt/planting.ts", first === undefined ? [] : [first, ...rest]);
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
