import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { hmacSha256, Keyring, sameBytes, sha256 } from "#shared/crypto.ts";

const key = (id: string, byte: number) => `${id}=${Buffer.alloc(32, byte).toString("base64")}`;
const OLD = key("2025", 1);
const NEW = key("2026", 2);
const CONTEXT = "webhooks.secret:0198c0de-0000-7000-8000-0123456789ab";

describe("hashes", () => {
  it("are SHA-256 and HMAC-SHA-256, by their published test vectors", () => {
    // FIPS 180-2, appendix B.1; RFC 4231, test case 2.
    assert.equal(
      sha256("abc").toString("hex"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    assert.equal(
      hmacSha256(Buffer.from("Jefe"), "what do ya want for nothing?").toString("hex"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("are the same only byte for byte, and never of another length", () => {
    assert.ok(sameBytes(Buffer.from("abc"), Buffer.from("abc")));
    assert.ok(sameBytes(Buffer.alloc(0), Buffer.alloc(0)));
    assert.equal(sameBytes(Buffer.from("abc"), Buffer.from("abd")), false);
    assert.equal(sameBytes(Buffer.from("abc"), Buffer.from("abcd")), false);
    assert.equal(sameBytes(Buffer.from("abc"), Buffer.alloc(0)), false);
  });
});

describe("a keyring", () => {
  it("gives back any text that it has encrypted", () => {
    const keyring = new Keyring(NEW);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, context) => {
        assert.equal(keyring.decrypt(keyring.encrypt(text, context), context), text);
      }),
    );
  });

  it("never encrypts the same text the same way, and shows nothing of it", () => {
    const keyring = new Keyring(NEW);
    const sealed = Array.from({ length: 100 }, () => keyring.encrypt("whsec_known", CONTEXT));
    assert.equal(new Set(sealed).size, 100);
    for (const text of sealed) assert.ok(text.startsWith("2026.") && !text.includes("whsec"));
  });

  it("encrypts with its first key and decrypts with all of them, so that keys can be rotated", () => {
    const sealed = new Keyring(OLD).encrypt("secret", CONTEXT);
    const rotated = new Keyring(`${NEW},${OLD}`);
    assert.equal(rotated.currentKeyId, "2026");
    assert.equal(rotated.decrypt(sealed, CONTEXT), "secret");
    assert.ok(rotated.encrypt("secret", CONTEXT).startsWith("2026."));
    assert.throws(() => new Keyring(NEW).decrypt(sealed, CONTEXT), /key 2025 is not among SECRETS_KEYS/);
  });

  it("refuses a text in another place, changed in any byte, cut short, or under another key of the same name", () => {
    const keyring = new Keyring(NEW);
    const sealed = keyring.encrypt("secret", CONTEXT);
    assert.throws(() => keyring.decrypt(sealed, CONTEXT.replace("secret", "headers")));
    assert.throws(() => keyring.decrypt(sealed, ""));
    const bytes = Buffer.from(sealed.slice(5), "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      assert.throws(() => keyring.decrypt(`2026.${changed.toString("base64url")}`, CONTEXT), `byte ${i}`);
    }
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length).toString("base64url");
      assert.throws(() => keyring.decrypt(`2026.${cut}`, CONTEXT), `${length} bytes`);
    }
    assert.throws(() => new Keyring(key("2026", 9)).decrypt(sealed, CONTEXT));
    for (const text of ["", ".", "2026", "2026."]) assert.throws(() => keyring.decrypt(text, CONTEXT), text);
  });

  it("derives a key a purpose, from its first key", () => {
    const keyring = new Keyring(`${NEW},${OLD}`);
    assert.equal(keyring.derive("cursors").length, 32);
    assert.deepEqual(keyring.derive("cursors"), new Keyring(NEW).derive("cursors"));
    assert.notDeepEqual(keyring.derive("cursors"), keyring.derive("uploads"));
    assert.notDeepEqual(keyring.derive("cursors"), new Keyring(OLD).derive("cursors"));
  });

  it("says which of its keys cannot be read, and nothing of what was written there", () => {
    const short = randomBytes(16).toString("base64");
    const whole = randomBytes(32).toString("base64");
    const cases: readonly [spec: string, fault: RegExp][] = [
      ["", /key 1: write it as/],
      [`${NEW},`, /key 2: write it as/],
      [whole, /key 1: write it as/],
      // Read naively, the first of these is an id, "=", and nothing; the second has its last character cut off.
      [short, /key 1: write it as/],
      ["hunter2secret", /key 1: write it as/],
      [`=${whole}`, /key 1: write it as/],
      [`two words=${whole}`, /key 1: write it as/],
      [`${"x".repeat(33)}=${whole}`, /key 1: write it as/],
      [`2026=${whole.replaceAll(/\w/g, "-")}`, /key 1: write it as/],
      [`${OLD},2026=${short}`, /key 2: it must be 32 bytes in base64, it has 16/],
      [`${OLD},${key("2025", 3)}`, /key 2: its id was given before/],
    ];
    for (const [spec, fault] of cases) {
      assert.throws(() => new Keyring(spec), (error: Error) => {
        assert.match(error.message, fault);
        for (const piece of spec.split(/[,=]/).filter((text) => text.length >= 8)) {
          assert.ok(!error.message.includes(piece.slice(0, 8)), error.message);
        }
        return true;
      });
    }
  });
});
