import assert from "node:assert/strict";
import { sha256 } from "#shared/crypto.ts";
import { assertRefused, type Caller, callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newKey, newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { startApi, type TestProcess } from "#testing/processes.ts";

const works = async (key: string, baseUrl = stack().baseUrl) =>
  (await callerWith(key, baseUrl)("GET", "/v1/webhooks")).status === 200;

const rotationOf = (id: string) => `/v1/api-keys/${id}/rotate`;

describe("Rotating an API key by itself", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });

  const newCaller = async (): Promise<{ id: string; key: string; call: Caller }> => {
    const created = await newKey(own.id);
    return { ...created, call: callerWith(created.key) };
  };

  it("answers 201 with a new secret under the same id, and the old one stops at once", async () => {
    const { id, key, call } = await newCaller();
    const rotated = await call("POST", rotationOf(id), { idempotencyKey: null });
    assert.equal(rotated.status, 201, JSON.stringify(rotated.meta));
    assert.equal(rotated.headers.get("Cache-Control"), "no-store");
    assert.equal(rotated.data.id, id);
    assert.match(rotated.data.key, /^sk_[0-9A-Za-z]{46}$/);
    assert.equal(rotated.data.prefix, rotated.data.key.slice(0, 8));
    assert.ok(await works(rotated.data.key));
    assertRefused(await call("GET", "/v1/webhooks"), 401, "invalid_credentials");
    assert.notEqual(rotated.data.key, key);
  });

  it("stores hashes alone", async () => {
    const { id, key, call } = await newCaller();
    const { data } = await call("POST", rotationOf(id), { body: { grace_period_seconds: 60 } });
    const [row] = await ask<{ text: string; secret_hash: Buffer; previous_secret_hash: Buffer }>(
      "SELECT to_jsonb(k)::text AS text, secret_hash, previous_secret_hash FROM api_keys k WHERE id = $1",
      [id],
    );
    assert.deepEqual([row?.secret_hash, row?.previous_secret_hash], [sha256(data.key), sha256(key)]);
    for (const secret of [key, data.key]) assert.ok(!row?.text.includes(secret.slice(8)));
  });

  it("lets the old secret work until the grace period ends, and rotate no more", async () => {
    const { id, key, call } = await newCaller();
    const { data } = await call("POST", rotationOf(id), { body: { grace_period_seconds: 86_400 } });
    assert.ok(await works(key) && await works(data.key));
    assertRefused(await call("POST", rotationOf(id), { body: {} }), 409, "api_key_already_rotated");
    assert.ok(await works(data.key));
    await ask("UPDATE api_keys SET previous_valid_until = now() WHERE id = $1", [id]);
    assert.ok(!await works(key) && await works(data.key));
  });

  it("ends the secret before the last one, whatever grace period that had", async () => {
    const { id, key, call } = await newCaller();
    const first = await call("POST", rotationOf(id), { body: { grace_period_seconds: 86_400 } });
    const second = await callerWith(first.data.key)("POST", rotationOf(id), {
      body: { grace_period_seconds: 60 },
    });
    assert.equal(second.status, 201);
    assert.deepEqual(
      [await works(key), await works(first.data.key), await works(second.data.key)],
      [false, true, true],
    );
  });

  it("repeats its response to the same Idempotency-Key during the grace period, and to no other key", async () => {
    const { id, call } = await newCaller();
    const request = { idempotencyKey: crypto.randomUUID(), body: { grace_period_seconds: 60 } };
    const first = await call("POST", rotationOf(id), request);
    const again = await call("POST", rotationOf(id), request);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.equal(again.data.key, first.data.key);
    assertRefused(await own.call("POST", rotationOf(id), request), 404, "not_found");
    const kept = await ask<{ answer: string }>(
      "SELECT answer FROM idempotency_keys WHERE organization_id = $1",
      [own.id],
    );
    assert.ok(kept.length > 0 && kept.every(({ answer }) => !answer.includes(first.data.key)));
  });

  it("answers 404 to every other key, of its organization or another, as for a key that there is not, and changes nothing", async () => {
    const { id, key } = await newCaller();
    const other = await newOrganization();
    const refused = [
      await own.call("POST", rotationOf(id)),
      await own.call("POST", rotationOf(crypto.randomUUID())),
      await other.call("POST", rotationOf(id)),
    ];
    for (const reply of refused) assertRefused(reply, 404, "not_found");
    assert.equal(new Set(refused.map(({ meta }) => meta.message)).size, 1);
    assertRefused(await callerWith(null)("POST", rotationOf(id)), 401, "missing_authorization");
    assert.ok(await works(key));
  });

  it("takes a grace period of 0 to 86,400 whole seconds", async () => {
    const { id, key, call } = await newCaller();
    for (const grace_period_seconds of [-1, 86_401, 1.5, "60", true]) {
      const refused = await call("POST", rotationOf(id), { body: { grace_period_seconds } });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/grace_period_seconds");
    }
    assert.ok(await works(key));
  });

  it("rotates no expired and no revoked key", async () => {
    const expired = await newCaller();
    await ask("UPDATE api_keys SET expires_at = now() WHERE id = $1", [expired.id]);
    assertRefused(await expired.call("POST", rotationOf(expired.id)), 401, "invalid_credentials");
    const revoked = await newCaller();
    const operator = callerWith(stack().operatorKey);
    const { data } = await revoked.call("POST", rotationOf(revoked.id), {
      body: { grace_period_seconds: 60 },
    });
    assert.equal((await operator("DELETE", `/v1/admin/api-keys/${revoked.id}`)).status, 204);
    for (const secret of [revoked.key, data.key]) {
      assertRefused(await callerWith(secret)("POST", rotationOf(revoked.id)), 401, "invalid_credentials");
    }
  });

  describe("50 times at once", () => {
    let second: TestProcess & { baseUrl: string };
    before(async () => {
      second = await startApi();
    });
    after(() => second?.stop());

    /** At two processes of the API in turn. */
    const fifty = (id: string, key: string, body: object): Promise<Reply[]> =>
      Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          callerWith(key, i % 2 === 0 ? stack().baseUrl : second.baseUrl)("POST", rotationOf(id), {
            body,
            idempotencyKey: null,
          })),
      );

    for (
      const [grace_period_seconds, status, code] of [
        [0, 401, "invalid_credentials"],
        [600, 409, "api_key_already_rotated"],
      ] as const
    ) {
      it(`with a grace period of ${grace_period_seconds} s gives one new secret, and ${status} to the others`, async () => {
        const { id, key } = await newCaller();
        const replies = await fifty(id, key, { grace_period_seconds });
        const [rotated, ...more] = replies.filter((reply) => reply.status === 201);
        assert.ok(rotated !== undefined && more.length === 0, `${more.length + 1} secrets`);
        for (const reply of replies) if (reply !== rotated) assertRefused(reply, status, code);
        for (const baseUrl of [stack().baseUrl, second.baseUrl]) {
          assert.ok(await works(rotated.data.key, baseUrl));
          assert.equal(await works(key, baseUrl), grace_period_seconds > 0);
        }
      });
    }

    it("among revocations leaves no secret that works, at any process from the next request on", async () => {
      const { id, key } = await newCaller();
      const operator = callerWith(stack().operatorKey, second.baseUrl);
      const [replies, revocations] = await Promise.all([
        fifty(id, key, { grace_period_seconds: 600 }),
        Promise.all(
          Array.from({ length: 50 }, () => operator("DELETE", `/v1/admin/api-keys/${id}`)),
        ),
      ]);
      assert.equal(revocations.filter(({ status }) => status === 204).length, 1);
      const secrets = replies.flatMap(({ status, data }) => status === 201 ? [String(data.key)] : []);
      assert.ok(secrets.length <= 1, `${secrets.length} secrets`);
      for (const secret of [key, ...secrets]) {
        assert.ok(!await works(secret) && !await works(secret, second.baseUrl));
      }
    });
  });
});
