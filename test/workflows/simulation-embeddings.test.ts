import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { callerWith } from "#test/support/caller.ts";
import { eventually } from "#test/support/eventually.ts";
import {
  createDatabase,
  startApi,
  startTemporal,
  startWorker,
  type TestDatabase,
  type TestProcess,
} from "#test/support/processes.ts";
import { ended, newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";

/** API, worker, Temporal, database and embeddings server of this spec's own. */
describe("A simulation whose question is compared by an embeddings server", () => {
  let database: TestDatabase;
  let temporal: Awaited<ReturnType<typeof startTemporal>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: TestProcess;
  let server: Server;
  /** Cosine of any two different texts. */
  let cosine = 0;
  let down = false;
  let refused = 0;

  before(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({
        index,
        embedding: text.startsWith("Do you trust") ? [1, 0] : [cosine, Math.sqrt(1 - cosine ** 2)],
      }));
      if (down) refused++;
      response.writeHead(down ? 503 : 200, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify({
          object: "list",
          data,
          model: "vectors",
          usage: { prompt_tokens: 1, total_tokens: 1 },
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
    const settings = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      EMBEDDINGS_MODEL: "vectors",
    };
    [api, worker] = await Promise.all([startApi(settings), startWorker(settings)]);
  });
  after(async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await temporal.stop();
    await database.drop();
    server.closeAllConnections();
    server.close();
  });

  const create = (question: string) =>
    newSimulation(callerWith(stack().apiKey, api.baseUrl), {
      workflow_id: "brand-trust",
      agent_count: 10,
      question,
    });
  const boundary = async (id: string) => {
    const call = callerWith(stack().apiKey, api.baseUrl);
    assert.equal((await ended(call, id)).status, "completed");
    return (await call("GET", `/v1/simulations/${id}/results?agents=false`)).data.calibration_boundary;
  };

  it("states that server's cosine with its id, and draws the line of tier 1 by it", async () => {
    for (const [similarity, tier] of [[0.9, 1], [0.8, 2]] as const) {
      cosine = similarity;
      const shown = await boundary(await create("Does this brand deserve your trust to keep its promises?"));
      assert.equal(shown.tier, tier);
      assert.ok(Math.abs(shown.similarity - similarity) < 1e-6);
      assert.match(shown.embedder_id, /vectors/);
    }
  });

  it("waits for the server while it is down", async () => {
    down = true;
    const id = await create("Does this brand keep what it promises to you?");
    await eventually("the server to be asked in vain", () => Promise.resolve(refused > 0 || undefined));
    down = false;
    assert.ok((await boundary(id)).similarity < 0.85);
  });
});
