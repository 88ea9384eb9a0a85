import assert from "node:assert/strict";
import { assertRefused, callerWith, type Reply } from "#test/caller.ts";
import { ask } from "#test/database.ts";
import { newKey, newOrganization, type TestOrganization } from "#test/organizations.ts";
import { changeOrganization, completedSimulation, endedReading, generate, insights } from "#test/readings.ts";
import { ended, newSimulation } from "#test/simulations.ts";
import { stack } from "#test/stack.ts";
import { type Receiver, startReceiver } from "#test/webhook-receiver.ts";

const BLOCKS = [
  "synthesis",
  "patterns",
  "reservations",
  "attractions",
  "intensity",
  "quotes",
  "segment_intensity",
  "across_runs",
];
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

  const ceiling = (usd: number | null) =>
    changeOrganization(own.id, { limits: { reading_ceiling_usd: usd } });
  /** A completed simulation whose Reading did not start by itself. */
  const unread = async (change: object = {}) => {
    await ceiling(0);
    const id = await completedSimulation(own.call, change);
    await ceiling(null);
    return id;
  };
  const used = async () => {
    const [row] = await ask<{ readings: number; cost: number; reserved: number }>(
      `SELECT readings, reading_cost_usd::float AS cost, reading_reserved_usd::float AS reserved FROM usage_months
       WHERE organization_id = $1`,
      [own.id],
    );
    return row;
  };
  const events = async (id: string) =>
    (await ask<{ type: string }>("SELECT type FROM events WHERE simulation_id = $1 ORDER BY created_at", [
      id,
    ])).map((
      { type },
    ) => type);

  describe("states", () => {
    it("not_started → queued: generate answers 202 with where to poll, and the Reading is made", async () => {
      const id = await unread();
      const before = await insights(own.call, id);
      assert.equal(before.status, 200);
      assert.deepEqual(before.data, {
        simulation_id: id,
        insights_status: "not_started",
        block_status: null,
        calibration_boundary: null,
        post_hoc: null,
        generated_at: null,
        cost_usd_estimate: null,
        error_message: null,
      });
      assert.equal(before.meta.generate_url, `${stack().baseUrl}/v1/simulations/${id}/insights/generate`);

      const generated = await generate(own.call, id);
      assert.equal(generated.status, 202);
      assert.deepEqual(generated.data, {
        simulation_id: id,
        insights_status: "queued",
        poll_url: `${stack().baseUrl}/v1/simulations/${id}/insights`,
        estimated_completion_time_seconds: 30,
      });
      assert.equal((await endedReading(own.call, id)).insights_status, "completed");
    });

    it("not_started → queued needs a simulation that did not fail: 409 with what it failed of", async () => {
      const failed = await cancelled();
      const refused = await generate(own.call, failed);
      assertRefused(refused, 409, "simulation_not_complete");
      assert.deepEqual([refused.meta.status, refused.meta.failure_code], ["failed", "cancelled"]);
      assert.equal((await insights(own.call, failed)).data.insights_status, "not_started");
    });

    it("not_started → queued needs a completed simulation: 409 simulation_not_complete before that", async () => {
      const id = await unread();
      await ask("UPDATE simulations SET status = 'running', completed_at = NULL WHERE id = $1", [id]);
      const refused = await generate(own.call, id);
      assertRefused(refused, 409, "simulation_not_complete");
      assert.equal(refused.meta.status, "running");
    });

    it("not_started → queued needs no completed Reading: 409 insights_already_generated", async () => {
      const id = await completedSimulation(own.call);
      const reading = await endedReading(own.call, id);
      assertRefused(await generate(own.call, id), 409, "insights_already_generated");
      assert.deepEqual((await insights(own.call, id)).data, reading);
    });

    it("not_started → queued needs the organization's insights: 422 insights_disabled, and nothing starts by itself", async () => {
      await changeOrganization(own.id, { insights_enabled: false });
      const id = await completedSimulation(own.call);
      assertRefused(await generate(own.call, id), 422, "insights_disabled");
      const { data, meta } = await insights(own.call, id);
      assert.equal(data.insights_status, "not_started");
      assert.ok(meta.generate_url);
      await changeOrganization(own.id, { insights_enabled: true });
      assert.equal((await generate(own.call, id)).status, 202);
      assert.equal((await endedReading(own.call, id)).insights_status, "completed");
    });

    it("not_started → queued needs room under the month's ceiling: 429 insights_cost_cap_reached", async () => {
      await ceiling(0.09);
      const first = await completedSimulation(own.call);
      await endedReading(own.call, first);
      const second = await completedSimulation(own.call);
      assert.equal((await insights(own.call, second)).data.insights_status, "not_started");
      const refused = await generate(own.call, second);
      assertRefused(refused, 429, "insights_cost_cap_reached");
      assert.equal(refused.meta.reading_ceiling_usd, 0.09);
      assert.deepEqual(await used(), { readings: 1, cost: 0.05, reserved: 0 });
      await ceiling(0.1);
      assert.equal((await generate(own.call, second)).status, 202);
    });

    it("running → completed: by itself after completion, with all blocks, their boundary, its cost and its event", async () => {
      const path = "/completed";
      const id = await completedSimulation(own.call, { callback_url: `${receiver.url}${path}` });
      const reading = await endedReading(own.call, id);
      assert.equal(reading.insights_status, "completed");
      assert.deepEqual(Object.keys(reading.block_status), BLOCKS);
      assert.deepEqual(Object.keys(reading.post_hoc), BLOCKS);
      for (const name of BLOCKS) {
        const state = name === "across_runs" ? "not_applicable" : "completed";
        assert.equal(reading.block_status[name], state);
        assert.equal(reading.post_hoc[name] === null, state !== "completed");
      }
      assert.equal(reading.calibration_boundary.kind, "post_hoc_uncalibrated");
      assert.equal(reading.calibration_boundary.model_tier, "computed");
      assert.match(reading.calibration_boundary.disclaimer, /not calibrated/);
      assert.equal(reading.cost_usd_estimate, 0.05);
      assert.equal(reading.error_message, null);
      const { headers, meta } = await insights(own.call, id);
      assert.equal(headers.get("Retry-After"), null);
      assert.equal(meta.generate_url, undefined);

      const [, second] = await receiver.until(path, 2);
      assert.deepEqual(receiver.at(path).map(({ event }) => event.type).sort(), [
        "simulation.completed",
        "simulation.insights.completed",
      ]);
      const announced =
        receiver.at(path).find(({ event }) => event.type === "simulation.insights.completed") ?? second;
      assert.deepEqual(announced?.event.data, {
        simulation_id: id,
        insights_status: "completed",
        block_status: reading.block_status,
        cost_usd_estimate: 0.05,
        generated_at: reading.generated_at,
        insights_url: `/v1/simulations/${id}/insights`,
      });
      assert.deepEqual(await used(), { readings: 1, cost: 0.05, reserved: 0 });
    });

    it("running → failed: with a message for people, what it was in its event, and nothing to pay; generate starts it again", async () => {
      const path = "/failed";
      const id = await unread({ callback_url: `${receiver.url}${path}` });
      const [kept] = await ask<{ verdict: object }>("SELECT verdict FROM simulations WHERE id = $1", [id]);
      await ask("UPDATE simulations SET verdict = '{}' WHERE id = $1", [id]);
      await generate(own.call, id);
      const failed = await endedReading(own.call, id);
      assert.deepEqual([failed.insights_status, failed.post_hoc, failed.cost_usd_estimate], [
        "failed",
        null,
        null,
      ]);
      assert.match(failed.error_message, /^Nothing could be made of the stored answers/);
      assert.equal(failed.block_status.synthesis, "failed");
      assert.ok((await insights(own.call, id)).meta.generate_url);
      await receiver.until(path, 2);
      const announced = receiver.at(path).find(({ event }) => event.type === "simulation.insights.failed");
      assert.deepEqual(announced?.event.data, {
        simulation_id: id,
        insights_status: "failed",
        error_message: failed.error_message,
        generated_at: failed.generated_at,
        insights_url: `/v1/simulations/${id}/insights`,
      });
      assert.deepEqual(await used(), { readings: 0, cost: 0, reserved: 0 });

      await ask("UPDATE simulations SET verdict = $2 WHERE id = $1", [id, kept?.verdict]);
      const again = await generate(own.call, id);
      assert.deepEqual([again.status, again.data.insights_status], [202, "queued"]);
      const reading = await endedReading(own.call, id);
      assert.deepEqual([reading.insights_status, reading.error_message], ["completed", null]);
      assert.deepEqual(await used(), { readings: 1, cost: 0.05, reserved: 0 });
    });

    it("disabled: for good, says why, is refused with 422, and no event is ever sent", async () => {
      const path = "/disabled";
      const id = await completedSimulation(own.call, {
        generate_insights: false,
        callback_url: `${receiver.url}${path}`,
      });
      const { status, data, meta } = await insights(own.call, id);
      assert.deepEqual([status, data.insights_status, data.post_hoc], [200, "disabled", null]);
      assert.match(data.error_message, /generate_insights false/);
      assert.equal(meta.generate_url, undefined);
      assertRefused(await generate(own.call, id), 422, "insights_disabled");
      assert.equal((await insights(own.call, id)).data.insights_status, "disabled");
      await receiver.until(path, 1);
      assert.deepEqual(await events(id), ["simulation.completed"]);
      assert.equal(await used(), undefined);
    });

    it("not_started: a simulation from before there were Readings has none, and can get one", async () => {
      const id = await fittingEverybody();
      await ask(
        `UPDATE simulations SET calibration_boundary = NULL,
           verdict = jsonb_build_object('yes', verdict->'yes', 'maybe', verdict->'maybe', 'no', verdict->'no') WHERE id = $1`,
        [id],
      );
      const { data, meta } = await insights(own.call, id);
      assert.deepEqual([data.insights_status, data.post_hoc], ["not_started", null]);
      assert.ok(meta.generate_url);
      await generate(own.call, id);
      const reading = await endedReading(own.call, id);
      assert.equal(reading.insights_status, "completed");
      assert.equal(reading.block_status.intensity, "completed");
    });
  });

  it("are announced to the subscriptions that ask for them", async () => {
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

  it("carry X-Service-Preview on every answer", async () => {
    const id = await completedSimulation(own.call, { generate_insights: false });
    const without = callerWith((await newKey(own.id, ["simulations:read"])).key);
    const at = `/v1/simulations/${id}/insights`;
    const replies: [Reply, number][] = [
      [await own.call("GET", at), 200],
      [await generate(own.call, await unread()), 202],
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
    await ceiling(0);
    replies.push([await generate(own.call, await completedSimulation(own.call)), 429]);
    for (const [reply, status] of replies) {
      assert.deepEqual([reply.status, reply.headers.get("X-Service-Preview")], [status, "insights"]);
    }
    assert.equal((await own.call("GET", `/v1/simulations/${id}`)).headers.get("X-Service-Preview"), null);
    assert.equal((await without("GET", at)).meta.required_scope, "insights:read");
  });

  it("stand on the simulation's own resources: its status, the list, and the results with the same content", async () => {
    const id = await completedSimulation(own.call);
    const reading = await endedReading(own.call, id);
    const status = async () => (await own.call("GET", `/v1/simulations/${id}`)).data.insights_status;
    assert.equal(await status(), "completed");
    assert.equal((await own.call("GET", "/v1/simulations")).data[0].insights_status, "completed");
    const { post_hoc } = (await own.call("GET", `/v1/simulations/${id}/results?agents=false`)).data;
    const { block_status, calibration_boundary, generated_at, cost_usd_estimate } = reading;
    assert.deepEqual(post_hoc, {
      insights_status: "completed",
      insights_url: `/v1/simulations/${id}/insights`,
      block_status,
      calibration_boundary,
      generated_at,
      cost_usd_estimate,
      ...reading.post_hoc,
    });

    const off = await completedSimulation(own.call, { generate_insights: false });
    assert.deepEqual((await own.call("GET", `/v1/simulations/${off}/results?agents=false`)).data.post_hoc, {
      insights_status: "disabled",
      insights_url: `/v1/simulations/${off}/insights`,
    });
  });

  it("accept sim_<uuid>, and generate honours an Idempotency-Key", async () => {
    const id = await unread();
    const path = `/v1/simulations/sim_${id}/insights`;
    const idempotencyKey = crypto.randomUUID();
    const first = await own.call("POST", `${path}/generate`, { idempotencyKey });
    await endedReading(own.call, id);
    const replayed = await own.call("POST", `${path}/generate`, { idempotencyKey });
    assert.deepEqual([replayed.status, replayed.data], [202, first.data]);
    assert.equal(replayed.headers.get("Idempotency-Replayed"), "true");
    assert.equal((await own.call("GET", path)).data.insights_status, "completed");
  });

  it("compare runs of the same organization, methodology and question, earlier ones only", async () => {
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

  describe("under a ceiling", () => {
    it("let through exactly as many of 30 generates at once as there is room for", async () => {
      await ceiling(0);
      const ids = await Promise.all(
        Array.from({ length: 30 }, () => completedSimulation(own.call, { agent_count: 10 })),
      );
      await ceiling(0.5);
      const replies = await Promise.all(ids.map((id) => generate(own.call, id)));
      const count = (status: number) => replies.filter((reply) => reply.status === status).length;
      assert.deepEqual([count(202), count(429)], [10, 20]);
      for (const [k, reply] of replies.entries()) {
        if (reply.status === 202) await endedReading(own.call, ids[k]!);
        else assert.equal((await insights(own.call, ids[k]!)).data.insights_status, "not_started");
      }
      assert.deepEqual(await used(), { readings: 10, cost: 0.5, reserved: 0 });
      assertRefused(
        await generate(own.call, ids[replies.findIndex(({ status }) => status === 429)]!),
        429,
        "insights_cost_cap_reached",
      );
    });

    it("start by themselves for exactly as many of 20 simulations at once as there is room for", async () => {
      await ceiling(0.35);
      const ids = await Promise.all(
        Array.from({ length: 20 }, () => completedSimulation(own.call, { agent_count: 10 })),
      );
      const states = await Promise.all(
        ids.map(async (id) => (await insights(own.call, id)).data.insights_status),
      );
      assert.equal(states.filter((state) => state === "not_started").length, 13);
      const { readings, cost, reserved } = (await used())!;
      assert.deepEqual([readings, Math.round(100 * (cost + reserved))], [7, 35]);
    });

    it("make one Reading of many generates of the same simulation at once", async () => {
      const id = await unread();
      const replies = await Promise.all(Array.from({ length: 12 }, () => generate(own.call, id)));
      for (const { status, error } of replies) {
        assert.ok(status === 202 || error === "insights_already_generated", `${status} ${error}`);
      }
      await endedReading(own.call, id);
      assert.deepEqual(await used(), { readings: 1, cost: 0.05, reserved: 0 });
    });
  });

  /** An unread simulation whose question fits all of its agents. */
  async function fittingEverybody(): Promise<string> {
    for (let seed = 1;; seed++) {
      const id = await unread({ agent_count: 5, seed });
      const { data } = await own.call("GET", `/v1/simulations/${id}/results?agents=false`);
      if (data.verdict.n_a === 0) return id;
    }
  }

  /** A simulation that failed: its worker finds it cancelled. */
  async function cancelled(): Promise<string> {
    for (;;) {
      const id = await newSimulation(own.call, { agent_count: 10_000, generate_insights: true });
      if ((await own.call("POST", `/v1/simulations/${id}/cancel`)).status === 202) return id;
      await ended(own.call, id);
    }
  }
});
