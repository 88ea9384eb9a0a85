import assert from "node:assert/strict";
import { Redis } from "ioredis";
import { createInvitation } from "#api/organizations/organization.ts";
import { MAX_MEMBERS } from "#db/organizations/members.ts";
import {
  callerWithCookie,
  newEmail,
  type Person,
  signIn,
  tokenSetBy,
  writtenMails,
  writtenMailTo,
} from "#testing/accounts.ts";
import { assertRefused, callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { allowRequests, newKey } from "#testing/organizations.ts";
import { recordHistory } from "#test/workflows/record-history.ts";
import { tokenIn } from "#testing/smtp-server.ts";

const PATH = "/v1/organization/invitations";

describe("An invitation", () => {
  let temporal: TestTemporalClient;
  let person: Person;
  before(async () => {
    temporal = await temporalClient();
  });
  after(() => temporal?.close());
  beforeEach(async () => {
    person = await signIn();
  });

  const invite = async (email = newEmail(), change: object = {}) => {
    const invited = await person.call("POST", PATH, { body: { email, ...change } });
    assert.equal(invited.status, 201, JSON.stringify(invited.meta));
    return invited.data;
  };
  const linkTo = async (email: string, n = 1) => tokenIn(await writtenMailTo(email, n));
  const accept = (token: string): Promise<Reply> =>
    callerWith(null)("POST", "/v1/auth/magic-link/verify", { body: { token }, idempotencyKey: null });
  const listed = async (): Promise<string[]> =>
    (await person.call("GET", PATH)).data.map(({ email }: { email: string }) => email);

  it("names the organization in its mail, without characters that turn the text round", async () => {
    const name = `Ada's ${crypto.randomUUID().slice(0, 8)} 👩‍🔬`;
    for (const given of [name, `\u202e${name}\u2066`]) {
      assert.equal((await person.call("PATCH", "/v1/organization", { body: { name: given } })).status, 200);
      const { email } = await invite();
      const { subject, text } = await writtenMailTo(email);
      assert.equal(subject, `Join ${name}`);
      assert.ok(text.includes(`join ${name}.`), text);
    }
  });

  for (
    const name of ["Your account is locked: https://example.com", "www.example", "Pay at ex\u200bample.com"]
  ) {
    it(`does not name an organization in its mail whose name a mail program may make a link: ${name}`, async () => {
      const named = `${name} ${crypto.randomUUID()}`;
      assert.equal((await person.call("PATCH", "/v1/organization", { body: { name: named } })).status, 200);
      await assertUnnamed((await invite()).email, named);
    });
  }

  it("does not name an organization in its mail whose founder has not proved the address", async () => {
    await allowRequests(person.organizationId, 1_000_000, false);
    const { data } = await person.call("GET", "/v1/organization");
    await assertUnnamed((await invite()).email, data.name);
  });

  const assertUnnamed = async (email: string, name: string) => {
    const { subject, text, html } = await writtenMailTo(email);
    assert.equal(subject, "Join an organization");
    assert.ok(text.includes("You are invited to join an organization at "), text);
    for (const part of [text, html]) assert.ok(!part.includes(name.slice(0, 10)), part);
  };

  it("is mailed, and its link makes the address a member of the organization, once", async () => {
    const email = newEmail();
    const invitation = await invite(email, { name: "Grace Hopper" });
    assert.deepEqual(
      Object.keys(invitation),
      ["id", "email", "name", "invited_by", "sent_at", "created_at", "expires_at"],
    );
    assert.deepEqual([invitation.email, invitation.invited_by], [email, person.userId]);
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000;
    assert.equal(Math.round(days), 7);
    const mail = await writtenMailTo(email);
    assert.ok(mail.text.includes(`${stack().baseUrl}/auth/magic-link#token=`));
    const token = tokenIn(mail);
    const accepted = await accept(token);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.meta));
    assert.deepEqual(
      [accepted.data.organization.id, accepted.data.user.email, accepted.data.user.name],
      [person.organizationId, email, "Grace Hopper"],
    );
    const joined = callerWithCookie(tokenSetBy(accepted));
    const { data: members } = await joined("GET", "/v1/organization/members");
    assert.deepEqual(members.map((member: { email: string }) => member.email), [email, person.email]);
    assert.deepEqual(await listed(), []);
    assertRefused(await accept(token), 401, "magic_link_invalid");
    await recordHistory("invitation", `invitation/${invitation.id}/1`);
  });

  it("is accepted once by 20 calls at once", async () => {
    const email = newEmail();
    await invite(email);
    const token = await linkTo(email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => accept(token)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  });

  it("shows neither address nor token to Temporal, and Postgres has the token's hash alone", async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const token = await linkTo(email);
    assert.equal(await temporal.closed(`invitation/${id}/1`), "COMPLETED");
    const { events } = await temporal.client.workflow.getHandle(`invitation/${id}/1`).fetchHistory();
    const history = JSON.stringify(
      events,
      (_, value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
    );
    const rows = await ask<{ text: string }>(
      `SELECT to_jsonb(t)::text AS text FROM magic_link_tokens t WHERE invitation_id = $1
       UNION ALL SELECT to_jsonb(i)::text FROM invitations i WHERE id = $1`,
      [id],
    );
    assert.equal(rows.length, 2);
    assert.ok(!history.includes(email) && !history.includes(token));
    assert.ok(rows.every(({ text }) => !text.includes(token)));
    const [shown] = (await person.call("GET", PATH)).data;
    assert.equal(typeof shown.sent_at, "string");
  });

  it("is refused for a registered address, in any case", async () => {
    const other = await signIn();
    for (const email of [other.email, other.email.toUpperCase(), person.email]) {
      assertRefused(await person.call("POST", PATH, { body: { email } }), 409, "email_already_registered");
    }
  });

  it("ends when its address signs up elsewhere, and its link with it", async () => {
    const email = newEmail();
    await invite(email);
    const token = await linkTo(email);
    const elsewhere = await signIn({ email });
    assert.deepEqual(await listed(), []);
    assertRefused(await accept(token), 401, "magic_link_invalid");
    assert.notEqual(elsewhere.organizationId, person.organizationId);
  });

  it("of an address that is invited already mails another link under the same id", async () => {
    const email = newEmail();
    const first = await invite(email);
    await linkTo(email);
    const again = await invite(email.toUpperCase().replace("EXAMPLE.COM", "example.com"));
    assert.equal(again.id, first.id);
    assert.equal((await listed()).length, 1);
    const token = await linkTo(again.email);
    assert.equal((await accept(token)).data.organization.id, person.organizationId);
  });

  it("is revoked: its links work no longer", async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const token = await linkTo(email);
    const stranger = await signIn();
    assertRefused(await stranger.call("DELETE", `${PATH}/${id}`), 404, "not_found");
    assert.deepEqual(await listed(), [email]);
    assert.equal((await person.call("DELETE", `${PATH}/${id}`)).status, 204);
    assertRefused(await person.call("DELETE", `${PATH}/${id}`), 404, "not_found");
    assertRefused(await accept(token), 401, "magic_link_invalid");
    assert.deepEqual(await listed(), []);
  });

  it("expires after seven days", async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const token = await linkTo(email);
    await ask("UPDATE invitations SET expires_at = now() WHERE id = $1", [id]);
    await ask("UPDATE magic_link_tokens SET expires_at = now() WHERE invitation_id = $1", [id]);
    assert.deepEqual(await listed(), []);
    assertRefused(await accept(token), 401, "magic_link_invalid");
    assert.notEqual((await invite(email)).id, id);
  });

  it("is refused for what is no address, as its schema says, and without one", async () => {
    const documented = createInvitation.body?.properties.email as unknown as { readonly pattern: string };
    for (
      const email of ["", "a", "a@", "a b@example.com", "a@example", `a@${"x".repeat(64)}.example`, null]
    ) {
      const refused = await person.call("POST", PATH, { body: { email } });
      assertRefused(refused, 400, "validation_error");
      assert.equal(refused.meta.field, "/email");
      if (typeof email === "string") assert.doesNotMatch(email, new RegExp(documented.pattern, "u"));
    }
    assertRefused(await person.call("POST", PATH, { body: {} }), 400, "validation_error");
  });

  it("is one of 100 an hour at most", async () => {
    const redis = new Redis(stack().redisUrl);
    try {
      await invite();
      const key = `window:invitations:${person.organizationId}`;
      assert.equal(await redis.zcard(key), 1);
      await redis.zadd(key, ...Array.from({ length: 96 }, (_, i) => [Date.now(), `${i}`]).flat());
    } finally {
      redis.disconnect();
    }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => person.call("POST", PATH, { body: { email: newEmail() } })),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 2);
    for (const reply of refused) {
      assertRefused(reply, 429, "rate_limit_exceeded");
      assert.equal(reply.meta.rate_limit.limit, 100);
      assert.ok(Number(reply.headers.get("Retry-After")) > 3_500);
    }
  });

  it("is one of five an hour to an address, whoever invites it", async () => {
    const email = newEmail();
    const others = await Promise.all(Array.from({ length: 6 }, () => signIn()));
    const replies = await Promise.all(others.map(({ call }) => call("POST", PATH, { body: { email } })));
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 1);
    assertRefused(refused[0]!, 429, "rate_limit_exceeded");
    assert.equal(refused[0]!.headers.get("X-RateLimit-Limit"), "5");
    await invite();
  });

  it("is one of so many that members and invitations together stay within their bound", async () => {
    await ask(
      `INSERT INTO users (id, organization_id, email, email_normalized, name)
       SELECT gen_random_uuid(), $1::uuid, e, e, 'Many' FROM (
         SELECT $1::uuid::text || n || '@example.com' AS e FROM generate_series(1, $2::integer) n) AS many`,
      [person.organizationId, MAX_MEMBERS - 4],
    );
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => person.call("POST", PATH, { body: { email: newEmail() } })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 3);
    for (const reply of replies) {
      if (reply.status === 201) continue;
      assertRefused(reply, 409, "limit_reached");
      assert.equal(reply.meta.limit, MAX_MEMBERS);
    }
  });

  it("repeats its response to the same Idempotency-Key, and mails once", async () => {
    const email = newEmail();
    const request = { idempotencyKey: crypto.randomUUID(), body: { email } };
    const [first, again] = [
      await person.call("POST", PATH, request),
      await person.call("POST", PATH, request),
    ];
    assert.deepEqual(again.data, first.data);
    assert.equal(again.headers.get("Idempotency-Replayed"), "true");
    assert.equal(await temporal.closed(`invitation/${first.data.id}/1`), "COMPLETED");
    assert.equal(writtenMails(stack().mailDir, email).length, 1);
  });

  it("is no business of a key", async () => {
    const { key } = await newKey(person.organizationId);
    const body = { email: newEmail() };
    assertRefused(await callerWith(key)("POST", PATH, { body }), 403, "forbidden");
    assertRefused(await callerWith(key)("GET", PATH), 403, "forbidden");
    assertRefused(await callerWith(null)("POST", PATH, { body }), 401, "not_authenticated");
  });
});
