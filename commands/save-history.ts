import { writeFileSync } from "node:fs";
import process from "node:process";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { Client } from "@temporalio/client";
import { connectToTemporal } from "#temporal/client.ts";
import { ROOT } from "#dev/folder.ts";

/**
 * `deno run -A commands/save-history.ts <address> <workflow id> <name>`: stores a run's history as `test/histories/<name>.json`, for the
 * suite to replay it against the workflow code of every later change.
 */
const [address, workflowId, name] = process.argv.slice(2);
if (address === undefined || workflowId === undefined || name === undefined) {
  throw new Error("Cannot save: give Temporal's address, a workflow id and a name");
}
const connection = await connectToTemporal({
  address,
  namespace: "default",
  apiKey: null,
  tls: false,
  uiUrl: "",
});
const history = await new Client({ connection }).workflow.getHandle(workflowId).fetchHistory();
writeFileSync(
  `${ROOT}/test/histories/${name}.json`,
  `${JSON.stringify(JSON.parse(historyToJSON(history)))}\n`,
);
await connection.close();
process.exit(0);
