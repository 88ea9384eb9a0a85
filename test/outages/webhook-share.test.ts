import assert from "node:assert/strict";
import { recordEventFor } from "#db/deliveries/events.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  startReceiver,
} from "#testing/webhooks.ts";

const SHARE = 4;
const CALLBACKS = 30;

/** With services of its own, whose share is small. */
describe("An organization whose callbacks hang", function () {
  this.timeout(120_000);
  let service: OwnService;
  let own: TestOrganization;
  let receiver: Receiver;
  /** The most requests that have hung at once. */
  let most = 0;

  before(async () => {
    [service, receiver] = await Promise.all([
      startOwnService({ WEBHOOK_ATTEMPTS_PER_ORGANIZATION: String(SHARE) }),
      startReceiver(),
    ]);
    own = await newOrganization({ baseUrl: service.api.baseUrl });
  });
  after(async () => {
    await service?.stop();
    await receiver?.close();
  });

  const paths = Array.from({ length: CALLBACKS }, (_, i) => `/hanging/${i}`);
  /** One event for callbacks at as many endpoints, which hang, as the service records it; the relay starts their deliveries. */
  async function hang(): Promise<string[]> {
    for (const path of paths) {
      receiver.behave(path, () => {
        // Once it hangs.
        setImmediate(() => most = Math.max(most, receiver.open));
        return "hang";
      });
    }
    const receivers = paths.map((path) => ({ webhook_id: null, url: receiver.url + path }));
    const database = await connectAs("app_worker", { url: service.databaseUrl });
    const event = { organizationId: own.id, type: "webhook.test", simulationId: null, data: {} } as const;
    const deliveries = await database.transaction((tx) => recordEventFor(tx, event, receivers));
    await database.close();
    return deliveries.map(({ id }) => id);
  }
  const parked = async () =>
    (await ask("SELECT FROM deliveries WHERE parked = 'organization_busy'", [], service.databaseUrl)).length;

  it("has its share of requests in flight and delays neither others' deliveries nor its subscriptions'; each callback is sent at last", async () => {
    const ids = await hang();
    await eventually(
      "all but its share to wait",
      async () => receiver.open === SHARE && await parked() === CALLBACKS - SHARE || undefined,
      60,
    );
    const other = await newOrganization({ baseUrl: service.api.baseUrl });
    for (const [{ call }, path] of [[other, "/other"], [own, "/own"]] as const) {
      const webhook = await newWebhook(call, receiver.url + path);
      assert.equal((await endedDelivery(call, await newDelivery(call, webhook.id))).status, "succeeded");
    }
    const waiting = (await own.call("GET", "/v1/deliveries?status=pending&limit=100")).data.filter(
      ({ error_message }: { error_message: string | null }) => error_message?.startsWith("Waits for one of"),
    );
    assert.ok(waiting.length > 0, "callbacks wait meanwhile");

    for (const path of paths) receiver.behave(path, 204);
    for (const id of ids) await delivery(own.call, id, ({ status }) => status === "succeeded", 60);
    assert.equal(most, SHARE);
    assert.equal(await parked(), 0);
  });
});
