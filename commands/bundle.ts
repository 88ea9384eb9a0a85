import process from "node:process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { ROOT } from "#dev/folder.ts";

/** `deno task bundle <file>`: the workflows' code as the one file that the setting `WORKFLOW_BUNDLE` names. */
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Say where the bundle should go: npx --yes deno task bundle <file>");
  process.exit(2);
}
const { code } = await bundleWorkflowCode({
  workflowsPath: join(ROOT, "workflows/all-workflows.ts"),
  logger: new DefaultLogger("WARN"),
});
writeFileSync(resolve(file), code);
