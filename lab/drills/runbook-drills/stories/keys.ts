import assert from "node:assert/strict";
import { query } from "#dev/machine/connect-database.ts";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { newKey } from "#testing/organizations.ts";
import { newDelivery, newWebhook, type TestWebhook } from "#testing/webhooks.ts";
import type { Day } from "../day.ts";
import type { Story } from "../story.ts";
import { apiIsReady, completes } from "./work.ts";

/** Has an event delivered, and checks that this secret signed it. */
async function deliversSigned(day: Day, { id, secret }: TestWebhook, path: string): Promise<void> {
  const before = day.receiver.at(path).length;
  await newDelivery(day.call, id);
  const received = (await day.receiver.until(path, before + 1)).at(-1);
  assert.ok(received !== undefined);
  await verifyWebhook(received.body, received.headers["x-service-signature"] as string, secret);
}

const leakedKey: Story = {
  heading: "A leaked API key",
  trouble: "a customer's key is used from elsewhere",
  found: "the customer, who sends the key",
  async begin(day) {
    const operator = day.caller(day.demo.operator_key);
    const { id, key } = await newKey(day.demo.organization_id, ["simulations:read"], day.baseUrl, operator);
    const stranger = day.caller(key);
    const stolen = await stranger("GET", "/v1/simulations?limit=5");
    assert.equal(stolen.status, 200);
    return {
      variables: { LEAKED_KEY: key },
      async cured(output) {
        assert.match(output, new RegExp(id), "the key's id is found");
        assert.match(output, /"route":"\/v1\/simulations"/, "what the stranger called is found");
        assert.equal((await stranger("GET", "/v1/simulations?limit=5")).status, 401);
        const [, fresh = ""] = /^(sk_\w+)$/m.exec(output) ?? [];
        assert.equal((await day.caller(fresh)("GET", "/v1/simulations?limit=1")).status, 200);
        await completes(day);
        return "the key is refused (401), its calls are listed, the new one and the customer's others work";
      },
    };
  },
};

const leakedSecret: Story = {
  heading: "A leaked webhook secret",
  trouble: "a subscription's signing secret is known to others",
  found: "the customer",
  async begin(day) {
    const path = "/signed";
    const webhook = await newWebhook(day.call, `${day.receiver.url}${path}`);
    await deliversSigned(day, webhook, path);
    return {
      variables: { CUSTOMER_KEY: day.demo.api_key, WEBHOOK_ID: webhook.id },
      async cured(output) {
        const [, secret = ""] = /^(whsec_\S+)$/m.exec(output) ?? [];
        await deliversSigned(day, { id: webhook.id, secret }, path);
        await assert.rejects(deliversSigned(day, webhook, path), { code: "signature_mismatch" });
        await day.call("DELETE", `/v1/webhooks/${webhook.id}`);
        return "the next delivery is signed with the new secret, none with the old one";
      },
    };
  },
};

const operatorsKey: Story = {
  heading: "Rotate an operator's key",
  trouble: "an operator's key leaked",
  found: "the operator",
  begin(day) {
    const { operator_key, operator_key_id } = day.demo;
    return {
      variables: { OLD_KEY_ID: operator_key_id },
      async cured(output) {
        const [, key = ""] = /^(sk_\w+)$/m.exec(output) ?? [];
        assert.equal((await day.caller(operator_key)("GET", "/v1/admin/organizations")).status, 401);
        assert.equal((await day.caller(key)("GET", "/v1/admin/organizations")).status, 200);
        day.demo = { ...day.demo, operator_key: key, operator_key_id: day.settings.OPERATOR_KEY_IDS ?? "" };
        return "the old key is refused (401), the new one operates";
      },
    };
  },
};

const secretsKeys: Story = {
  heading: "Rotate SECRETS_KEYS",
  trouble: "the key that encrypts secrets is to be replaced",
  async begin(day) {
    const path = "/sealed";
    const webhook = await newWebhook(day.call, `${day.receiver.url}${path}`);
    const old = day.settings.SECRETS_KEYS ?? "";
    return {
      async cured(output) {
        assert.match(output, /webhooks\.secret: [1-9]\d* encrypted with key/);
        // The page says to take the old key out when no stored response needs it; here those are given up.
        day.settings.SECRETS_KEYS = (day.settings.SECRETS_KEYS ?? "").split(",")[0];
        assert.notEqual(day.settings.SECRETS_KEYS, old);
        for (const part of ["api", "workers"] as const) {
          await day.endPart(part);
          await day.startPart(part);
        }
        await deliversSigned(day, webhook, path);
        return "a subscription's secret from before signs with the old key gone";
      },
    };
  },
};

const logins: Story = {
  heading: "Rotate the database logins",
  trouble: "the database's passwords are to be replaced",
  begin(day) {
    const old = [day.settings.API_DATABASE_URL, day.settings.WORKER_DATABASE_URL] as const;
    return {
      async cured() {
        for (const url of old) await assert.rejects(query(url ?? "", "SELECT 1"), /password|does not exist/);
        await apiIsReady(day);
        await completes(day);
        return "the old logins are gone, a simulation completes with the new ones";
      },
    };
  },
};

export const KEYS: readonly Story[] = [leakedKey, leakedSecret, operatorsKey, secretsKeys, logins];
