import assert from "node:assert/strict";
import { openApiDocument } from "#api/http/openapi.ts";
import { ROUTES } from "#api/routes.ts";
import { assertRefused, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";
import { stack } from "#test/support/stack.ts";
import { endedDelivery, newDelivery, newWebhook } from "#test/support/webhooks.ts";
import { type Receiver, startReceiver } from "#test/support/webhook-receiver.ts";

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

  it("of many deliveries are requested by at least one filter, for failed ones unless it is given", async () => {
    const operator = callerWith(stack().operatorKey);
    for (const body of [undefined, {}, { status: null }]) {
      const refused = await operator("POST", "/v1/admin/deliveries/retry", { body });
      assertRefused(refused, 400, "validation_error");
    }
    const { components } = openApiDocument(ROUTES, "http://localhost") as {
      readonly components: { readonly schemas: { readonly RetryDeliveries: object } };
    };
    assert.equal(Reflect.get(components.schemas.RetryDeliveries, "minProperties"), 1);
    await succeeded("/fine");
    const other = await newOrganization();
    const body = { organization_id: other.id };
    assert.equal((await operator("POST", "/v1/admin/deliveries/retry", { body })).data.matched, 0);
  });
});
