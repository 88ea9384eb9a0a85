import assert from "node:assert/strict";
import { assertError, assertStatus, closeAll, httpReceiver, send, sender } from "./receivers.ts";

describe("the webhook sender, given a name", () => {
  afterEach(closeAll);

  it("connects to the checked address, even when the name then resolves to another one", async () => {
    const receiver = await httpReceiver(
      (response) => response.writeHead(204, { connection: "close" }).end(),
      "valid",
    );
    const answers = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1"]];
    let asked = 0;
    const from = sender({ lookup: () => Promise.resolve(answers[asked++] ?? []) });
    const url = `https://hooks.example.com:${receiver.port}/`;
    assertStatus(await send(from, url), 204);
    assert.equal(asked, 1, "asked once for each connection");
    assertError(await send(from, url), "target_refused", /does not resolve to a public address/);
    assertStatus(await send(from, url), 204);
    assert.equal(asked, 3);
    assert.equal(receiver.connections.length, 2);
  });

  it("refuses a name that resolves to this machine or its network, in any form", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    for (
      const address of [
        ...[
          "127.0.0.1",
          "::1",
          "::ffff:127.0.0.1",
          "::ffff:7f00:1",
          "::127.0.0.1",
          "0.0.0.0",
          "::",
          "10.0.0.1",
          "fd00::1",
        ],
        ...[
          "169.254.169.254",
          "::ffff:a9fe:a9fe",
          "64:ff9b::a9fe:a9fe",
          "2002:7f00:1::",
          "fe80::1%lo",
          "not an address",
          "",
        ],
      ]
    ) {
      const strict = sender({ allowLoopback: false, lookup: () => Promise.resolve([address]) });
      const result = await send(strict, `https://hooks.example.com:${receiver.port}/`);
      assertError(result, "target_refused", /^hooks\.example\.com does not resolve to a public address\.$/);
    }
    assert.equal(receiver.connections.length, 0);
  });

  it("drops the addresses that are not allowed and uses the others", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    // No time is lost on addresses that are not allowed: trying one would take longer than this spec may.
    const from = sender({
      lookup: () => Promise.resolve(["10.0.0.1", "::ffff:10.0.0.1", "fd00::1", "127.0.0.1"]),
      limits: { connectMs: 600_000, totalMs: 600_000 },
    });
    assertStatus(await send(from, `https://hooks.example.com:${receiver.port}/`), 204);
  });

  it("reports a name without addresses, and a failed lookup", async () => {
    const url = "https://hooks.example.com/";
    assertError(
      await send(sender({ lookup: () => Promise.resolve([]) }), url),
      "dns_failed",
      /does not resolve/,
    );
    const failing = sender({ lookup: () => Promise.reject(new Error("10.1.2.3 said no")) });
    assertError(await send(failing, url), "dns_failed", /^hooks\.example\.com could not be resolved\.$/);
  });

  it("counts the lookup's time, and never connects when it answers too late", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    let answer = (_addresses: string[]) => {};
    const late = new Promise<string[]>((resolve) => answer = resolve);
    let first = true;
    const lookup = () => first ? late : Promise.resolve(["127.0.0.1"]);
    const from = sender({ lookup, limits: { connectMs: 50 } });
    const url = `https://hooks.example.com:${receiver.port}/`;
    assertError(await send(from, url), "connect_timeout", /took no connection within 0\.05 s/);
    first = false;
    answer(["127.0.0.1"]);
    await late;
    assertStatus(await send(sender({ lookup }), url), 204);
    assert.equal(receiver.connections.length, 1);
  });

  it("resolves localhost itself, with and without the trailing dot", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    for (const host of ["localhost", "localhost.", "any.localhost"]) {
      assertStatus(await send(sender(), `http://${host}:${receiver.port}/`), 204);
    }
  });

  it("sends at once beside names whose lookup hangs", async () => {
    const names = Promise.withResolvers<string[]>();
    const hung = sender({
      lookup: () => names.promise,
      limits: { connectMs: 60_000, totalMs: 60_000 },
    });
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const sent = Array.from({ length: 200 }, async (_, index) => {
      const sending = send(hung, `https://h${index}.example.com/`);
      assertStatus(await send(sender(), `http://127.0.0.1:${receiver.port}/`), 204);
      return { sending };
    });
    const waiting = await Promise.all(sent);
    names.reject(new Error("still waiting"));
    for (const { sending } of waiting) assertError(await sending, "dns_failed", /could not be resolved/);
  });
});
