import assert from "node:assert/strict";
import fc from "fast-check";
import { isLoopbackAddress, isPublicAddress } from "#shared/webhooks/ip-addresses.ts";

/** First and last address of every refused IPv4 range, and the addresses just outside where those are public. */
const V4_RANGES: readonly { first: string; last: string; before?: string; after?: string }[] = [
  { first: "0.0.0.0", last: "0.255.255.255", after: "1.0.0.0" },
  { first: "10.0.0.0", last: "10.255.255.255", before: "9.255.255.255", after: "11.0.0.0" },
  { first: "100.64.0.0", last: "100.127.255.255", before: "100.63.255.255", after: "100.128.0.0" },
  { first: "127.0.0.0", last: "127.255.255.255", before: "126.255.255.255", after: "128.0.0.0" },
  { first: "169.254.0.0", last: "169.254.255.255", before: "169.253.255.255", after: "169.255.0.0" },
  { first: "172.16.0.0", last: "172.31.255.255", before: "172.15.255.255", after: "172.32.0.0" },
  { first: "192.0.0.0", last: "192.0.0.255", before: "191.255.255.255", after: "192.0.1.0" },
  { first: "192.0.2.0", last: "192.0.2.255", before: "192.0.1.255", after: "192.0.3.0" },
  { first: "192.88.99.0", last: "192.88.99.255", before: "192.88.98.255", after: "192.88.100.0" },
  { first: "192.168.0.0", last: "192.168.255.255", before: "192.167.255.255", after: "192.169.0.0" },
  { first: "198.18.0.0", last: "198.19.255.255", before: "198.17.255.255", after: "198.20.0.0" },
  { first: "198.51.100.0", last: "198.51.100.255", before: "198.51.99.255", after: "198.51.101.0" },
  { first: "203.0.113.0", last: "203.0.113.255", before: "203.0.112.255", after: "203.0.114.0" },
  { first: "224.0.0.0", last: "239.255.255.255", before: "223.255.255.255" },
  { first: "240.0.0.0", last: "255.255.255.255" },
];

const V6_REFUSED = [
  "::",
  "::1",
  "::7f00:1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::1",
  "100::1",
  "1fff:ffff::1",
  "2001::",
  "2001::1",
  "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
  "2001:db8::",
  "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  "2002::",
  "2002:7f00:1::1",
  "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "3fff::",
  "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
  "4000::",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "fec0::1",
  "ff02::1",
];

const V6_PUBLIC = [
  "2000::",
  "2001:200::",
  "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
  "2001:db9::",
  "2001:ffff::1",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "3fff:1000::",
];

describe("public addresses", () => {
  for (const { first, last, before, after } of V4_RANGES) {
    it(`leave out ${first} to ${last}, and nothing beside it`, () => {
      for (const address of [first, last]) {
        assert.equal(isPublicAddress(address), false, address);
        assert.equal(isPublicAddress(`::ffff:${address}`), false, `mapped ${address}`);
      }
      for (const address of [before, after]) {
        if (address === undefined) continue;
        assert.equal(isPublicAddress(address), true, address);
        assert.equal(isPublicAddress(`::ffff:${address}`), true, `mapped ${address}`);
      }
    });
  }

  it("of version 6 are 2000::/3 without its special ranges", () => {
    for (const address of V6_REFUSED) assert.equal(isPublicAddress(address), false, address);
    for (const address of V6_PUBLIC) assert.equal(isPublicAddress(address), true, address);
  });

  it("are not text that is no address", () => {
    for (
      const text of [
        "",
        "localhost",
        "8.8.8",
        "8.8.8.8 ",
        "08.8.8.8",
        "0x8.8.8.8",
        "8.8.8.8/8",
        "[2606::1]",
        "1::2::3",
      ]
    ) {
      assert.equal(isPublicAddress(text), false, text);
    }
  });

  it("agree with arithmetic on every address, in dotted, mapped and hexadecimal spelling", () => {
    const ranges = V4_RANGES.map(({ first, last }) => [numberOf(first), numberOf(last)] as const);
    // Half of the addresses lie at or beside an edge.
    const edges = ranges.flatMap(([first, last]) => [first - 1, first, first + 1, last - 1, last, last + 1])
      .filter((value) => value >= 0 && value <= 0xffffffff);
    fc.assert(
      fc.property(fc.oneof(fc.nat(0xffffffff), fc.constantFrom(...edges)), (value) => {
        const expected = !ranges.some(([first, last]) => value >= first && value <= last);
        const hex = value.toString(16).padStart(8, "0");
        assert.equal(isPublicAddress(dotted(value)), expected);
        assert.equal(isPublicAddress(`::ffff:${dotted(value)}`), expected);
        assert.equal(isPublicAddress(`::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`), expected);
        assert.equal(isPublicAddress(`0:0:0:0:0:ffff:${hex.slice(0, 4)}:${hex.slice(4)}`), expected);
        assert.equal(isLoopbackAddress(dotted(value)), value >>> 24 === 127);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of version 6 agree with arithmetic on every address", () => {
    const special = [[0x20010000n, 23n], [0x20010db8n, 32n], [0x20020000n, 16n], [0x3fff0000n, 20n]] as const;
    const inside = (value: bigint, [network, prefix]: readonly [bigint, bigint]) =>
      value >> (128n - prefix) === network >> (32n - prefix);
    const anywhere = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
    const near = fc.tuple(
      fc.constantFrom(...special, [0x20000000n, 3n] as const),
      fc.bigInt({ min: -2n, max: 2n ** 113n }),
    ).map(([[network, prefix], step]) =>
      (network << 96n) + step + (step % 2n === 0n ? 0n : 1n << (128n - prefix))
    );
    fc.assert(
      fc.property(fc.oneof(anywhere, near), (value) => {
        const expected = value >> 125n === 1n && !special.some((range) => inside(value, range));
        assert.equal(isPublicAddress(spelled(value)), expected, spelled(value));
      }),
      { numRuns: 2_000 },
    );
  });
});

function numberOf(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}

function spelled(value: bigint): string {
  return Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16))
    .join(":");
}
