import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

describe("A simulation whose deadline is in 12 seconds, and whose embeddings server is down until then", () => {
  let own: OwnService;
  let server: Server;
  before(async () => {
    server = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    own = await startOwnService(
      {
        EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        EMBEDDINGS_MODEL: "vectors",
        SIMULATION_DEADLINE_SECONDS: "12",
      },
      {},
      { queues: ["simulations", "small-simulations", "operations"] },
    );
  });
  after(async () => {
    await own?.stop();
    server.closeAllConnections();
    server.close();
  });

  // One chunk is answered in the step that begins the run; several are after it.
  for (const agent_count of [10, 3_000]) {
    it(`fails as timed_out: ${agent_count} agents`, async () => {
      const began = performance.now();
      const id = await newSimulation(own.call, {
        workflow_id: "brand-trust",
        agent_count,
        question: `Does this brand keep what it promises to ${agent_count} of us?`,
      });
      const { status, failure_code, failure_message } = await ended(own.call, id);
      const seconds = (performance.now() - began) / 1_000;
      assert.deepEqual([status, failure_code], ["failed", "timed_out"]);
      assert.equal(failure_message, "The run did not end within its deadline.");
      assert.ok(seconds < 12 + 10, `${seconds} s`);
      assert.equal(await own.operator.closed(`simulation/${id}`), "FAILED");
      if (agent_count === 10) {
        await recordHistory("simulation-timed-out", `simulation/${id}`, own.temporal.address);
      }
    });
  }
});
