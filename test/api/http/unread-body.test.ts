import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { stack } from "#testing/stack.ts";

/** More than the buffers between a client and the service hold. */
const BYTES = 12_000_000;
const REST = "x".repeat(BYTES);

function open(): Socket {
  const { hostname, port } = new URL(stack().baseUrl);
  return connect({ host: hostname, port: Number(port) });
}

function head(method: string, path: string, ...lines: string[]): string {
  return [`${method} ${path} HTTP/1.1`, "Host: localhost", ...lines, "", ""].join("\r\n");
}

/** Sends two requests on one connection, the second one after the first one's answer. @returns the answers' statuses */
function twoRequests(first: string, second: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = open();
    const statuses: string[] = [];
    socket.setTimeout(5_000, () => socket.destroy(new Error(`No answer after ${statuses.join(", ")}`)));
    socket.on("error", reject);
    socket.on("data", (data) => {
      for (const [, status = ""] of String(data).matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.push(status);
        if (statuses.length === 2) socket.end(() => resolve(statuses));
      }
    });
    // As most clients do: the answer is looked at once the whole body has been taken.
    socket.write(first, () => socket.write(second));
  });
}

describe("A body that nobody reads", () => {
  const key = () => `Authorization: Bearer ${stack().apiKey}`;
  const json = "Content-Type: application/json";
  const length = `Content-Length: ${BYTES}`;
  const chunks = `${BYTES.toString(16)}\r\n${REST}\r\n0\r\n\r\n`;
  const cases = {
    "of an unknown path": ["404", () => head("POST", "/v1/nothing", length) + REST],
    "of a request without a key": ["401", () => head("POST", "/v1/simulations", json, length) + REST],
    "that is too long": ["413", () => head("POST", "/v1/simulations", key(), json, length) + REST],
    "that turns out too long": [
      "413",
      () => head("POST", "/v1/simulations", key(), json, "Transfer-Encoding: chunked") + chunks,
    ],
  } as const;
  for (const [what, [status, request]] of Object.entries(cases)) {
    it(`${what} keeps neither its sender from the ${status} nor the connection from the next request`, async () => {
      assert.deepEqual(await twoRequests(request(), head("GET", "/livez")), [status, "200"]);
    });
  }
});
