import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { eventually } from "#testing/eventually.ts";
import { newOrganization } from "#testing/organizations.ts";
import { createDatabase, startApi } from "#testing/processes.ts";
import { simulationBody } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

describe("Workflows", () => {
  it("list the twelve published methodologies, and show each", async () => {
    const { call } = await newOrganization();
    const { data, meta } = await call("GET", "/v1/workflows");
    assert.equal(meta.has_more, false);
    assert.deepEqual(
      data.map(({ workflow_id }: { workflow_id: string }) => workflow_id).sort(),
      PUBLISHED.map(({ slug }) => slug).sort(),
    );
    for (const { slug, kpi_question } of PUBLISHED) {
      const { data: shown } = await call("GET", `/v1/workflows/${slug}`);
      assert.equal(shown.kpi_question, kpi_question);
      assert.ok(shown.exemplar_questions.length >= 20);
    }
    assertRefused(await call("GET", "/v1/workflows/no-such-thing"), 404, "workflow_not_found");
  });

  it("take no simulations while deprecated: 400 invalid_workflow, and no routing to them", async () => {
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
        const reply = await call("POST", "/v1/simulations/auto", { body: { question, agent_count: 1 } });
        return reply.error === "routing_low_confidence" || undefined;
      });
      const { data } = await call("GET", "/v1/workflows");
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
