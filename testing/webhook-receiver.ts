import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { eventually } from "./eventually.ts";
import { listen } from "./loopback.ts";

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The body's JSON; null without a body, and for a form. */
  // deno-lint-ignore no-explicit-any -- specs assert its shape
  readonly event: any;
}

/**
 * How a receiver answers a request. With `hang` it never answers, and holds the request open until it is closed; with `reset` it closes the
 * connection without an answer, with `truncated` amid the body that it has announced; with `dripping` its body has no end.
 */
export type Behaviour =
  | number
  | "hang"
  | "reset"
  | "truncated"
  | "dripping"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: Received) => Behaviour | Promise<Behaviour>);

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts an endpoint on loopback whose answers a spec decides. @param otherwise its answer at paths without one of their own */
export async function startReceiver(otherwise: Behaviour = 204) {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour[]>();
  const hanging = new Set<ServerResponse>();
  const nextBehaviour = (path: string): Behaviour => {
    const [next = otherwise, ...later] = behaviours.get(path) ?? [];
    if (later.length > 0) behaviours.set(path, later);
    return next;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    received.push(request);
    let behaviour = nextBehaviour(request.path);
    while (typeof behaviour === "function") behaviour = await behaviour(request);
    if (behaviour === "hang") {
      hanging.add(response);
      return void response.once("close", () => hanging.delete(response));
    }
    if (behaviour === "reset") return void incoming.socket.destroy();
    if (behaviour === "truncated") {
      response.writeHead(200, { "Content-Length": 100 });
      return void response.write("{", () => response.destroy());
    }
    if (behaviour === "dripping") {
      response.writeHead(200);
      const drip = setInterval(() => response.write(" "), 20);
      return void response.once("close", () => clearInterval(drip));
    }
    const { status, headers = {}, body = "" } = typeof behaviour === "number"
      ? { status: behaviour }
      : behaviour;
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.on("connection", (socket) => socket.on("error", () => {}));
  /** The requests to a path, oldest first. */
  const at = (path: string) => received.filter((request) => request.path === path);
  return {
    /** The URL stays after the receiver is closed: then nothing listens there. */
    ...await listen(server),
    received,
    at,
    /** Sets the answers to the requests to a path, in order; the last one repeats. */
    behave: (path: string, ...answers: Behaviour[]) => void behaviours.set(path, answers),
    /** Waits until a path has got this many requests, and returns them. */
    until: (path: string, count: number, seconds = 30): Promise<Received[]> =>
      eventually(`${count} requests to ${path}`, () => {
        const requests = at(path);
        return Promise.resolve(requests.length >= count ? requests : undefined);
      }, seconds),
    /** Requests that are held open. */
    get open(): number {
      return hanging.size;
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const body = await text(request);
  const { method = "", url: path = "", headers } = request;
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const event = body === "" || isForm ? null : JSON.parse(body);
  return { method, path, headers, body, at: Date.now(), event };
}
