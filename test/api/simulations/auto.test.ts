import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { assertRefused, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { createDatabase, startApi, type TestDatabase } from "#test/support/processes.ts";
import { completedResults, ended, simulationBody } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";

const AUTO = "/v1/simulations/auto";
const OAT = "How likely are you to purchase this oat milk if your local supermarket carried it?";

describe("Automatic routing", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("asks the literal question of the methodology's population and says how it got there", async () => {
    const { status, data, meta, headers } = await own.call("POST", AUTO, {
      body: { question: OAT, agent_count: 50, generate_insights: false },
    });
    assert.equal(status, 202);
    assert.equal(data.question, OAT);
    assert.equal(data.workflow_id, "product-purchase-intent");
    assert.equal(headers.get("Location"), data.poll_url);
    const { routed_via } = meta;
    assert.deepEqual(Object.keys(routed_via).sort(), [
      "confidence",
      "kpi_question",
      "methodology_label",
      "workflow_id",
      "workflow_name",
    ]);
    assert.equal(routed_via.workflow_id, data.workflow_id);
    assert.ok(routed_via.confidence >= 0.65 && routed_via.confidence <= 1);
    assert.ok(headers.get("Deprecation") !== null && headers.get("Sunset") !== null);
    assert.equal(meta.deprecations.length, 1);
    await ended(own.call, data.id);
    const results = await own.call("GET", `/v1/simulations/${data.id}/results?agents=false`);
    assert.equal(results.data.customer_question, OAT);
    assert.notEqual(results.data.calibration_boundary.tier, 3);
  });

  it("takes the methodology's sample size, or the plan's ceiling where that is lower", async () => {
    const recommended =
      PUBLISHED.find(({ slug }) => slug === "product-purchase-intent")!.recommended_sample_size;
    const { data } = await own.call("POST", AUTO, { body: { question: OAT, generate_insights: false } });
    assert.equal(data.agent_count, recommended);
    const small = await newOrganization({ plan_tier: "sandbox" });
    const capped = await small.call("POST", AUTO, { body: { question: OAT, generate_insights: false } });
    assert.equal(capped.data.agent_count, Math.min(500, recommended));
  });

  it("routing_low_confidence: names likely alternatives, and creates nothing", async () => {
    const { call } = await newOrganization();
    const refused = await call("POST", AUTO, {
      body: { question: "What is the boiling point of water at sea level?" },
    });
    assertRefused(refused, 422, "routing_low_confidence");
    assert.ok(refused.meta.alternatives.length > 0);
    for (const { workflow_id, confidence } of refused.meta.alternatives) {
      assert.ok(PUBLISHED.some(({ slug }) => slug === workflow_id));
      assert.ok(confidence >= 0 && confidence < 0.65);
    }
    assert.deepEqual((await call("GET", "/v1/simulations")).data, []);
  });

  it("checks overrides by the matched methodology's schema, and questions by their length", async () => {
    const wrong = await own.call("POST", AUTO, { body: { question: OAT, overrides: { nonsense: 1 } } });
    assertRefused(wrong, 400, "validation_error");
    assert.equal(wrong.meta.field, "/overrides/nonsense");
    for (const question of ["Too short", "x".repeat(2_001)]) {
      const refused = await own.call("POST", AUTO, { body: { question } });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/question");
    }
  });

  it("routes no KPI question elsewhere", async () => {
    for (const { slug, kpi_question } of PUBLISHED) {
      const { data } = await own.call("POST", AUTO, {
        body: { question: kpi_question, agent_count: 1, generate_insights: false },
      });
      assert.equal(data?.workflow_id, slug);
    }
  });
});

