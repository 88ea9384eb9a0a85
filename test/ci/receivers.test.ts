import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { output } from "#dev/machine/programs.ts";
import { itReceivesWebhooks, type RunningReceiver, start } from "../client/receiver-checks.ts";

/** Needs python3 (3.9 or later) and go (1.22 or later) on the PATH. */
const example = (name: string) => fileURLToPath(new URL(`../../docs/webhooks/${name}`, import.meta.url));

describe("the example receiver in Python", () => {
  let receiver: RunningReceiver;
  before(async () => {
    receiver = await start("python3", [example("receiver.py")], { PYTHONUTF8: "1" });
  });
  after(() => receiver.stop());

  itReceivesWebhooks(() => receiver);
});

describe("the example receiver in Go", () => {
  let receiver: RunningReceiver;
  let folder: string;
  before(async function () {
    // The first compilation of the standard library takes a minute on two cores.
    this.timeout(300_000);
    folder = mkdtempSync(join(tmpdir(), "receiver-"));
    // Not `go run`, which leaves its program running when it is stopped.
    await output("go", ["build", "-o", join(folder, "receiver"), example("receiver.go")]);
    receiver = await start(join(folder, "receiver"), []);
  });
  after(async () => {
    await receiver?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  itReceivesWebhooks(() => receiver);
});
