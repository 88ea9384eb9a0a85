import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_SEED, philox4x32, STREAM, streamKey, uniform53, uniformPair } from "#engine/random/philox.ts";

const hex = (words: Int32Array) =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, "0")).join(" ");

/** The same block in unbounded integers, straight from the paper. */
function reference(counter: readonly number[], key: readonly number[]): string {
  let [c0, c1, c2, c3] = counter.map(BigInt) as [bigint, bigint, bigint, bigint];
  let [k0, k1] = key.map(BigInt) as [bigint, bigint];
  const low = 0xffffffffn;
  for (let round = 0; round < 10; round++) {
    const a = 0xd2511f53n * c0;
    const b = 0xcd9e8d57n * c2;
    [c0, c1, c2, c3] = [(b >> 32n) ^ c1 ^ k0, b & low, (a >> 32n) ^ c3 ^ k1, a & low];
    [k0, k1] = [(k0 + 0x9e3779b9n) & low, (k1 + 0xbb67ae85n) & low];
  }
  return [c0, c1, c2, c3].map((word) => word.toString(16).padStart(8, "0")).join(" ");
}

describe("Philox4x32-10", () => {
  it("gives the known answers of its authors", () => {
    const out = new Int32Array(4);
    philox4x32(out, 0, 0, 0, 0, 0, 0);
    assert.equal(hex(out), "6627e8d5 e169c58d bc57ac4c 9b00dbd8");
    philox4x32(out, -1, -1, -1, -1, -1, -1);
    assert.equal(hex(out), "408f276d 41c83b0e a20bc7c6 6d5451fd");
    philox4x32(out, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0);
    assert.equal(hex(out), "d16cfe09 94fdcceb 5001e420 24126ea1");
  });

  it("agrees with arithmetic in unbounded integers for any counter and key", () => {
    const word = fc.integer({ min: 0, max: 0xffffffff });
    const out = new Int32Array(4);
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.tuple(word, word), (counter, key) => {
        philox4x32(out, ...counter, ...key);
        assert.equal(hex(out), reference(counter, key));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("makes uniforms that are never 0 or 1 and average one half", () => {
    assert.equal(uniform53(0, 0), 2 ** -54);
    assert.ok(uniform53(-1, -1) < 1);
    const pair = new Float64Array(2);
    const key = streamKey(1, "uniformity");
    let sum = 0;
    const bins = new Uint32Array(20);
    for (let agent = 0; agent < 20_000; agent++) {
      uniformPair(pair, key, agent, STREAM.answer);
      for (const u of pair) {
        sum += u;
        bins[Math.floor(u * 20)]!++;
      }
    }
    // 5 standard errors of the mean; the 99.9 % point of chi-square with 19 degrees of freedom is 43.8.
    assert.ok(Math.abs(sum / 40_000 - 0.5) < 5 * Math.sqrt(1 / 12 / 40_000));
    assert.ok(bins.reduce((chi, n) => chi + (n - 2_000) ** 2 / 2_000, 0) < 43.8);
  });
});

describe("generator keys and streams", () => {
  it("accept every seed from 0 to 2^53 − 1 and nothing else", () => {
    for (const seed of [0, 1, MAX_SEED]) assert.ok(streamKey(seed, "x"));
    for (const seed of [-1, 0.5, MAX_SEED + 1, NaN]) assert.throws(() => streamKey(seed, "x"), RangeError);
  });

  it("differ with the seed and with each part of the subject", () => {
    const keys = [streamKey(1, "a", "b"), streamKey(2, "a", "b"), streamKey(1, "ab"), streamKey(1, "a", "c")];
    assert.equal(new Set(keys.map(({ lo, hi }) => `${lo} ${hi}`)).size, keys.length);
  });

  it("keep their frozen numbers", () => {
    assert.deepEqual(STREAM, {
      cell: 0,
      factor: 1,
      na: 2,
      answer: 3,
      intensity: 4,
      reason: 5,
      quote: 6,
      model: 9,
    });
  });
});
