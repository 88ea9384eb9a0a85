import assert from "node:assert/strict";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, newSimulation, simulationBody } from "#testing/simulations.ts";
import { newWebhook } from "#testing/webhooks.ts";

const NOBODY = "00000000-0000-7000-8000-000000000000";

describe("Simulations", () => {
  let own: TestOrganization;
  let other: TestOrganization;
  before(async () => {
    [own, other] = await Promise.all([newOrganization(), newOrganization()]);
  });

  const show = async (id: string) => (await own.call("GET", `/v1/simulations/${id}`)).data;
  const patch = (id: string, body: object) => own.call("PATCH", `/v1/simulations/${id}`, { body });
  const found = async (query: string) =>
    (await own.call("GET", `/v1/simulations?${query}`)).data.map(({ id }: { id: string }) => id);

  it("are named, tagged and archived by PATCH, which replaces metadata and tags whole", async () => {
    const given = { name: "Spring", tags: ["a", "b"], metadata: { team: "x", env: "y" } };
    const { data: created } = await own.call("POST", "/v1/simulations", {
      body: simulationBody({ agent_count: 1, ...given }),
    });
    const recordOf = ({ name, tags, metadata, archived }: Record<string, unknown>) => ({
      name,
      tags,
      metadata,
      archived,
    });
    assert.deepEqual(recordOf(created), { ...given, archived: false });
    assert.deepEqual(recordOf(await show(created.id)), { ...given, archived: false });
    const changed = await patch(created.id, { tags: ["b", "c"], metadata: { team: "z" }, archived: true });
    assert.equal(changed.status, 200);
    const wanted = { name: "Spring", tags: ["b", "c"], metadata: { team: "z" }, archived: true };
    assert.deepEqual(recordOf(changed.data), wanted);
    assert.deepEqual(recordOf(await show(created.id)), wanted);
    assert.deepEqual(await found("archived=true&tag=b,c&metadata[team]=z"), [created.id]);
    for (const gone of ["tag=a", "metadata[team]=x", "metadata[env]=y"]) {
      assert.deepEqual(await found(`archived=true&${gone}`), [], gone);
    }
    const { data: cleared } = await patch(created.id, { name: null, tags: null, metadata: null });
    assert.deepEqual(recordOf(cleared), { name: null, tags: [], metadata: {}, archived: true });
    assert.deepEqual(recordOf((await patch(created.id, {})).data), recordOf(cleared));
    assertRefused(
      await other.call("PATCH", `/v1/simulations/${created.id}`, { body: {} }),
      404,
      "simulation_not_found",
    );
    assertRefused(await patch(NOBODY, { name: "x" }), 404, "simulation_not_found");
  });

  for (
    const [what, body, field] of [
      ["21 tags", { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, "/tags"],
      ["a tag of 41 characters", { tags: ["t".repeat(41)] }, "/tags/0"],
      ["a tag twice", { tags: ["t", "t"] }, "/tags"],
      ["a name of 101 characters", { name: "n".repeat(101) }, "/name"],
      ["null for archived", { archived: null }, "/archived"],
      ["a question", { question: "Other?" }, "/question"],
    ] as const
  ) {
    it(`answer a PATCH with ${what} by a 400 that names ${field}`, async () => {
      const refused = await patch(NOBODY, body);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, field);
    });
  }

  it("are listed without the archived ones, by all of several tags, and by their question in any spelling", async () => {
    const create = (change: object) => newSimulation(own.call, { agent_count: 1, ...change });
    const one = await create({ tags: ["red", "blue"], question: "Would you  drink THIS tea?" });
    const two = await create({ tags: ["red"], question: "Would you drink this tea" });
    const three = await create({ question: "Would you drink this coffee?" });
    assert.deepEqual(await found("tag=red"), [two, one]);
    assert.deepEqual(await found("tag=red&tag=blue"), [one]);
    const question = encodeURIComponent("would you drink this tea!?");
    assert.deepEqual(await found(`question=${question}`), [two, one]);
    assert.deepEqual(await found(`question=${question}&tag=blue`), [one]);
    await patch(two, { archived: true });
    assert.deepEqual(await found(`question=${question}`), [one]);
    assert.deepEqual(await found(`question=${question}&archived=true`), [two]);
    const all = await found("limit=100");
    assert.deepEqual([all.includes(one), all.includes(two), all.includes(three)], [true, false, true]);
    const elsewhere = await other.call("GET", `/v1/simulations?question=${question}`);
    assert.deepEqual(elsewhere.data, []);
  });

  it("name the key that created them, and null in place of its name once it is gone", async () => {
    const id = await newSimulation(own.call, { agent_count: 1 });
    const { created_by } = await show(id);
    const [key] = await ask<{ id: string; name: string }>(
      "SELECT id, name FROM api_keys WHERE organization_id = $1",
      [own.id],
    );
    assert.deepEqual(created_by, { kind: "key", id: key?.id, name: key?.name });
    await ask("UPDATE simulations SET created_by_key_id = $2 WHERE id = $1", [id, NOBODY]);
    assert.deepEqual((await show(id)).created_by, { kind: "key", id: NOBODY, name: null });
  });

  it("are deleted with all that they own, once they have ended", async () => {
    await newWebhook(own.call, "https://hooks.example.com/d", { events: ["simulation.completed"] });
    const id = await newSimulation(own.call, { agent_count: 10, metadata: { kept: "no" }, tags: ["gone"] });
    await ended(own.call, id);
    const usage = (await own.call("GET", "/v1/usage")).data;
    await ask("UPDATE deliveries SET status = 'pending', completed_at = NULL WHERE simulation_id = $1", [id]);
    assertRefused(await other.call("DELETE", `/v1/simulations/${id}`), 404, "simulation_not_found");
    const deleted = await own.call("DELETE", `/v1/simulations/${id}`);
    assert.deepEqual([deleted.status, deleted.data], [204, null]);
    for (const path of ["", "/results", "/insights"]) {
      assertRefused(await own.call("GET", `/v1/simulations/${id}${path}`), 404, "simulation_not_found");
    }
    assertRefused(await own.call("DELETE", `/v1/simulations/${id}`), 404, "simulation_not_found");
    for (const table of ["simulation_chunks", "simulation_metadata", "readings"]) {
      assert.deepEqual(await ask(`SELECT FROM ${table} WHERE simulation_id = $1`, [id]), [], table);
    }
    const deliveries = await ask<{ status: string }>(
      "SELECT status FROM deliveries WHERE simulation_id = $1",
      [id],
    );
    assert.deepEqual(deliveries, [{ status: "cancelled" }]);
    const { data: events } = await own.call("GET", `/v1/events?simulation_id=${id}`);
    assert.deepEqual(events.map(({ type }: { type: string }) => type), ["simulation.completed"]);
    const { data: after } = await own.call("GET", "/v1/usage");
    assert.equal(after.simulations_this_period, usage.simulations_this_period);
    const entries = await ask("SELECT FROM audit_log WHERE action = 'simulation.delete' AND subject = $1", [
      id,
    ]);
    assert.equal(entries.length, 1);
  });

  it("are not deleted while they run: 409 simulation_not_terminal", async () => {
    const id = await newSimulation(own.call, { agent_count: 1 });
    await ended(own.call, id);
    await ask(
      "UPDATE simulations SET status = 'running', completed_at = NULL WHERE id = $1",
      [id],
    );
    const refused = await own.call("DELETE", `/v1/simulations/${id}`);
    assertRefused(refused, 409, "simulation_not_terminal");
    assert.equal(refused.meta.status, "running");
    assert.equal((await show(id)).status, "running");
  });

  it("give back what was set aside for a Reading under way when they are deleted", async () => {
    const id = await newSimulation(own.call, { agent_count: 1 });
    await ended(own.call, id);
    const reserved = async () =>
      (await ask<{ usd: number }>(
        "SELECT sum(reading_reserved_usd)::float8 AS usd FROM usage_months WHERE organization_id = $1",
        [own.id],
      ))[0]?.usd;
    const before = await reserved();
    await ask(
      `WITH r AS (INSERT INTO readings (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
        SELECT id, organization_id, 1, now(), date_trunc('month', created_at AT TIME ZONE 'UTC')::date, 0.05 FROM simulations WHERE id = $1)
       UPDATE usage_months SET reading_reserved_usd = reading_reserved_usd + 0.05 WHERE organization_id = $2`,
      [id, own.id],
    );
    assert.notEqual(await reserved(), before);
    assert.equal((await own.call("DELETE", `/v1/simulations/${id}`)).status, 204);
    assert.equal(await reserved(), before);
  });
});
