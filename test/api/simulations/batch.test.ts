import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { changeOrganization, ended, QUESTION, simulationBody } from "#testing/simulations.ts";

const NAMED = simulationBody({ agent_count: 20 });
const ROUTED = { question: QUESTION, generate_insights: false };

describe("Simulations of a batch", () => {
  let own: TestOrganization;
  beforeEach(async () => {
    own = await newOrganization();
  });

  const send = (simulations: readonly object[], change: object = {}) =>
    own.call("POST", "/v1/simulations/batch", { body: { simulations, ...change } });
  const count = async () => (await own.call("GET", "/v1/simulations")).data.length;

  it("are accepted together, in order, with one seed", async () => {
    const soy = { ...NAMED, question: "Would you buy this soy drink for your breakfast?" };
    const { status, data } = await send([NAMED, ROUTED, soy], { agent_count: 30, seed: 5 });
    assert.equal(status, 202);
    const sizes = data.map(({ agent_count }: { agent_count: number }) => agent_count);
    assert.deepEqual(sizes, [20, 30, 20]);
    assert.deepEqual(data.map(({ seed }: { seed: number }) => seed), [5, 5, 5]);
    assert.equal(data[1].routed_via.workflow_id, "product-purchase-intent");
    for (const { id } of data) assert.equal((await ended(own.call, id)).status, "completed");
    const { data: compared } = await own.call("GET", `/v1/simulations/${data[0].id}/compare/${data[2].id}`);
    assert.equal(compared.paired, true);
    const { data: listed } = await own.call("GET", "/v1/simulations");
    assert.equal(listed.length, 3);
  });

  it("take null for what is optional as absent", async () => {
    const nulls = { seed: null, audience: null, metadata: null, callback_url: null };
    const one = { ...NAMED, ...nulls, workflow_id: "brand-trust", question: null, scenario_context: null };
    const { status, data } = await send(
      [one, { ...ROUTED, ...nulls, workflow_id: null, agent_count: null }],
      {
        seed: null,
        agent_count: 30,
      },
    );
    assert.equal(status, 202);
    assert.deepEqual([data[0].question, data[1].agent_count], [null, 30]);
  });

  it("say once each what is deprecated in one of them", async () => {
    const legacy = { workflow_id: "brand-trust", agent_count: 5 };
    const { meta, headers } = await send([legacy, legacy, ROUTED]);
    assert.deepEqual(meta.deprecations, [
      "Omitting question is deprecated: send the question to be asked.",
      "meta.routed_via.kpi_question is deprecated: agents are asked the literal question.",
    ]);
    assert.match(headers.get("Deprecation") ?? "", /^@\d+$/);
    assert.match(headers.get("Sunset") ?? "", / GMT$/);
    const none = await send([NAMED, NAMED]);
    assert.deepEqual([none.meta.deprecations, none.headers.get("Sunset")], [undefined, null]);
  });

  it("get one seed that is drawn where none is given", async () => {
    const { data } = await send([NAMED, NAMED]);
    assert.equal(data[0].seed, data[1].seed);
    assert.notEqual((await send([NAMED, NAMED])).data[0].seed, data[0].seed);
  });

  for (
    const [what, simulations, change, status, error, field] of [
      [
        "a question too short to route",
        [NAMED, { question: "Why?" }],
        {},
        400,
        "validation_error",
        "/simulations/1/question",
      ],
      ["no question to route", [NAMED, {}], {}, 400, "validation_error", "/simulations/1/question"],
      ["an unknown field", [NAMED, { ...NAMED, x: 1 }], {}, 400, "validation_error", "/simulations/1/x"],
      [
        "overrides beside workflow_id",
        [NAMED, { ...NAMED, overrides: {} }],
        {},
        400,
        "validation_error",
        "/simulations/1/overrides",
      ],
      [
        "no number of agents",
        [{ workflow_id: "brand-trust" }, NAMED],
        {},
        400,
        "validation_error",
        "/simulations/0/agent_count",
      ],
      [
        "two seeds",
        [{ ...NAMED, seed: 1 }, { ...NAMED, seed: 2 }],
        {},
        400,
        "validation_error",
        "/simulations/1/seed",
      ],
      ["one simulation", [NAMED], {}, 400, "validation_error", "/simulations"],
      [
        "21 simulations",
        Array.from({ length: 21 }, () => NAMED),
        {},
        400,
        "validation_error",
        "/simulations",
      ],
      [
        "an unknown methodology",
        [NAMED, { ...NAMED, workflow_id: "none" }],
        {},
        400,
        "invalid_workflow",
        "/simulations/1/workflow_id",
      ],
      [
        "a callback to a private address",
        [NAMED, { ...NAMED, callback_url: "https://10.0.0.1/" }],
        {},
        400,
        "validation_error",
        "/simulations/1/callback_url",
      ],
      [
        "a question that fits no methodology",
        [NAMED, ROUTED, { question: "What is the boiling point of water at sea level?" }],
        {},
        422,
        "routing_low_confidence",
        "/simulations/2/question",
      ],
      [
        "a segment that there is not",
        [NAMED, { ...NAMED, audience: { sex: ["female", "fem"] } }],
        {},
        400,
        "validation_error",
        "/simulations/1/audience/sex/1",
      ],
    ] as const
  ) {
    it(`are all refused for ${what}, at ${field}`, async () => {
      const refused = await send(simulations, change);
      assertRefused(refused, status, error);
      assert.equal(refused.meta.field, field);
      assert.equal(refused.meta.errors[0].field, field);
      assert.equal(await count(), 0);
    });
  }

  it("are all refused where one has more agents than the plan allows", async () => {
    await changeOrganization(own.id, { limits: { agent_count_ceiling: 50 } });
    const refused = await send([NAMED, { ...NAMED, agent_count: 51 }]);
    assertRefused(refused, 422, "agent_count_exceeds_plan");
    assert.deepEqual([refused.meta.field, refused.meta.ceiling], ["/simulations/1/agent_count", 50]);
    assert.equal(refused.meta.errors[0].field, "/simulations/1/agent_count");
  });

  it("are all refused where the month's quota has room for some", async () => {
    await changeOrganization(own.id, { limits: { simulations_per_month: 3 } });
    const refused = await send([NAMED, NAMED, NAMED, NAMED]);
    assertRefused(refused, 402, "insufficient_quota");
    assert.equal(refused.meta.field, "/simulations/3");
    assert.deepEqual([refused.meta.limit, refused.meta.used], [3, 0]);
    assert.match(refused.meta.message, /allows 3 simulations a month, and 0 are used;/);
    assert.match(refused.meta.errors[0].message, /^is refused: /);
    assert.equal(await count(), 0);
    assert.equal((await own.call("GET", "/v1/usage")).data.simulations_this_period, 0);
    assert.equal((await send([NAMED, NAMED, NAMED])).status, 202);
  });

  it("are all refused where the month has agents for some, of which none counts as used", async () => {
    await changeOrganization(own.id, { limits: { agent_runs_per_month: 50 } });
    assert.equal((await send([{ ...NAMED, agent_count: 5 }, { ...NAMED, agent_count: 5 }])).status, 202);
    const refused = await send([NAMED, NAMED, NAMED]);
    assertRefused(refused, 422, "tier_cap_exceeded");
    assert.deepEqual(
      [refused.meta.field, refused.meta.limit, refused.meta.used],
      ["/simulations/2/agent_count", 50, 10],
    );
    assert.match(refused.meta.message, /^With 60 more agents /);
  });

  it("are told of the faults of all of them, each at its place", async () => {
    const faultsIn = async (simulations: readonly object[]) => {
      const { status, meta } = await send(simulations);
      assert.equal(status, 400);
      return meta.errors.map(({ field }: { field: string }) => field);
    };
    const long = { ...ROUTED, question: "?".repeat(2_001) };
    assert.deepEqual(await faultsIn([{ ...NAMED, x: 1 }, NAMED, long]), [
      "/simulations/0/x",
      "/simulations/2/question",
    ]);
    // What a body needs depends on whether it names its methodology.
    assert.deepEqual(await faultsIn([{}, NAMED, { ...ROUTED, scenario_context: {} }]), [
      "/simulations/0/question",
      "/simulations/2/scenario_context",
    ]);
    const { meta: later } = await send([NAMED, { ...NAMED, scenario_context: { nope: 1 } }]);
    assert.equal(later.field, "/simulations/1/scenario_context/nope");
    assert.match(later.message, /^\/simulations\/1\/scenario_context\/nope is /);
    const audience = { party: ["republican"], race: ["black"], age: ["18-24"] };
    const { status: few, meta: share } = await send([NAMED, {
      ...NAMED,
      workflow_id: "public-spending",
      audience,
    }]);
    assert.deepEqual([few, share.field], [422, "/simulations/1/audience"]);
    assert.ok(share.frame_share_pct > 0 && share.frame_share_pct < 1);
    // The items of a list that is too long are not looked at.
    assert.deepEqual(await faultsIn(Array.from({ length: 30 }, () => ({ x: 1 }))), ["/simulations"]);
    assert.equal((await faultsIn(Array.from({ length: 20 }, () => ({ x: 1, y: 1 })))).length, 20);
  });

  it("are all refused where the bucket of automatic routings has room for some, and take none of it", async () => {
    await changeOrganization(own.id, { limits: { requests_per_minute: 10 } });
    assert.equal((await send([NAMED, ROUTED, ROUTED])).status, 202);
    const refused = await send([ROUTED, ROUTED, ROUTED, ROUTED]);
    assertRefused(refused, 429, "rate_limit_exceeded");
    // Five a minute: three are left, and the fourth comes after 12 seconds.
    assert.equal(refused.headers.get("Retry-After"), "12");
    assert.equal(await count(), 3);
    assert.equal((await send([ROUTED, ROUTED, ROUTED])).status, 202);
  });

  it("of more questions than the bucket of automatic routings holds wait until it is full", async () => {
    await changeOrganization(own.id, { limits: { requests_per_minute: 4 } });
    assert.equal((await send([ROUTED, ROUTED, ROUTED])).status, 202);
    const refused = await send([ROUTED, ROUTED]);
    assertRefused(refused, 429, "rate_limit_exceeded");
    // Two a minute: the third was lent, so that two are there after a minute and a half.
    assert.equal(refused.headers.get("Retry-After"), "90");
  });

  it("are created once for an Idempotency-Key, which is required", async () => {
    const body = { simulations: [NAMED, NAMED] };
    const without = await own.call("POST", "/v1/simulations/batch", { body, idempotencyKey: null });
    assertRefused(without, 409, "idempotency_key_required");
    const idempotencyKey = crypto.randomUUID();
    const [first, again] = [
      await own.call("POST", "/v1/simulations/batch", { body, idempotencyKey }),
      await own.call("POST", "/v1/simulations/batch", { body, idempotencyKey }),
    ];
    assert.deepEqual(again.data, first.data);
    assert.equal(await count(), 2);
  });
});
