import assert from "node:assert/strict";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { startReceiver } from "#testing/webhooks.ts";

describe("A caller", () => {
  it("calls an API of a drill's own where no run has a stack", async () => {
    const api = await startReceiver();
    try {
      const body = JSON.stringify({ data: 1, error: null, meta: { request_id: "r" } });
      api.behave("/somewhere", { status: 200, headers: { "X-Request-Id": "r" }, body });
      const { TEST_STACK: _, ...env } = process.env;
      const module = ["import", '{ callerWith } from "#testing/caller.ts";'].join(" ");
      const input =
        `${module}\nconsole.log((await callerWith("key", "${api.url}")("GET", "/somewhere")).data);`;
      const run = ["run", "-A", "--ext=ts", "-"];
      const { stdout } = await execa(process.execPath, run, { cwd: ROOT, input, env, extendEnv: false });
      assert.equal(stdout, "1");
    } finally {
      await api.close();
    }
  });
});
