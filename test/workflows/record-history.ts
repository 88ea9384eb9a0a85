import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import process from "node:process";
import { WorkflowFailedError } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { ROOT } from "#dev/machine/folder.ts";
import { stack, temporalClient } from "#testing/stack.ts";

/**
 * With `RECORD_HISTORIES=1` waits until a workflow has closed and writes its history to `test/histories/<name>.json`, which
 * `test/workflows/replay.test.ts` replays against every later change. Without it says where none of the name is stored.
 * `RECORD_HISTORIES=1 npx --yes deno task test test/workflows` records all of them anew.
 *
 * @param address Temporal's, for a spec that has one of its own.
 */
export async function recordHistory(
  name: string,
  workflowId: string,
  address = stack().temporalAddress,
): Promise<void> {
  const file = new URL(`../histories/${name}.json`, import.meta.url);
  if (process.env.RECORD_HISTORIES !== "1") {
    assert.ok(existsSync(file), `RECORD_HISTORIES=1 stores the history ${name}`);
    return;
  }
  const { client, close } = await temporalClient(address);
  try {
    const handle = client.workflow.getHandle(workflowId);
    await handle.result().catch((error) => {
      // Failed and cancelled runs have histories too.
      if (!(error instanceof WorkflowFailedError)) throw error;
    });
    // Stack traces hold paths of this machine.
    const history = historyToJSON(await handle.fetchHistory()).replaceAll(`@${hostname()}`, "@host")
      .replaceAll(ROOT, "/project");
    await writeFile(file, `${JSON.stringify(JSON.parse(history), null, 2)}\n`);
  } finally {
    await close();
  }
}
