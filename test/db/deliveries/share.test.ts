import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import {
  type AttemptOutcome,
  cancelDelivery,
  deliveryState,
  endAttempt,
  recordAttempt,
} from "#db/deliveries/state.ts";
import { fillShare, organizationsWithRoom, startProbes, waitingEndpoints } from "#db/deliveries/endpoints.ts";
import { recordEventFor } from "#db/deliveries/events.ts";
import { endpointId } from "#shared/webhooks/endpoint-url.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const SHARE = 50;
/** So large that its first attempts take no lock. */
const LARGE_SHARE = 240;
const CONNECTIONS = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const FAILED: AttemptOutcome = {
  response_status: 500,
  latency_ms: 12,
  error_code: null,
  error_message: "The answer was 500.",
  response_excerpt: null,
};

describe("An organization with its share of attempts in flight", () => {
  let own: TestDatabase;
  let database: Database;
  let organizationId: string;
  let dispatched: string[] = [];
  before(async () => {
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url, pool: CONNECTIONS });
    database.dispatchBy({
      dispatch: ({ command }) => void dispatched.push(command.workflow_id.slice("delivery/".length)),
    });
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });
  beforeEach(async () => {
    organizationId = await newOrganization();
  });

  async function newOrganization(): Promise<string> {
    const id = newId();
    const values = [id, `Organization ${id}`];
    await ask("INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'studio')", values, own.url);
    return id;
  }
  let made = 0;
  const newUrl = () => `https://hooks.example.com/${made++}`;
  /** The deliveries of one event to callbacks, in the order of their ids; each has an endpoint of its own. */
  async function callbacks(count: number, organization = organizationId, url = newUrl) {
    const receivers = Array.from({ length: count }, () => ({ webhook_id: null, url: url() }));
    const event = {
      organizationId: organization,
      type: "webhook.test",
      simulationId: null,
      data: {},
    } as const;
    const deliveries = await database.transaction((tx) => recordEventFor(tx, event, receivers));
    return deliveries.sort((one, other) => one.id < other.id ? -1 : 1);
  }
  /** A delivery to a subscription. */
  async function toSubscription() {
    const id = newId();
    await ask(
      `INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
       VALUES ($1, $2, 'https://hooks.example.com/', '{*}', 'headers', 'secret', true)`,
      [id, organizationId],
      own.url,
    );
    const receiver = { webhook_id: id, url: "https://hooks.example.com/" };
    const event = { organizationId, type: "webhook.test", simulationId: null, data: {} } as const;
    const [delivery] = await database.transaction((tx) => recordEventFor(tx, event, [receiver]));
    assert.ok(delivery !== undefined);
    return delivery;
  }
  /** Begins an attempt by the present state. @returns what became of it */
  async function begin({ id }: { readonly id: string }, share = SHARE) {
    const state = await deliveryState(database, id);
    assert.ok(state !== null);
    return (await recordAttempt(database, state, null, share))?.outcome;
  }
  /** Ends a delivery's first attempt. */
  const end = ({ id }: { readonly id: string }) =>
    endAttempt(
      database,
      { deliveryId: id, number: 1 },
      FAILED,
      { kind: "retry", scheduledAttempts: 1, at: new Date(Date.now() + 300_000) },
      "answered",
    );
  /** The deliveries of the organization that so many workers wake now, in the order of their ids. */
  const woken = async (workers = 1) => {
    dispatched = [];
    await Promise.all(Array.from({ length: workers }, async () => {
      const hasRoom = (await organizationsWithRoom(database, SHARE)).includes(organizationId);
      if (hasRoom) await fillShare(database, organizationId, SHARE);
    }));
    return dispatched.toSorted();
  };
  /** Begins so many attempts more than the share has places, all at once. */
  async function full(waits: number, share = SHARE) {
    const all = await callbacks(share + waits);
    const outcomes = await Promise.all(all.map((one) => begin(one, share)));
    const of = (outcome: string) => all.filter((_, i) => outcomes[i] === outcome);
    const parts = { sent: of("recorded"), waiting: of("organization_busy") };
    assert.deepEqual([parts.sent.length, parts.waiting.length], [share, waits]);
    return parts;
  }
  const parkedOf = async ({ id }: { readonly id: string }) => (await deliveryState(database, id))?.parked;

  it("has no more, however many connections begin some at once", async () => {
    await full(30, LARGE_SHARE);
  });

  it("has its callbacks wait, and neither another organization's nor its subscriptions' deliveries", async () => {
    await full(1);
    const [stranger] = await callbacks(1, await newOrganization());
    const subscribed = await toSubscription();
    assert.deepEqual([stranger?.isStarted, subscribed.isStarted], [true, true]);
    assert.deepEqual([await begin(stranger!), await begin(subscribed)], ["recorded", "recorded"]);
    assert.deepEqual(await woken(), []);
  });

  it("gets new callbacks behind those that wait, without a run", async () => {
    const { sent: [first], waiting: [oldest] } = await full(1);
    const [next] = await callbacks(1);
    assert.deepEqual([next?.isStarted, await parkedOf(next!)], [false, "organization_busy"]);
    await end(first!);
    assert.deepEqual(await woken(), [oldest?.id]);
    const [last] = await callbacks(1);
    assert.equal(last?.isStarted, false);
    for (const { id } of [next!, last!]) await cancelDelivery(database, id, "by hand");
    assert.equal((await callbacks(1))[0]?.isStarted, true);
  });

  it("has a place for the oldest that wait with each attempt that ends, for each worker that looks the same ones", async () => {
    const { sent, waiting } = await full(5);
    for (const delivery of sent.slice(0, 2)) assert.equal((await end(delivery))?.hand_over, false);
    assert.deepEqual(await woken(3), [waiting[0]?.id, waiting[1]?.id]);
    // The two places are those of the woken ones.
    assert.deepEqual([await begin(waiting[2]!), await begin(waiting[1]!), await begin(waiting[0]!)], [
      "organization_busy",
      "recorded",
      "recorded",
    ]);
    assert.deepEqual(await woken(), []);
  });

  it("gets the places of a lost worker's attempts and of lost wakes back after 25 seconds", async () => {
    const { waiting } = await full(30);
    const after = (column: "at" | "woken_at", table: string) =>
      ask(
        `UPDATE ${table} SET ${column} = now() - interval '26 s' WHERE organization_id = $1 AND ${column} IS NOT NULL`,
        [organizationId],
        own.url,
      );
    await after("at", "delivery_attempts");
    assert.deepEqual(await woken(), waiting.slice(0, 20).map(({ id }) => id));
    await ask("UPDATE deliveries SET woken_at = now() WHERE organization_id = $1", [organizationId], own.url);
    assert.deepEqual(await woken(), []);
    await after("woken_at", "deliveries");
    assert.deepEqual(await woken(), waiting.slice(20).map(({ id }) => id));
  });

  it("has the next ones woken while another transaction keeps the oldest locked", async () => {
    const { sent, waiting: [oldest, next] } = await full(2);
    for (const delivery of sent.slice(0, 2)) await end(delivery);
    await database.transaction(async (tx) => {
      await tx.sql("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [oldest?.id]);
      assert.deepEqual(await woken(), [next?.id]);
    });
    assert.deepEqual(await woken(), [oldest?.id]);
  });

  it("has none wait for a worker of the release before, which gives no share and would wake none", async () => {
    const { waiting: [one] } = await full(1, 500);
    await ask("UPDATE deliveries SET parked = NULL WHERE id = $1", [one?.id], own.url);
    const [recorded] = await ask(
      "SELECT outcome FROM record_attempt($1, 0, NULL, 10, interval '25 s', interval '1 hour')",
      [one?.id],
      own.url,
    );
    assert.deepEqual(recorded, { outcome: "recorded" });
  });

  it("passes a place on where the woken one's endpoint is down meanwhile", async () => {
    const { sent, waiting: [one, two] } = await full(2);
    await end(sent[0]!);
    assert.deepEqual(await woken(), [one?.id]);
    await takeDown(await endpointOf(one!), sent[1]!);
    assert.equal(await begin(one!), "endpoint_down");
    assert.deepEqual(await woken(), [two?.id]);
  });

  it("has no probe for an endpoint whose oldest due callback waits for a place; that one probes once it has it", async () => {
    const { sent, waiting: [one] } = await full(1);
    const endpoint = await endpointOf(one!);
    await takeDown(endpoint, null);
    dispatched = [];
    await startProbes(database, 1_000);
    assert.deepEqual(dispatched, []);
    const waits = await waitingEndpoints(database, FIRST_ID, 1_000);
    assert.equal(waits.some(({ endpoint_id }) => endpoint_id === endpoint), false);
    await end(sent[0]!);
    assert.deepEqual(await woken(), [one?.id]);
    assert.equal(await begin(one!), "recorded");
    const [health] = await ask(
      "SELECT probe_id FROM endpoint_health WHERE endpoint_id = $1",
      [endpoint],
      own.url,
    );
    assert.deepEqual(health, { probe_id: one?.id });
  });

  it("leaves those that wait to its places where an attempt at the same endpoint ends", async () => {
    const url = newUrl();
    const [first] = await callbacks(1, organizationId, () => url);
    assert.equal(await begin(first!), "recorded");
    const others = await callbacks(SHARE - 1);
    assert.ok(
      (await Promise.all(others.map((one) => begin(one)))).every((outcome) => outcome === "recorded"),
    );
    const [second] = await callbacks(1, organizationId, () => url);
    assert.equal(await begin(second!), "organization_busy");
    assert.equal((await end(first!))?.hand_over, false);
    assert.deepEqual(await woken(), [second?.id]);
  });

  async function endpointOf({ id }: { readonly id: string }): Promise<string> {
    const [row] = await ask<{ endpoint_id: string; url: string }>(
      "SELECT endpoint_id, url FROM deliveries WHERE id = $1",
      [id],
      own.url,
    );
    assert.ok(row !== undefined);
    assert.equal(
      row.endpoint_id,
      endpointId({ organization_id: organizationId, webhook_id: null, url: row.url }),
    );
    return row.endpoint_id;
  }
  /** Takes an endpoint down. @param probe a delivery that goes on by its schedule; null where the endpoint waits for one */
  async function takeDown(endpoint: string, probe: { readonly id: string } | null): Promise<void> {
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery,
         down_since, probe_id, probe_due) VALUES ($1, $2, 2, 2, 2, $1, now(), $3, CASE WHEN $3::uuid IS NULL THEN now() END)`,
      [endpoint, organizationId, probe?.id ?? null],
      own.url,
    );
  }
});