describe("The calibration boundary", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });
  const boundary = async (change: object) =>
    (await completedResults(own.call, { agent_count: 20, ...change })).calibration_boundary;

  it("is tier 1 for every KPI question, with the accuracy that was computed", async () => {
    const stored = await ask<{ slug: string; accuracy_pct: number; confirm_mean_pct: number }>(
      "SELECT slug, accuracy_pct, confirm_mean_pct FROM methodology_accuracy",
    );
    for (const { slug, kpi_question, calibration } of PUBLISHED) {
      const shown = await boundary({ workflow_id: slug, question: kpi_question });
      const computed = stored.find((row) => row.slug === slug);
      assert.deepEqual(
        [shown.tier, shown.kind, shown.methodology_id, shown.accuracy_pct, shown.confirm_mean_pct],
        [1, "calibrated", slug, computed?.accuracy_pct, computed?.confirm_mean_pct],
      );
      assert.ok(shown.similarity > 0.999);
      assert.equal(shown.disclaimer.includes("illustrat"), calibration.illustrative);
    }
  });

  it("is tier 1 where no question is given", async () => {
    const shown = await boundary({ question: undefined });
    assert.deepEqual([shown.tier, shown.similarity], [1, 1]);
  });

  it("is tier 2 for a question on the topic in other words, without any accuracy", async () => {
    const shown = await boundary({
      question: "Would a smoked tofu spread end up in your shopping basket next week?",
    });
    assert.deepEqual(
      [shown.tier, shown.kind, shown.methodology_id, shown.accuracy_pct, shown.confirm_mean_pct],
      [2, "topic_uncalibrated", "product-purchase-intent", null, null],
    );
  });

  it("is never tier 1 for a negated KPI question", async () => {
    const shown = await boundary({
      workflow_id: "brand-trust",
      question: "Do you not trust this brand to do what it promises?",
    });
    assert.notEqual(shown.tier, 1);
    assert.equal(shown.accuracy_pct, null);
  });

  it("is tier 3 for a stranger: the generic population, no claim, no methodology", async () => {
    const results = await completedResults(own.call, {
      agent_count: 20,
      question: "Is a hot dog a sandwich or a taco?",
    });
    const { calibration_boundary: shown, by_segment } = results;
    assert.deepEqual(
      [shown.tier, shown.kind, shown.methodology_id, shown.accuracy_pct],
      [3, "generic_population", null, null],
    );
    const dimensions = new Set(by_segment.map(({ dimension }: { dimension: string }) => dimension));
    for (const dimension of ["sex", "age", "education", "region"]) assert.ok(dimensions.has(dimension));
  });

  it("shows no accuracy that nobody has computed", async () => {
    const database: TestDatabase = await createDatabase();
    try {
      await ask("DELETE FROM methodology_accuracy", [], database.url);
      const api = await startApi({ DATABASE_URL: database.url });
      const { data } = await callerWith(stack().apiKey, api.baseUrl)("GET", "/v1/workflows/brand-trust");
      await api.stop();
      assert.deepEqual(
        [data.calibration.accuracy_pct, data.calibration.confirm_mean_pct, data.calibration.computed_at],
        [null, null, null],
      );
    } finally {
      await database.drop();
    }
  });
});

describe("The catalogue", () => {
  it("lists the twelve published methodologies and shows each", async () => {
    const { call } = await newOrganization();
    const { data, meta } = await call("GET", "/v1/workflows?limit=100");
    assert.equal(meta.has_more, false);
    assert.deepEqual(
      data.map(({ workflow_id }: { workflow_id: string }) => workflow_id).sort(),
      PUBLISHED.map(({ slug }) => slug).sort(),
    );
    for (const { slug, kpi_question } of PUBLISHED) {
      const { data: shown } = await call("GET", `/v1/workflows/${slug}`);
      assert.equal(shown.kpi_question, kpi_question);
      assert.ok(shown.exemplar_questions.length >= 20);
      assert.ok(shown.calibration.accuracy_pct > 50 && shown.calibration.accuracy_pct < 100);
    }
    assertRefused(await call("GET", "/v1/workflows/no-such-thing"), 404, "workflow_not_found");
  });

  it("takes no new simulations of a deprecated one, at once, until it is published again", async () => {
    const database = await createDatabase();
    const api = await startApi({ DATABASE_URL: database.url });
    const call = callerWith(stack().apiKey, api.baseUrl);
    const operator = callerWith(stack().operatorKey, api.baseUrl);
    try {
      const path = "/v1/admin/workflows/brand-trust";
      const body = simulationBody({ workflow_id: "brand-trust" });
      const question = "Do you trust this brand to do what it promises?";
      assert.equal(
        (await operator("PATCH", path, { body: { status: "deprecated" } })).data.status,
        "deprecated",
      );
      assertRefused(await call("POST", "/v1/simulations", { body }), 400, "invalid_workflow");
      await eventually("routing to notice", async () => {
        const reply = await call("POST", AUTO, { body: { question, agent_count: 1 } });
        return reply.error === "routing_low_confidence" || undefined;
      });
      const { data } = await call("GET", "/v1/workflows?limit=100");
      assert.equal(data.length, PUBLISHED.length - 1);
      assert.equal((await call("GET", "/v1/workflows/brand-trust")).data.status, "deprecated");
      await operator("PATCH", path, { body: { status: "published" } });
      assert.equal((await call("POST", "/v1/simulations", { body })).status, 202);
      assertRefused(
        await operator("PATCH", "/v1/admin/workflows/no-such-thing", { body: { status: "deprecated" } }),
        404,
        "workflow_not_found",
      );
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});
