import assert from "node:assert/strict";
import type { Socket } from "node:net";
import {
  assertError,
  assertStatus,
  closeAll,
  httpReceiver,
  rawReceiver,
  type Receiver,
  send,
  sender,
  until,
} from "./receivers.ts";

const urlOf = ({ port }: Receiver) => `http://127.0.0.1:${port}/`;
const NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

/** Answers the first request of each connection and does something else with the second; `count` counts them all. */
async function changing(second: (socket: Socket) => void) {
  const seen = { count: 0 };
  const receiver = await rawReceiver((socket) => {
    let onThis = 0;
    socket.on("data", () => {
      seen.count += 1;
      onThis += 1;
      if (onThis === 1) socket.write(NO_CONTENT);
      else second(socket);
    });
  });
  return { receiver, seen };
}

describe("the webhook sender's connections", () => {
  afterEach(closeAll);

  it("are used again, one attempt after the other", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const secure = await httpReceiver((response) => response.writeHead(204).end(), "valid");
    const from = sender({ lookup: () => Promise.resolve(["127.0.0.1"]) });
    for (let attempt = 0; attempt < 5; attempt++) {
      assertStatus(await send(from, urlOf(receiver)), 204);
      assertStatus(await send(from, `https://hooks.example.com:${secure.port}/`), 204);
    }
    assert.deepEqual([receiver.connections.length, secure.connections.length], [1, 1]);
    assert.equal(from.idleConnections, 2);
  });

  it("are closed after their longest idle time", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const from = sender({ limits: { idleMs: 20 } });
    assertStatus(await send(from, urlOf(receiver)), 204);
    assert.equal(from.idleConnections, 1);
    await until(() => from.idleConnections === 0 && receiver.connections.every((socket) => socket.destroyed));
    assertStatus(await send(from, urlOf(receiver)), 204);
    assert.equal(receiver.connections.length, 2);
  });

  it("stay open while an endpoint answers later than the longest idle time", async () => {
    let answer = () => {};
    const receiver = await httpReceiver((response) => answer = () => response.writeHead(204).end());
    const from = sender({ limits: { idleMs: 10 } });
    for (let attempt = 0; attempt < 2; attempt++) {
      const before = receiver.requests.length;
      const sending = send(from, urlOf(receiver));
      await until(() => receiver.requests.length > before);
      setTimeout(() => answer(), 40);
      assertStatus(await sending, 204);
    }
  });

  it("are kept in a bounded number over all endpoints", async () => {
    const receivers = await Promise.all(
      Array.from({ length: 8 }, () => httpReceiver((response) => response.end("ok"))),
    );
    const from = sender({ limits: { idleConnections: 3 } });
    const results = await Promise.all(receivers.map((receiver) => send(from, urlOf(receiver))));
    for (const result of results) assertStatus(result, 200);
    await until(() =>
      receivers.filter(({ connections }) => connections.every((socket) => socket.destroyed)).length === 5
    );
    assert.equal(from.idleConnections, 3);
  });

  it("carry one request an attempt: a reset after the request sends nothing again", async () => {
    for (const end of ["end", "destroy", "resetAndDestroy"] as const) {
      const { receiver, seen } = await changing((socket) => socket[end]());
      const from = sender();
      assertStatus(await send(from, urlOf(receiver)), 204);
      assertError(await send(from, urlOf(receiver)), "reset", /closed the connection before it answered/);
      // A repeated request would arrive before the answer to this one.
      assertStatus(await send(from, urlOf(receiver)), 204);
      assert.equal(seen.count, 3, end);
    }
  });

  it("carry one request an attempt: a timeout sends nothing again", async () => {
    const { receiver, seen } = await changing(() => {});
    const from = sender({ limits: { headersMs: 1_000 } });
    assertStatus(await send(from, urlOf(receiver)), 204);
    assertError(await send(from, urlOf(receiver)), "headers_timeout", /did not answer/);
    assertStatus(await send(from, urlOf(receiver)), 204);
    assert.equal(seen.count, 3);
  });

  it("are replaced once when they prove dead before the request is written", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const from = sender();
    assertStatus(await send(from, urlOf(receiver)), 204);
    // The reset arrives before the sender's event loop can see it.
    receiver.connections[0]?.resetAndDestroy();
    assertStatus(await send(from, urlOf(receiver)), 204);
    assert.deepEqual([receiver.connections.length, receiver.requests.length], [2, 2]);
  });

  it("are closed by the sender's close", async () => {
    const receiver = await httpReceiver((response) => response.writeHead(204).end());
    const from = sender();
    assertStatus(await send(from, urlOf(receiver)), 204);
    from.close();
    await until(() => receiver.connections.every((socket) => socket.destroyed));
    assert.equal(from.idleConnections, 0);
  });
});
