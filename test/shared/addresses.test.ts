import assert from "node:assert/strict";
import fc from "fast-check";
import { networkOf } from "#shared/addresses.ts";

describe("The network of an address", () => {
  it("is a version 4 address itself, mapped into version 6 or not", () => {
    for (const ip of ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201", "0:0:0:0:0:ffff:192.0.2.1"]) {
      assert.equal(networkOf(ip), "192.0.2.1", ip);
    }
  });

  it("is the /64 of a version 6 address, however it is spelled", () => {
    const cases = {
      "2001:db8::1": "2001:db8:0:0::/64",
      "2001:db8:0:0:1:2:3:4": "2001:db8:0:0::/64",
      "2001:0DB8:0000:00ff::": "2001:db8:0:ff::/64",
      "::1": "0:0:0:0::/64",
      "::": "0:0:0:0::/64",
      "1::": "1:0:0:0::/64",
      "fe80::1%eth0": "fe80:0:0:0::/64",
      "64:ff9b::192.0.2.1": "64:ff9b:0:0::/64",
    };
    for (const [ip, network] of Object.entries(cases)) assert.equal(networkOf(ip), network, ip);
  });

  it("is the same for any two addresses with the same 64 leading bits, and for no others", () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(fc.property(groups, groups, (a, b) => {
      const same = a.slice(0, 4).every((value, i) => value === b[i]);
      const mapped = [a, b].some((each) => each.slice(0, 5).every((value) => value === 0));
      const [one, other] = [a, b].map((each) => networkOf(each.map((value) => value.toString(16)).join(":")));
      assert.ok(mapped || same === (one === other), `${one} ${other}`);
      assert.equal(
        networkOf([...a.slice(0, 4), 1, 0, 0, 1].map((value) => value.toString(16)).join(":")),
        networkOf([...a.slice(0, 4), 1, 9, 9, 9].map((value) => value.toString(16)).join(":")),
      );
    }));
  });

  it("is the text itself where it is no address", () => {
    for (const text of ["", "unknown", "1.2.3", "_hidden"]) assert.equal(networkOf(text), text);
  });
});
