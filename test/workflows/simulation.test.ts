import assert from "node:assert/strict";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedResults } from "#testing/simulations.ts";
import { temporalClient, type TestTemporalClient } from "#testing/temporal.ts";

/** What becomes of one whose worker, server or store dies: `test/outages/simulation.test.ts`. */
describe("A simulation", () => {
  let own: TestOrganization;
  let operator: TestTemporalClient;
  before(async () => {
    [own, operator] = await Promise.all([newOrganization(), temporalClient()]);
  });
  after(() => operator?.close());

  const handle = (id: string) => operator.client.workflow.getHandle(`simulation/${id}`);

  it("is final: a reset of its workflow ends at once and changes nothing", async () => {
    const { simulation_id: id } = await completedResults(own.call, { agent_count: 3_000 });
    const before = (await own.call("GET", `/v1/simulations/${id}/results`)).data;
    const runId = await operator.resetToFirstTask(`simulation/${id}`);
    const result = await operator.client.workflow.getHandle(`simulation/${id}`, runId).result();
    assert.deepEqual(result, { kind: "ended", outcome: "terminal" });
    assert.deepEqual((await own.call("GET", `/v1/simulations/${id}/results`)).data, before);
  });

  it("shows operators its organization, its size and its outcome in Temporal, and takes its organization's share", async () => {
    const { simulation_id: id } = await completedResults(own.call, { agent_count: 3_000 });
    await operator.closed(`simulation/${id}`);
    const attributes = await operator.searchAttributes(`simulation/${id}`);
    assert.equal(attributes["OrganizationId"], own.id);
    assert.equal(attributes["SimulationId"], id);
    assert.equal(attributes["Stage"], "ended");
    assert.equal(attributes["Outcome"], "completed");
    const { staticSummary, raw } = await handle(id).describe();
    assert.equal(await staticSummary(), `product-purchase-intent, 3,000 agents, organization ${own.id}`);
    assert.equal(raw.workflowExecutionInfo?.priority?.fairnessKey, own.id);
    assert.deepEqual(await handle(id).query("progress"), { done: 3_000, total: 3_000 });
  });

  it("stands behind no larger one: up to 1,000 agents it has a task queue of its own", async () => {
    const queueOf = async (agent_count: number) => {
      const { simulation_id: id } = await completedResults(own.call, { agent_count });
      return (await handle(id).describe()).taskQueue;
    };
    assert.equal(await queueOf(1_000), "small-simulations");
    assert.equal(await queueOf(1_001), "simulations");
  });
});
