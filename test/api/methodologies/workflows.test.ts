import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#testing/processes.ts";
import { simulationBody } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

describe("Workflows", () => {
  it("list the twelve published methodologies, and show each", async () => {
    const { call } = await newOrganization();
    const { data, meta } = await call("GET", "/v1/workflows");
    assert.equal(meta.has_more, false);
    assert.deepEqual(
      data.map(({ workflow_id }: { workflow_id: string }) => workflow_id)
        .sort(),
      PUBLISHED.map(({ slug }) => slug).sort(),
    );
    for (const { slug, kpi_question } of PUBLISHED) {
      const { data: shown } = await call("GET", `/v1/workflows/${slug}`);
      assert.equal(shown.kpi_question, kpi_question);
      assert.ok(shown.exemplar_questions.length >= 20);
    }
    for (
      const slug of [
        "no-such-thing",
        "No_Such.Thing",
        "%20",
        "ü".repeat(200),
        "a%2Fb",
      ]
    ) {
      assertRefused(
        await call("GET", `/v1/workflows/${slug}`),
        404,
        "workflow_not_found",
      );
    }
    assertRefused(
      await call("GET", "/v1/workflows/a%00b"),
      400,
      "validation_error",
    );
  });
});

/** On an API of their own: what is deprecated is so for everybody. The second deprecates all. */
describe("Workflows that are deprecated", () => {
  let database: TestDatabase;
  let api: TestProcess & { baseUrl: string };
  let call: Caller;
  let operator: Caller;
  before(async () => {
    database = await createDatabase();
    api = await startApi({ DATABASE_URL: database.url });
    call = callerWith(stack().apiKey, api.baseUrl);
    operator = callerWith(stack().operatorKey, api.baseUrl);
  });
  after(async () => {
    await api?.stop();
    await database?.drop();
  });

  it("take no simulations: 400 invalid_workflow, and no routing to them", async () => {
    const path = "/v1/admin/workflows/brand-trust";
    const body = simulationBody({ workflow_id: "brand-trust" });
    const question = "Do you trust this brand to do what it promises?";
    assert.equal(
      (await operator("PATCH", path, { body: { status: "deprecated" } })).data
        .status,
      "deprecated",
    );
    assertRefused(
      await call("POST", "/v1/simulations", { body }),
      400,
      "invalid_workflow",
    );
    await eventually("routing to notice", async () => {
      const reply = await call("POST", "/v1/simulations/auto", {
        body: { question, agent_count: 1 },
      });
      return reply.error === "routing_low_confidence" || undefined;
    });
    const preview = await call("POST", "/v1/simulations/preview", {
      body: { question, workflow_id: "brand-trust" },
    });
    assertRefused(preview, 400, "invalid_workflow");
    assert.equal(preview.meta.field, "/workflow_id");
    const { data } = await call("GET", "/v1/workflows");
    assert.equal(data.length, PUBLISHED.length - 1);
    assert.equal(
      (await call("GET", "/v1/workflows/brand-trust")).data.status,
      "deprecated",
    );
    await operator("PATCH", path, { body: { status: "published" } });
    assert.equal((await call("POST", "/v1/simulations", { body })).status, 202);
    for (const slug of ["no-such-thing", "No_Such.Thing"]) {
      const refused = await operator("PATCH", `/v1/admin/workflows/${slug}`, {
        body: { status: "deprecated" },
      });
      assertRefused(refused, 404, "workflow_not_found");
    }
  });

  it("leave the general population to the likeliest other one where public-opinion is among them; 422 where all are", async () => {
    const deprecate = (slug: string) =>
      operator("PATCH", `/v1/admin/workflows/${slug}`, {
        body: { status: "deprecated" },
      });
    const body = {
      question: "Do penguins dream of warm water at night?",
      fallback: "general_population",
    };
    const preview = () => call("POST", "/v1/simulations/preview", { body });
    const auto = () =>
      call("POST", "/v1/simulations/auto", {
        body: { ...body, agent_count: 1 },
      });
    await deprecate("public-opinion");
    const { data, meta, status } = await auto();
    assert.deepEqual([status, meta.routed_via, data.routed_via], [
      202,
      null,
      null,
    ]);
    assert.notEqual(data.workflow_id, "public-opinion");
    const previewed = await eventually("previews to notice", async () => {
      const { data } = await preview();
      return data.workflow_id === "public-opinion" ? undefined : data;
    });
    assert.deepEqual([previewed.workflow_id, previewed.tier], [
      data.workflow_id,
      3,
    ]);
    for (const { slug } of PUBLISHED) await deprecate(slug);
    await eventually("routing to notice", async () => {
      const { status } = await preview();
      return (await call("GET", "/v1/workflows")).data.length === 0 &&
          status === 200 || undefined;
    });
    const refused = await eventually("routing to notice", async () => {
      const reply = await auto();
      return reply.error === "routing_low_confidence" ? reply : undefined;
    });
    assert.deepEqual(refused.meta.alternatives, []);
  });
});
