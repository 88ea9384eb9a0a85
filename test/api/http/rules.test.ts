import assert from "node:assert/strict";
import { pollAfterSeconds } from "#api/simulations/read.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { withApiAlone } from "#testing/processes.ts";
import {
  completedResults,
  ended,
  generate,
  newSimulation,
  simulationBody,
  unreadSimulation,
} from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";
import { newWebhook } from "#testing/webhooks.ts";

describe("Rules of every endpoint:", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("a PATCH without a body, and with {}, changes nothing, by POST as well", async () => {
    const { id } = await newWebhook(own.call, "https://hooks.example.com/p", { description: "Mine" });
    const path = `/v1/webhooks/${id}`;
    const { data: before } = await own.call("GET", path);
    for (const method of ["PATCH", "POST"]) {
      for (const options of [{}, { body: {} }]) {
        const { status, data } = await own.call(method, path, { ...options, idempotencyKey: null });
        assert.deepEqual([status, data], [200, before]);
      }
    }
  });

  it("null in a PATCH clears what can be null, by POST as well, and is refused elsewhere", async () => {
    const { id } = await newWebhook(own.call, "https://hooks.example.com/n", { description: "Mine" });
    for (const method of ["PATCH", "POST"]) {
      const change = (body: object) => own.call(method, `/v1/webhooks/${id}`, { body });
      assert.equal((await change({ description: "Mine" })).data.description, "Mine");
      assert.equal((await change({ description: null })).data.description, null);
      const refused = await change({ url: null });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.message, "/url must be a string");
    }
  });

  it("null for an optional field of a create is as absent, with its idempotency key too", async () => {
    const nulls = {
      seed: null,
      scenario_context: null,
      callback_url: null,
      generate_insights: null,
      metadata: null,
    };
    const idempotencyKey = crypto.randomUUID();
    const body = { workflow_id: "brand-trust", agent_count: 1, question: "Do you trust this brand?" };
    const created = await own.call("POST", "/v1/simulations", {
      body: { ...body, ...nulls },
      idempotencyKey,
    });
    assert.equal(created.status, 202, JSON.stringify(created.meta));
    assert.deepEqual([created.data.metadata, created.data.insights_status], [{}, "not_started"]);
    const replayed = await own.call("POST", "/v1/simulations", { body, idempotencyKey });
    assert.deepEqual([replayed.data.id, replayed.headers.get("Idempotency-Replayed")], [
      created.data.id,
      "true",
    ]);
    const refused = await own.call("POST", "/v1/simulations", { body: { ...body, agent_count: null } });
    assert.equal(refused.meta.message, "/agent_count must be an integer");
  });

  it("an id in either form and case shares one idempotency key", async () => {
    const id = await newSimulation(own.call, { agent_count: 10_000 });
    const idempotencyKey = crypto.randomUUID();
    const cancel = (form: string) => own.call("POST", `/v1/simulations/${form}/cancel`, { idempotencyKey });
    const first = await cancel(id);
    assert.equal(first.status, 202);
    for (const form of [`sim_${id}`, id.toUpperCase(), `sim_${id.toUpperCase()}`]) {
      const again = await cancel(form);
      assert.deepEqual([again.status, again.data], [202, first.data]);
      assert.equal(again.headers.get("Idempotency-Replayed"), "true", form);
    }
  });

  for (
    const [field, change, message] of [
      ["/question", { question: "   " }, "must hold more than white space"],
      ["/agent_count", { agent_count: 10_001 }, "must be at most 10000"],
      ["/agent_count", { agent_count: "ten" }, "must be an integer"],
      ["/question", { question: "" }, "must have at least 1 character"],
      ["/metadata", { metadata: ["a"] }, "must be an object"],
    ] as const
  ) {
    it(`a 400 says what ${field} must be: ${message}`, async () => {
      const { meta } = await own.call("POST", "/v1/simulations", { body: simulationBody(change) });
      assert.deepEqual(meta.errors, [{ field, message }]);
      assert.equal(meta.message, `${field} ${message}`);
    });
  }

  it("a 400 names one fault for a field of several types, and shows no pattern", async () => {
    const { id } = await newWebhook(own.call, "https://hooks.example.com/t");
    const faultsOf = async (body: object) =>
      (await own.call("PATCH", `/v1/webhooks/${id}`, { body })).meta.errors;
    assert.deepEqual(await faultsOf({ description: 7 }), [{
      field: "/description",
      message: "must be a string or null",
    }]);
    assert.deepEqual(await faultsOf({ description: "x".repeat(101) }), [
      { field: "/description", message: "must have at most 100 characters" },
    ]);
    for (
      const path of [
        "/v1/events/evt_7",
        "/v1/deliveries?event_id=7",
        "/v1/simulations?cursor=!",
        "/v1/workflows/A!",
      ]
    ) {
      const { meta } = await own.call("GET", path);
      assert.doesNotMatch(meta.message, /[\^\\]|pattern/, path);
    }
  });

  it("automatic routing right after a deprecation takes another methodology, or finds that none fits", async () => {
    await withApiAlone(async (baseUrl) => {
      const operator = callerWith(stack().operatorKey, baseUrl);
      const call = callerWith(stack().apiKey, baseUrl);
      const auto = () =>
        call("POST", "/v1/simulations/auto", {
          body: { question: "Would you buy this oat drink for your breakfast?", generate_insights: false },
        });
      const { workflow_id } = (await auto()).meta.routed_via;
      await operator("PATCH", `/v1/admin/workflows/${workflow_id}`, { body: { status: "deprecated" } });
      const { error, meta } = await auto();
      if (error === null) assert.notEqual(meta.routed_via.workflow_id, workflow_id);
      else assert.equal(error, "routing_low_confidence");
    });
  });
});

