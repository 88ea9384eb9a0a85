import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { Sender, type SenderOptions, type SendResult } from "#providers/webhooks/sender.ts";

/** A local endpoint, well behaved or not. */
export interface Receiver {
  readonly port: number;
  /** The connections to it, in order. */
  readonly connections: readonly Socket[];
  /** The whole requests that it received, in order. */
  readonly requests: readonly ReceivedRequest[];
}

export interface ReceivedRequest {
  readonly headers: http.IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly url: string;
  readonly method: string;
  readonly body: string;
}

type Respond = (response: http.ServerResponse, request: ReceivedRequest) => void;

const open = new Set<() => void>();

/** Closes all receivers and senders that were opened since the last call. */
export function closeAll(): void {
  for (const close of open) close();
  open.clear();
}

/** An endpoint that speaks HTTP; with a certificate of `certificates/`, over TLS. */
export function httpReceiver(respond: Respond, certificate?: string): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: http.RequestListener = async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, rawHeaders, url = "", method = "" } = request;
    const received = { headers, rawHeaders, url, method, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    respond(response, received);
  };
  const server = certificate === undefined
    ? http.createServer(listener)
    : https.createServer({ cert: pem(`${certificate}.pem`), key: pem(`${certificate}.key`) }, listener);
  server.on("tlsClientError", () => {});
  return listen(server, requests);
}

/** An endpoint that handles the bytes of a connection itself. `requests` stays empty. */
export function rawReceiver(connected: (socket: Socket) => void): Promise<Receiver> {
  return listen(net.createServer(connected), []);
}

/** An endpoint that answers the first bytes with these parts and leaves the connection open. */
export function answering(...parts: (string | Uint8Array)[]): Promise<Receiver> {
  return rawReceiver((socket) => socket.once("data", () => parts.forEach((part) => socket.write(part))));
}

async function listen(server: net.Server, requests: ReceivedRequest[]): Promise<Receiver> {
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    connections.push(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.add(() => {
    server.close();
    connections.forEach((socket) => socket.destroy());
  });
  return { port: (server.address() as AddressInfo).port, connections, requests };
}

/** A sender that may deliver to loopback, and trusts the tests' certificate authority. */
export function sender(options: Partial<SenderOptions> = {}): Sender {
  const created = new Sender({ allowLoopback: true, ca: [pem("authority.pem")], ...options });
  open.add(() => created.close());
  return created;
}

export const BODY = '{"id":"evt_1","type":"webhook.test"}';

export function send(from: Sender, url: string): Promise<SendResult> {
  return from.send({
    url,
    headers: { "X-Service-Signature": "t=1,v1=00" },
    body: new TextEncoder().encode(BODY),
  });
}

export function assertError(result: SendResult, code: string, message: RegExp): void {
  assert.equal(result.kind === "error" ? result.code : `response ${result.status}`, code);
  assert.match(result.kind === "error" ? result.message : "", message);
}

export function assertStatus(
  result: SendResult,
  status: number,
): asserts result is SendResult & { kind: "response" } {
  assert.equal(result.kind === "response" ? result.status : `${result.code}: ${result.message}`, status);
}

/** Resolves as soon as a condition holds; the test's own timeout ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

function pem(file: string): string {
  return readFileSync(new URL(`certificates/${file}`, import.meta.url), "utf8");
}
