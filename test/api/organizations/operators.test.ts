import assert from "node:assert/strict";
import { ROUTES } from "#api/routes.ts";
import { newEmail, type Person, signIn, type SignInOptions } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { newSimulation } from "#testing/simulations.ts";
import { newDelivery, newWebhook } from "#testing/webhooks.ts";
import { startApi, type TestProcess } from "#testing/processes.ts";

const PATH = "/v1/admin/organizations";

describe("Organizations, to an operator,", () => {
  const operator = callerWith(stack().operatorKey);

  it("are listed newest first, each shown by its id", async () => {
    const [first, second] = [await newOrganization(), await newOrganization()];
    const listed = await operator("GET", `${PATH}?limit=100`);
    assert.equal(listed.status, 200);
    const ids = listed.data.map(({ id }: { id: string }) => id);
    assert.ok(ids.includes(first.id) && ids.indexOf(second.id) < ids.indexOf(first.id));
    const shown = await operator("GET", `${PATH}/${first.id}`);
    assert.equal(shown.status, 200);
    assert.deepEqual(shown.data, listed.data[ids.indexOf(first.id)]);
  });

  it("are refused by 404 where there is none", async () => {
    assertRefused(await operator("GET", `${PATH}/${crypto.randomUUID()}`), 404, "not_found");
  });
});

describe("A person whose address is in OPERATOR_EMAILS", () => {
  const emails = Array.from({ length: 8 }, newEmail);
  let api: TestProcess & { baseUrl: string };
  before(async () => {
    api = await startApi({ OPERATOR_EMAILS: emails.map((email) => email.toUpperCase()).join(", ") });
  });
  after(() => api?.stop());

  const enter = (options: SignInOptions): Promise<Person> => signIn({ baseUrl: api.baseUrl, ...options });
  const mayOperate = async ({ call }: Person): Promise<boolean> => {
    const reply = await call("GET", PATH);
    if (reply.status !== 200) assertRefused(reply, 403, "forbidden_operator_only");
    return reply.status === 200;
  };

  it("is an operator by a mailed link, and acts in the audit log by name", async () => {
    const operator = await enter({ email: emails[0]! });
    assert.ok(await mayOperate(operator));
    const { id } = await newOrganization({ baseUrl: api.baseUrl });
    const changed = await operator.call("PATCH", `${PATH}/${id}`, { body: { plan_tier: "growth" } });
    assert.equal(changed.status, 200);
    const rows = await ask(
      "SELECT actor_key_id, actor_user_id FROM audit_log WHERE subject = $1 AND action = 'organization.update' AND actor_user_id IS NOT NULL",
      [id],
    );
    assert.deepEqual(rows, [{ actor_key_id: null, actor_user_id: operator.userId }]);
  });

  it("finds an organization by part of its name in any case, and its runs by that name", async () => {
    const operator = await enter({ email: emails[6]! });
    const own = await newOrganization({ baseUrl: api.baseUrl });
    const name = `Ärger_100% ${own.id}`;
    await ask("UPDATE organizations SET name = $2 WHERE id = $1", [own.id, name]);
    const found = async (part: string) =>
      (await operator.call("GET", `${PATH}?${new URLSearchParams({ name: part })}`)).data
        .map(({ id }: { id: string }) => id);
    assert.deepEqual(await found(`äRGER_100% ${own.id}`), [own.id]);
    assert.deepEqual(await found(`Ärger%100_ ${own.id}`), []);
    const id = await newSimulation(own.call);
    const runs = await operator.call("GET", `/v1/admin/simulations?organization_id=${own.id}`);
    assert.deepEqual(runs.data.map((run: Record<string, unknown>) => [run["id"], run["organization_name"]]), [
      [id, name],
    ]);
    const shown = await operator.call("GET", `/v1/admin/simulations/${id}`);
    assert.equal(shown.data.organization_name, name);
  });

  it("sees what waits and which endpoints are down, by name", async () => {
    const operator = await enter({ email: emails[7]! });
    const own = await newOrganization({ baseUrl: api.baseUrl });
    const webhook = await newWebhook(own.call, `https://example.org/${own.id}`, { enabled: false });
    const delivery = await newDelivery(own.call, webhook.id);
    const since = new Date(Date.UTC(2020, 0, 1)).toISOString();
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries,
         last_failed_delivery, down_since)
       SELECT endpoint_id, organization_id, 12, 12, 0, id, $2 FROM deliveries WHERE id = $1`,
      [delivery, since],
    );
    const { data } = await operator.call("GET", "/v1/admin/overview");
    const { name } = (await own.call("GET", "/v1/auth/me")).data.organization;
    assert.deepEqual(
      data.endpoints.find((each: Record<string, unknown>) => each["webhook_id"] === webhook.id),
      {
        organization_id: own.id,
        organization_name: name,
        webhook_id: webhook.id,
        url: `https://example.org/${own.id}`,
        down_since: since,
        failures: 12,
      },
    );
    await ask("DELETE FROM endpoint_health WHERE last_failed_delivery = $1", [delivery]);
    assert.deepEqual(data.queues.map(({ name }: { name: string }) => name), [
      "outbox",
      "due",
      "queued_simulations",
      "running_simulations",
      "readings",
      "queued_training",
    ]);
    assert.ok(
      data.requests > 0 && data.server_errors >= 0 && Date.parse(data.taken_at) > Date.now() - 60_000,
    );
  });

  it("is none while nobody has proved to read the address's mail, nor by a password from before the proof", async () => {
    const unproven = await enter({ email: emails[1]!, method: "password", passwordHash: "$argon2id$none" });
    await ask("UPDATE users SET email_verified_at = NULL WHERE id = $1", [unproven.userId]);
    assert.ok(!await mayOperate(unproven));
    const before = await enter({ email: emails[2]!, method: "password", passwordHash: "$argon2id$none" });
    await ask(
      "UPDATE users SET email_verified_at = now(), password_set_at = now() - interval '1 second' WHERE id = $1",
      [
        before.userId,
      ],
    );
    assert.ok(!await mayOperate(before));
    await ask("UPDATE users SET password_set_at = email_verified_at + interval '1 second' WHERE id = $1", [
      before.userId,
    ]);
    assert.ok(await mayOperate(before));
  });

  it("is none any more once removed from the organization", async () => {
    const colleague = await enter({});
    const operator = await enter({ email: emails[3]!, organizationId: colleague.organizationId });
    assert.ok(await mayOperate(operator));
    assert.equal((await colleague.call("DELETE", `/v1/organization/members/${operator.userId}`)).status, 204);
    assertRefused(await operator.call("GET", PATH), 401, "not_authenticated");
  });

  it("is one by the address alone: colleagues and other people get 403 on every operators' route", async () => {
    const operator = await enter({ email: emails[4]! });
    const colleague = await enter({ organizationId: operator.organizationId });
    for (const { method, path, routeScope } of ROUTES) {
      if (routeScope !== "operator") continue;
      const target = path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID());
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      assertRefused(await colleague.call(method, target, body), 403, "forbidden_operator_only");
    }
  });

  it("sends no operator's change from another site", async () => {
    const operator = await enter({ email: emails[5]! });
    const headers = { Origin: "https://evil.example" };
    const body = { name: `Organization ${crypto.randomUUID()}` };
    assertRefused(await operator.call("POST", PATH, { body, headers }), 403, "forbidden");
  });
});
