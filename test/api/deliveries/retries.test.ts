import assert from "node:assert/strict";
import { apiDocument } from "#api/document.ts";
import { countRetryable, retryMatching } from "#db/deliveries/retries.ts";
import { SCOPES } from "#shared/api-key.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

type RetriedBatch = Awaited<ReturnType<typeof retryMatching>>;

describe("Attempts by hand", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    [own, receiver] = await Promise.all([newOrganization(), startReceiver()]);
  });
  after(() => receiver.close());

  async function succeeded(path: string): Promise<string> {
    const webhook = await newWebhook(own.call, receiver.url + path);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    return id;
  }

  it("are 1,000 at most, then a retry is refused and an operator's job leaves it out", async () => {
    const id = await succeeded("/worn");
    await ask("UPDATE deliveries SET attempt_count = 1000, status = 'failed' WHERE id = $1", [id]);
    assertRefused(await own.call("POST", `/v1/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const operator = callerWith(stack().operatorKey);
    assertRefused(await operator("POST", `/v1/admin/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    const { data } = await operator("POST", "/v1/admin/deliveries/retry", {
      body: { organization_id: own.id },
    });
    assert.equal(data.matched, 0);
  });

  it("are of the subscription that the path names: 404 for a delivery of another one", async () => {
    const id = await succeeded("/named");
    const another = await newWebhook(own.call, `${receiver.url}/another`);
    const path = `/v1/webhooks/${another.id}/deliveries/${id}/retry`;
    assertRefused(await own.call("POST", path), 404, "not_found");
    const rows = await ask("SELECT retry_requested FROM deliveries WHERE id = $1", [id]);
    assert.deepEqual(rows, [{ retry_requested: null }]);
  });

  it("want the scope webhooks:write on each path, and no other", async () => {
    const id = await succeeded("/scoped");
    const { data: { webhook_id } } = await own.call("GET", `/v1/deliveries/${id}`);
    const withScopes = async (scopes: readonly string[]) => callerWith((await newKey(own.id, scopes)).key);
    const writes = await withScopes(["webhooks:write"]);
    const others = await withScopes(SCOPES.filter((scope) => scope !== "webhooks:write"));
    const paths = [`/v1/deliveries/${id}/retry`, `/v1/webhooks/${webhook_id}/deliveries/${id}/retry`];
    for (const path of [...paths, "/v1/deliveries/retry"]) {
      const options = path === "/v1/deliveries/retry" ? { body: { webhook_id } } : {};
      assertRefused(await others("POST", path, options), 403, "forbidden_missing_scope");
      assert.equal((await writes("POST", path, options)).status, 202, path);
    }
  });

  it("that are requested while one waits are that one", async () => {
    const { id: webhook } = await newWebhook(own.call, `${receiver.url}/waiting`);
    const id = await newDelivery(own.call, webhook);
    await endedDelivery(own.call, id);
    await own.call("PATCH", `/v1/webhooks/${webhook}`, { body: { enabled: false } });
    const requested = async () => {
      assert.equal((await own.call("POST", `/v1/deliveries/${id}/retry`)).status, 202);
      return (await ask("SELECT retry_requested FROM deliveries WHERE id = $1", [id]))[0]?.retry_requested;
    };
    const first = await requested();
    assert.equal(typeof first, "string");
    assert.equal(await requested(), first);
  });

  it("are none for a subscription that was deleted, and do not match", async () => {
    const { id: webhook } = await newWebhook(own.call, `${receiver.url}/deleted`);
    const id = await newDelivery(own.call, webhook);
    await endedDelivery(own.call, id);
    const body = { webhook_id: webhook, status: "succeeded" };
    await own.call("DELETE", `/v1/webhooks/${webhook}`);
    assertRefused(await own.call("POST", `/v1/deliveries/${id}/retry`), 409, "delivery_not_retryable");
    assert.deepEqual((await own.call("POST", "/v1/deliveries/retry", { body })).data, { matched: 0 });
  });

  it("of many deliveries are requested by at least one filter, for failed ones unless it is given", async () => {
    const operator = callerWith(stack().operatorKey);
    for (const body of [undefined, {}, { status: null }]) {
      const refused = await operator("POST", "/v1/admin/deliveries/retry", { body });
      assertRefused(refused, 400, "validation_error");
    }
    const { components } = apiDocument("http://localhost") as {
      readonly components: { readonly schemas: { readonly RetryDeliveries: object } };
    };
    assert.equal(Reflect.get(components.schemas.RetryDeliveries, "minProperties"), 1);
    await succeeded("/fine");
    const other = await newOrganization();
    const body = { organization_id: other.id };
    assert.equal((await operator("POST", "/v1/admin/deliveries/retry", { body })).data.matched, 0);
  });

  it("of a great many are counted among the newest 10,000, which says that there are more; a job goes through them in pages", async () => {
    const id = await succeeded("/many");
    await ask("UPDATE deliveries SET status = 'failed' WHERE id = $1", [id]);
    // Every second one has had all of its attempts.
    const copy = (count: number) =>
      ask(
        `INSERT INTO deliveries (id, organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, attempt_count, created_at,
           completed_at, has_run)
         SELECT gen_random_uuid(), organization_id, event_id, event_type, webhook_id, endpoint_id, url, status, 1000 * (n % 2),
           created_at - n * interval '1 millisecond', completed_at, has_run
         FROM deliveries, generate_series(1, $2::integer) AS n WHERE id = $1`,
        [id, count],
      );
    const [row] = await ask<{ webhook_id: string }>("SELECT webhook_id FROM deliveries WHERE id = $1", [id]);
    const filters = { status: "failed", webhook_id: row?.webhook_id ?? "" } as const;
    const database = await connectAs("app_worker");
    const count = () => database.transaction((tx) => countRetryable(tx, filters));
    try {
      await copy(10_010);
      assert.deepEqual({ ...await count(), createdUntil: null }, {
        matched: 5_000,
        more: true,
        createdUntil: null,
      });
      await ask("DELETE FROM deliveries WHERE webhook_id = $1 AND id <> $2", [filters.webhook_id, id]);
      await copy(5);
      const { matched, more, createdUntil } = await count();
      assert.deepEqual([matched, more], [3, false]);
      assert.ok(createdUntil !== null);
      const batch = { filters, createdUntil, limit: 2, retryId: `job/${crypto.randomUUID()}` };
      const retried: number[] = [];
      let after: string | null = null;
      do {
        const page: RetriedBatch = await retryMatching(database, { ...batch, after });
        retried.push(page.retried);
        after = page.after;
      } while (after !== null);
      assert.deepEqual(retried, [2, 1]);
    } finally {
      await database.close();
    }
  });
});
