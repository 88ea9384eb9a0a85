import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { networkOf } from "#shared/addresses.ts";
import { anonymousCaller, newAddress, newEmail } from "#testing/accounts.ts";
import { assertRefused, type Caller, type Reply } from "#testing/caller.ts";
import { startApi } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";

const password = "correct horse battery";

/** Prefixes of IPv6 networks of /64 that no other spec has. */
let networks = 0;
const newNetwork = () => `2001:db8:ffff:${(++networks).toString(16)}`;

describe("The limits of sign-in", () => {
  let api: { readonly baseUrl: string };
  let call: Caller;
  before(() => {
    api = stack();
    call = anonymousCaller(api.baseUrl);
  });

  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
  const signUp = (address: string, change: object = {}) =>
    call("POST", "/v1/auth/password/signup", {
      body: { email: newEmail(), password, name: "Ada", organization_name: `Org ${randomUUID()}`, ...change },
      ...from(address),
    });
  const logIn = (email: string, address = newAddress(), tried = "wrong password") =>
    call("POST", "/v1/auth/password/login", { body: { email, password: tried }, ...from(address) });
  const askForLink = (email: string, address = newAddress()) =>
    call("POST", "/v1/auth/magic-link/request", {
      body: { email, name: "Ada", organization_name: `Org ${randomUUID()}` },
      ...from(address),
    });
  const askForReset = (email: string, address = newAddress()) =>
    call("POST", "/v1/auth/password/reset/request", { body: { email }, ...from(address) });
  /** Fails unless a window or bucket refused the call, and headers and `meta` say the same of it. */
  const assertLimited = (reply: Reply, limit: number, seconds: number) => {
    assertRefused(reply, 429, "rate_limit_exceeded");
    const header = (name: string) => Number(reply.headers.get(name));
    const { reset } = reply.meta.rate_limit;
    assert.deepEqual(reply.meta.rate_limit, { limit, remaining: 0, reset });
    const headers = ["Limit", "Remaining", "Reset"].map((name) => header(`X-RateLimit-${name}`));
    assert.deepEqual(headers, [limit, 0, reset]);
    const left = reset - Date.now() / 1_000;
    assert.ok(header("Retry-After") >= 1 && header("Retry-After") <= seconds, `${header("Retry-After")}`);
    assert.ok(left > 0 && left <= seconds + 60, `${left}`);
  };
  /** Calls one after the other. */
  const inTurn = async (count: number, work: (i: number) => Promise<Reply>) => {
    const statuses = [];
    for (let i = 0; i < count; i++) statuses.push((await work(i)).status);
    return statuses;
  };

  it("let five sign-ups a minute of one address through, refused ones included", async () => {
    const address = newAddress();
    assert.equal((await signUp(address)).status, 201);
    const email = newEmail();
    await signUp(newAddress(), { email });
    for (let i = 0; i < 4; i++) assert.equal((await signUp(address, { email })).status, 409);
    const refused = await signUp(address);
    assertRefused(refused, 429, "rate_limit_exceeded");
    const wait = Number(refused.headers.get("Retry-After"));
    assert.ok(wait > 50 && wait <= 60, `${wait}`);
    assert.equal((await signUp(newAddress())).status, 201);
  });

  it("let a thousand sign-ups a day of one address through", async () => {
    const redis = new Redis(stack().redisUrl);
    try {
      const address = newAddress();
      assert.equal((await signUp(address)).status, 201);
      const key = `window:sign-up:ip:${networkOf(address)}:day`;
      assert.equal(await redis.zcard(key), 1);
      await redis.zadd(key, ...Array.from({ length: 999 }, (_, i) => [Date.now(), `${i}`]).flat());
      assertLimited(await signUp(address), 1_000, 86_400);
    } finally {
      redis.disconnect();
    }
  });

  it("count a whole IPv6 /64 as one address, and believe no address that the client itself forwards", async () => {
    const network = newNetwork();
    for (let i = 1; i <= 5; i++) assert.equal((await signUp(`${network}::${i}`)).status, 201);
    assertRefused(await signUp(`${network}:ffff::9`), 429, "rate_limit_exceeded");
    const forged = `203.0.113.7, ${network}::77`;
    assertRefused(await signUp(forged), 429, "rate_limit_exceeded");
    assertRefused(await signUp(`${newNetwork()}::1,198.51.100.3,${network}::1`), 429, "rate_limit_exceeded");
    assert.equal((await signUp(`${network}::1, ${newNetwork()}::1`)).status, 201);
  });

  it("let ten failed logins of an address and email through in 15 minutes, and no login after them", async () => {
    const [email, address] = [newEmail(), newAddress()];
    await signUp(newAddress(), { email });
    assert.deepEqual(await inTurn(10, () => logIn(email, address)), Array(10).fill(401));
    const refused = await logIn(email, address, password);
    assertRefused(refused, 429, "rate_limit_exceeded");
    const wait = Number(refused.headers.get("Retry-After"));
    assert.ok(wait > 800 && wait <= 900, `${wait}`);
    assert.equal((await logIn(email, newAddress(), password)).status, 200);
    assert.equal((await logIn(newEmail(), address)).status, 401);
    assertRefused(await logIn(email.toUpperCase(), address), 429, "rate_limit_exceeded");
  });

  it("let 30 failed logins of an email through from one IPv6 /48, whichever of its networks they come from", async () => {
    const [email, site] = [newEmail(), "2001:db8:fffe"];
    const inside = (i: number) => `${site}:${i.toString(16)}::1`;
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => logIn(email, inside(i))));
    assert.equal(replies.filter(({ status }) => status === 401).length, 30);
    assertLimited(await logIn(email, inside(41)), 30, 900);
    assert.equal((await logIn(email)).status, 401);
    assert.equal((await logIn(newEmail(), inside(41))).status, 401);
  });

  it("refuse an email's password for the hour after 100 failures from anywhere, and let its mailed link in", async () => {
    const email = newEmail();
    await signUp(newAddress(), { email });
    // Each from a network and a /48 of its own; at once they would pass no more than these.
    const anywhere = (i: number) => `198.19.0.${i}`;
    const replies = await Promise.all(Array.from({ length: 110 }, (_, i) => logIn(email, anywhere(i))));
    assert.equal(replies.filter(({ status }) => status === 401).length, 100);
    assertLimited(await logIn(email, newAddress(), password), 100, 3_600);
    assert.equal((await logIn(newEmail())).status, 401);
    const { data } = await askForLink(email);
    const token = data.magic_link.split("#token=")[1];
    const verified = await call("POST", "/v1/auth/magic-link/verify", { body: { token } });
    assert.equal(verified.status, 200, JSON.stringify(verified.meta));
  });

  it("say in each 429 what the limit is and when it lets the next one pass, and an address's own bucket does", async () => {
    const address = newAddress();
    for (let i = 0; i < 5; i++) await signUp(address);
    assertLimited(await signUp(address), 5, 60);
    const email = newEmail();
    for (let i = 0; i < 5; i++) await askForLink(email);
    assertLimited(await askForLink(email), 5, 3_600);
    for (let i = 0; i < 3; i++) await askForReset(email);
    assertLimited(await askForReset(email), 3, 3_600);
    const narrow = await startApi({ TRUSTED_PROXIES: "1", ANONYMOUS_REQUESTS_PER_MINUTE: "1" });
    try {
      const anonymous = anonymousCaller(narrow.baseUrl);
      const ask = () => anonymous("GET", "/v1/event-types-of-nobody", from(address));
      await ask();
      assertLimited(await ask(), 1, 60);
    } finally {
      await narrow.stop();
    }
  });

  it("count no login that succeeds", async () => {
    const [email, address] = [newEmail(), newAddress()];
    await signUp(newAddress(), { email });
    assert.deepEqual(await inTurn(12, () => logIn(email, address, password)), Array(12).fill(200));
  });

  it("are not overshot by 40 failures at once", async () => {
    const [email, address] = [newEmail(), newAddress()];
    const replies = await Promise.all(Array.from({ length: 40 }, () => logIn(email, address)));
    assert.equal(replies.filter(({ status }) => status === 401).length, 10);
    assert.equal(replies.filter(({ status }) => status === 429).length, 30);
  });

  it("let five magic links an hour to an email through, and 20 from an address", async () => {
    const email = newEmail();
    assert.deepEqual(await inTurn(6, () => askForLink(email)), [...Array(5).fill(202), 429]);
    const address = newAddress();
    assert.deepEqual(await inTurn(21, () => askForLink(newEmail(), address)), [...Array(20).fill(202), 429]);
    assert.equal((await askForLink(newEmail())).status, 202);
  });

  it("let three resets an hour to an email through, known or not, and 100 from an address", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await signUp(newAddress(), { email: known });
    for (const email of [known, unknown]) {
      assert.deepEqual(await inTurn(4, () => askForReset(email)), [200, 200, 200, 429]);
    }
    const address = newAddress();
    const replies = await Promise.all(Array.from({ length: 101 }, () => askForReset(newEmail(), address)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(100).fill(200), 429]);
  });

  it("count nothing for a request that another limit refuses", async () => {
    const address = newAddress();
    const email = newEmail();
    await inTurn(5, () => askForLink(email, address));
    assert.deepEqual(await inTurn(20, () => askForLink(email, address)), Array(20).fill(429));
    assert.deepEqual(await inTurn(15, () => askForLink(newEmail(), address)), Array(15).fill(202));
    assertRefused(await askForLink(newEmail(), address), 429, "rate_limit_exceeded");
  });
});
