import process from "node:process";
import { fileURLToPath } from "node:url";
import { itReceivesWebhooks, type RunningReceiver, start } from "./receiver-checks.ts";

describe("the example receiver in TypeScript", () => {
  let receiver: RunningReceiver;
  before(async () => {
    const path = fileURLToPath(new URL("../../docs/webhooks/receiver.ts", import.meta.url));
    receiver = await start(process.execPath, ["run", "--allow-net", "--allow-env", path]);
  });
  after(() => receiver.stop());

  itReceivesWebhooks(() => receiver);
});
