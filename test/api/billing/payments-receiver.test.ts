import assert from "node:assert/strict";
import { signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { startApi } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";

const planOf = async ({ call }: TestOrganization) => (await call("GET", "/v1/usage")).data.plan_tier;

const NOW = Math.floor(Date.now() / 1000);

describe("The payments receiver", () => {
  let provider: BillingProvider;
  let own: TestOrganization;
  let body: string;
  before(async () => {
    provider = new BillingProvider();
    own = await newOrganization({ plan_tier: "sandbox" });
    const customer = provider.newCustomer();
    await provider.buy(await signIn({ organizationId: own.id }), customer);
    body = JSON.stringify(provider.updated(customer, "price_studio"));
  });

  const signatures: readonly [title: string, signature: (body: string) => string | null][] = [
    ["no signature", () => null],
    ["an empty one", () => ""],
    ["another secret's", (text) => provider.timedSignature(text, 0, "whsec_other")],
    ["another secret's, bare", (text) => provider.bareSignature(text, "whsec_other")],
    ["one of another body", (text) => provider.timedSignature(`${text} `)],
    ["a bare one of another body", (text) => provider.bareSignature(`${text} `)],
    ["one of six minutes ago", (text) => provider.timedSignature(text, 360)],
    ["one of in six minutes", (text) => provider.timedSignature(text, -360)],
    [
      "one with another time than it signs",
      (text) => provider.timedSignature(text, 10).replace(/t=\d+/, `t=${NOW}`),
    ],
    ["one with two times", (text) => `t=1,${provider.timedSignature(text)}`],
    ["one without a time", (text) => provider.timedSignature(text).replace(/t=\d+,/, "")],
    ["a bearer key in its place", (text) => `Bearer ${provider.bareSignature(text)}`],
    ["the wrong version", (text) => provider.timedSignature(text).replace("v1=", "v0=")],
    ["nonsense", () => "t=x,v1=y"],
  ];
  for (const [title, signature] of signatures) {
    it(`401 invalid_credentials: ${title}`, async () => {
      assertRefused(await provider.send(body, signature(body)), 401, "invalid_credentials");
      assert.equal(await planOf(own), "growth");
    });
  }

  it("takes no bearer key in place of a signature", async () => {
    const call = callerWith(stack().operatorKey);
    assertRefused(await call("POST", "/v1/webhooks/payments", { body: {} }), 401, "invalid_credentials");
  });

  it("accepts both forms, in capitals, four minutes old, and one of several signatures", async () => {
    const timed = provider.timedSignature(body, 240);
    const accepted = [
      provider.bareSignature(body),
      provider.bareSignature(body).toUpperCase(),
      timed,
      timed.replace(",", ", "),
      timed.replace(",v1=", `,v1=${"0".repeat(64)},v1=`),
    ];
    for (const signature of accepted) {
      assert.equal((await provider.send(body, signature)).status, 200, signature);
    }
    assert.equal(await planOf(own), "studio");
  });

  it("checks the bytes as they came, not what they mean", async () => {
    const spaced = JSON.stringify(JSON.parse(body), null, 4).replaceAll("\n", "\r\n");
    assert.equal((await provider.send(spaced, provider.bareSignature(spaced))).status, 200);
    assertRefused(await provider.send(spaced, provider.bareSignature(body)), 401, "invalid_credentials");
  });

  const malformed: readonly [title: string, body: string][] = [
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no type", JSON.stringify({ id: "evt_1", created: 1, data: { object: {} } })],
    ["a time as text", JSON.stringify({ id: "evt_1", type: "x", created: "1", data: { object: {} } })],
    [
      "a subscription without a customer",
      JSON.stringify({
        id: "e",
        type: "customer.subscription.updated",
        created: 1,
        data: { object: { id: "s" } },
      }),
    ],
    ["a NUL", JSON.stringify({ id: "evt\0", type: "x", created: 1, data: { object: {} } })],
  ];
  for (const [title, text] of malformed) {
    it(`400 validation_error: ${title}, well signed`, async () => {
      assertRefused(await provider.send(text), 400, "validation_error");
    });
  }

  it("413 validation_error over 1 MiB", async () => {
    assertRefused(
      await provider.send(JSON.stringify({ filler: "x".repeat(1024 * 1024) })),
      413,
      "validation_error",
    );
  });

  it("503 billing_misconfigured without a secret, whatever the signature", async () => {
    const api = await startApi({ PAYMENTS_WEBHOOK_SECRET: undefined });
    try {
      const unconfigured = new BillingProvider(api.baseUrl);
      assertRefused(await unconfigured.send(body), 503, "billing_misconfigured");
    } finally {
      await api.stop();
    }
  });
});
