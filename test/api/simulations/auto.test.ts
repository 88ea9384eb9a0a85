import assert from "node:assert/strict";
import { autoSimulation } from "#api/simulations/auto.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { assertRefused } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended } from "#testing/simulations.ts";

const AUTO = "/v1/simulations/auto";
const OAT = "How likely are you to purchase this oat milk if your local supermarket carried it?";

describe("Automatic routing", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("reads the question before its transaction, without a connection", async () => {
    const asked: unknown[] = [];
    const routing = { route: (...given: unknown[]) => Promise.resolve(asked.push(...given)) };
    const methodologies = {
      usableBy: (organizationId: string) => Promise.resolve([`usable by ${organizationId}`]),
    };
    const request = {
      body: { question: OAT },
      identity: { organizationId: own.id },
      services: { methodologies, routing },
    };
    assert.ok("prepare" in autoSimulation);
    assert.equal(await autoSimulation.prepare?.(request as never), 2);
    assert.deepEqual(asked, [OAT, [`usable by ${own.id}`]]);
  });

  it("answers 202 with meta.routed_via, and asks agents the literal question", async () => {
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

  it("defaults agent_count to the smaller of the methodology's recommendation and the plan's ceiling", async () => {
    const recommended =
      PUBLISHED.find(({ slug }) => slug === "product-purchase-intent")!.recommended_sample_size;
    const { data } = await own.call("POST", AUTO, { body: { question: OAT, generate_insights: false } });
    assert.equal(data.agent_count, recommended);
    const small = await newOrganization({ plan_tier: "sandbox" });
    const capped = await small.call("POST", AUTO, { body: { question: OAT, generate_insights: false } });
    assert.equal(capped.data.agent_count, Math.min(500, recommended));
  });

  it("answers 422 routing_low_confidence with meta.alternatives below the floor, and creates nothing", async () => {
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

  it("asks the general population below the floor where the caller wants it: tier 3, routed_via null", async () => {
    const question = "Do penguins dream of warm water at night?";
    const body = { question, agent_count: 30, generate_insights: false, fallback: "general_population" };
    const { status, data, meta } = await own.call("POST", AUTO, { body });
    assert.deepEqual([status, meta.routed_via, data.routed_via], [202, null, null]);
    assert.equal((await ended(own.call, data.id)).status, "completed");
    const { verdict, calibration_boundary } =
      (await own.call("GET", `/v1/simulations/${data.id}/results?agents=false`)).data;
    assert.deepEqual(
      [calibration_boundary.tier, calibration_boundary.methodology_id, verdict.evidence],
      [3, null, "general_population"],
    );
    const routed = await own.call("POST", AUTO, { body: { ...body, question: OAT } });
    assert.equal(routed.data.workflow_id, "product-purchase-intent");
    const unknown = await own.call("POST", AUTO, { body: { ...body, fallback: "anybody" } });
    assertRefused(unknown, 400, "validation_error");
    assert.equal(unknown.meta.field, "/fallback");
  });

  it("answers 400 validation_error for overrides outside the matched methodology's schema, and for question lengths", async () => {
    const wrong = await own.call("POST", AUTO, { body: { question: OAT, overrides: { nonsense: 1 } } });
    assertRefused(wrong, 400, "validation_error");
    assert.equal(wrong.meta.field, "/overrides/nonsense");
    for (const question of ["Too short", "x".repeat(2_001)]) {
      const refused = await own.call("POST", AUTO, { body: { question } });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/question");
    }
  });

  it("routes every KPI question to its own methodology", async () => {
    for (const { slug, kpi_question } of PUBLISHED) {
      const { data } = await own.call("POST", AUTO, {
        body: { question: kpi_question, agent_count: 1, generate_insights: false },
      });
      assert.equal(data?.workflow_id, slug);
    }
  });
});
