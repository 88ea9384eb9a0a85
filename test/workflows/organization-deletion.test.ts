import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { type Person, signIn, withSessions } from "#test/support/accounts.ts";
import { assertRefused } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import {
  newKey,
  newOrganization,
  tablesOf as tablesWithRowsOf,
  type TestOrganization,
} from "#test/support/organizations.ts";
import { type OwnService, startOwnService } from "#test/support/own-service.ts";
import { recordHistory } from "#test/support/record-history.ts";
import { ended, newSimulation } from "#test/support/simulations.ts";
import { HEADER, KPI, uploadedRun } from "#test/support/training-runs.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#test/support/webhooks.ts";

const PATH = "/v1/organization";
const FILE = `${HEADER}\nall,${KPI},40\n`;

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
  const memberOf = (organizationId: string): Promise<Person> =>
    signIn({ organizationId, baseUrl: own.api.baseUrl, databaseUrl: own.databaseUrl });

  interface Customer extends TestOrganization {
    readonly person: Person;
    readonly training: string;
    readonly deliveryId: string;
    readonly simulation: string;
  }

  /** An organization with a bit of everything: a completed run, an upload, a delivery that waits for its next attempt, an invitation. */
  async function newCustomer(): Promise<Customer> {
    const organization = await newOrganization({ baseUrl: own.api.baseUrl });
    const { id, call } = organization;
    const person = await memberOf(id);
    await person.call("POST", `${PATH}/invitations`, {
      body: { email: `${crypto.randomUUID()}@example.com` },
    });
    const simulation = await newSimulation(call, { generate_insights: true });
    await ended(call, simulation);
    const training = (await uploadedRun(call, FILE)).id;
    receiver.behave(`/${id}`, RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(call, `${receiver.url}/${id}`, { events: ["webhook.test"] });
    const deliveryId = await newDelivery(call, webhook.id);
    await delivery(call, deliveryId, ({ attempts }) => attempts[0]?.response_status === 503);
    return { ...organization, person, training, deliveryId, simulation };
  }

  const tablesOf = (organizationId: string) => tablesWithRowsOf(organizationId, own.databaseUrl);

  async function openRunsOf(organizationId: string): Promise<string[]> {
    const open: string[] = [];
    const query = `OrganizationId = "${organizationId}" AND ExecutionStatus = "Running"`;
    for await (const { workflowId } of own.operator.client.workflow.list({ query })) open.push(workflowId);
    return open;
  }

  const files = () => readdirSync(own.uploadsDir, { recursive: true, encoding: "utf8" }).join("\n");

  it("answers 202, refuses keys and sessions at once, and leaves nothing of it, though its worker is killed", async () => {
    const [customer, neighbour] = [await newCustomer(), await newCustomer()];
    const theirs = await tablesOf(neighbour.id);
    await own.worker.stop();
    // Their runs are open; nobody carries them out before the deletion.
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

  it("frees its name and its people's addresses", async () => {
    const customer = await newCustomer();
    await customer.person.call("DELETE", PATH);
    const again = await signIn({
      email: customer.person.email,
      baseUrl: own.api.baseUrl,
      databaseUrl: own.databaseUrl,
    });
    assert.equal(await own.operator.closed(workflow(customer.id)), "COMPLETED");
    const renamed = await again.call("PATCH", PATH, { body: { name: customer.name } });
    assert.deepEqual([renamed.status, renamed.data.name], [200, customer.name]);
    await recordHistory("organization-deletion", workflow(customer.id), own.temporal.address);
  });

  it("is for a person alone, and for a session's own organization", async () => {
    const [organization, other] = [
      await newOrganization({ baseUrl: own.api.baseUrl }),
      await newOrganization({ baseUrl: own.api.baseUrl }),
    ];
    assertRefused(await organization.call("DELETE", PATH), 403, "forbidden");
    const person = await memberOf(organization.id);
    const headers = { Origin: "https://evil.example" };
    assertRefused(await person.call("DELETE", PATH, { headers }), 403, "forbidden");
    assert.equal((await person.call("DELETE", PATH)).status, 202);
    assert.equal((await other.call("GET", "/v1/simulations")).status, 200);
    assert.equal(await own.operator.closed(workflow(organization.id)), "COMPLETED");
    assert.equal((await other.call("GET", "/v1/simulations")).status, 200);
    await newKey(other.id, ["webhooks:read"], own.api.baseUrl);
  });

  it("shows Temporal ids and counts alone", async () => {
    const customer = await newCustomer();
    await customer.person.call("DELETE", PATH);
    await own.operator.exists(workflow(customer.id));
    const handle = own.operator.client.workflow.getHandle(workflow(customer.id));
    await handle.result();
    const { events } = await handle.fetchHistory();
    const text = JSON.stringify(
      events,
      (_, value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
    );
    for (const word of [customer.name, customer.person.email, customer.call.key]) {
      assert.ok(!text.includes(word));
    }
  });
});
