import assert from "node:assert/strict";
import { ROUTES } from "#api/routes.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { type OwnApi, startOwnApi } from "#test/api/http/own-api.ts";
import {
  changeOrganization,
  ended,
  generate,
  newSimulation,
  simulationBody,
  unreadSimulation,
} from "#testing/simulations.ts";

const create = (call: Caller, change: object = {}, idempotencyKey: string = crypto.randomUUID()) =>
  call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 1, ...change }), idempotencyKey });

/** What the month's counters show: simulations and agent runs. */
async function used(call: Caller): Promise<[simulations: number, agentRuns: number]> {
  const { data } = await call("GET", "/v1/usage");
  return [data.simulations_this_period, data.agent_runs_this_period];
}

const limit = ({ id }: TestOrganization, limits: object) => changeOrganization(id, { limits });

describe("The month's quotas", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization();
  });

  it("let exactly 5 of 40 simultaneous creates pass at a quota of 5 simulations", async () => {
    await limit(own, { simulations_per_month: 5 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => create(own.call)));
    const accepted = replies.filter(({ status }) => status === 202);
    assert.equal(accepted.length, 5);
    for (const refused of replies.filter(({ status }) => status !== 202)) {
      assertRefused(refused, 402, "insufficient_quota");
      assert.deepEqual([refused.meta.limit, refused.meta.used], [5, 5]);
    }
    assert.deepEqual(await used(own.call), [5, 5]);
    const { data } = await own.call("GET", "/v1/simulations");
    assert.equal(data.length, 5);
  });

  it("let as many agents of 20 simultaneous creates pass as the quota of agent runs has room for", async () => {
    await limit(own, { agent_runs_per_month: 25 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(own.call, { agent_count: 4 })));
    const refused = replies.filter(({ status }) => status !== 202);
    assert.equal(refused.length, 14);
    for (const reply of refused) assertRefused(reply, 422, "tier_cap_exceeded");
    assert.deepEqual(await used(own.call), [6, 24]);
    assert.equal((await create(own.call, { agent_count: 1 })).status, 202);
    assertRefused(await create(own.call, { agent_count: 1 }), 422, "tier_cap_exceeded");
  });

  it("refuse what is too large for an unused month, and a month that allows nothing", async () => {
    await limit(own, { agent_runs_per_month: 9 });
    assertRefused(await create(own.call, { agent_count: 10 }), 422, "tier_cap_exceeded");
    await limit(own, { agent_runs_per_month: null, simulations_per_month: 0 });
    assertRefused(await create(own.call), 402, "insufficient_quota");
    assert.deepEqual(await used(own.call), [0, 0]);
  });

  it("count neither a refused create nor a preview, and a replayed create once", async () => {
    const key = crypto.randomUUID();
    const first = await create(own.call, {}, key);
    const replayed = await create(own.call, {}, key);
    assert.equal(replayed.data.id, first.data.id);
    assertRefused(await create(own.call, { workflow_id: "no-such-workflow" }), 400, "invalid_workflow");
    assertRefused(await create(own.call, { callback_url: "https://10.0.0.1/" }), 400, "validation_error");
    assertRefused(await create(own.call, { question: "x" }, key), 409, "idempotency_conflict");
    const question = "Would you buy this oat drink for your breakfast?";
    assert.equal((await own.call("POST", "/v1/simulations/preview", { body: { question } })).status, 200);
    assert.deepEqual(await used(own.call), [1, 1]);
    const auto = await own.call("POST", "/v1/simulations/auto", { body: { question, agent_count: 7 } });
    assert.equal(auto.status, 202);
    assert.deepEqual(await used(own.call), [2, 8]);
  });

  it("replay a create whose quota is used up by now", async () => {
    await limit(own, { simulations_per_month: 1 });
    const key = crypto.randomUUID();
    const first = await create(own.call, {}, key);
    assertRefused(await create(own.call), 402, "insufficient_quota");
    const replayed = await create(own.call, {}, key);
    assert.deepEqual([replayed.status, replayed.data.id], [202, first.data.id]);
  });

  it("fall back to the plan's figure where the contract's is set to null", async () => {
    const sandbox = await newOrganization({ plan_tier: "sandbox" });
    const limits = async () => {
      const { data } = await sandbox.call("GET", "/v1/usage");
      return [data.simulations_limit, data.agent_runs_limit, data.reading_ceiling_usd];
    };
    assert.deepEqual(await limits(), [100, 20_000, 5]);
    await limit(sandbox, { simulations_per_month: 7, agent_runs_per_month: 70, reading_ceiling_usd: 0.7 });
    assert.deepEqual(await limits(), [7, 70, 0.7]);
    await limit(sandbox, {
      simulations_per_month: null,
      agent_runs_per_month: null,
      reading_ceiling_usd: null,
    });
    assert.deepEqual(await limits(), [100, 20_000, 5]);
    await changeOrganization(sandbox.id, { plan_tier: "enterprise" });
    assert.deepEqual(await limits(), [null, null, null]);
  });

  it("keep what a customer cancels, and what ran before it failed", async () => {
    const id = await newSimulation(own.call, { agent_count: 3 });
    await own.call("POST", `/v1/simulations/${id}/cancel`);
    await ended(own.call, id);
    assert.deepEqual(await used(own.call), [1, 3]);
  });
});

describe("The month's quotas, with a clock of the spec's own", () => {
  let own: TestOrganization;
  let api: OwnApi;
  let call: Caller;
  let now = new Date();
  before(async () => {
    own = await newOrganization();
    api = await startOwnApi(ROUTES, undefined, () => now);
    call = callerWith(own.call.key, api.baseUrl);
  });
  after(() => api?.close());

  it("begin anew with the calendar month in UTC, to the millisecond, and keep the lifetime count", async () => {
    await limit(own, { simulations_per_month: 1, agent_runs_per_month: 5 });
    now = new Date("2031-12-31T23:59:59.999Z");
    assert.equal((await create(call, { agent_count: 5 })).status, 202);
    const refused = await create(call);
    assertRefused(refused, 402, "insufficient_quota");
    assert.equal(refused.meta.resets_at, "2032-01-01T00:00:00.000Z");
    const december = (await call("GET", "/v1/usage")).data;
    assert.deepEqual(december.period, { start: "2031-12-01T00:00:00.000Z", end: "2032-01-01T00:00:00.000Z" });
    assert.deepEqual([december.simulations_this_period, december.agent_runs_this_period], [1, 5]);

    now = new Date("2032-01-01T00:00:00.000Z");
    assert.deepEqual(await used(call), [0, 0]);
    assert.equal((await create(call, { agent_count: 4 })).status, 202);
    assertRefused(await create(call), 402, "insufficient_quota");
    const january = (await call("GET", "/v1/usage")).data;
    assert.deepEqual([january.simulations_this_period, january.simulations_lifetime], [1, 2]);
  });

  it("let a Reading start in the next month that this month's ceiling refuses", async () => {
    await limit(own, { simulations_per_month: null, agent_runs_per_month: null });
    const id = await unreadSimulation(own);
    const other = await unreadSimulation(own);
    await limit(own, { reading_ceiling_usd: 0.05 });
    now = new Date("2033-05-31T23:59:59.999Z");
    assert.equal((await generate(call, other)).status, 202);
    assertRefused(await generate(call, id), 429, "insights_cost_cap_reached");
    now = new Date("2033-06-01T00:00:00.000Z");
    assert.equal((await generate(call, id)).status, 202);
  });
});
