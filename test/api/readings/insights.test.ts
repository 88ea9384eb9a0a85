import assert from "node:assert/strict";
import { callerWith, type Reply } from "#testing/caller.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  completedSimulation,
  endedReading,
  generate,
  setReadingCeiling,
  unreadSimulation,
} from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const NOBODY = "00000000-0000-7000-8000-000000000000";

describe("Insights", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    own = await newOrganization();
  });
  after(() => receiver.close());

  it("send their event to the subscriptions that list its type", async () => {
    for (
      const [path, events] of [["/all", ["*"]], ["/these", ["simulation.insights.completed"]], ["/others", [
        "simulation.failed",
        "simulation.insights.failed",
      ]]] as const
    ) {
      const url = `${receiver.url}${path}`;
      assert.equal((await own.call("POST", "/v1/webhooks", { body: { url, events } })).status, 201);
    }
    const id = await completedSimulation(own.call);
    await endedReading(own.call, id);
    const [received] = await receiver.until("/these", 1);
    assert.deepEqual([received?.event.type, received?.event.data.simulation_id], [
      "simulation.insights.completed",
      id,
    ]);
    await receiver.until("/all", 2);
    assert.equal(receiver.at("/these").length, 1);
    assert.equal(receiver.at("/others").length, 0);
  });

  it("carry X-Service-Preview on every response", async () => {
    const id = await completedSimulation(own.call, { generate_insights: false });
    const without = callerWith((await newKey(own.id, ["simulations:read"])).key);
    const at = `/v1/simulations/${id}/insights`;
    const replies: [Reply, number][] = [
      [await own.call("GET", at), 200],
      [await generate(own.call, await unreadSimulation(own)), 202],
      [await own.call("GET", at, { headers: { "X-Request-Id": "mine" } }), 200],
      [await own.call("GET", `${at}?unknown=1`), 400],
      [await own.call("GET", "/v1/simulations/nonsense/insights"), 400],
      [await callerWith(null)("GET", at), 401],
      [await without("GET", at), 403],
      [await without("POST", `${at}/generate`), 403],
      [await own.call("GET", `/v1/simulations/${NOBODY}/insights`), 404],
      [await generate(own.call, NOBODY), 404],
      [await own.call("DELETE", at), 405],
      [await own.call("POST", `${at}/generate`, { idempotencyKey: "short" }), 409],
      [await generate(own.call, id), 422],
    ];
    await setReadingCeiling(own.id, 0);
    replies.push([await generate(own.call, await completedSimulation(own.call)), 429]);
    for (const [reply, status] of replies) {
      assert.deepEqual([reply.status, reply.headers.get("X-Service-Preview")], [status, "insights"]);
    }
    assert.equal((await own.call("GET", `/v1/simulations/${id}`)).headers.get("X-Service-Preview"), null);
    assert.equal((await without("GET", at)).meta.required_scope, "insights:read");
  });

  it("show on the simulation's status, in the list, and with the same content in the results", async () => {
    const id = await completedSimulation(own.call);
    const reading = await endedReading(own.call, id);
    const status = async () => (await own.call("GET", `/v1/simulations/${id}`)).data.insights_status;
    assert.equal(await status(), "completed");
    assert.equal((await own.call("GET", "/v1/simulations")).data[0].insights_status, "completed");
    const { post_hoc } = (await own.call("GET", `/v1/simulations/${id}/results?agents=false`)).data;
    const { block_status, calibration_boundary, generated_at, cost_usd_estimate } = reading;
    assert.deepEqual(post_hoc, {
      insights_status: "completed",
      insights_url: `${stack().baseUrl}/v1/simulations/${id}/insights`,
      block_status,
      calibration_boundary,
      generated_at,
      cost_usd_estimate,
      ...reading.post_hoc,
    });

    const off = await completedSimulation(own.call, { generate_insights: false });
    assert.deepEqual((await own.call("GET", `/v1/simulations/${off}/results?agents=false`)).data.post_hoc, {
      insights_status: "disabled",
      insights_url: `${stack().baseUrl}/v1/simulations/${off}/insights`,
    });
  });

  it("accept sim_<uuid>, and generate honours an Idempotency-Key", async () => {
    const id = await unreadSimulation(own);
    const path = `/v1/simulations/sim_${id}/insights`;
    const idempotencyKey = crypto.randomUUID();
    const first = await own.call("POST", `${path}/generate`, { idempotencyKey });
    await endedReading(own.call, id);
    const replayed = await own.call("POST", `${path}/generate`, { idempotencyKey });
    assert.deepEqual([replayed.status, replayed.data], [202, first.data]);
    assert.equal(replayed.headers.get("Idempotency-Replayed"), "true");
    assert.equal((await own.call("GET", path)).data.insights_status, "completed");
  });

  it("compare earlier runs of the same organization, methodology and question", async () => {
    const other = await newOrganization();
    const question = `Would you buy the drink numbered ${crypto.randomUUID().slice(0, 4)}?`;
    await completedSimulation(other.call, { question });
    await completedSimulation(own.call, { question, workflow_id: "brand-trust" });
    await completedSimulation(own.call);
    const runs = [];
    for (const seed of [1, 2, 2]) runs.push(await completedSimulation(own.call, { question, seed }));
    const across = async (id: string) => (await endedReading(own.call, id)).post_hoc.across_runs;
    assert.equal(await across(runs[0]!), null);
    const { runs: earlier, trend, note } = await across(runs[2]!);
    const shown = await Promise.all([runs[1]!, runs[0]!].map(async (id) => {
      const { completed_at, agent_count, seed, verdict } =
        (await own.call("GET", `/v1/simulations/${id}/results?agents=false`)).data;
      const { answer, yes_pct, maybe_pct, no_pct, n_a_pct, margin_of_error_pct } = verdict;
      const shares = { answer, yes_pct, maybe_pct, no_pct, n_a_pct, margin_of_error_pct };
      return { simulation_id: id, completed_at, agent_count, seed, ...shares };
    }));
    assert.deepEqual(earlier, shown);
    assert.ok(["up", "down", "no_clear_change"].includes(trend));
    assert.match(note, /1 earlier run with a seed already counted is left out/);
  });

  it("compare no run that completed later, when they are generated after it", async () => {
    const question = `Would you eat the cheese numbered ${crypto.randomUUID().slice(0, 4)}?`;
    const first = await unreadSimulation(own, { question, seed: 1 });
    const second = await completedSimulation(own.call, { question, seed: 2 });
    await generate(own.call, first);
    const earlierThan = async (id: string) =>
      (await endedReading(own.call, id)).post_hoc.across_runs?.runs.map((
        { simulation_id }: { simulation_id: string },
      ) => simulation_id);
    assert.deepEqual([await earlierThan(first), await earlierThan(second)], [undefined, [first]]);
  });
});