describe("The next poll of an unfinished simulation", () => {
  const now = Date.UTC(2026, 0, 1);
  for (
    const [what, agents, completed, seconds, expected] of [
      ["a small run that has just begun", 100, 0, 0, 1],
      ["a large run that has just begun", 10_000, 0, 0, 4],
      ["a run that is half through after 20 s", 1_000, 500, 20, 20],
      ["a run that is nearly through", 1_000, 999, 20, 1],
      ["a run without an agent after 12 s", 10, 0, 12, 12],
      ["a run without an agent after an hour", 10, 0, 3_600, 30],
      ["a run with hours to go", 10_000, 1, 10, 30],
    ] as const
  ) {
    it(`is worth it ${expected} s later: ${what}`, () => {
      const started_at = new Date(now - seconds * 1_000);
      const row = { agent_count: agents, agents_completed: completed, created_at: started_at, started_at };
      assert.equal(pollAfterSeconds(row, now), expected);
    });
  }
});

describe("Completed results", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("have an ETag, and answer 304 to who has them, until their Reading changes them", async () => {
    const id = await newSimulation(own.call, { generate_insights: false });
    await ended(own.call, id);
    const get = (headers: Record<string, string> = {}, query = "") =>
      fetch(`${stack().baseUrl}/v1/simulations/${id}/results${query}`, {
        headers: { Authorization: `Bearer ${own.call.key}`, ...headers },
      });
    const first = await get();
    const etag = first.headers.get("ETag")!;
    await first.body?.cancel();
    assert.match(etag, /^W\/"[A-Za-z0-9_-]+"$/);
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const again = await get({ "If-None-Match": known });
      assert.deepEqual([again.status, await again.text(), again.headers.get("ETag")], [304, "", etag]);
    }
    for (
      const [headers, query] of [[{ "If-None-Match": '"other"' }, ""], [
        { "If-None-Match": etag },
        "?agents=false",
      ], [
        { "If-None-Match": etag, Accept: "text/csv" },
        "",
      ]] as const
    ) {
      const other = await get(headers, query);
      assert.equal(other.status, 200);
      assert.notEqual(await other.text(), "");
    }
  });

  it("change their ETag when the Reading completes, and with their metadata", async () => {
    const id = await unreadSimulation(own);
    const etag = async () =>
      (await own.call("GET", `/v1/simulations/${id}/results?agents=false`)).headers.get("ETag");
    const early = await etag();
    assert.equal((await generate(own.call, id)).status, 202);
    const { data } = await own.call("GET", `/v1/simulations/${id}/insights?wait=30`);
    assert.equal(data.insights_status, "completed");
    const read = await etag();
    assert.notEqual(read, early, "the results hold the Reading now");
    const body = { metadata: { wave: "2" } };
    assert.equal((await own.call("PATCH", `/v1/simulations/${id}`, { body })).status, 200);
    assert.notEqual(await etag(), read);
  });

  it("have one order of keys, absolute URLs, and segments that nobody is in", async () => {
    const results = await completedResults(own.call, { agent_count: 2, seed: 4 });
    const counts = ["yes", "maybe", "no", "n_a", "total"];
    assert.deepEqual(Object.keys(results.verdict).slice(0, 5), counts);
    for (const row of results.by_segment) {
      assert.deepEqual(Object.keys(row).filter((key) => counts.includes(key)), counts);
    }
    assert.deepEqual(Object.keys(results.calibration_boundary).slice(0, 3), ["tier", "kind", "disclaimer"]);
    assert.ok(results.post_hoc.insights_url.startsWith(`${stack().baseUrl}/v1/`));
    const empty = results.by_segment.find(({ total }: { total: number }) => total === 0);
    assert.deepEqual([empty.yes, empty.yes_pct, empty.interval_pct], [0, 0, null]);
  });
});
