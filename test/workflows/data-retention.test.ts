import assert from "node:assert/strict";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import type { Caller } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { PURGED_KINDS } from "#temporal/scheduled-workflows.ts";
import { eventually } from "#testing/times.ts";
import { type OwnService, startOwnService, startWorker } from "#testing/processes.ts";
import { recordHistory } from "./record-history.ts";
import { HEADER, KPI, newTrainingRun, simulationBody, startRun, uploadedRun } from "#testing/simulations.ts";
import { delivery, endedDelivery, newDelivery, newWebhook, startReceiver } from "#testing/webhooks.ts";

const CSV = `${HEADER}\noverall,${KPI},40\n`;
const DAY_MS = 86_400_000;

/** With services of its own, because it makes their rows and files old. */
describe("Data retention", () => {
  let own: OwnService;
  let call: Caller;
  before(async () => {
    own = await startOwnService(
      {
        UPLOAD_RETENTION_DAYS: "10",
        IDEMPOTENCY_RETENTION_HOURS: "48",
        DELIVERY_RETENTION_DAYS: "20",
        AUDIT_RETENTION_DAYS: "30",
        PAYMENT_RETENTION_DAYS: "15",
      },
      {},
      { queues: ["simulations", "small-simulations", "training", "deliveries", "operations"] },
    );
    ({ call } = own);
  });
  after(() => own.stop());

  const query = <Row extends object>(text: string, values: unknown[]) =>
    ask<Row>(text, values, own.databaseUrl);
  const schedule = () => own.operator.client.schedule.getHandle("data-retention");
  const described = () => eventually("the schedule to exist", () => schedule().describe());
  /** Triggers the schedule, as an operator can, and returns the result of the run. */
  const purgeNow = async (): Promise<object> => {
    const before = (await described()).info.recentActions.length;
    await schedule().trigger();
    const workflowId = await eventually("the schedule to start a run", async () => {
      const { info: { recentActions } } = await schedule().describe();
      return recentActions.length > before ? recentActions.at(-1)?.action.workflow.workflowId : undefined;
    });
    await recordHistory("data-retention", workflowId, own.temporal.address);
    return await own.operator.client.workflow.getHandle(workflowId).result();
  };
  const ageUpload = async (id: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    await utimes(join(own.uploadsDir, "uploads", `${id}.csv`), then, then);
  };
  const files = () => readdir(join(own.uploadsDir, "uploads"));

  it("is scheduled hourly by every worker that starts, and stays paused after an operator's pause", async () => {
    assert.deepEqual((await described()).spec.intervals?.map(({ every }) => every), [3_600_000]);
    await schedule().pause("by hand");
    const restarted = new Date();
    const another = await startWorker(
      { DATABASE_URL: own.databaseUrl, TEMPORAL_ADDRESS: own.temporal.address },
      { queues: ["readings"] },
    );
    const { state: { paused, note } } = await eventually("the schedule to be updated", async () => {
      const now = await schedule().describe();
      return (now.info.lastUpdatedAt ?? restarted) > restarted ? now : undefined;
    });
    await another.stop();
    assert.deepEqual([paused, note], [true, "by hand"]);
    await schedule().unpause();
  });

  it("ends as cancelled where an operator cancels it, not as one that could not purge", async () => {
    await own.worker.stop();
    const handle = await own.operator.client.workflow.start("dataRetention", {
      workflowId: "data-retention-cancelled",
      taskQueue: "operations",
      args: [{ kinds: ["idempotency_keys", "uploads"] }],
    });
    await handle.cancel();
    await own.startWorker();
    assert.equal(await own.operator.closed(handle.workflowId), "CANCELLED");
  });

  it("purges uploads after their term or their run's end, and their runs still show upload_received", async () => {
    const [old, recent, unstarted] = await Promise.all([1, 2, 3].map(() => uploadedRun(call, CSV)));
    await startRun(call, old!.id);
    const figures = (await call("GET", `/v1/training/${old!.id}/results`)).data;
    // As an object store takes another file, which the service cannot refuse.
    await writeFile(join(own.uploadsDir, "uploads", `${old!.id}.csv`), CSV);
    await ageUpload(recent!.id, 9.99);
    await ageUpload(unstarted!.id, 31);

    assert.deepEqual(await purgeNow(), {
      idempotency_keys: 0,
      deliveries: 0,
      uploads: 2,
      audit_log: 0,
      payments: 0,
      unproved_sign_ups: 0,
      forecast_estimates: 0,
    });
    assert.deepEqual(await files(), [`${recent!.id}.csv`]);
    for (const { id } of [old!, recent!, unstarted!]) {
      assert.equal((await call("GET", `/v1/training/${id}`)).data.upload_received, true);
    }
    assert.deepEqual((await call("GET", `/v1/training/${old!.id}/results`)).data, figures);
    // It fails instead of showing mock figures, because its customer had uploaded a file.
    const { data } = await startRun(call, unstarted!.id);
    assert.deepEqual([data.status, data.failure_message], [
      "FAILED",
      "No file was uploaded, or it was removed.",
    ]);
  });

  it("forgets training runs that nobody started within a day, with their files", async () => {
    const [old, recent, started] = await Promise.all([1, 2, 3].map(() => uploadedRun(call, CSV)));
    const withoutFile = await newTrainingRun(call);
    await startRun(call, started!.id);
    const age = (id: string, hours: number) =>
      query("UPDATE training_runs SET created_at = created_at - make_interval(hours => $2) WHERE id = $1", [
        id,
        hours,
      ]);
    for (const { id } of [old!, withoutFile, started!]) await age(id, 25);
    await age(recent!.id, 23);

    const before = await files();
    assert.deepEqual(await purgeNow(), {
      idempotency_keys: 0,
      deliveries: 0,
      uploads: 1,
      audit_log: 0,
      payments: 0,
      unproved_sign_ups: 0,
      forecast_estimates: 0,
    });
    assert.deepEqual(await files(), before.filter((name) => name !== `${old!.id}.csv`));
    for (const { id } of [old!, withoutFile]) {
      assert.equal((await call("GET", `/v1/training/${id}`)).status, 404);
    }
    for (const { id } of [recent!, started!]) {
      assert.equal((await call("GET", `/v1/training/${id}`)).status, 200);
    }
  });

  it("removes files over 25 MiB at once, and fails their runs, but for one that was started", async () => {
    const [{ id }, started] = [await newTrainingRun(call), await newTrainingRun(call)];
    await query("UPDATE training_runs SET status = 'RUNNING', started_at = now() WHERE id = $1", [
      started.id,
    ]);
    const startedFile = join(own.uploadsDir, "uploads", `${started.id}.csv`);
    await writeFile(startedFile, new Uint8Array(MAX_UPLOAD_BYTES + 1));
    await writeFile(join(own.uploadsDir, "uploads", `${id}.csv`), new Uint8Array(MAX_UPLOAD_BYTES + 1));
    assert.deepEqual(await purgeNow(), {
      idempotency_keys: 0,
      deliveries: 0,
      uploads: 1,
      audit_log: 0,
      payments: 0,
      unproved_sign_ups: 0,
      forecast_estimates: 0,
    });
    assert.ok(!(await files()).includes(`${id}.csv`));
    assert.ok((await files()).includes(`${started.id}.csv`));
    await rm(startedFile);
    const { data } = await call("GET", `/v1/training/${id}`);
    assert.deepEqual([data.status, data.failure_message], [
      "FAILED",
      "The uploaded file is larger than 25 MiB; it was removed.",
    ]);
  });

  it("purges stored responses after their term, by the thousand, and no earlier", async () => {
    const kept = crypto.randomUUID();
    await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: 1 }), idempotencyKey: kept });
    await ask(
      `INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
       SELECT sha256(i::text::bytea), $1, '', 202, '', now() - make_interval(mins => 48 * 60 + CASE WHEN i <= 2500 THEN 1 ELSE -1 END)
       FROM generate_series(1, 2600) AS i`,
      [stack().organizationId],
      own.databaseUrl,
    );
    assert.deepEqual(await purgeNow(), {
      idempotency_keys: 2_500,
      deliveries: 0,
      uploads: 0,
      audit_log: 0,
      payments: 0,
      unproved_sign_ups: 0,
      forecast_estimates: 0,
    });
    const [left] = await ask<{ rows: number }>(
      "SELECT count(*)::integer AS rows FROM idempotency_keys WHERE answer = ''",
      [],
      own.databaseUrl,
    );
    assert.equal(left?.rows, 100);
    const again = await call("POST", "/v1/simulations", {
      body: simulationBody({ agent_count: 1 }),
      idempotencyKey: kept,
    });
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
  });

  it("keeps when each kind was last purged, which the figures watch", async () => {
    const times = () =>
      query<{ kind: string; recent: boolean }>(
        "SELECT substr(part, 7) AS kind, updated_at > now() - interval '1 hour' AS recent FROM reconciler_positions WHERE part LIKE 'purge %'",
        [],
      );
    const kinds = PURGED_KINDS.toSorted();
    assert.deepEqual((await times()).map(({ kind }) => kind).sort(), kinds);
    await query(
      "UPDATE reconciler_positions SET updated_at = now() - interval '1 day' WHERE part LIKE 'purge %'",
      [],
    );
    await purgeNow();
    const purged = (await times()).filter(({ recent }) => recent);
    assert.deepEqual(purged.map(({ kind }) => kind).sort(), kinds);
  });

  it("purges audit entries, payment events, and checkouts, claimed or not, after their terms and no earlier", async () => {
    const aged = (days: number) =>
      `now() - make_interval(days => ${days}, hours => CASE WHEN i <= 3 THEN 1 ELSE -1 END)`;
    await ask(
      `INSERT INTO audit_log (id, actor_key_id, action, subject, details, request_id, created_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'a', 'aged', '{}', 'r', ${
        aged(30)
      } FROM generate_series(1, 5) AS i;
       INSERT INTO payment_events (id, type, created_at, received_at) SELECT 'evt_' || i, 't', now(), ${
        aged(15)
      } FROM generate_series(1, 5) AS i;
       INSERT INTO billing_checkouts (id, paid, completed_at, claimed_at)
         SELECT 'cs_' || i, true, now(), ${aged(15)} FROM generate_series(1, 5) AS i;
       INSERT INTO billing_checkouts (id, paid, completed_at)
         SELECT 'cs_unclaimed_' || i, true, ${aged(15)} FROM generate_series(1, 5) AS i`,
      [],
      own.databaseUrl,
    );
    await purgeNow();
    for (
      const [from, left] of [["audit_log WHERE subject = 'aged'", 2], ["payment_events", 2], [
        "billing_checkouts",
        4,
      ]]
    ) {
      assert.equal((await query(`SELECT FROM ${from}`, [])).length, left, String(from));
    }
  });

  it("cancels and purges a delivery that was held for the whole term, and forgets an endpoint without deliveries", async () => {
    const receiver = await startReceiver();
    try {
      const { id: webhook } = await newWebhook(call, `${receiver.url}/held`, { enabled: false });
      const id = await newDelivery(call, webhook);
      const by = [id, "20.01 days"];
      await query("UPDATE deliveries SET created_at = created_at - $2::interval WHERE id = $1", by);
      await query(
        "UPDATE events SET created_at = created_at - $2::interval WHERE id = (SELECT event_id FROM deliveries WHERE id = $1)",
        by,
      );
      await query(
        `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries,
           last_failed_delivery, updated_at) VALUES ($1, $2, 1, 1, 1, $3, now() - interval '20.01 days')`,
        [webhook, stack().organizationId, id],
      );
      assert.deepEqual(await purgeNow(), {
        idempotency_keys: 0,
        deliveries: 1,
        uploads: 0,
        audit_log: 0,
        payments: 0,
        unproved_sign_ups: 0,
        forecast_estimates: 0,
      });
      assert.equal((await call("GET", `/v1/deliveries/${id}`)).status, 404);
      assert.deepEqual(await query("SELECT FROM endpoint_health WHERE endpoint_id = $1", [webhook]), []);
    } finally {
      await receiver.close();
    }
  });

  it("purges events with their deliveries and attempts, but none with a pending delivery or an attempt within the term", async () => {
    const receiver = await startReceiver();
    try {
      receiver.behave("/parked", { status: 503, headers: { "Retry-After": "3600" } });
      const { id: answering } = await newWebhook(call, `${receiver.url}/answering`);
      const { id: parked } = await newWebhook(call, `${receiver.url}/parked`);
      const [old, retried, young] = await Promise.all([1, 2, 3].map(() => newDelivery(call, answering)));
      const waiting = await newDelivery(call, parked);
      for (const id of [old!, retried!, young!]) await endedDelivery(call, id);
      await delivery(call, waiting, ({ attempts }) => attempts[0]?.response_status === 503);
      const age = async (deliveryId: string, days: number) => {
        const [{ event_id }] = await query<{ event_id: string }>(
          "SELECT event_id FROM deliveries WHERE id = $1",
          [deliveryId],
        ) as [{ event_id: string }];
        const by = [event_id, `${days} days`];
        await query("UPDATE events SET created_at = created_at - $2::interval WHERE id = $1", by);
        await query("UPDATE deliveries SET created_at = created_at - $2::interval WHERE event_id = $1", by);
        await query(
          `UPDATE delivery_attempts SET at = at - $2::interval
           WHERE delivery_id IN (SELECT id FROM deliveries WHERE event_id = $1)`,
          by,
        );
      };
      await age(old!, 20.01);
      await age(retried!, 20.01);
      await age(waiting, 20.01);
      await age(young!, 19.99);
      await call("POST", `/v1/deliveries/${retried}/retry`);
      await delivery(
        call,
        retried!,
        ({ attempts }) => attempts.length === 2 && attempts[0].ended_at !== null,
      );
      await query(
        `INSERT INTO events (id, organization_id, type, body, created_at)
         SELECT gen_random_uuid(), $1, 'webhook.test', '{}', now() - interval '21 days' FROM generate_series(1, 120)`,
        [stack().organizationId],
      );

      assert.deepEqual(await purgeNow(), {
        idempotency_keys: 0,
        deliveries: 121,
        uploads: 0,
        audit_log: 0,
        payments: 0,
        unproved_sign_ups: 0,
        forecast_estimates: 0,
      });
      assert.equal((await call("GET", `/v1/deliveries/${old}`)).status, 404);
      for (const id of [retried, young, waiting]) {
        assert.equal((await call("GET", `/v1/deliveries/${id}`)).status, 200);
      }
      const left = await query("SELECT FROM delivery_attempts WHERE delivery_id = $1", [old]);
      assert.equal(left.length, 0);
    } finally {
      await receiver.close();
    }
  });
});
