import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { ended, newSimulation } from "#testing/simulations.ts";

describe("A simulation whose question an embeddings server compares", () => {
  let own: OwnService;
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
        embedding: /our country/i.test(text) ? [cosine, Math.sqrt(1 - cosine ** 2)] : [1, 0],
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
    own = await startOwnService(
      {
        EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        EMBEDDINGS_MODEL: "vectors",
      },
      {},
      { queues: ["simulations", "small-simulations", "operations"] },
    );
  });
  after(async () => {
    await own.stop();
    server.closeAllConnections();
    server.close();
  });

  const create = (question: string) =>
    newSimulation(own.call, { workflow_id: "public-spending", agent_count: 10, question });
  const boundaryOf = async (id: string) => {
    assert.equal((await ended(own.call, id)).status, "completed");
    return (await own.call("GET", `/v1/simulations/${id}/results?agents=false`)).data.calibration_boundary;
  };

  it("states the server's cosine with the embedder's id, and decides tier 1 by it", async () => {
    for (
      const [similarity, tier, question] of [
        [0.9, 1, "Should our country spend more on education and schools?"],
        [0.8, 2, "Should our country spend more on education and on schools?"],
      ] as const
    ) {
      cosine = similarity;
      const stated = await boundaryOf(await create(question));
      assert.equal(stated.tier, tier);
      assert.ok(Math.abs(stated.similarity - similarity) < 1e-6);
      assert.match(stated.embedder_id, /vectors/);
    }
  });

  it("is retried while the server is down", async () => {
    down = true;
    const id = await create("Should our country spend more on schools and on education?");
    await eventually("a request while the server is down", () => Promise.resolve(refused > 0 || undefined));
    down = false;
    assert.ok((await boundaryOf(id)).similarity < 0.85);
  });
});
