import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { Keyring } from "#shared/crypto.ts";
import { newWebhookSecret, openHeaders, PLACES, sign, signatureHeaders } from "#shared/webhooks/secrets.ts";

describe("a webhook signature", () => {
  it("is HMAC-SHA256 of timestamp, dot and body, keyed by the whole secret", () => {
    // openssl: printf '1767225600.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    assert.equal(
      sign("whsec_test", 1767225600, '{"id":"evt_1"}'),
      "t=1767225600,v1=45b40331de0325606dc5400202ade162460fbe48daf9401adfdcd0d7b4f35470",
    );
  });

  it("covers the bytes, whether they come as text or bytes", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(), (body, timestamp) => {
      const mac = createHmac("sha256", "whsec_ü").update(`${timestamp}.${body}`).digest("hex");
      assert.equal(sign("whsec_ü", timestamp, body), `t=${timestamp},v1=${mac}`);
      assert.equal(sign("whsec_ü", timestamp, new TextEncoder().encode(body)), `t=${timestamp},v1=${mac}`);
    }));
  });

  it("is refused at a time that is not a whole number of seconds", () => {
    for (const time of [NaN, -1, 1.5, Infinity]) {
      assert.throws(() => sign("whsec_test", time, ""), RangeError);
    }
  });
});

describe("the headers of a delivery", () => {
  const rawBody = '{"id":"evt_1","type":"webhook.test"}';
  const attempt = { eventId: "evt_1", timestamp: Math.floor(Date.now() / 1000), rawBody };

  it("are verified by the library of Standard Webhooks, of every byte of a secret", () => {
    for (let i = 0; i < 50; i++) {
      const secret = newWebhookSecret();
      const { "X-Service-Signature": own, ...headers } = signatureHeaders(secret, attempt);
      assert.equal(own, sign(secret, attempt.timestamp, rawBody));
      assert.deepEqual(new Webhook(secret).verify(rawBody, { ...headers }), JSON.parse(rawBody));
      assert.throws(() => new Webhook(newWebhookSecret()).verify(rawBody, { ...headers }));
      assert.throws(() => new Webhook(secret).verify(rawBody, { ...headers, "webhook-id": "evt_2" }));
    }
  });

  it("are verified with an older secret of 43 base64url characters, once its base64 has the common alphabet and padding", () => {
    const older = `whsec_${
      newWebhookSecret().slice(6).replaceAll("+", "-").replaceAll("/", "_").slice(0, 43)
    }`;
    const common = `${older.slice(6).replaceAll("-", "+").replaceAll("_", "/")}=`;
    assert.ok(new Webhook(common).verify(rawBody, { ...signatureHeaders(older, attempt) }));
  });
});

describe("a webhook secret", () => {
  it("is whsec_ and the padded base64 of 32 bytes, another one every time", () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+\/]{43}=$/);
    assert.equal(new Set(secrets).size, 100);
  });
});

describe("a webhook's secret and headers at rest", () => {
  const [one, other] = ["0198c0de-0000-7000-8000-000000000001", "0198c0de-0000-7000-8000-000000000002"];
  const keyring = new Keyring(`2026=${"A".repeat(43)}=`);

  it("are what was encrypted, and show nothing of it", () => {
    const sealed = keyring.encrypt("whsec_test", PLACES.secret(one));
    assert.ok(!sealed.includes("whsec"));
    assert.equal(keyring.decrypt(sealed, PLACES.secret(one)), "whsec_test");
    const headers = { "X-Token": "token" };
    const sealedHeaders = keyring.encrypt(JSON.stringify(headers), PLACES.headers(one));
    assert.deepEqual(openHeaders(keyring, one, sealedHeaders), headers);
    const ofCallbacks = keyring.encrypt("whsec_test", PLACES.callbackSecret(one));
    assert.equal(keyring.decrypt(ofCallbacks, PLACES.callbackSecret(one)), "whsec_test");
  });

  it("cannot be read in another row or column", () => {
    const sealed = keyring.encrypt("whsec_test", PLACES.secret(one));
    assert.throws(() => keyring.decrypt(sealed, PLACES.secret(other)));
    assert.throws(() => openHeaders(keyring, one, sealed));
    assert.throws(() => keyring.decrypt(sealed, PLACES.callbackSecret(one)));
  });
});
