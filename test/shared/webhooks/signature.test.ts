import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { newWebhookSecret, sign } from "#shared/webhooks/signature.ts";

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

describe("a webhook secret", () => {
  it("is whsec_ and 43 base64url characters, another one every time", () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/);
    assert.equal(new Set(secrets).size, 100);
  });
});
