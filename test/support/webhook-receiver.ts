import { Buffer } from "node:buffer";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "./eventually.ts";

/** A request as it came. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  // deno-lint-ignore no-explicit-any -- the body's JSON
  readonly event: any;
}

/** How a request is answered; `hang` never is, until the receiver is closed. */
export type Behaviour =
  | number
  | "hang"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: Received) => Behaviour | Promise<Behaviour>);

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What came to a path, oldest first. */
  at(path: string): Received[];
  /** How requests to a path are answered, one after another; the last one goes on. 204 where nothing is set. */
  behave(path: string, ...behaviours: Behaviour[]): void;
  /** Waits until so many requests have come to a path, and returns them. */
  until(path: string, count: number, seconds?: number): Promise<Received[]>;
  /** Requests that are held open. */
  readonly open: number;
  close(): Promise<void>;
}

/** An endpoint on loopback that does as it is told. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour[]>();
  const hanging = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    const path = request.url ?? "";
    const one = { path, headers: request.headers, body, at: Date.now(), event: JSON.parse(body) };
    received.push(one);
    const set = behaviours.get(path) ?? [];
    let behaviour: Behaviour = (set.length > 1 ? set.shift() : set[0]) ?? 204;
    while (typeof behaviour === "function") behaviour = await behaviour(one);
    if (behaviour === "hang") {
      hanging.add(response);
      response.once("close", () => hanging.delete(response));
      return;
    }
    const { status, headers = {}, body: answer = "" } = typeof behaviour === "number"
      ? { status: behaviour }
      : behaviour;
    response.writeHead(status, headers).end(answer);
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = (path: string) => received.filter((each) => each.path === path);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at,
    behave: (path, ...wanted) => void behaviours.set(path, wanted),
    until: (path, count, seconds = 30) =>
      eventually(`${count} requests to ${path}`, () => {
        const found = at(path);
        return Promise.resolve(found.length >= count ? found : undefined);
      }, seconds),
    get open() {
      return hanging.size;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
