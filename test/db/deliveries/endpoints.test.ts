import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import {
  type AttemptDecision,
  type AttemptOutcome,
  endAttempt,
  recordAttempt,
} from "#db/deliveries/state.ts";
import { cancelDelivery, deliveryState, requestRetry } from "#db/deliveries/state.ts";
import * as endpoints from "#db/deliveries/endpoints.ts";
import { recordEventFor } from "#db/deliveries/events.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

const NO_ANSWER: AttemptOutcome = {
  response_status: null,
  latency_ms: 15_000,
  error_code: "headers_timeout",
  error_message: "It did not answer.",
  response_excerpt: null,
};
const ANSWER: AttemptOutcome = { ...NO_ANSWER, response_status: 204, error_code: null, error_message: null };
/** Of attempts in flight for an organization, which no spec here takes up. */
const SHARE = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

describe("The endpoint of deliveries", () => {
  let own: TestDatabase;
  let database: Database;
  let webhookId: string;
  let dispatched: string[] = [];
  before(async () => {
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url, pool: 20 });
    const started = (id: string) => void dispatched.push(id.slice("delivery/".length));
    database.dispatchBy({ dispatch: ({ command }) => started(command.workflow_id) });
  });
  after(async () => {
    await database?.close();
    await own?.drop();
  });
  beforeEach(async () => {
    webhookId = newId();
    await ask(
      `INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
       VALUES ($1, $2, 'https://hooks.example.com/', '{*}', 'headers', 'secret', true)`,
      [webhookId, stack().organizationId],
      own.url,
    );
  });

  /** A new delivery's id, and whether a command starts its workflow. */
  async function newDelivery(): Promise<{ id: string; isStarted: boolean }> {
    const { organizationId } = stack();
    const test = { organizationId, type: "webhook.test", simulationId: null, data: {} } as const;
    const receivers = [{ webhook_id: webhookId, url: "https://hooks.example.com/" }];
    const [delivery] = await database.transaction((tx) => recordEventFor(tx, test, receivers));
    assert.ok(delivery !== undefined);
    return delivery;
  }
  const newIds = async (count: number) => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push((await newDelivery()).id);
    return ids;
  };
  /** Begins an attempt by the present state. */
  async function begin(id: string) {
    const state = await deliveryState(database, id);
    assert.ok(state !== null);
    return await recordAttempt(database, state, state.retry_requested, SHARE);
  }
  async function begun(id: string): Promise<number> {
    const attempt = await begin(id);
    assert.ok(attempt?.outcome === "recorded", `${id}: ${attempt?.outcome}`);
    return attempt.number;
  }
  const end = (id: string, number: number, decision: AttemptDecision, evidence: endpoints.EndpointEvidence) =>
    endAttempt(
      database,
      { deliveryId: id, number },
      evidence === "success" ? ANSWER : NO_ANSWER,
      decision,
      evidence,
    );
  const inMinutes = (minutes: number) => new Date(Date.now() + 60_000 * minutes);
  /** An attempt that fails; the next one follows in five minutes. */
  const fail = async (id: string, evidence: endpoints.EndpointEvidence = "unanswered", minutes = 5) =>
    await end(id, await begun(id), { kind: "retry", scheduledAttempts: 1, at: inMinutes(minutes) }, evidence);
  const succeed = async (id: string) =>
    await end(id, await begun(id), { kind: "succeeded", scheduledAttempts: 1 }, "success");
  /** The deliveries whose workflows some work starts or wakes. */
  async function startedBy(work: () => Promise<unknown>): Promise<string[]> {
    dispatched = [];
    await work();
    return dispatched;
  }
  /** In the order of their ids, which Postgres does not promise. */
  const woken = async () =>
    (await startedBy(() => database.transaction((tx) => endpoints.wakeNext(tx, webhookId)))).sort();
  const health = async () =>
    (await ask<{ down: boolean; probe_id: string | null }>(
      "SELECT down_since IS NOT NULL AS down, probe_id FROM endpoint_health WHERE endpoint_id = $1",
      [webhookId],
      own.url,
    ))[0];
  const waits = async () =>
    (await endpoints.waitingEndpoints(database, FIRST_ID, 1_000)).find(({ endpoint_id }) =>
      endpoint_id === webhookId
    );
  const due = (id: string) => ask("UPDATE deliveries SET next_retry_at = now() WHERE id = $1", [id], own.url);
  /** Starts the probes that are due, here or of another spec's endpoint. */
  const probed = async () => {
    assert.deepEqual(await woken(), []);
    return await startedBy(() => endpoints.startProbes(database, 1_000));
  };
  /** Takes the endpoint down by two deliveries; the first of them probes. */
  async function takeDown(): Promise<[probe: string, other: string]> {
    const [one = "", two = ""] = await newIds(2);
    for (const id of [one, two]) assert.equal((await fail(id))?.hand_over, id === two);
    assert.deepEqual([await woken(), await health()], [[], { down: true, probe_id: one }]);
    return [one, two];
  }

  describe("is down", () => {
    it("when two different deliveries in a row got no HTTP answer, and a row exists only while attempts fail", async () => {
      const [one = "", two = "", three = ""] = await newIds(3);
      await succeed(three);
      assert.equal(await health(), undefined);
      await fail(one);
      assert.equal((await health())?.down, false);
      await fail(two);
      assert.equal((await health())?.down, true);
    });

    it("never by one poisonous delivery, however often it fails", async () => {
      const [poison = ""] = await newIds(1);
      for (let i = 0; i < 60; i++) await fail(poison);
      assert.equal((await health())?.down, false);
    });

    it("not by two that got none with an answer or a success in between", async () => {
      const [one = "", two = "", three = ""] = await newIds(3);
      await fail(one);
      await fail(three, "answered");
      await fail(two);
      assert.equal((await health())?.down, false);
    });

    it("by 50 failures in a row of five different deliveries, where each was answered", async () => {
      const ids = await newIds(5);
      for (let i = 0; i < 49; i++) await fail(ids[i % 5]!, "answered");
      assert.equal((await health())?.down, false);
      await fail(ids[0]!, "answered");
      assert.equal((await health())?.down, true);
    });

    it("not by faults of this service", async () => {
      const ids = await newIds(3);
      for (const id of ids) await fail(id, "none");
      assert.equal(await health(), undefined);
    });
  });

  describe("while it is down", () => {
    it("parks every delivery but the probe, which goes on; a parked one counts no attempt", async () => {
      const [probe, other] = await takeDown();
      await due(other);
      assert.equal((await begin(other))?.outcome, "endpoint_down");
      const state = await deliveryState(database, other);
      assert.deepEqual([state?.attempt_count, state?.parked, state?.probe_id], [1, "endpoint_down", probe]);
      assert.equal((await fail(probe))?.hand_over, false);
    });

    it("gets new deliveries parked, without a workflow, at the cost of their row", async () => {
      await takeDown();
      const { id, isStarted } = await newDelivery();
      assert.equal(isStarted, false);
      const [row] = await ask(
        "SELECT parked, has_run, next_retry_at <= now() AS due FROM deliveries WHERE id = $1",
        [
          id,
        ],
        own.url,
      );
      assert.deepEqual(row, { parked: "endpoint_down", has_run: false, due: true });
    });

    it("is sent a retry by hand all the same", async () => {
      await takeDown();
      const { id } = await newDelivery();
      await requestRetry(database, id, ["by hand"]);
      assert.equal((await begin(id))?.outcome, "recorded");
    });

    for (
      const [how, endProbe] of [
        ["has used up its schedule", async (id: string) => {
          const number = await begun(id);
          const after = await end(id, number, { kind: "exhausted", scheduledAttempts: 2 }, "unanswered");
          assert.equal(after?.hand_over, true);
          return await probed();
        }],
        ["is cancelled", async (id: string) => {
          assert.deepEqual(await startedBy(() => cancelDelivery(database, id, "by hand")), []);
          return await probed();
        }],
        ["pauses for more than an hour", async (id: string) => {
          assert.equal((await fail(id, "unanswered", 61))?.hand_over, true);
          return await probed();
        }],
      ] as const
    ) {
      it(`makes the oldest parked delivery the probe when the probe ${how}, and no other`, async () => {
        const [probe, other] = await takeDown();
        await due(other);
        await begin(other);
        const { id: newest } = await newDelivery();
        assert.deepEqual(await endProbe(probe), [other]);
        assert.deepEqual([
          await begin(newest).then((attempt) => attempt?.outcome),
          (await health())?.probe_id,
        ], [
          "endpoint_down",
          other,
        ]);
        await begun(other);
      });
    }

    it("makes a new delivery the probe where none probes, once a worker comes to it", async () => {
      const [probe, other] = await takeDown();
      for (const id of [probe, other]) {
        await ask("UPDATE deliveries SET status = 'cancelled' WHERE id = $1", [id], own.url);
      }
      const [first, second] = [await newDelivery(), await newDelivery()];
      assert.deepEqual([first.isStarted, second.isStarted], [false, false]);
      assert.deepEqual(await probed(), [first.id]);
      await begun(first.id);
      assert.equal((await health())?.probe_id, first.id);
      assert.deepEqual(await probed(), []);
    });

    it("asks for a probe when its last one ends at the moment at which a delivery is recorded", async () => {
      const [probe, other] = await takeDown();
      await ask("UPDATE deliveries SET status = 'cancelled' WHERE id = $1", [other], own.url);
      await begun(probe);
      let created: ReturnType<typeof newDelivery> | undefined;
      await database.transaction(async (tx) => {
        await tx.sql("SELECT FROM endpoint_health WHERE endpoint_id = $1 FOR UPDATE", [webhookId]);
        created = newDelivery();
        await eventually("the new delivery waits for the endpoint", async () =>
          (await ask(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%wanting_probe%'",
            [],
            own.url,
          ))[0]);
        await tx.sql("UPDATE deliveries SET status = 'failed' WHERE id = $1", [probe]);
      });
      assert.ok(created !== undefined);
      const { id } = await created;
      // By its own insert: no end of an attempt comes after it.
      assert.deepEqual(await startedBy(() => endpoints.startProbes(database, 1_000)), [id]);
    });

    it("gets its next probe in its turn: those that have waited for longest come first, as many as are asked for", async () => {
      const waiting: string[] = [];
      for (let i = 0; i < 3; i++) {
        const id = crypto.randomUUID();
        waiting.push(id);
        await ask(
          `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery,
             down_since, probe_due) VALUES ($1, $2, 2, 2, 2, $1, now(), now() - make_interval(hours => $3))`,
          [id, stack().organizationId, 3 - i],
          own.url,
        );
      }
      const due = async () =>
        (await ask<{ endpoint_id: string }>(
          "SELECT endpoint_id FROM endpoint_health WHERE endpoint_id = ANY($1) AND probe_due IS NOT NULL ORDER BY probe_due",
          [waiting],
          own.url,
        )).map(({ endpoint_id }) => endpoint_id);
      for (let left = 3; left > 0; left--) {
        assert.deepEqual(await due(), waiting.slice(3 - left));
        assert.deepEqual(await startedBy(() => endpoints.startProbes(database, 1)), []);
      }
      assert.deepEqual(await due(), []);
    });

    it("is up after any success, and wakes the oldest that wait: two for each attempt that ends", async () => {
      const [probe] = await takeDown();
      const ids = await newIds(5);
      assert.equal((await succeed(probe))?.hand_over, true);
      assert.deepEqual([await health(), await woken()], [undefined, ids.slice(0, 2)]);
      assert.equal((await succeed(ids[0]!))?.hand_over, true);
      assert.deepEqual(await woken(), ids.slice(2, 4));
    });

    it("is up when its subscription gets another URL, and wakes two that wait", async () => {
      await takeDown();
      const ids = await newIds(3);
      const reset = () => database.transaction((tx) => endpoints.resetEndpoint(tx, webhookId));
      assert.deepEqual(await startedBy(reset), ids.slice(0, 2));
    });
  });

  it("has at most ten attempts in flight, by whatever many workers; the others wait in their order", async () => {
    const ids = await newIds(30);
    const outcomes = await Promise.all(ids.map(async (id) => (await begin(id))?.outcome));
    assert.equal(outcomes.filter((outcome) => outcome === "recorded").length, 10);
    assert.equal(outcomes.filter((outcome) => outcome === "endpoint_busy").length, 20);
    assert.deepEqual(await woken(), []);
    const waiting = ids.filter((_, i) => outcomes[i] === "endpoint_busy");
    const sent = ids.filter((_, i) => outcomes[i] === "recorded");
    assert.equal(
      (await end(sent[0]!, 1, { kind: "succeeded", scheduledAttempts: 1 }, "success"))?.hand_over,
      true,
    );
    assert.deepEqual(await woken(), waiting.slice(0, 1));
    // The place is the woken one's: a new delivery does not take it, and has no run.
    const { id, isStarted } = await newDelivery();
    assert.equal(isStarted, false);
    assert.equal((await deliveryState(database, id))?.parked, "endpoint_busy");
    await begun(waiting[0]!);
  });

  it("keeps the schedule of a delivery whose retry by hand waited for a place", async () => {
    const ids = await newIds(11);
    const later = ids[0]!;
    await fail(later, "answered", 50);
    const [{ next_retry_at: scheduled } = { next_retry_at: null }] = await ask<
      { next_retry_at: Date | null }
    >(
      "SELECT next_retry_at FROM deliveries WHERE id = $1",
      [later],
      own.url,
    );
    const attempts = new Map<string, number>();
    for (const id of ids.slice(1)) attempts.set(id, await begun(id));
    await requestRetry(database, later, ["by hand"]);
    assert.equal((await begin(later))?.outcome, "endpoint_busy");
    const [first = "", number = 0] = [...attempts][0] ?? [];
    await end(first, number, { kind: "succeeded", scheduledAttempts: 1 }, "success");
    assert.deepEqual(await woken(), [later]);
    assert.deepEqual((await deliveryState(database, later))?.next_retry_at, scheduled);
  });

  it("gets the places of a lost worker's attempts back after 25 seconds", async () => {
    const ids = await newIds(12);
    for (const id of ids.slice(0, 10)) await begun(id);
    assert.equal((await begin(ids[10]!))?.outcome, "endpoint_busy");
    await ask(
      "UPDATE delivery_attempts SET at = now() - interval '26 s' WHERE endpoint_id = $1",
      [webhookId],
      own.url,
    );
    assert.equal((await begin(ids[11]!))?.outcome, "recorded");
  });

  it("that is down and probed is found by the reconciler for a retry by hand that waits", async () => {
    await takeDown();
    const { id } = await newDelivery();
    assert.equal((await waits())?.hand_over, false);
    await ask(
      "UPDATE deliveries SET parked = 'endpoint_busy', retry_requested = 'retry/1', retry_requested_at = now() WHERE id = $1",
      [id],
      own.url,
    );
    assert.equal((await waits())?.hand_over, true);
    assert.deepEqual(await woken(), [id]);
    assert.equal(await waits(), undefined);
  });

  it("is found by the reconciler exactly when deliveries wait and nothing will wake them", async () => {
    const [probe] = await takeDown();
    assert.equal(await waits(), undefined);
    await newDelivery();
    assert.equal((await waits())?.hand_over, false);
    await ask("UPDATE deliveries SET status = 'cancelled' WHERE id = $1", [probe], own.url);
    assert.equal((await waits())?.hand_over, true);
    await ask("DELETE FROM endpoint_health WHERE endpoint_id = $1", [webhookId], own.url);
    assert.equal((await waits())?.hand_over, true);
    assert.deepEqual(
      (await endpoints.waitingEndpoints(database, webhookId, 1_000)).filter((one) =>
        one.endpoint_id <= webhookId
      ),
      [],
    );
  });
});
