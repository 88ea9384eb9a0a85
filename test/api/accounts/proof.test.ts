import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import {
  anonymousCaller,
  callerWithCookie,
  newEmail,
  signIn,
  tokenSetBy,
  writtenMails,
  writtenMailTo,
} from "#testing/accounts.ts";
import { BillingProvider, claimAll } from "#testing/billing-provider.ts";
import { assertRefused, type Caller, callerWith, type Reply } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { changeOrganization, ended, newSimulation } from "#testing/simulations.ts";
import { tokenIn } from "#testing/smtp-server.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const PASSWORD = "correct horse battery";
const VERIFY = "/v1/auth/magic-link/verify";
const INVITATIONS = "/v1/organization/invitations";

/** Somebody who has signed up with a password, and the calls of the sign-up's own session. */
interface SignUp {
  readonly email: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly cookie: string;
  readonly call: Caller;
}

describe("A sign-up with a password, whose address nobody has proved", () => {
  let api: { readonly baseUrl: string };
  let receiver: Receiver;
  let anyone: Caller;
  before(async () => {
    api = stack();
    receiver = await startReceiver();
    anyone = anonymousCaller(api.baseUrl);
  });
  after(async () => {
    await receiver?.close();
  });

  const post = (path: string, body: object, call = anyone) => call("POST", path, { body });
  const signUp = async (email = newEmail()): Promise<SignUp> => {
    const names = { name: "Mallory", organization_name: `Org ${randomUUID()}` };
    const created = await post("/v1/auth/password/signup", { email, password: PASSWORD, ...names });
    assert.equal(created.status, 201, JSON.stringify(created.meta));
    const cookie = tokenSetBy(created);
    const [userId, organizationId] = [created.data.user.id, created.data.organization.id];
    return { email, userId, organizationId, cookie, call: callerWithCookie(cookie, api.baseUrl) };
  };
  const linkFor = async (email: string): Promise<string> => {
    const names = { name: "Ada", organization_name: `Org ${randomUUID()}` };
    const reply = await post("/v1/auth/magic-link/request", { email, ...names });
    return reply.data.magic_link.split("#token=")[1];
  };
  const prove = async (email: string, call = anyone): Promise<Reply> => {
    const verified = await post(VERIFY, { token: await linkFor(email) }, call);
    assert.equal(verified.status, 200, JSON.stringify(verified.meta));
    return verified;
  };
  const logIn = (email: string) => post("/v1/auth/password/login", { email, password: PASSWORD });
  const sessionSetBy = (reply: Reply) => callerWithCookie(tokenSetBy(reply), api.baseUrl);
  const newKeyOf = async ({ call }: SignUp): Promise<Caller> => {
    const scopes = ["simulations:read", "webhooks:read", "webhooks:write"];
    const { data } = await call("POST", "/v1/api-keys", { body: { name: "key", scopes } });
    return callerWith(data.key, api.baseUrl);
  };
  const statusOf = async (call: Caller) => (await call("GET", "/v1/auth/me")).status;

  it("is mailed a link that proves the address, and keeps all where the link is followed with its session", async () => {
    const own = await signUp();
    const key = await newKeyOf(own);
    await newWebhook(key, `${receiver.url}/kept`);
    assert.equal((await post(INVITATIONS, { email: newEmail() }, own.call)).status, 201);
    const mail = await writtenMailTo(own.email);
    assert.equal(mail.subject, "Prove your address");
    const verified = await post(VERIFY, { token: tokenIn(mail) }, own.call);
    assert.equal(verified.status, 200, JSON.stringify(verified.meta));
    assert.equal(verified.data.user.id, own.userId);
    for (const call of [own.call, key]) assert.equal(await statusOf(call), 200);
    assert.equal((await logIn(own.email)).status, 200);
    // No longer the first proof: it ends nothing, whoever follows it.
    await prove(own.email);
    for (const call of [own.call, key]) assert.equal(await statusOf(call), 200);
    for (const list of ["/v1/webhooks", INVITATIONS, "/v1/organization/members"]) {
      assert.equal((await own.call("GET", list)).data.length, 1, list);
    }
  });

  it("keeps all where the person signs in with the password before the link is followed", async () => {
    const own = await signUp();
    const key = await newKeyOf(own);
    await prove(own.email, sessionSetBy(await logIn(own.email)));
    assert.equal(await statusOf(key), 200);
    assert.equal((await logIn(own.email)).status, 200);
  });

  it("ends with the owner's first link: keys, people, invitations, subscriptions, deliveries, secrets, password, sessions", async () => {
    const stranger = await signUp();
    // A sandbox's 60 requests a minute are too few to watch by.
    await ask("UPDATE organizations SET plan_tier = 'studio' WHERE id = $1", [stranger.organizationId]);
    const key = await newKeyOf(stranger);
    receiver.behave("/stranger", RETRY_IN_AN_HOUR, RETRY_IN_AN_HOUR, RETRY_IN_AN_HOUR, 204);
    receiver.behave("/callback", RETRY_IN_AN_HOUR, 204);
    const [joined, invited] = [newEmail(), newEmail()];
    for (const email of [joined, invited]) {
      assert.equal((await post(INVITATIONS, { email }, stranger.call)).status, 201);
    }
    const member = sessionSetBy(await post(VERIFY, { token: tokenIn(await writtenMailTo(joined)) }));
    assert.equal(await statusOf(member), 200);
    const simulation = await newSimulation(key, { agent_count: 1, callback_url: `${receiver.url}/callback` });
    await ended(key, simulation);
    const webhook = await newWebhook(key, `${receiver.url}/stranger`);
    const toWebhook = await newDelivery(key, webhook.id);
    await delivery(key, toWebhook, ({ attempts }) => attempts[0]?.response_status === 503);
    assert.equal((await key("POST", "/v1/callback-secret")).status, 201);
    await eventually("the callback's first attempt", async () => {
      const { data } = await key("GET", `/v1/deliveries?simulation_id=${simulation}`);
      return data.some(({ attempt_count }: { attempt_count: number }) => attempt_count === 1) || undefined;
    });
    const unfinished = await newSimulation(key, { agent_count: 500 });

    const verified = await prove(stranger.email);
    assert.deepEqual(
      [verified.data.user.id, verified.data.organization.id],
      [stranger.userId, stranger.organizationId],
    );
    const owner = sessionSetBy(verified);
    assertRefused(await key("GET", "/v1/simulations"), 401, "invalid_credentials");
    for (const call of [stranger.call, member]) {
      assertRefused(await call("GET", "/v1/auth/me"), 401, "not_authenticated");
    }
    assertRefused(await logIn(stranger.email), 401, "invalid_credentials");
    const late = await post(VERIFY, { token: tokenIn(await writtenMailTo(invited)) });
    assertRefused(late, 401, "magic_link_invalid");
    const listed = async (path: string) => (await owner("GET", path)).data;
    const actions = (await listed("/v1/audit")).map(({ action }: { action: string }) => action);
    assert.ok(actions.includes("organization.take_over"), actions.join());
    const keys: readonly { revoked_at: string | null }[] = await listed("/v1/api-keys");
    assert.ok(keys.length === 1 && keys.every(({ revoked_at }) => revoked_at !== null));
    assert.deepEqual(await listed(INVITATIONS), []);
    assert.deepEqual(await listed("/v1/webhooks"), []);
    const members = await listed("/v1/organization/members");
    assert.deepEqual(members.map(({ id }: { id: string }) => id), [stranger.userId]);
    const states: readonly { status: string }[] = await listed("/v1/deliveries");
    assert.deepEqual([...new Set(states.map(({ status }) => status))], ["cancelled"]);
    const secrets = await ask("SELECT FROM callback_secrets WHERE organization_id = $1", [
      stranger.organizationId,
    ]);
    assert.equal(secrets.length, 0);
    // What was asked stays, and runs to its end; only the owner gets it.
    assert.equal((await listed("/v1/simulations")).length, 2);
    await ended(owner, unfinished);
    const unsent = await ask("SELECT FROM deliveries WHERE organization_id = $1 AND status = 'pending'", [
      stranger.organizationId,
    ]);
    assert.equal(unsent.length, 0);
  });

  it("takes no session for its own that was ended before the link was followed", async () => {
    const stranger = await signUp();
    const key = await newKeyOf(stranger);
    // As `DELETE /v1/auth/sessions` does, where Redis has lost what it was told to forget.
    await ask("UPDATE users SET session_generation = session_generation + 1 WHERE id = $1", [
      stranger.userId,
    ]);
    await prove(stranger.email, stranger.call);
    assert.equal(await statusOf(key), 401);
  });

  for (const withSession of [false, true]) {
    it(`${withSession ? "keeps" : "loses"} its keys by a reset ${withSession ? "with" : "without"} its session, which proves the address`, async () => {
      const own = await signUp();
      const key = await newKeyOf(own);
      await writtenMailTo(own.email);
      assert.equal((await post("/v1/auth/password/reset/request", { email: own.email })).status, 200);
      const token = tokenIn(await writtenMailTo(own.email, 2));
      const body = { token, password: "another password" };
      const done = await post("/v1/auth/password/reset/confirm", body, withSession ? own.call : anyone);
      assert.equal(done.status, 200, JSON.stringify(done.meta));
      assert.equal(await statusOf(key), withSession ? 200 : 401);
      // Proved: the next link ends nothing.
      const renewed = sessionSetBy(
        await post("/v1/auth/password/login", { email: own.email, password: "another password" }),
      );
      await prove(own.email);
      assert.equal(await statusOf(renewed), 200);
    });
  }

  it("writes nothing by a request that was on its way when the owner took the organization over", async () => {
    const stranger = await signUp();
    const body = JSON.stringify({ name: "late", scopes: ["simulations:read"] });
    const request = httpRequest(`${api.baseUrl}/v1/api-keys`, {
      method: "POST",
      headers: {
        Cookie: `service_session=${stranger.cookie}`,
        "Content-Type": "application/json",
        "Content-Length": body.length,
        "Idempotency-Key": randomUUID(),
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      request.on("error", reject).on("response", async (response) => {
        await text(response);
        resolve(response.statusCode ?? 0);
      });
    });
    request.write(body.slice(0, 10));
    const redis = new Redis(stack().redisUrl);
    try {
      // Who is charged has been authenticated.
      await eventually(
        "the request to be charged",
        async () => await redis.exists(`rate:user:${stranger.userId}`) === 1 || undefined,
      );
    } finally {
      redis.disconnect();
    }
    const owner = sessionSetBy(await prove(stranger.email));
    request.end(body.slice(10));
    assert.equal(await answered, 401);
    assert.deepEqual((await owner("GET", "/v1/api-keys")).data, []);
  });

  it("ends nobody's invitations, can be invited, and is given up with its organization by who accepts", async () => {
    const email = newEmail();
    const [first, second] = [await signIn(), await signIn()];
    assert.equal((await post(INVITATIONS, { email }, first.call)).status, 201);
    const stranger = await signUp(email);
    const key = await newKeyOf(stranger);
    assert.equal((await post(INVITATIONS, { email }, second.call)).status, 201);
    assertRefused(await post(INVITATIONS, { email }, stranger.call), 409, "email_already_registered");
    for (const { call } of [first, second]) assert.equal((await call("GET", INVITATIONS)).data.length, 1);

    const links = await eventually("the mails of both invitations", () => {
      const mails = writtenMails(stack().mailDir, email).filter(({ subject }) => subject.startsWith("Join"));
      return Promise.resolve(mails.length === 2 ? mails.map(tokenIn) : undefined);
    });
    const [accepted] = links;
    const joined = await post(VERIFY, { token: accepted });
    assert.equal(joined.status, 200, JSON.stringify(joined.meta));
    assert.ok([first, second].some(({ organizationId }) => organizationId === joined.data.organization.id));
    assert.notEqual(joined.data.user.id, stranger.userId);
    for (const call of [key, stranger.call]) assert.equal(await statusOf(call), 401);
    for (const { call } of [first, second]) assert.equal((await call("GET", INVITATIONS)).data.length, 0);
    assertRefused(await post(VERIFY, { token: links[1] }), 401, "magic_link_invalid");
    assertRefused(await post(INVITATIONS, { email }, first.call), 409, "email_already_registered");
    await eventually("the sign-up's organization to be deleted", async () => {
      const rows = await ask("SELECT FROM organizations WHERE id = $1", [stranger.organizationId]);
      return rows.length === 0 || undefined;
    });
  });

  it("is proved by an invitation's link that is followed with its own session, and loses nothing to it", async () => {
    const email = newEmail();
    const host = await signIn();
    const own = await signUp(email);
    const key = await newKeyOf(own);
    assert.equal((await post(INVITATIONS, { email }, host.call)).status, 201);
    const mail = await eventually("the invitation", () => {
      const mails = writtenMails(stack().mailDir, email).filter(({ subject }) => subject.startsWith("Join"));
      return Promise.resolve(mails[0]);
    });
    const { status, data } = await post(VERIFY, { token: tokenIn(mail) }, own.call);
    assert.deepEqual([status, data.organization.id], [200, own.organizationId]);
    assert.equal(await statusOf(key), 200);
    assert.equal((await host.call("GET", INVITATIONS)).data.length, 0);
  });

  /** An owner whom the sign-up has invited and promoted, with a key of the organization. */
  const promoted = async (own: SignUp): Promise<{ owner: Caller; key: Caller }> => {
    const email = newEmail();
    assert.equal((await post(INVITATIONS, { email }, own.call)).status, 201);
    const joined = await post(VERIFY, { token: tokenIn(await writtenMailTo(email)) });
    const path = `/v1/organization/members/${joined.data.user.id}`;
    assert.equal((await own.call("PATCH", path, { body: { role: "owner" } })).status, 200);
    return { owner: sessionSetBy(joined), key: await newKeyOf(own) };
  };
  const peopleOf = async (owner: Caller): Promise<string[]> =>
    (await owner("GET", "/v1/organization/members")).data.map(({ email }: { email: string }) => email);

  for (const by of ["link", "reset"] as const) {
    it(`leaves the organization to its owners by a ${by} without its session, once they have demoted it`, async () => {
      const own = await signUp();
      const { owner, key } = await promoted(own);
      const path = `/v1/organization/members/${own.userId}`;
      assert.equal((await owner("PATCH", path, { body: { role: "member" } })).status, 200);
      if (by === "link") {
        const { data } = await prove(own.email);
        assert.notEqual(data.organization.id, own.organizationId);
        assert.notEqual(data.user.id, own.userId);
      } else {
        await writtenMailTo(own.email);
        await post("/v1/auth/password/reset/request", { email: own.email });
        const token = tokenIn(await writtenMailTo(own.email, 2));
        const reset = await post("/v1/auth/password/reset/confirm", { token, password: "another password" });
        assertRefused(reset, 401, "invalid_or_expired_token");
      }
      for (const call of [owner, key]) assert.equal(await statusOf(call), 200);
      assert.equal(await statusOf(own.call), 401);
      assert.equal((await peopleOf(owner)).length, 1);
      assert.equal((await owner("GET", "/v1/audit")).data[0].action, "member.remove");
    });
  }

  it("bounds its organization no more once its owners have removed it", async () => {
    const own = await signUp();
    const { owner } = await promoted(own);
    assert.equal((await owner("DELETE", `/v1/organization/members/${own.userId}`)).status, 204);
    for (let i = 0; i < 10; i++) {
      assert.equal((await post(INVITATIONS, { email: newEmail() }, owner)).status, 201);
    }
  });

  for (
    const { ends, plan } of [{ ends: "what it gave", plan: "sandbox" }, { ends: "nothing", plan: "growth" }]
  ) {
    it(`takes ${ends} back where a purchase without a customer was claimed and ${plan === "growth" ? "an" : "no"} operator gave the plan`, async () => {
      const own = await signUp();
      const buyer = newEmail();
      assert.equal((await post(INVITATIONS, { email: buyer }, own.call)).status, 201);
      const member = sessionSetBy(await post(VERIFY, { token: tokenIn(await writtenMailTo(buyer)) }));
      const provider = new BillingProvider();
      const customer_details = { email: buyer, name: "Ada" };
      const change = { customer: null, subscription: null, mode: "payment", customer_details };
      await provider.deliver(provider.checkout(provider.newCustomer(), change));
      await claimAll(member);
      const planOf = async (call: Caller) => (await call("GET", "/v1/usage")).data.plan_tier;
      assert.equal(await planOf(member), "growth");
      if (plan === "growth") await changeOrganization(own.organizationId, { plan_tier: plan });
      const owner = sessionSetBy(await prove(own.email));
      assert.equal(await planOf(owner), plan);
    });
  }

  it("gives up no organization that has another owner, by an invitation that is accepted without its session", async () => {
    const own = await signUp();
    const { owner, key } = await promoted(own);
    const host = await signIn();
    assert.equal((await post(INVITATIONS, { email: own.email }, host.call)).status, 201);
    const mail = await eventually("the invitation", () => {
      const mails = writtenMails(stack().mailDir, own.email).filter(({ subject }) =>
        subject.startsWith("Join")
      );
      return Promise.resolve(mails[0]);
    });
    const { data } = await post(VERIFY, { token: tokenIn(mail) });
    assert.equal(data.organization.id, host.organizationId);
    for (const call of [owner, key]) assert.equal(await statusOf(call), 200);
    assert.equal(await statusOf(own.call), 401);
    assert.equal((await peopleOf(owner)).length, 1);
  });

  it("invites ten people an hour, so that nobody has the service mail for them", async () => {
    const own = await signUp(newEmail());
    for (let i = 0; i < 10; i++) {
      assert.equal((await post(INVITATIONS, { email: newEmail() }, own.call)).status, 201);
    }
    const refused = await post(INVITATIONS, { email: newEmail() }, own.call);
    assertRefused(refused, 429, "rate_limit_exceeded");
    assert.equal(refused.meta.rate_limit.limit, 10);
  });

  it("is given up by no mailbox that only normalises alike", async () => {
    const id = randomUUID();
    const host = await signIn();
    const own = await signUp(`ada-${id}@example.com`);
    const other = `ⓐda-${id}@example.com`;
    assert.equal((await post(INVITATIONS, { email: other }, host.call)).status, 201);
    const token = tokenIn(await writtenMailTo(other));
    assertRefused(await post(VERIFY, { token }), 401, "magic_link_invalid");
    assert.equal(await statusOf(own.call), 200);
  });

  it("costs its address five mails an hour at most, however often it is deleted and made again", async () => {
    const email = newEmail();
    const again = (organization_name: string) =>
      post("/v1/auth/password/signup", { email, password: PASSWORD, name: "Mallory", organization_name });
    for (let i = 0; i < 5; i++) {
      const created = await again(`Org ${randomUUID()}`);
      assert.equal(created.status, 201, JSON.stringify(created.meta));
      assert.equal((await sessionSetBy(created)("DELETE", "/v1/organization")).status, 202);
    }
    assertRefused(await again(`Org ${randomUUID()}`), 429, "rate_limit_exceeded");
  });
});
