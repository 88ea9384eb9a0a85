import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { allowRequests, newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { endedDelivery, newDelivery, newWebhook, type Receiver, startReceiver } from "#testing/webhooks.ts";

const PATH = "/v1/webhooks";

describe("Webhook subscriptions", () => {
  let own: TestOrganization;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    own = await newOrganization();
  });
  after(() => receiver.close());

  const create = (change: object = {}) =>
    own.call("POST", PATH, { body: { url: `${receiver.url}/hook`, events: ["*"], ...change } });

  it("are created with a secret shown once, and listed newest first", async () => {
    const created = await create({ description: "orders", custom_headers: { "X-Token": "very-secret" } });
    assert.equal(created.status, 201);
    const { secret, ...shown } = created.data;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(created.headers.get("Cache-Control"), "no-store");
    assert.deepEqual(shown.custom_headers, { "X-Token": "********" });
    assert.deepEqual(
      [shown.url, shown.events, shown.description, shown.enabled, shown.disabled_reason],
      [`${receiver.url}/hook`, ["*"], "orders", true, null],
    );
    assert.ok(created.headers.get("Location")?.endsWith(`${PATH}/${shown.id}`));
    assert.deepEqual((await own.call("GET", `${PATH}/${shown.id}`)).data, shown);
    const second = await create({ enabled: false, events: ["simulation.failed"] });
    const listed = await own.call("GET", PATH);
    assert.deepEqual(listed.data.map(({ id }: { id: string }) => id), [second.data.id, shown.id]);
    assert.ok(!JSON.stringify(listed.data).includes("whsec_"));
  });

  it("store secrets and header values encrypted, bound to their row", async () => {
    const { data } = await create({ custom_headers: { "X-Token": "very-secret" } });
    const [row] = await ask<{ secret: string; custom_headers: string }>(
      "SELECT secret, custom_headers FROM webhooks WHERE id = $1",
      [data.id],
    );
    assert.ok(!row?.secret.includes("whsec_") && !row?.custom_headers.includes("very-secret"));
    assert.match(row?.secret ?? "", /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
  });

  it("are at most 20 an organization, however many are created at once", async () => {
    const replies = await Promise.all(Array.from({ length: 26 }, () => create()));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [
      ...Array(20).fill(201),
      ...Array(6).fill(409),
    ]);
    const refused = await create();
    assertRefused(refused, 409, "limit_reached");
    assert.equal(refused.meta.limit, 20);
    assert.equal(
      (await own.call("DELETE", `${PATH}/${replies.find(({ status }) => status === 201)?.data.id}`)).status,
      200,
    );
    assert.equal((await create()).status, 201);
  });

  it("get another secret, which is shown once", async () => {
    const { data: { id, secret } } = await create();
    const rotated = await own.call("POST", `${PATH}/${id}/rotate-secret`);
    assert.deepEqual([rotated.status, rotated.data.id], [201, id]);
    assert.match(rotated.data.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(rotated.data.secret, secret);
    assert.equal(rotated.headers.get("Cache-Control"), "no-store");
    assert.ok(!("secret" in (await own.call("GET", `${PATH}/${id}`)).data));
  });

  it("are deleted by 200 with their id, and are gone", async () => {
    const { data: { id } } = await create();
    const deleted = await own.call("DELETE", `${PATH}/${id}`);
    assert.deepEqual([deleted.status, deleted.data], [200, { id, deleted: true }]);
    assertRefused(await own.call("GET", `${PATH}/${id}`), 404, "not_found");
    assertRefused(await own.call("DELETE", `${PATH}/${id}`), 404, "not_found");
  });

  it("replay their creation with its secret under the same Idempotency-Key", async () => {
    const options = {
      body: { url: `${receiver.url}/hook`, events: ["*"] },
      idempotencyKey: crypto.randomUUID(),
    };
    const [first, again] = [await own.call("POST", PATH, options), await own.call("POST", PATH, options)];
    assert.deepEqual(again.data, first.data);
    assertRefused(
      await own.call("POST", PATH, { ...options, idempotencyKey: null }),
      409,
      "idempotency_key_required",
    );
    assert.equal((await own.call("GET", PATH)).data.length, 1);
  });

  for (
    const [what, change, field] of [
      ["an address that is not public", { url: "https://10.0.0.1/" }, "/url"],
      ["a decimal address", { url: "https://2852039166/" }, "/url"],
      ["a v4-mapped address", { url: "https://[::ffff:169.254.169.254]/" }, "/url"],
      ["plain HTTP", { url: "http://example.com/" }, "/url"],
      ["a user name", { url: "https://me@example.com/" }, "/url"],
      ["a port below 1024", { url: "https://example.com:22/" }, "/url"],
      ["an unknown type", { events: ["simulation.begun"] }, "/events/0"],
      ["no types", { events: [] }, "/events"],
      [
        "a header of ours",
        { custom_headers: { "X-Service-Signature": "x" } },
        "/custom_headers/X-Service-Signature",
      ],
      ["a header of the connection", { custom_headers: { Host: "x" } }, "/custom_headers/Host"],
      ["a value with a line break", { custom_headers: { "X-A": "a\r\nB: c" } }, "/custom_headers/X-A"],
      ["a header's value that is no text", { custom_headers: { "X-A": 1 } }, "/custom_headers/X-A"],
      ["an unknown field", { secret: "mine" }, "/secret"],
    ] as const
  ) {
    it(`answer 400 validation_error to ${what}`, async () => {
      const refused = await create(change);
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, field);
      const { data } = await create();
      for (const method of ["PATCH", "POST"]) {
        assertRefused(
          await own.call(method, `${PATH}/${data.id}`, { body: change }),
          400,
          "validation_error",
        );
      }
    });
  }

  it("change only the fields that are sent, by PATCH and by POST; an empty body is a no-op", async () => {
    const { data: { secret: _, ...created } } = await create({
      description: "a",
      custom_headers: { "X-A": "one" },
    });
    const at = `${PATH}/${created.id}`;
    assert.deepEqual((await own.call("PATCH", at, { body: {} })).data, created);
    const patched = await own.call("PATCH", at, { body: { description: null } });
    assert.deepEqual(
      { ...patched.data, updated_at: null },
      { ...created, description: null, updated_at: null },
    );
    const bare = await own.call("PATCH", at, { body: { custom_headers: null } });
    assert.deepEqual([bare.status, bare.data.custom_headers], [200, {}]);
    const posted = await own.call("POST", at, {
      body: { events: ["simulation.failed"] },
      idempotencyKey: null,
    });
    assert.deepEqual([posted.status, posted.data.events, posted.data.url], [
      200,
      ["simulation.failed"],
      created.url,
    ]);
  });

  it("refuse a masked value, created with or sent back, and change nothing", async () => {
    const headers = { "X-A": "one", "X-B": "two" };
    const { id } = await newWebhook(own.call, `${receiver.url}/masked`, { custom_headers: headers });
    const { custom_headers } = (await own.call("GET", `${PATH}/${id}`)).data;
    for (
      const body of [{ custom_headers }, { custom_headers: { "X-A": "three", "X-B": custom_headers["X-B"] } }]
    ) {
      const refused = await own.call("PATCH", `${PATH}/${id}`, { body });
      assertRefused(refused, 400, "validation_error");
      assert.match(refused.meta.field, /^\/custom_headers\/X-[AB]$/);
      assert.match(refused.meta.message, /is masked; send the value itself/);
    }
    const created = await own.call("POST", PATH, {
      body: { url: `${receiver.url}/masked`, events: ["*"], custom_headers },
    });
    assertRefused(created, 400, "validation_error");
    await newDelivery(own.call, id);
    const [request] = await receiver.until("/masked", 1);
    assert.deepEqual([request?.headers["x-a"], request?.headers["x-b"]], ["one", "two"]);
  });

  describe("that are moved by a PATCH", () => {
    const headers = { "X-Token": "of the first endpoint" };
    const moved = async (change: object) => {
      const { id } = await newWebhook(own.call, `${receiver.url}/first`, { custom_headers: headers });
      const { status, data, meta } = await own.call("PATCH", `${PATH}/${id}`, { body: change });
      assert.equal(status, 200);
      return { ...data, dropped: meta.dropped_headers };
    };

    it("to another origin lose the custom headers that are not sent again", async () => {
      const { port } = new URL(receiver.url);
      for (
        const url of [
          "https://example.com/first",
          `http://localhost:${port}/first`,
          `http://127.0.0.1:${Number(port) + 1}/first`,
        ]
      ) {
        const data = await moved({ url });
        assert.deepEqual([data.url, data.custom_headers, data.dropped], [url, {}, ["X-Token"]]);
      }
    });

    it("to another origin name those alone that are not sent again, whatever is sent in their place", async () => {
      const headers = { "X-Token": "of the first", "X-Team": "red" };
      for (
        const [custom_headers, dropped] of [
          [{ "x-token": "of the second", "X-New": "1" }, ["X-Team"]],
          [{ "X-New": "1" }, ["X-Team", "X-Token"]],
          [null, ["X-Team", "X-Token"]],
        ] as const
      ) {
        const { id } = await newWebhook(own.call, `${receiver.url}/first`, { custom_headers: headers });
        const body = { url: "https://example.com/second", custom_headers };
        const { status, meta } = await own.call("PATCH", `${PATH}/${id}`, { body });
        assert.deepEqual([status, meta.dropped_headers.toSorted()], [200, dropped]);
        const within = { url: "https://example.com/third", custom_headers: { "X-Other": "1" } };
        const next = await own.call("PATCH", `${PATH}/${id}`, { body: within });
        assert.equal(next.meta.dropped_headers, undefined);
      }
    });

    it("to another origin keep those that are sent again", async () => {
      const url = `${receiver.url.replace("127.0.0.1", "localhost")}/second-${crypto.randomUUID()}`;
      const data = await moved({ url, custom_headers: { "X-Token": "of the second" } });
      assert.equal(data.dropped, undefined);
      await newDelivery(own.call, data.id);
      const [request] = await receiver.until(new URL(url).pathname, 1);
      assert.equal(request?.headers["x-token"], "of the second");
    });

    it("within their origin keep their custom headers", async () => {
      for (const change of [{ url: `${receiver.url}/third?x=1` }, { description: "Elsewhere" }]) {
        const data = await moved(change);
        assert.deepEqual([data.custom_headers, data.dropped], [{ "X-Token": "********" }, undefined]);
      }
    });
  });

  it("get webhook.test whatever their events, and no other subscription does", async () => {
    const { id } = await newWebhook(own.call, `${receiver.url}/tested`, { events: ["simulation.failed"] });
    await newWebhook(own.call, `${receiver.url}/untested`);
    const sent = await own.call("POST", `${PATH}/${id}/test`);
    assert.deepEqual([sent.status, sent.data.status, sent.data.webhook_id], [202, "pending", id]);
    const record = await endedDelivery(own.call, sent.data.id);
    assert.equal(record.event_type, "webhook.test");
    assert.equal(receiver.at("/tested").length, 1);
    assert.equal(receiver.at("/untested").length, 0);
    const { attempts, ...listed } = record;
    assert.equal(attempts.length, 1);
    assert.deepEqual((await own.call("GET", `${PATH}/${id}/deliveries`)).data, [listed]);
    assert.equal(sent.meta.delivery_note, undefined);
    await own.call("PATCH", `${PATH}/${id}`, { body: { enabled: false } });
    const held = await own.call("POST", `${PATH}/${id}/test`);
    assert.equal(
      held.meta.delivery_note,
      "The subscription is disabled: the delivery is held until it is enabled.",
    );
    assert.deepEqual([held.status, held.data.status, held.data.next_retry_at], [202, "pending", null]);
  });

  it("are tested so often an hour as ten minutes' requests are, of an unproved organization five minutes', and no refused one counts", async () => {
    const { id, call } = await newOrganization();
    const webhook = await newWebhook(call, `${receiver.url}/tested-often`);
    let count = 0;
    for (const [isProved, limit] of [[false, 5], [true, 10]] as const) {
      for (; count < limit - 1; count++) await newDelivery(call, webhook.id);
      assertRefused(await call("POST", `${PATH}/${id}/test`), 404, "not_found");
      const [fresh, next] = [callerWith((await newKey(id)).key), callerWith((await newKey(id)).key)];
      await allowRequests(id, 1, isProved);
      assert.equal((await fresh("POST", `${PATH}/${webhook.id}/test`)).status, 202);
      count++;
      const refused = await next("POST", `${PATH}/${webhook.id}/test`);
      assertRefused(refused, 429, "rate_limit_exceeded");
      assert.equal(refused.meta.rate_limit.limit, limit);
      assert.equal(refused.headers.get("X-RateLimit-Limit"), `${limit}`);
      await allowRequests(id, 1_000_000);
    }
    assert.equal((await call("GET", "/v1/deliveries?limit=100")).data.length, 10);
  });

  it("need webhooks:read to be read, webhooks:write for the rest", async () => {
    const { data: { id } } = await create();
    const reader = callerWith((await newKey(own.id, ["webhooks:read"])).key);
    assert.equal((await reader("GET", `${PATH}/${id}`)).status, 200);
    for (
      const [method, path] of [
        ["POST", PATH],
        ["PATCH", `${PATH}/${id}`],
        ["DELETE", `${PATH}/${id}`],
        ["POST", `${PATH}/${id}/rotate-secret`],
        ["POST", `${PATH}/${id}/test`],
        ["POST", "/v1/callback-secret"],
      ] as const
    ) {
      const refused = await reader(method, path, { body: {} });
      assertRefused(refused, 403, "forbidden_missing_scope");
      assert.equal(refused.meta.required_scope, "webhooks:write");
    }
  });

  it("answer 404 to another organization on every path", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/mine`);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    const other = await newOrganization();
    for (
      const [method, path, body] of [
        ["GET", `${PATH}/${webhook.id}`],
        ["PATCH", `${PATH}/${webhook.id}`, { enabled: false }],
        ["POST", `${PATH}/${webhook.id}`, { enabled: false }],
        ["DELETE", `${PATH}/${webhook.id}`],
        ["POST", `${PATH}/${webhook.id}/rotate-secret`],
        ["POST", `${PATH}/${webhook.id}/test`],
        ["GET", `${PATH}/${webhook.id}/deliveries`],
        ["POST", `${PATH}/${webhook.id}/deliveries/${id}/retry`],
        ["GET", `/v1/deliveries/${id}`],
        ["POST", `/v1/deliveries/${id}/retry`],
      ] as const
    ) {
      assertRefused(await other.call(method, path, body === undefined ? {} : { body }), 404, "not_found");
    }
    assert.deepEqual((await other.call("GET", "/v1/deliveries")).data, []);
    // One's own subscription does not open another's delivery.
    const theirs = await newWebhook(other.call, `${receiver.url}/theirs`);
    assertRefused(await other.call("POST", `${PATH}/${theirs.id}/deliveries/${id}/retry`), 404, "not_found");
    assert.equal(receiver.at("/mine").length, 1);
  });

  it("never take a static path for an id", async () => {
    const before = await create();
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const reply = await own.call(method, `${PATH}/payments`, method === "PATCH" ? { body: {} } : {});
      assert.ok([400, 405].includes(reply.status), `${method}: ${reply.status}`);
    }
    const posted = await own.call("POST", `${PATH}/payments`, { body: { enabled: false } });
    assert.ok([400, 401].includes(posted.status), String(posted.status));
    assert.equal((await own.call("GET", `${PATH}/${before.data.id}`)).data.enabled, true);
  });

  it("have statistics of 24 hours by hours, that count what failed so far and nothing older", async () => {
    const path = "/stats";
    receiver.behave(path, { status: 200 }, { status: 500 });
    const webhook = await newWebhook(own.call, receiver.url + path);
    const good = await newDelivery(own.call, webhook.id);
    assert.equal((await endedDelivery(own.call, good)).status, "succeeded");
    const failing = await newDelivery(own.call, webhook.id);
    await receiver.until(path, 2);
    const stats = async () => (await own.call("GET", "/v1/webhook-stats")).data;
    const [hour, ...others] = await eventually("both in the hours", async () => {
      const hours = await stats();
      return hours.length > 0 && hours.every(({ failed }: { failed: number }) => failed === 1)
        ? hours
        : undefined;
    });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [hour.webhook_id, hour.succeeded, hour.failed, hour.is_partial],
      [webhook.id, 1, 1, false],
    );
    assert.match(hour.at, /:00:00\.000Z$/);
    assert.deepEqual((await (await newOrganization()).call("GET", "/v1/webhook-stats")).data, []);
    await ask("UPDATE deliveries SET created_at = created_at - interval '25 hours' WHERE id = ANY($1)", [[
      good,
      failing,
    ]]);
    assert.deepEqual(await stats(), []);
  });
});
