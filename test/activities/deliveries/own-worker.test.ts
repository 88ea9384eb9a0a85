import assert from "node:assert/strict";
import { MockActivityEnvironment } from "@temporalio/testing";
import { type AttemptDependencies, AttemptsInFlight } from "#activities/deliveries/attempt.ts";
import { createWebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { verifyWebhook } from "#client/verify-webhook.ts";
import type { Database } from "#db/postgres/database.ts";
import { DatabaseUnavailable } from "#db/postgres/errors.ts";
import { Sender } from "#providers/webhooks/sender.ts";
import { readConfig } from "#shared/config.ts";
import { metricsPage } from "#shared/metrics.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import { freePort } from "#dev/services/service.ts";
import { callerWith } from "#testing/caller.ts";
import { eventually, withClock } from "#testing/times.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { createDatabase, startApi, type TestDatabase, type TestProcess } from "#testing/processes.ts";
import { newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const TEN_MINUTES = 600_000;
const RETRY_MS = 60_000;

/** Deliveries that no other worker makes: no relay takes the commands from this database's outbox. */
describe("A delivery by a worker of this process", () => {
  let database: TestDatabase;
  let api: TestProcess & { baseUrl: string };
  let receiver: Receiver;
  let asWorker: Database;
  before(async () => {
    [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
    api = await startApi({
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    });
    asWorker = await connectAs("app_worker", { url: database.url });
  });
  after(async () => {
    await asWorker.close();
    await Promise.all([api.stop(), receiver.close()]);
    await database.drop();
  });

  const ownKeyring = () => readSettings(readConfig, { BASE_URL: api.baseUrl, ...stack().settings }).keyring;

  function worker(changes: Partial<AttemptDependencies>) {
    const dependencies: AttemptDependencies = {
      database: asWorker,
      schedule: [0, RETRY_MS, RETRY_MS],
      dispatcher: { executeOnce: () => {} },
      keyring: ownKeyring(),
      sender: new Sender({ allowLoopback: true }),
      attemptsPerOrganization: 500,
      ...changes,
    };
    const attempts = new AttemptsInFlight(dependencies);
    return { attempts, ...createWebhookDeliveryActivities(dependencies, attempts) };
  }

  const activities = (keyring = ownKeyring()) => worker({ keyring });

  for (const [name, aheadMs] of [["ahead", TEN_MINUTES], ["behind", -TEN_MINUTES]] as const) {
    it(`whose clock is wrong by ten minutes, ${name}, is signed with the right time, and tried again when the schedule says so`, async () => {
      const path = `/${name}`;
      receiver.behave(path, 500);
      const call = callerWith(stack().apiKey, api.baseUrl);
      const webhook = await newWebhook(call, receiver.url + path);
      const id = await newDelivery(call, webhook.id);
      const { takeStep } = activities();
      const take = () =>
        withClock(aheadMs, () => takeStep({ delivery_id: id, retry_ids: [], is_first: false }));

      const first = await take();
      const [request] = receiver.at(path);
      const { id: event } = await verifyWebhook(
        request!.body,
        String(request!.headers[SIGNATURE_HEADER.toLowerCase()]),
        webhook.secret,
        { toleranceSeconds: 30 },
      );
      assert.equal(event, request!.event.id);
      assert.ok(first.kind === "wait", JSON.stringify(first));
      assert.ok(first.delay >= RETRY_MS && first.delay <= 1.2 * RETRY_MS, `${first.delay} ms`);

      const second = await take();
      assert.ok(second.kind === "wait", JSON.stringify(second));
      assert.ok(second.delay > 0 && second.delay <= 1.2 * RETRY_MS, `${second.delay} ms`);
      assert.equal(receiver.at(path).length, 1);
      const { data } = await call("GET", `/v1/deliveries/${id}`);
      const wait = Date.parse(data.next_retry_at) - Date.now();
      assert.ok(wait > 0 && wait <= 1.2 * RETRY_MS, `${wait} ms`);
    });
  }

  it("wakes its run at once where the worker stops, though the next attempt is seconds away", async () => {
    receiver.behave("/soon", 500);
    const call = callerWith(stack().apiKey, api.baseUrl);
    const webhook = await newWebhook(call, `${receiver.url}/soon`);
    const delivery_id = await newDelivery(call, webhook.id);
    const woken: string[] = [];
    const executeOnce = ({ workflow_id }: { workflow_id: string }) => void woken.push(workflow_id);
    const { attempts, takeStep } = worker({ schedule: [0, 5_000, 5_000], dispatcher: { executeOnce } });
    attempts.waitBudget.for = () => 0;
    const { kind } = await takeStep({ delivery_id, retry_ids: [], is_first: true });
    assert.equal(kind, "in_flight");
    await eventually("its end", () => Promise.resolve(attempts.get(delivery_id) === undefined || undefined));
    assert.deepEqual(woken, []);
    await attempts.drain(10_000);
    assert.deepEqual([receiver.at("/soon").length, woken], [1, [`delivery/${delivery_id}`]]);
  });

  it("is counted once it has ended, and each of its attempts", async () => {
    const counted = async (line: string) =>
      Number(new RegExp(`service_${line} (\\d+)`).exec(await metricsPage())?.[1] ?? 0);
    const figures = () =>
      Promise.all([
        counted('delivery_attempts_total\\{outcome="5xx"\\}'),
        counted('delivery_attempts_total\\{outcome="2xx"\\}'),
        counted('deliveries_ended_total\\{status="succeeded"\\}'),
      ]);
    receiver.behave("/counted", 500);
    const call = callerWith(stack().apiKey, api.baseUrl);
    const webhook = await newWebhook(call, `${receiver.url}/counted`);
    const id = await newDelivery(call, webhook.id);
    const { takeStep } = activities();
    const [failed, succeeded, ended] = await figures();
    await takeStep({ delivery_id: id, retry_ids: [], is_first: true });
    assert.deepEqual(await figures(), [failed! + 1, succeeded, ended]);
    receiver.behave("/counted", 204);
    const retry = { delivery_id: id, retry_ids: [crypto.randomUUID()], is_first: false };
    assert.equal((await takeStep(retry)).kind, "ended");
    assert.deepEqual(await figures(), [failed! + 1, succeeded! + 1, ended! + 1]);
  });

  for (const fault of [new TypeError("a mistake of ours"), new DatabaseUnavailable("it has gone away")]) {
    it(`fails its step, and uses up nothing of its schedule, where sending it throws ${fault.name}`, async () => {
      const call = callerWith(stack().apiKey, api.baseUrl);
      const webhook = await newWebhook(call, `${receiver.url}/never`);
      const id = await newDelivery(call, webhook.id);
      const keyring = ownKeyring();
      keyring.decrypt = () => {
        throw fault;
      };
      const { takeStep } = activities(keyring);
      const step = () => takeStep({ delivery_id: id, retry_ids: [], is_first: true });
      await assert.rejects(new MockActivityEnvironment({ isLocal: true }).run(step), fault);
      const [delivery] = await ask<{ scheduled_attempts: number; status: string; ended_at: Date | null }>(
        `SELECT d.scheduled_attempts, d.status, a.ended_at FROM deliveries d JOIN delivery_attempts a ON a.delivery_id = d.id
         WHERE d.id = $1`,
        [id],
        database.url,
      );
      assert.deepEqual(delivery, { scheduled_attempts: 0, status: "pending", ended_at: null });
      assert.equal(receiver.at("/never").length, 0);
    });
  }

  it("leaves its subscription enabled after a 410 of a URL that it no longer has, and tries the new one", async () => {
    const call = callerWith(stack().apiKey, api.baseUrl);
    const webhook = await newWebhook(call, `${receiver.url}/moved`);
    receiver.behave("/moved", async () => {
      const body = { url: `${receiver.url}/new-home` };
      assert.equal((await call("PATCH", `/v1/webhooks/${webhook.id}`, { body })).status, 200);
      return 410;
    });
    const id = await newDelivery(call, webhook.id);
    const step = await activities().takeStep({ delivery_id: id, retry_ids: [], is_first: true });
    assert.equal(step.kind, "wait");
    const { data } = await call("GET", `/v1/webhooks/${webhook.id}`);
    assert.deepEqual([data.enabled, data.disabled_reason], [true, null]);
    const retry = { delivery_id: id, retry_ids: [crypto.randomUUID()], is_first: false };
    assert.equal((await activities().takeStep(retry)).kind, "ended");
    assert.equal(receiver.at("/new-home").length, 1);
  });

  it("disables its subscription by a 410, though who waits for the endpoint cannot be woken", async () => {
    receiver.behave("/gone", 410);
    const call = callerWith(stack().apiKey, api.baseUrl);
    const webhook = await newWebhook(call, `${receiver.url}/gone`);
    const [id, waiting] = [await newDelivery(call, webhook.id), await newDelivery(call, webhook.id)];
    await ask("UPDATE deliveries SET parked = 'endpoint_busy' WHERE id = $1", [waiting], database.url);
    await ask("ALTER FUNCTION hand_over RENAME TO hand_over_lost", [], database.url);
    try {
      const step = () => activities().takeStep({ delivery_id: id, retry_ids: [], is_first: true });
      await assert.rejects(new MockActivityEnvironment({ isLocal: true }).run(step), /hand_over/);
      const { data } = await call("GET", `/v1/webhooks/${webhook.id}`);
      assert.deepEqual([data.enabled, data.disabled_reason], [false, "The endpoint answered 410 (Gone)."]);
    } finally {
      await ask("ALTER FUNCTION hand_over_lost RENAME TO hand_over", [], database.url);
    }
  });
});
