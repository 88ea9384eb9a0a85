import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createDecipheriv, randomBytes } from "node:crypto";
import fc from "fast-check";
import { hmacSha256, Keyring, MacKeys, sameBytes, sha256, UnreadableSecret } from "#shared/crypto.ts";

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
    assert.throws(() => keyring.decrypt(sealed, CONTEXT.replace("secret", "headers")), UnreadableSecret);
    assert.throws(() => keyring.decrypt(sealed, ""), UnreadableSecret);
    const bytes = Buffer.from(sealed.slice(5), "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      assert.throws(
        () => keyring.decrypt(`2026.${changed.toString("base64url")}`, CONTEXT),
        UnreadableSecret,
        `byte ${i}`,
      );
    }
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length).toString("base64url");
      assert.throws(() => keyring.decrypt(`2026.${cut}`, CONTEXT), UnreadableSecret, `${length} bytes`);
    }
    assert.throws(() => new Keyring(key("2026", 9)).decrypt(sealed, CONTEXT), UnreadableSecret);
    for (const text of ["", ".", "2026", "2026."]) {
      assert.throws(() => keyring.decrypt(text, CONTEXT), UnreadableSecret, text);
    }
  });

  it("uses none of its keys itself: what encrypts and what signs for each purpose are others", () => {
    const master = Buffer.alloc(32, 2);
    const keyring = new Keyring(NEW);
    const sealed = keyring.encrypt("secret", CONTEXT);
    const bytes = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", master, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(CONTEXT));
    decipher.setAuthTag(bytes.subarray(12, 28));
    decipher.update(bytes.subarray(28));
    assert.throws(() => decipher.final());
    const codes = [
      hmacSha256(master, "data"),
      ...["cursors", "uploads", "encryption"].map((purpose) => keyring.macKeys(purpose).sign("data")),
    ];
    assert.equal(new Set(codes.map((code) => code.toString("hex"))).size, codes.length);
  });

  it("derives keys by HKDF-SHA-256, as another implementation does", async () => {
    const master = await crypto.subtle.importKey("raw", Buffer.alloc(32, 2), "HKDF", false, ["deriveBits"]);
    const derived = await crypto.subtle.deriveBits(
      {
        name: "HKDF",
        hash: "SHA-256",
        salt: new Uint8Array(0),
        info: new TextEncoder().encode("simulation-service/mac/cursors"),
      },
      master,
      256,
    );
    assert.deepEqual(
      new Keyring(NEW).macKeys("cursors").sign("data"),
      hmacSha256(new Uint8Array(derived), "data"),
    );
  });

  it("signs with its first key and verifies with all of them, so that old and new processes run side by side", () => {
    // The phases of a rotation: the new key is added second, then it goes first, then the old one goes.
    const phases = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW].map((spec) => new Keyring(spec));
    for (const [i, phase] of phases.entries()) {
      for (const other of [phases[i - 1], phase, phases[i + 1]]) {
        if (other === undefined) continue;
        const code = other.macKeys("cursors").sign("data");
        assert.ok(phase.macKeys("cursors").verify("data", code));
        assert.equal(phase.decrypt(other.encrypt("secret", CONTEXT), CONTEXT), "secret");
      }
    }
    const code = new Keyring(OLD).macKeys("cursors").sign("data");
    assert.equal(new Keyring(NEW).macKeys("cursors").verify("data", code), false);
  });

  it("verifies no code of another purpose, another text, another length or with a changed byte", () => {
    const keys = new Keyring(`${NEW},${OLD}`).macKeys("cursors");
    const code = keys.sign("data", 12);
    assert.ok(keys.verify("data", code, 12));
    assert.equal(new Keyring(NEW).macKeys("uploads").verify("data", code, 12), false);
    assert.equal(keys.verify("date", code, 12), false);
    for (const other of [keys.sign("data"), code.subarray(0, 11), Buffer.alloc(0)]) {
      assert.equal(keys.verify("data", other, 12), false);
    }
    for (let i = 0; i < code.length; i++) {
      const changed = Buffer.from(code);
      changed[i] = (changed[i] ?? 0) ^ 1;
      assert.equal(keys.verify("data", changed, 12), false);
    }
    assert.throws(() => new MacKeys([]), RangeError);
    assert.throws(() => new MacKeys([new Uint8Array(31)]), RangeError);
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
