import assert from "node:assert/strict";
import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { createDnsLookup } from "#providers/webhooks/sender.ts";

const A = 1;
const AAAA = 28;

describe("the DNS lookup", () => {
  let server: Socket;
  let asked: string[];
  let address: string;

  beforeEach(async () => {
    asked = [];
    server = createSocket("udp4");
    server.on("message", (query, { port, address }) => {
      const { name, type, end } = question(query);
      asked.push(`${name} ${type}`);
      if (!name.startsWith("hangs")) {
        server.send(answer(query.subarray(0, end), RECORDS[`${name} ${type}`] ?? []), port, address);
      }
    });
    await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it("returns all addresses, v4 and v6", async () => {
    const lookup = createDnsLookup([address]);
    assert.deepEqual(await lookup("both.test"), ["192.0.2.1", "10.0.0.1", "2001:db8::1"]);
    assert.deepEqual(asked.sort(), [`both.test ${A}`, `both.test ${AAAA}`]);
    assert.deepEqual(await lookup("six.test"), ["2001:db8::1"]);
    assert.deepEqual(await lookup("nothing.test"), []);
  });

  it("queries the bare name, without a search list", async () => {
    await createDnsLookup([address])("redis");
    assert.deepEqual([...new Set(asked)].sort(), [`redis ${A}`, `redis ${AAAA}`]);
  });

  it("resolves localhost without a query", async () => {
    const lookup = createDnsLookup([address]);
    assert.deepEqual(await lookup("localhost"), ["127.0.0.1", "::1"]);
    assert.deepEqual(await lookup("a.localhost"), ["127.0.0.1", "::1"]);
    assert.deepEqual(asked, []);
  });

  it("resolves a name at once beside names whose servers do not answer", async () => {
    const lookup = createDnsLookup([address]);
    const hanging = Array.from({ length: 100 }, (_, index) => lookup(`hangs-${index}.test`));
    let answered = 0;
    for (const each of hanging) each.then(() => answered += 1);
    assert.deepEqual(await lookup("six.test"), ["2001:db8::1"]);
    assert.equal(answered, 0, "the others still hang");
    assert.deepEqual((await Promise.all(hanging)).flat(), []);
  });
});

const RECORDS: Readonly<Record<string, readonly number[][]>> = {
  [`both.test ${A}`]: [[192, 0, 2, 1], [10, 0, 0, 1]],
  [`both.test ${AAAA}`]: [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  [`six.test ${AAAA}`]: [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
};

/** The question of a query (RFC 1035, section 4.1.2), and the position of its end. */
function question(query: Uint8Array): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let position = 12;
  for (let length = query[position]!; length > 0; length = query[position]!) {
    labels.push(new TextDecoder().decode(query.subarray(position + 1, position + 1 + length)));
    position += 1 + length;
  }
  return {
    name: labels.join("."),
    type: query[position + 1]! * 256 + query[position + 2]!,
    end: position + 5,
  };
}

/** The response to a question; an empty list says that the name has no record of this type. */
function answer(asked: Uint8Array, records: readonly number[][]): Uint8Array {
  const bytes = [...asked];
  bytes.splice(2, 10, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0);
  for (const data of records) {
    bytes.push(0xc0, 12, 0, data.length === 4 ? A : AAAA, 0, 1, 0, 0, 0, 5, 0, data.length, ...data);
  }
  return Uint8Array.from(bytes);
}
