import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { eventually } from "./eventually.ts";
import { listen, type Listening } from "./loopback.ts";

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The body's JSON; null without a body. */
  // deno-lint-ignore no-explicit-any -- specs assert its shape
  readonly event: any;
}

/**
 * How a receiver answers a request. With `hang` it never answers, and holds the request open until it is closed; with `reset` it closes the
 * connection without an answer.
 */
export type Behaviour =
  | number
  | "hang"
  | "reset"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: Received) => Behaviour | Promise<Behaviour>);

/** An endpoint on loopback whose answers a spec decides. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #behaviours = new Map<string, Behaviour[]>();
  readonly #hanging = new Set<ServerResponse>();
  #listening: Listening | null = null;
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  async listen(): Promise<void> {
    this.#server.on("connection", (socket) => socket.on("error", () => {}));
    this.#listening = await listen(this.#server);
  }

  /** Stays after the receiver is closed: then nothing listens there. */
  get url(): string {
    if (this.#listening === null) throw new Error("A receiver has no URL before it listens");
    return this.#listening.url;
  }

  /** The requests to a path, oldest first. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** Sets the answers to the requests to a path, in order; the last one repeats. Other paths answer 204. */
  behave(path: string, ...behaviours: Behaviour[]): void {
    this.#behaviours.set(path, behaviours);
  }

  /** Waits until a path has got this many requests, and returns them. */
  async until(path: string, count: number, seconds = 30): Promise<Received[]> {
    return await eventually(`${count} requests to ${path}`, () => {
      const requests = this.at(path);
      return Promise.resolve(requests.length >= count ? requests : undefined);
    }, seconds);
  }

  /** Requests that are held open. */
  get open(): number {
    return this.#hanging.size;
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    this.received.push(request);
    let behaviour = this.#nextBehaviour(request.path);
    while (typeof behaviour === "function") behaviour = await behaviour(request);
    if (behaviour === "hang") {
      this.#hanging.add(response);
      response.once("close", () => this.#hanging.delete(response));
      return;
    }
    if (behaviour === "reset") return void incoming.socket.destroy();
    const { status, headers = {}, body = "" } = typeof behaviour === "number"
      ? { status: behaviour }
      : behaviour;
    response.writeHead(status, headers).end(body);
  }

  #nextBehaviour(path: string): Behaviour {
    const [next = 204, ...later] = this.#behaviours.get(path) ?? [];
    if (later.length > 0) this.#behaviours.set(path, later);
    return next;
  }
}

export async function startReceiver(): Promise<Receiver> {
  const receiver = new Receiver();
  await receiver.listen();
  return receiver;
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  const body = await text(request);
  const { method = "", url: path = "", headers } = request;
  return { method, path, headers, body, at: Date.now(), event: body === "" ? null : JSON.parse(body) };
}
