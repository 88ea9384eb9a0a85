import assert from "node:assert/strict";
import pg from "pg";
import { idempotencyKeyHash } from "#db/idempotency.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { ended, simulationBody } from "#testing/simulations.ts";

const PATH = "/v1/simulations";

describe("An Idempotency-Key", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  it("makes one simulation of twelve concurrent creates: one response and eleven replays", async () => {
    const idempotencyKey = crypto.randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => own.call("POST", PATH, { body: simulationBody(), idempotencyKey })),
    );
    assert.deepEqual(replies.map(({ status }) => status), Array(12).fill(202));
    const replayed = replies.filter(({ headers }) => headers.get("Idempotency-Replayed") === "true");
    assert.equal(replayed.length, 11);
    for (const { data, headers } of replies) {
      assert.deepEqual(data, replies[0]?.data);
      assert.equal(headers.get("Location"), replies[0]?.headers.get("Location"));
    }
    const { data: list } = await own.call("GET", PATH);
    assert.equal(list.length, 1);
  });

  it("replays the first response after the simulation has ended", async () => {
    const options = { body: simulationBody(), idempotencyKey: crypto.randomUUID() };
    const first = await own.call("POST", PATH, options);
    await ended(own.call, first.data.id);
    const again = await own.call("POST", PATH, options);
    assert.deepEqual([again.status, again.data], [first.status, first.data]);
    assert.notEqual(again.meta.request_id, first.meta.request_id);
  });

  it("treats bodies as the same when their JSON values are", async () => {
    const idempotencyKey = crypto.randomUUID();
    const body = simulationBody({ scenario_context: { product_name: "Oat", price_usd: 3 } }) as Record<
      string,
      unknown
    >;
    const first = await own.call("POST", PATH, { body, idempotencyKey });
    const turned = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 2).replace(
      ": 3",
      ": 3.0",
    );
    const again = await own.call("POST", PATH, { body: turned, idempotencyKey });
    assert.equal(first.status, 202);
    assert.deepEqual(again.data, first.data);
  });

  it("answers 409 idempotency_conflict to the same key with another body", async () => {
    const idempotencyKey = crypto.randomUUID();
    await own.call("POST", PATH, { body: simulationBody(), idempotencyKey });
    const refused = await own.call("POST", PATH, {
      body: simulationBody({ agent_count: 99 }),
      idempotencyKey,
    });
    assertRefused(refused, 409, "idempotency_conflict");
    assert.equal(refused.meta.reason, "different_body");
  });

  it("is scoped to one organization and one endpoint", async () => {
    const idempotencyKey = crypto.randomUUID();
    const other = await newOrganization();
    const [mine, theirs] = [
      await own.call("POST", PATH, { body: simulationBody(), idempotencyKey }),
      await other.call("POST", PATH, { body: simulationBody(), idempotencyKey }),
    ];
    assert.notEqual(mine.data.id, theirs.data.id);
    const cancelled = await own.call("POST", `${PATH}/${mine.data.id}/cancel`, { idempotencyKey });
    assert.notEqual(cancelled.error, "idempotency_conflict");
  });

  it("answers 409 idempotency_key_required to a create without one", async () => {
    assertRefused(
      await own.call("POST", PATH, { body: simulationBody(), idempotencyKey: null }),
      409,
      "idempotency_key_required",
    );
  });

  it("is looked at once the body fits its schema: an invalid one is 400, whatever its key", async () => {
    const used = crypto.randomUUID();
    assert.equal(
      (await own.call("POST", PATH, { body: simulationBody(), idempotencyKey: used })).status,
      202,
    );
    for (const idempotencyKey of [null, "short", used, crypto.randomUUID()]) {
      const refused = await own.call("POST", PATH, {
        body: simulationBody({ agent_count: 0 }),
        idempotencyKey,
      });
      assertRefused(refused, 400, "validation_error");
    }
  });

  it("answers 409 idempotency_key_invalid unless it is a ULID, a UUID or 32 to 255 printable characters", async () => {
    for (
      const idempotencyKey of [
        "short",
        "x".repeat(31),
        "x".repeat(256),
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        `${"x".repeat(31)}\t`,
      ]
    ) {
      const refused = await own.call("POST", PATH, { body: simulationBody(), idempotencyKey });
      assertRefused(refused, 409, "idempotency_key_invalid");
    }
    for (
      const idempotencyKey of [
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        crypto.randomUUID(),
        `order ${crypto.randomUUID()}`,
      ]
    ) {
      assert.equal((await own.call("POST", PATH, { body: simulationBody(), idempotencyKey })).status, 202);
    }
  });

  it("stores no error, so that a corrected call with the same key succeeds", async () => {
    const idempotencyKey = crypto.randomUUID();
    const wrong = await own.call("POST", PATH, {
      body: simulationBody({ workflow_id: "nothing" }),
      idempotencyKey,
    });
    assertRefused(wrong, 400, "invalid_workflow");
    assert.equal((await own.call("POST", PATH, { body: simulationBody(), idempotencyKey })).status, 202);
  });

  it("can be reused with another body after 24 hours", async () => {
    const idempotencyKey = crypto.randomUUID();
    const first = await own.call("POST", PATH, { body: simulationBody(), idempotencyKey });
    const hash = idempotencyKeyHash(own.id, `POST ${PATH}`, idempotencyKey);
    await ask("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key_hash = $1", [
      hash,
    ]);
    const second = await own.call("POST", PATH, {
      body: simulationBody({ agent_count: 50 }),
      idempotencyKey,
    });
    assert.equal(second.status, 202);
    assert.notEqual(second.data.id, first.data.id);
  });

  it("stores a response with a secret encrypted", async () => {
    const operator = callerWith(stack().operatorKey);
    const options = {
      body: { name: "kept", scopes: ["webhooks:read"] },
      idempotencyKey: crypto.randomUUID(),
    };
    const path = `/v1/admin/organizations/${own.id}/api-keys`;
    const [first, again] = [await operator("POST", path, options), await operator("POST", path, options)];
    assert.equal(again.data.key, first.data.key);
    const kept = await ask<{ answer: string }>("SELECT answer FROM idempotency_keys");
    assert.ok(kept.length > 0 && kept.every(({ answer }) => !answer.includes(first.data.key)));
  });

  it("makes a second call wait for the first", async () => {
    const idempotencyKey = crypto.randomUUID();
    const lock = idempotencyKeyHash(own.id, `POST ${PATH}`, idempotencyKey).readBigInt64BE(0);
    const first = new pg.Client({ connectionString: stack().databaseUrl });
    await first.connect();
    await first.query("SELECT pg_advisory_lock($1)", [lock]);
    const waiting = own.call("POST", PATH, { body: simulationBody(), idempotencyKey });
    await first.end();
    assert.equal((await waiting).status, 202);
  });

  it("holds no connection while calls wait, so that other calls are answered", async () => {
    const idempotencyKey = crypto.randomUUID();
    const lock = idempotencyKeyHash(own.id, `POST ${PATH}`, idempotencyKey).readBigInt64BE(0);
    const first = new pg.Client({ connectionString: stack().databaseUrl });
    await first.connect();
    await first.query("SELECT pg_advisory_lock($1)", [lock]);
    const waiting = Array.from(
      { length: 100 },
      () => own.call("POST", PATH, { body: simulationBody(), idempotencyKey }),
    );
    for (let i = 0; i < 20; i++) assert.equal((await own.call("GET", PATH)).status, 200);
    await first.end();
    const replies = await Promise.all(waiting);
    assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
  });
});
