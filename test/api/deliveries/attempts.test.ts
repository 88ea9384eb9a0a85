import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  addAttempts,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  startReceiver,
} from "#testing/webhooks.ts";

/** 1 of the delivery itself and 44 by hand. */
const ATTEMPTS = 45;
const EXCERPT = "x".repeat(16 * 1_024);

const numbers = (attempts: readonly { readonly number: number }[]) => attempts.map(({ number }) => number);
const downFrom = (last: number, count: number) => Array.from({ length: count }, (_, index) => last - index);

describe("A delivery's attempts", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  let id: string;
  let path: string;
  before(async () => {
    own = await newOrganization();
    receiver = await startReceiver();
    receiver.behave("/first", { status: 200, body: "thanks" });
    const webhook = await newWebhook(own.call, `${receiver.url}/first`);
    id = await newDelivery(own.call, webhook.id);
    path = `/v1/deliveries/${id}/attempts`;
    await endedDelivery(own.call, id);
    await addAttempts(id, ATTEMPTS - 1, EXCERPT);
  });
  after(() => receiver.close());

  it("are all in pages, each once, newest first", async () => {
    for (const limit of [1, 7, 44, 45, 100]) {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const after: string = cursor === null ? "" : `&cursor=${cursor}`;
        const { data, meta } = await own.call("GET", `${path}?limit=${limit}${after}`);
        seen.push(...numbers(data));
        assert.equal(meta.has_more, meta.next_cursor !== null);
        assert.equal(data.length, Math.min(limit, ATTEMPTS - seen.length + data.length));
        cursor = meta.next_cursor;
        assert.match(cursor ?? "", /^[A-Za-z0-9_-]*$/);
      } while (cursor !== null);
      assert.deepEqual(seen, downFrom(ATTEMPTS, ATTEMPTS), `limit ${limit}`);
    }
  });

  it("have 20 on a page by default, each as the delivery shows it", async () => {
    const { data } = await own.call("GET", path);
    const shown = (await own.call("GET", `/v1/deliveries/${id}`)).data;
    assert.deepEqual(numbers(data), downFrom(ATTEMPTS, 20));
    assert.deepEqual(shown.attempts, data);
    assert.equal(shown.attempt_count, ATTEMPTS);
    assert.equal(data[0].response_excerpt, EXCERPT);
    const [first] = (await own.call("GET", `${path}?limit=100`)).data.slice(-1);
    assert.deepEqual(
      { ...first, at: typeof first.at, latency_ms: typeof first.latency_ms },
      {
        number: 1,
        at: "string",
        response_status: 200,
        latency_ms: "number",
        error_code: null,
        error_message: null,
        response_excerpt: "thanks",
      },
    );
  });

  it("keep their pages while attempts are added", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/growing`);
    const growing = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, growing);
    await addAttempts(growing, 3);
    const first = await own.call("GET", `/v1/deliveries/${growing}/attempts?limit=2`);
    await addAttempts(growing, 2);
    const second = await own.call(
      "GET",
      `/v1/deliveries/${growing}/attempts?limit=2&cursor=${first.meta.next_cursor}`,
    );
    assert.deepEqual(numbers([...first.data, ...second.data]), [4, 3, 2, 1]);
    assert.deepEqual([second.meta.next_cursor, second.meta.has_more], [null, false]);
  });

  it("are an empty page before the first one", async () => {
    const { id: webhookId } = await newWebhook(own.call, `${receiver.url}/held`);
    await own.call("PATCH", `/v1/webhooks/${webhookId}`, { body: { enabled: false } });
    const held = await newDelivery(own.call, webhookId);
    const { status, data, meta } = await own.call("GET", `/v1/deliveries/${held}/attempts`);
    assert.deepEqual([status, data, meta.next_cursor, meta.has_more], [200, [], null, false]);
  });

  it("answer 400 to an altered cursor, and to one of another list", async () => {
    const another = await newDelivery(own.call, (await newWebhook(own.call, `${receiver.url}/another`)).id);
    const next = async (url: string) => (await own.call("GET", `${url}?limit=1`)).meta.next_cursor as string;
    const [attempts, deliveries] = [await next(path), await next("/v1/deliveries")];
    const altered = `${attempts[0] === "B" ? "C" : "B"}${attempts.slice(1)}`;
    for (
      const url of [
        `${path}?cursor=${altered}`,
        `${path}?cursor=${deliveries}`,
        `/v1/deliveries/${another}/attempts?cursor=${attempts}`,
        `/v1/deliveries?cursor=${attempts}`,
        `${path}?limit=0`,
        `${path}?limit=101`,
        `${path}?status=failed`,
      ]
    ) {
      assertRefused(await own.call("GET", url), 400, "validation_error");
    }
  });

  it("answer 404 for another organization's delivery as for a missing one, 403 without the scope", async () => {
    const other = await newOrganization();
    assertRefused(await other.call("GET", path), 404, "not_found");
    const missing = `/v1/deliveries/${crypto.randomUUID()}/attempts`;
    assertRefused(await own.call("GET", missing), 404, "not_found");
    const { key } = await newKey(own.id, ["webhooks:write"]);
    assertRefused(await callerWith(key)("GET", path), 403, "forbidden_missing_scope");
  });
});
