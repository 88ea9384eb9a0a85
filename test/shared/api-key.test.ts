import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { isWellFormedApiKey, newApiKey } from "#shared/api-key.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Made once and written down: keys that customers hold must stay valid. */
const KNOWN = "sk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";

/** The number that base62 digits write, the most significant first. */
const numberOf = (digits: string) => [...digits].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);

describe("API keys", () => {
  it("are sk_, 40 random characters, and the CRC-32 of what stands before in 6 digits", () => {
    for (let i = 0; i < 200; i++) {
      const key = newApiKey();
      assert.match(key, /^sk_[0-9A-Za-z]{46}$/);
      assert.equal(numberOf(key.slice(-6)), crc32(key.slice(0, -6)));
      assert.ok(isWellFormedApiKey(key));
    }
  });

  it("of all checksums have one that fits", () => {
    const digits = (value: number) =>
      Array.from({ length: 6 }, (_, i) => BASE62.charAt(Math.floor(value / 62 ** (5 - i)) % 62)).join("");
    const fitting = digits(crc32(KNOWN));
    assert.ok(isWellFormedApiKey(KNOWN + fitting));
    for (const other of [0, 1, crc32(KNOWN) - 1, crc32(KNOWN) + 1, 2 ** 32 - 1]) {
      assert.equal(isWellFormedApiKey(KNOWN + digits(other)), false);
    }
  });

  it("differ, and use all 62 characters alike", () => {
    const keys = Array.from({ length: 2_000 }, newApiKey);
    assert.equal(new Set(keys).size, keys.length);
    const counts = new Map<string, number>();
    for (const key of keys) {
      for (const character of key.slice(3, 43)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    assert.equal(counts.size, 62);
    // Chi-square with 61 degrees of freedom: above 121 once in 100,000 runs.
    const expected = 2_000 * 40 / 62;
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    assert.ok(chiSquare < 121, `chi-square ${chiSquare}`);
  });

  it("with one character mistyped, or two neighbours swapped, are refused", () => {
    fc.assert(
      fc.property(fc.nat(48), fc.constantFrom(...BASE62), (at, character) => {
        const key = newApiKey();
        const mistyped = key.slice(0, at) + character + key.slice(at + 1);
        assert.equal(isWellFormedApiKey(mistyped), mistyped === key);
        const swapped = key.slice(0, at) + key.slice(at, at + 2).split("").reverse().join("") +
          key.slice(at + 2);
        assert.equal(isWellFormedApiKey(swapped), swapped === key);
      }),
    );
  });

  it("of another form are refused", () => {
    const key = newApiKey();
    for (
      const text of [
        "",
        "sk_",
        key.slice(1),
        key + "0",
        `${key}\n`,
        ` ${key}`,
        key.toUpperCase(),
        `pk${key.slice(2)}`,
      ]
    ) {
      assert.equal(isWellFormedApiKey(text), false, JSON.stringify(text));
    }
  });
});
