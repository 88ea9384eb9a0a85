import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { withApiAlone } from "#testing/processes.ts";
import { changeOrganization, ended, newSimulation } from "#testing/simulations.ts";
import { stack } from "#testing/stack.ts";

describe("Operators' simulations", () => {
  const operator = () => callerWith(stack().operatorKey);
  let own: TestOrganization;
  let ids: string[];
  before(async () => {
    own = await newOrganization();
    ids = [];
    for (let k = 0; k < 3; k++) ids.push(await newSimulation(own.call, { agent_count: 5 }));
    await Promise.all(ids.map((id) => ended(own.call, id)));
  });

  it("are listed newest first, each with its organization and its workflow in the Temporal UI", async () => {
    const { data } = await operator()("GET", `/v1/admin/simulations?organization_id=${own.id}`);
    assert.deepEqual(data.map(({ id }: { id: string }) => id), ids.toReversed());
    for (const { id, organization_id, temporal_ui_url } of data) {
      assert.equal(organization_id, own.id);
      assert.equal(new URL(temporal_ui_url).pathname, `/namespaces/default/workflows/simulation%2F${id}`);
    }
  });

  it("are filtered by status, organization and time, and paged without gaps", async () => {
    const list = async (query: string) => {
      const { data, meta } = await operator()(
        "GET",
        `/v1/admin/simulations?organization_id=${own.id}&${query}`,
      );
      return { ids: data.map(({ id }: { id: string }) => id), next: meta.next_cursor };
    };
    assert.deepEqual((await list("status=completed")).ids, ids.toReversed());
    assert.deepEqual((await list("status=failed")).ids, []);
    const { data: middle } = await operator()("GET", `/v1/admin/simulations/${ids[1]}`);
    const at = encodeURIComponent(middle.created_at);
    assert.deepEqual((await list(`created_after=${at}`)).ids, [ids[2]]);
    assert.deepEqual((await list(`created_before=${at}`)).ids, [ids[0]]);
    const first = await list("limit=2");
    assert.deepEqual(first.ids, [ids[2], ids[1]]);
    assert.deepEqual(await list(`limit=2&cursor=${first.next}`), { ids: [ids[0]], next: null });
    const all = await operator()("GET", "/v1/admin/simulations?limit=100");
    const times = all.data.map(({ created_at }: { created_at: string }) => created_at);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  it("are shown as their organization sees them", async () => {
    const { data } = await operator()("GET", `/v1/admin/simulations/sim_${ids[0]}`);
    const { organization_id, organization_name, temporal_ui_url: _, ...shown } = data;
    const { organization } = (await own.call("GET", "/v1/auth/me")).data;
    assert.deepEqual([organization_id, organization_name], [own.id, organization.name]);
    assert.deepEqual(shown, (await own.call("GET", `/v1/simulations/${ids[0]}`)).data);
  });

  it("are neither listed nor cancelled by a customer, and 404 where there is none", async () => {
    for (
      const [method, path] of [["GET", ""], ["GET", `/${ids[0]}`], ["POST", `/${ids[0]}/cancel`]] as const
    ) {
      const refused = await own.call(method, `/v1/admin/simulations${path}`);
      assertRefused(refused, 403, "forbidden_operator_only");
    }
    const missing = `/v1/admin/simulations/${crypto.randomUUID()}`;
    assertRefused(await operator()("GET", missing), 404, "simulation_not_found");
    assertRefused(await operator()("POST", `${missing}/cancel`), 404, "simulation_not_found");
    assertRefused(
      await operator()("POST", `/v1/admin/simulations/${ids[0]}/cancel`),
      409,
      "simulation_not_cancellable",
    );
  });

  it("are cancelled with an entry in the audit log, and give back what had not begun", async () => {
    await withApiAlone(async (baseUrl) => {
      const [customer, asOperator] = [stack().apiKey, stack().operatorKey].map((key) =>
        callerWith(key, baseUrl)
      );
      const used = async () => (await customer!("GET", "/v1/usage")).data.simulations_this_period;
      const before = await used();
      const id = await newSimulation(customer!);
      assert.equal(await used(), before + 1);
      const cancelled = await asOperator!("POST", `/v1/admin/simulations/${id}/cancel`);
      assert.deepEqual([cancelled.status, cancelled.data.status], [202, "failed"]);
      const { data } = await customer!("GET", `/v1/simulations/${id}`);
      assert.deepEqual([data.failure_code, data.failure_message], ["cancelled", "Cancelled by an operator."]);
      assert.equal(await used(), before);
      const { data: [entry] } = await asOperator!("GET", `/v1/admin/audit?subject=${id}`);
      assert.deepEqual([entry.action, entry.details.organization_id], [
        "simulation.cancel",
        stack().organizationId,
      ]);
    });
  });
});

describe("GET /v1/admin/audit", () => {
  it("has every change of an organization with who made it, newest first, and pages", async () => {
    const operator = callerWith(stack().operatorKey);
    const { id } = await newOrganization({ requests_per_minute: null });
    await changeOrganization(id, { plan_tier: "growth", limits: { simulations_per_month: 3 } });
    const { data, meta } = await operator("GET", `/v1/admin/audit?subject=${id}&limit=1`);
    assert.equal(data[0].action, "organization.update");
    assert.deepEqual(data[0].details, { plan_tier: "growth", limits: { simulations_per_month: 3 } });
    assert.equal(data[0].actor_user_id, null);
    const next = await operator("GET", `/v1/admin/audit?subject=${id}&limit=1&cursor=${meta.next_cursor}`);
    assert.deepEqual([next.data[0].action, next.meta.has_more], ["organization.create", false]);
    const { data: created } = await operator("GET", "/v1/admin/audit?action=api_key.create&limit=100");
    assert.ok(
      created.some(({ details }: { details: { organization_id: string } }) => details.organization_id === id),
    );
    const customer = await newOrganization();
    assertRefused(await customer.call("GET", "/v1/admin/audit"), 403, "forbidden_operator_only");
  });
});
