import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { WORKFLOW_CODE } from "#workers/temporal-workers.ts";

/** `deno task bundle <file>`: bundles the workflow code into one file, for the setting `WORKFLOW_BUNDLE`. */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Give the path of the bundle: npx --yes deno task bundle <file>");
  process.exit(2);
}
const { code } = await bundleWorkflowCode({
  ...WORKFLOW_CODE,
  logger: new DefaultLogger("WARN"),
});
writeFileSync(resolve(file), code);
