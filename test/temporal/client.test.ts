import assert from "node:assert/strict";
import { LazyTemporalClient } from "#temporal/client.ts";
import { eventually } from "#testing/times.ts";
import { stack } from "#testing/stack.ts";
import { startTcpProxy } from "#testing/processes.ts";

describe("The lazy client of Temporal", () => {
  const clientAt = (port: number) =>
    new LazyTemporalClient({
      address: `127.0.0.1:${port}`,
      namespace: "default",
      apiKey: null,
      tls: false,
      uiUrl: "",
    });

  it("fails in its time while Temporal hangs, and connects once Temporal answers", async () => {
    const proxy = await startTcpProxy({ port: Number(stack().temporalAddress.split(":")[1]) });
    const temporal = clientAt(proxy.port);
    try {
      proxy.set("hold");
      for (const _use of ["first", "second"]) {
        await assert.rejects(temporal.get(), /Cannot connect to Temporal within/);
      }
      await temporal.close();

      proxy.set("pass");
      const client = await eventually("the client", () => temporal.get());
      assert.equal((await client.workflow.count("WorkflowType = 'none'")).count, 0);
      await temporal.close();
    } finally {
      await proxy.close();
    }
  });

  it("fails at once where nothing listens", async () => {
    await assert.rejects(clientAt(1).get());
  });
});
