import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, type Listening } from "#testing/loopback.ts";

const CHECK_EVERY_MS = 200;
const CHECK_TIMEOUT_MS = 1_500;
/** Headers of one connection, which the next one has of its own. */
const OF_A_CONNECTION = ["host", "connection", "content-length", "transfer-encoding", "keep-alive"];

interface Backend {
  readonly baseUrl: string;
  ready: boolean;
  requests: number;
}

/**
 * A small HTTP balancer in front of the APIs, as nginx, Envoy or a cloud's is in production. It sends requests in turn to those whose
 * `/readyz` answers 200. A request whose connection breaks, or that is answered 503, goes to another one when it may be repeated: a
 * GET, or one with an Idempotency-Key.
 */
export class Balancer {
  readonly #backends = new Map<string, Backend>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #timer: ReturnType<typeof setInterval> | null = null;
  #listening: Listening | null = null;
  #next = 0;

  async listen(): Promise<void> {
    this.#listening = await listen(this.#server);
    this.#timer = setInterval(() => void this.#checkAll(), CHECK_EVERY_MS);
  }

  get baseUrl(): string {
    return this.#listening?.url ?? "";
  }

  async add(baseUrl: string): Promise<void> {
    const backend = { baseUrl, ready: false, requests: 0 };
    this.#backends.set(baseUrl, backend);
    await check(backend);
  }

  remove(baseUrl: string): void {
    this.#backends.delete(baseUrl);
  }

  /** Requests of each API since the last call. */
  takeCounts(): number[] {
    return [...this.#backends.values()].map((backend) => {
      const { requests } = backend;
      backend.requests = 0;
      return requests;
    });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#listening?.close();
  }

  async #checkAll(): Promise<void> {
    await Promise.all([...this.#backends.values()].map(check));
  }

  #pick(tried: ReadonlySet<Backend>): Backend | undefined {
    const left = [...this.#backends.values()].filter((backend) => !tried.has(backend));
    const ready = left.filter(({ ready }) => ready);
    // With none ready any may be asked: its own 503 says more than the balancer's.
    const choice = ready.length > 0 ? ready : left;
    return choice[this.#next++ % Math.max(choice.length, 1)];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const repeatable = request.method === "GET" || request.headers["idempotency-key"] !== undefined;
    const tried = new Set<Backend>();
    let answer: Answer = UNREACHABLE;
    for (let backend = this.#pick(tried); backend !== undefined; backend = this.#pick(tried)) {
      tried.add(backend);
      try {
        answer = await forward(backend, request, body);
        backend.requests++;
        if (answer.status !== 503) break;
      } catch {
        backend.ready = false;
      }
      if (!repeatable) break;
    }
    response.writeHead(answer.status, answer.headers).end(answer.bytes);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

const UNREACHABLE: Answer = { status: 502, headers: {}, bytes: new Uint8Array() };

async function check(backend: Backend): Promise<void> {
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const response = await fetch(`${backend.baseUrl}/readyz`, { signal });
    await response.body?.cancel();
    backend.ready = response.ok;
  } catch {
    backend.ready = false;
  }
}

async function forward(
  { baseUrl }: Backend,
  { method = "GET", url, headers }: IncomingMessage,
  body: Buffer,
) {
  const sent = Object.entries(headers).filter(([name, value]) =>
    !OF_A_CONNECTION.includes(name) && typeof value === "string"
  ) as [string, string][];
  const response = await fetch(`${baseUrl}${url}`, {
    method,
    headers: [...sent, ["accept-encoding", "identity"]],
    redirect: "manual",
    ...(method === "GET" || body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const kept = [...response.headers].filter(([name]) => !OF_A_CONNECTION.includes(name));
  return { status: response.status, headers: Object.fromEntries(kept), bytes };
}
