import assert from "node:assert/strict";
import type { Database } from "#db/postgres/database.ts";
import {
  type AttemptDecision,
  type AttemptOutcome,
  cancelDelivery,
  deliveryState,
  endAttempt,
  holdDelivery,
  recordAttempt,
  requestRetry,
} from "#db/deliveries/state.ts";
import { overdueDeliveries } from "#db/reconciler.ts";
import { purgeEvents, recordEventFor } from "#db/deliveries/events.ts";
import type { EndpointEvidence } from "#db/deliveries/endpoints.ts";
import { settleBatch } from "#db/deliveries/subscription-state.ts";
import { deleteWebhook, disableWebhook } from "#db/webhooks/webhooks.ts";
import { newId } from "#shared/ids.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";

/** Of attempts in flight for an organization, which no spec here takes up. */
const SHARE = 500;
const LATER = new Date("2099-01-01T00:00:00Z");
const FAILED: AttemptOutcome = {
  response_status: 500,
  latency_ms: 12,
  error_code: null,
  error_message: "The answer was 500.",
  response_excerpt: "no",
};
const SUCCEEDED: AttemptOutcome = { ...FAILED, response_status: 204, error_message: null };
const RETRY: AttemptDecision = { kind: "retry", scheduledAttempts: 1, at: LATER };
const EXHAUSTED: AttemptDecision = { kind: "exhausted", scheduledAttempts: 1 };
const SUCCESS: AttemptDecision = { kind: "succeeded", scheduledAttempts: 1 };

