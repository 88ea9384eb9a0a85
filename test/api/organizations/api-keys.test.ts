import assert from "node:assert/strict";
import pg from "pg";
import { ROUTES } from "#api/routes.ts";
import { MAX_API_KEYS } from "#db/organizations/api-keys.ts";
import { SCOPES } from "#shared/api-key.ts";
import { type Person, signIn } from "#testing/accounts.ts";
import { assertRefused, callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newKey } from "#testing/organizations.ts";
import { startApi } from "#testing/processes.ts";

const PATH = "/v1/api-keys";
const body = { name: "CI 🤖", scopes: ["simulations:read", "webhooks:read"] };
const works = async (key: string, baseUrl = stack().baseUrl) =>
  (await callerWith(key, baseUrl)("GET", "/v1/simulations")).status === 200;

describe("API keys, by a person's session", () => {
  let person: Person;
  before(async () => {
    person = await signIn();
  });

  const create = async (change: object = {}): Promise<Reply> => {
    const created = await person.call("POST", PATH, { body: { ...body, ...change } });
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    return created;
  };

  it("are created with the fields of the contract; the key is shown once and works", async () => {
    const { data, headers } = await create();
    assert.deepEqual(
      Object.keys(data).sort(),
      ["created_at", "expires_at", "id", "key", "last_used_at", "name", "prefix", "revoked_at", "scopes"],
    );
    assert.deepEqual([data.name, data.scopes, data.expires_at], [body.name, body.scopes, null]);
    assert.equal(data.prefix, data.key.slice(0, 8));
    assert.equal(headers.get("Cache-Control"), "no-store");
    assert.ok(await works(data.key));
    const { data: list } = await person.call("GET", PATH);
    const { key: _, ...shown } = data;
    const listed = list.find(({ id }: { id: string }) => id === data.id);
    assert.deepEqual({ ...listed, last_used_at: null }, { ...shown, last_used_at: null });
  });

  it("need an Idempotency-Key, whose replay shows the same key and creates none", async () => {
    const idempotencyKey = crypto.randomUUID();
    const lacking = await person.call("POST", PATH, { body, idempotencyKey: null });
    assertRefused(lacking, 409, "idempotency_key_required");
    const request = { body, idempotencyKey };
    const [first, again] = [
      await person.call("POST", PATH, request),
      await person.call("POST", PATH, request),
    ];
    assert.deepEqual([again.status, again.data], [201, first.data]);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    const kept = await ask<{ answer: string }>(
      "SELECT answer FROM idempotency_keys WHERE organization_id = $1",
      [person.organizationId],
    );
    assert.ok(kept.length > 0 && kept.every(({ answer }) => !answer.includes(first.data.key)));
    const [row] = await ask<{ text: string }>(
      "SELECT to_jsonb(k)::text AS text FROM api_keys k WHERE id = $1",
      [
        first.data.id,
      ],
    );
    assert.ok(!row?.text.includes(first.data.key.slice(8)));
  });

  it("are refused with an unknown or no scope, a time that has passed, or a name that is none", async () => {
    const faulty: readonly [change: object, field: string][] = [
      [{ scopes: [] }, "/scopes"],
      [{ scopes: ["admin"] }, "/scopes/0"],
      [{ scopes: ["webhooks:read", "webhooks:read"] }, "/scopes"],
      [{ scopes: undefined }, "/scopes"],
      [{ expires_at: "2020-01-01T00:00:00Z" }, "/expires_at"],
      [{ expires_at: "tomorrow" }, "/expires_at"],
      [{ name: " " }, "/name"],
      [{ name: "x".repeat(101) }, "/name"],
    ];
    for (const [change, field] of faulty) {
      const refused = await person.call("POST", PATH, { body: { ...body, ...change } });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, field);
    }
  });

  it("stop when they expire", async () => {
    const { data } = await create({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    assert.ok(await works(data.key));
    await ask("UPDATE api_keys SET expires_at = now() WHERE id = $1", [data.id]);
    assert.ok(!await works(data.key));
  });

  it("are listed in pages, newest first, without their secrets", async () => {
    const other = await signIn();
    for (const name of ["one", "two", "three"]) {
      await other.call("POST", PATH, { body: { ...body, name } });
    }
    const first = await other.call("GET", `${PATH}?limit=2`);
    const second = await other.call("GET", `${PATH}?limit=2&cursor=${first.meta.next_cursor}`);
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    assert.deepEqual([names, second.meta.has_more], [["three", "two", "one"], false]);
    assert.ok([...first.data, ...second.data].every((key) => !("key" in key)));
  });

  it("are revoked at once, at every process", async () => {
    const second = await startApi();
    try {
      const { data } = await create();
      assert.ok(await works(data.key, second.baseUrl));
      const revoked = await person.call("DELETE", `${PATH}/${data.id}`);
      assert.deepEqual([revoked.status, revoked.data], [204, null]);
      assert.ok(!await works(data.key, second.baseUrl) && !await works(data.key));
      assertRefused(await person.call("DELETE", `${PATH}/${data.id}`), 404, "not_found");
    } finally {
      await second.stop();
    }
  });

  it("are rotated by a person too; the old secret works until the grace period ends", async () => {
    const { data } = await create();
    const path = `${PATH}/${data.id}/rotate`;
    const rotated = await person.call("POST", path, { body: { grace_period_seconds: 60 } });
    assert.deepEqual([rotated.status, rotated.data.id], [201, data.id]);
    assert.ok(await works(data.key) && await works(rotated.data.key));
    const again = await person.call("POST", path);
    assert.equal(again.status, 201);
    assert.deepEqual(
      [await works(data.key), await works(rotated.data.key), await works(again.data.key)],
      [false, false, true],
    );
    await person.call("DELETE", `${PATH}/${data.id}`);
    assertRefused(await person.call("POST", path), 404, "not_found");
  });

  const rotateAtOnce = (id: string, times: number): Promise<Reply>[] =>
    Array.from(
      { length: times },
      () => person.call("POST", `${PATH}/${id}/rotate`, { idempotencyKey: null }),
    );

  it("are rotated once by ten requests that meet: whoever holds no new secret has been told", async () => {
    const { data } = await create();
    const first = new pg.Client({ connectionString: stack().databaseUrl });
    await first.connect();
    try {
      await first.query("BEGIN");
      await first.query("SELECT FROM api_keys WHERE id = $1 FOR UPDATE", [data.id]);
      const rotations = rotateAtOnce(data.id, 10);
      await eventually("ten rotations to wait for the key's row", async () => {
        const waiting = await ask(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM api_keys%FOR UPDATE'",
        );
        return waiting.length === 10 || undefined;
      });
      await first.query("COMMIT");
      const replies = await Promise.all(rotations);
      const [rotated, ...more] = replies.filter(({ status }) => status === 201);
      assert.ok(rotated !== undefined && more.length === 0, `${more.length + 1} secrets`);
      for (const reply of replies) {
        if (reply !== rotated) assertRefused(reply, 409, "api_key_already_rotated");
      }
      assert.ok(await works(rotated.data.key) && !await works(data.key));
    } finally {
      await first.end();
    }
  });

  it("50 times rotated and 10 times revoked at once, have at most one secret that works, and then none", async () => {
    const { data } = await create();
    const replies = await Promise.all(rotateAtOnce(data.id, 50));
    const secrets = replies.flatMap(({ status, data }) => status === 201 ? [String(data.key)] : []);
    const working = await Promise.all(secrets.map((secret) => works(secret)));
    assert.equal(working.filter(Boolean).length, 1, `of ${secrets.length} secrets`);
    assert.ok(!await works(data.key));
    const revocations = Array.from({ length: 10 }, () => person.call("DELETE", `${PATH}/${data.id}`));
    const [more, revoked] = await Promise.all([
      Promise.all(rotateAtOnce(data.id, 50)),
      Promise.all(revocations),
    ]);
    assert.equal(revoked.filter(({ status }) => status === 204).length, 1);
    for (const { status, data } of more) if (status === 201) secrets.push(data.key);
    for (const secret of secrets) assert.ok(!await works(secret));
  });

  it("are bounded for an organization, however many are created at once", async () => {
    const other = await signIn();
    await ask(
      `INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes)
       SELECT gen_random_uuid(), $1::uuid, 'many', 'sk_many', sha256(($1::uuid::text || n)::bytea), '{webhooks:read}' FROM generate_series(1, $2::integer) n`,
      [other.organizationId, MAX_API_KEYS - 3],
    );
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => other.call("POST", PATH, { body })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 3);
    for (const reply of replies) if (reply.status !== 201) assertRefused(reply, 409, "limit_reached");
    await ask("UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1", [other.organizationId]);
    assert.equal((await other.call("POST", PATH, { body })).status, 201);
  });

  it("are no business of a key, nor of nobody", async () => {
    const { key, id } = await newKey(person.organizationId);
    const byKey = callerWith(key);
    for (const [method, path] of [["POST", PATH], ["GET", PATH], ["DELETE", `${PATH}/${id}`]] as const) {
      const options = method === "POST" ? { body } : {};
      assertRefused(await byKey(method, path, options), 403, "forbidden");
      assertRefused(await callerWith(null)(method, path, options), 401, "not_authenticated");
    }
    assert.ok(await works(key));
  });

  it("open every route of their scopes, and no other", async () => {
    for (const scope of SCOPES) {
      const { data } = await create({ scopes: [scope], name: scope });
      const call = callerWith(data.key);
      for (const { method, path, access, routeScope } of ROUTES) {
        if (routeScope !== "organization" || typeof access !== "object") continue;
        const reply = await call(method, path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID()), {
          ...(["POST", "PATCH"].includes(method) ? { body: {} } : {}),
        });
        const refused = reply.error === "forbidden_missing_scope";
        assert.equal(refused, access.scope !== scope, `${scope}: ${method} ${path}: ${reply.status}`);
        if (refused) assert.equal(reply.meta.required_scope, access.scope);
      }
      await person.call("DELETE", `${PATH}/${data.id}`);
    }
  });
});
