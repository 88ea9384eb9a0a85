import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { withSessions } from "#testing/accounts.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newCustomer, newSimulation } from "#testing/simulations.ts";
import { tablesOf as tablesWithRowsOf } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const PATH = "/v1/organization";

/** This spec kills its own worker. */
describe("Deleting an organization", function () {
  this.timeout(180_000);
  let own: OwnService;
  let receiver: Receiver;
  before(async () => {
    [own, receiver] = await Promise.all([startOwnService(), startReceiver()]);
  });
  after(async () => {
    await receiver?.close();
    await own?.stop();
  });

  const sql = (text: string, values: unknown[] = []) =>
    ask<Record<string, string>>(text, values, own.databaseUrl);
  const workflow = (id: string) => `organization-deletion/${id}`;
  const customerOf = () => newCustomer(receiver, { baseUrl: own.api.baseUrl, databaseUrl: own.databaseUrl });
  const tablesOf = (organizationId: string) => tablesWithRowsOf(organizationId, own.databaseUrl);

  async function openRunsOf(organizationId: string): Promise<string[]> {
    const open: string[] = [];
    const query = `OrganizationId = "${organizationId}" AND ExecutionStatus = "Running"`;
    for await (const { workflowId } of own.operator.client.workflow.list({ query })) open.push(workflowId);
    return open;
  }

  const files = () => readdirSync(own.uploadsDir, { recursive: true, encoding: "utf8" }).join("\n");

  it("answers 202, refuses keys and sessions at once, and leaves nothing of it, though its worker is killed", async () => {
    const [customer, neighbour] = [await customerOf(), await customerOf()];
    const theirs = await tablesOf(neighbour.id);
    await own.worker.stop();
    // Their runs are open; no worker carries them out before the deletion.
    const running = await newSimulation(customer.call, { callback_url: `${receiver.url}/callback` });
    const deleted = await customer.person.call("DELETE", PATH);
    assert.deepEqual(
      [deleted.status, deleted.data],
      [202, { id: customer.id, status: "deleting" }],
      JSON.stringify(deleted.meta),
    );
    assert.match(deleted.headers.get("Set-Cookie") ?? "", /^service_session=; .*Max-Age=0/);
    assertRefused(await customer.call("GET", "/v1/simulations"), 401, "invalid_credentials");
    assertRefused(await customer.person.call("GET", PATH), 401, "not_authenticated");
    assertRefused(await customer.person.call("DELETE", PATH), 401, "not_authenticated");
    await eventually("Redis to forget the session", async () => {
      const sessions = await withSessions((store) => store.list(customer.person.userId));
      return sessions.length === 0 || undefined;
    });

    const ballast = 150_000;
    await sql(
      `INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
       SELECT sha256(($1::uuid::text || n)::bytea), $1::uuid, '\\x00', 202, 'sealed', now() FROM generate_series(1, $2::integer) n`,
      [customer.id, ballast],
    );
    const left = async () =>
      Number(
        (await sql("SELECT count(*) FROM idempotency_keys WHERE organization_id = $1", [customer.id]))[0]
          ?.["count"],
      );
    await own.startWorker();
    await eventually("the deletion to be under way", async () => (await left()) < ballast || undefined, 60);
    await own.worker.kill();
    const rest = await left();
    assert.ok(rest > 0 && rest < ballast, `${rest} rows are left when the worker is killed`);
    assert.ok((await tablesOf(customer.id)).includes("organizations"));
    await own.startWorker();

    const result = await own.operator.client.workflow.getHandle(workflow(customer.id)).result();
    assert.equal(result.outcome, "deleted");
    assert.deepEqual(await tablesOf(customer.id), []);
    assert.deepEqual(await openRunsOf(customer.id), []);
    for (const run of [`simulation/${running}`, `delivery/${customer.deliveryId}`]) {
      await own.operator.closed(run);
    }
    assert.equal(receiver.at("/callback").length, 0);
    assert.ok(!files().includes(customer.training));

    assert.deepEqual(await tablesOf(neighbour.id), theirs);
    assert.deepEqual(await openRunsOf(neighbour.id), [`delivery/${neighbour.deliveryId}`]);
    assert.ok(files().includes(neighbour.training));
    assert.equal(
      (await neighbour.call("GET", `/v1/simulations/${neighbour.simulation}/results`)).status,
      200,
    );
    assert.equal((await neighbour.person.call("GET", PATH)).status, 200);
  });
});