describe("The record of a delivery's attempts", () => {
  let own: TestDatabase;
  let database: Database;
  let webhookId: string;
  let id: string;
  before(async () => {
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url });
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
    id = await newDelivery({ webhook_id: webhookId, url: "https://hooks.example.com/" });
  });

  async function newDelivery(receiver: { webhook_id: string | null; url: string }): Promise<string> {
    const [delivery] = await database.transaction((tx) =>
      recordEventFor(tx, {
        organizationId: stack().organizationId,
        type: "webhook.test",
        simulationId: null,
        data: {},
      }, [receiver])
    );
    assert.ok(delivery !== undefined);
    return delivery.id;
  }
  async function begin(retryId: string | null = null): Promise<number> {
    const state = await deliveryState(database, id);
    assert.ok(state !== null);
    const attempt = await recordAttempt(database, state, retryId, SHARE);
    assert.ok(attempt?.outcome === "recorded");
    return attempt.number;
  }
  const end = (
    number: number,
    outcome: AttemptOutcome,
    decision: AttemptDecision,
    evidence: EndpointEvidence = decision.kind === "succeeded" ? "success" : "answered",
  ) => endAttempt(database, { deliveryId: id, number }, outcome, decision, evidence);
  const state = async () => {
    const found = await deliveryState(database, id);
    assert.ok(found !== null);
    const { status, held, attempt_count, scheduled_attempts, next_retry_at } = found;
    return { status, held, attempt_count, scheduled_attempts, next_retry_at };
  };
  const errorsOf = async () =>
    (await ask<{ error_code: string | null }>(
      "SELECT error_code FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number",
      [id],
      own.url,
    )).map(({ error_code }) => error_code);
  const WAITING = { status: "pending", held: false, attempt_count: 1, scheduled_attempts: 1 };

  it("writes a decision: a later attempt, the end of the schedule, a success", async () => {
    await end(await begin(), FAILED, RETRY);
    assert.deepEqual(await state(), { ...WAITING, next_retry_at: LATER });
    await end(await begin(), FAILED, { kind: "exhausted", scheduledAttempts: 2 });
    const failed = { ...WAITING, attempt_count: 2, scheduled_attempts: 2, next_retry_at: null };
    assert.deepEqual(await state(), { ...failed, status: "failed" });
    await end(await begin("by hand"), SUCCEEDED, { kind: "succeeded", scheduledAttempts: 2 });
    assert.deepEqual(await state(), { ...failed, status: "succeeded", attempt_count: 3 });
  });

  it("leaves the schedule as it was after a failed retry by hand, whatever the status", async () => {
    await end(await begin(), FAILED, RETRY);
    await end(await begin("one"), FAILED, { kind: "unchanged" });
    assert.deepEqual(await state(), { ...WAITING, attempt_count: 2, next_retry_at: LATER });
    await end(await begin(), FAILED, { kind: "exhausted", scheduledAttempts: 2 });
    const failed = await state();
    await end(await begin("two"), FAILED, { kind: "unchanged" });
    assert.deepEqual(await state(), { ...failed, attempt_count: 4 });
  });

  it("records one of two attempts that begin from the same state", async () => {
    const before = await deliveryState(database, id);
    assert.ok(before !== null);
    const begun = await Promise.all(
      [null, "by hand"].map((retryId) => recordAttempt(database, before, retryId, SHARE)),
    );
    assert.equal(begun.filter((attempt) => attempt !== null).length, 1);
    assert.equal((await state()).attempt_count, 1);
  });

  it("records no attempt of a held, ended or disabled delivery, and by hand only where it is enabled", async () => {
    const attempt = async (retryId: string | null) => {
      const { attempt_count } = await state();
      return await recordAttempt(database, { id, attempt_count }, retryId, SHARE);
    };
    await ask("UPDATE webhooks SET enabled = false WHERE id = $1", [webhookId], own.url);
    assert.equal(await attempt(null), null);
    assert.equal(await attempt("by hand"), null);
    assert.equal(await holdDelivery(database, id, webhookId), true);
    await ask("UPDATE webhooks SET enabled = true WHERE id = $1", [webhookId], own.url);
    assert.equal(await attempt(null), null);
    assert.notEqual(await attempt("by hand"), null);
    await cancelDelivery(database, id, "Cancelled by an operator.");
    assert.equal(await attempt(null), null);
    assert.notEqual(await attempt("by hand again"), null);
  });

  describe("while the request is in flight", () => {
    it("a hold stays: a failure counts and sets no time, and the release continues", async () => {
      const number = await begin();
      const isThere = await disableWebhook(
        database,
        { id: webhookId, url: "https://hooks.example.com/" },
        "410",
      );
      assert.equal(isThere, true);
      const after = await end(number, FAILED, RETRY);
      assert.deepEqual([after?.status, after?.held, after?.next_retry_at], ["pending", true, null]);
      assert.deepEqual(await state(), { ...WAITING, held: true, next_retry_at: null });
      await ask("UPDATE webhooks SET enabled = true WHERE id = $1", [webhookId], own.url);
      assert.equal((await settleBatch(database, webhookId)).settled, 1);
      const { held, next_retry_at } = await state();
      assert.ok(!held && next_retry_at !== null && next_retry_at <= new Date());
    });

    it("a success ends a delivery that is held or cancelled meanwhile", async () => {
      const number = await begin();
      await disableWebhook(database, { id: webhookId, url: "https://hooks.example.com/" }, "410");
      await end(number, SUCCEEDED, SUCCESS);
      const succeeded = { ...WAITING, status: "succeeded", next_retry_at: null };
      assert.deepEqual(await state(), succeeded);

      await ask("UPDATE webhooks SET enabled = true WHERE id = $1", [webhookId], own.url);
      id = await newDelivery({ webhook_id: webhookId, url: "https://hooks.example.com/" });
      const next = await begin();
      await cancelDelivery(database, id, "Cancelled by an operator.");
      await end(next, SUCCEEDED, SUCCESS);
      assert.deepEqual(await state(), succeeded);
    });

    it("a cancellation stays: a failure neither continues the schedule nor fails the delivery", async () => {
      for (const decision of [RETRY, EXHAUSTED]) {
        id = await newDelivery({ webhook_id: null, url: "https://hooks.example.com/callback" });
        const number = await begin();
        assert.equal(await cancelDelivery(database, id, "Cancelled by an operator."), "cancelled");
        const after = await end(number, FAILED, decision);
        assert.deepEqual([after?.status, after?.next_retry_at], ["cancelled", null]);
      }
    });

    it("a deletion of the subscription stays, and the outcome is recorded without its row", async () => {
      const number = await begin();
      await ask("DELETE FROM webhooks WHERE id = $1", [webhookId], own.url);
      await cancelDelivery(database, id, "The subscription was deleted.");
      const after = await end(number, FAILED, RETRY);
      assert.deepEqual([after?.status, after?.next_retry_at, after?.failing_since], [
        "cancelled",
        null,
        null,
      ]);
    });

    it("a purge stays, and nothing is written", async () => {
      const number = await begin();
      await cancelDelivery(database, id, "Cancelled by an operator.");
      await ask("UPDATE events SET created_at = now() - interval '9 days'", [], own.url);
      await ask("UPDATE delivery_attempts SET at = now() - interval '9 days'", [], own.url);
      await purgeEvents(database, 8, 100);
      assert.equal(await end(number, FAILED, RETRY), null);
    });

    it("a newer attempt wins: a late failure is recorded, and changes nothing of the schedule", async () => {
      const late = await begin();
      const newer = await begin();
      assert.deepEqual(await errorsOf(), ["outcome_unknown", null]);
      await end(late, FAILED, EXHAUSTED);
      assert.equal((await state()).status, "pending");
      await end(newer, FAILED, RETRY);
      await end(late, FAILED, EXHAUSTED);
      assert.deepEqual(await state(), { ...WAITING, attempt_count: 2, next_retry_at: LATER });
    });

    it("a newer attempt does not undo a late success", async () => {
      const late = await begin();
      const newer = await begin();
      await end(late, SUCCEEDED, SUCCESS);
      await end(newer, FAILED, RETRY);
      const { status, next_retry_at } = await state();
      assert.deepEqual([status, next_retry_at], ["succeeded", null]);
    });
  });

  it("records the start of a subscription's failures, until a success", async () => {
    const failingSince = async () => {
      const [row] = await ask<{ failing_since: Date | null }>(
        "SELECT failing_since FROM webhooks WHERE id = $1",
        [webhookId],
        own.url,
      );
      return row?.failing_since ?? null;
    };
    const first = await end(await begin(), FAILED, RETRY);
    assert.equal(first?.failing_since, null, "this failure is the first");
    const since = await failingSince();
    assert.notEqual(since, null);
    const second = await end(await begin("one"), FAILED, { kind: "unchanged" });
    assert.deepEqual(second?.failing_since, since);
    assert.deepEqual(await failingSince(), since);
    await end(await begin("two"), SUCCEEDED, SUCCESS);
    assert.equal(await failingSince(), null);
  });

  it("notes nothing of a subscription that has another URL by now, nor of one that is deleted meanwhile", async () => {
    const noted = async () => [
      await ask("SELECT failing_since FROM webhooks WHERE id = $1", [webhookId], own.url),
      await ask("SELECT FROM endpoint_health WHERE endpoint_id = $1", [webhookId], own.url),
    ];
    const change = (set: string) => ask(`UPDATE webhooks SET ${set} WHERE id = $1`, [webhookId], own.url);
    const number = await begin();
    await change("url = 'https://moved.example.com/'");
    await end(number, FAILED, RETRY, "unanswered");
    assert.deepEqual(await noted(), [[{ failing_since: null }], []]);

    await change("failing_since = now()");
    const late = await begin();
    let ended: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      assert.equal(await deleteWebhook({ ...tx, organizationId: stack().organizationId }, webhookId), true);
      ended = end(late, FAILED, RETRY, "unanswered");
      await eventually("the end of the attempt to wait", async () => {
        const waits =
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'";
        return (await ask(waits, [], own.url)).length === 1 || undefined;
      });
    });
    await ended;
    assert.deepEqual(await noted(), [[], []]);
  });

  it("consumes a retry id by a known outcome only, and one retry waits at a time", async () => {
    const requested = async () => (await deliveryState(database, id))?.retry_requested;
    await requestRetry(database, id, ["one", "two"]);
    await requestRetry(database, id, ["three"]);
    assert.equal(await requested(), "one");
    await begin("one");
    const again = await begin("one");
    assert.deepEqual([await requested(), await errorsOf()], ["one", ["outcome_unknown", null]]);
    await end(again, FAILED, { kind: "unchanged" });
    assert.equal(await requested(), null);
    await requestRetry(database, id, ["one"]);
    assert.equal(await requested(), null);
    await requestRetry(database, id, ["one", "two"]);
    assert.equal(await requested(), "two");
  });

  it("loses a retry by hand with its subscription: the reconciler takes it up, whose run cancels it and leaves the delivery as it ended", async () => {
    await ask(
      `UPDATE deliveries SET status = 'succeeded', next_retry_at = NULL, completed_at = now(), parked = NULL, retry_requested = 'retry/1',
         retry_requested_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
      own.url,
    );
    const overdue = async () =>
      (await overdueDeliveries(database, {
        minutes: 5,
        after: { since: new Date(0), id: "00000000-0000-0000-0000-000000000000" },
        limit: 100,
      })).map((row) => row.id);
    await ask("DELETE FROM webhooks WHERE id = $1", [webhookId], own.url);
    assert.deepEqual(await overdue(), [id]);
    assert.equal(await cancelDelivery(database, id, "The subscription was deleted."), "succeeded");
    assert.deepEqual(await overdue(), []);
    assert.equal((await deliveryState(database, id))?.retry_requested, null);
  });
});
