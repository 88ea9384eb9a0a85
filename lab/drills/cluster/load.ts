import { setTimeout as sleep } from "node:timers/promises";
import { simulationBody } from "#testing/simulations.ts";
import type { Receiver } from "#testing/webhook-receiver.ts";
import { send } from "../../bench/client.ts";

/** Callers that create, wait and create again. */
const CREATORS = 4;
/** Callers that read lists. */
const READERS = 2;
const PAUSE_MS = 500;
/** A caller gives one simulation up after so long, which counts as lost. */
const PATIENCE_MS = 120_000;

interface Failure {
  readonly at: number;
  readonly status: number;
  readonly request: string;
  /** The error code of the answer; empty where it has none. */
  readonly error: string;
}

interface Completion {
  readonly createdAt: number;
  readonly completedAt: number;
}

/** Where the requests go, with whose key, and where their events arrive. */
interface Target {
  readonly baseUrl: string;
  readonly key: string;
  readonly receiver: Receiver;
  readonly path: string;
}

/** Milliseconds are those of `performance.now()`. */
export class Load {
  readonly #target: Target;
  #running: Promise<void>[] = [];
  #stopping = false;
  requests = 0;
  /** Answers from 500 on, and connections that broke. */
  readonly failures: Failure[] = [];
  /** Simulations that the API has accepted, by their keys. */
  readonly accepted = new Map<string, string>();
  readonly completions: Completion[] = [];
  /** Accepted simulations that were gone, and were accepted again with the same key. */
  repeated = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  async start(): Promise<void> {
    const { receiver, path } = this.#target;
    const url = `${receiver.url}${path}`;
    await this.#persistently("POST", "/v1/webhooks", { url, events: ["*"] });
    const work = (one: () => Promise<void>) => async () => {
      while (!this.#stopping) {
        await one();
        await sleep(PAUSE_MS);
      }
    };
    this.#running = [
      ...Array.from({ length: CREATORS }, work(() => this.#simulate())),
      ...Array.from({ length: READERS }, work(() => this.#read())),
    ];
  }

  /** Creates nothing new, and waits until every caller has what it created. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Ids of the events that the receiver got, each once, and how many it got twice. */
  received(): { readonly ids: ReadonlySet<string>; readonly repeated: number } {
    const { receiver, path } = this.#target;
    const all = receiver.at(path).map(({ event }) => event.id as string);
    const ids = new Set(all);
    return { ids, repeated: all.length - ids.size };
  }

  async #simulate(): Promise<void> {
    const createdAt = performance.now();
    const key = crypto.randomUUID();
    const body = simulationBody();
    const create = async () => {
      const reply = await this.#persistently("POST", "/v1/simulations", body, key);
      if (reply.status !== 202) throw new Error(`A create was answered ${reply.status}: ${reply.text}`);
      const { id } = JSON.parse(reply.text).data;
      this.accepted.set(key, id);
      return id as string;
    };
    let id = await create();
    while (performance.now() - createdAt < PATIENCE_MS) {
      const reply = await this.#persistently("GET", `/v1/simulations/${id}?wait=10`);
      if (reply.status === 404) {
        this.repeated++;
        id = await create();
        continue;
      }
      if (["completed", "failed"].includes(JSON.parse(reply.text).data.status)) break;
    }
    this.completions.push({ createdAt, completedAt: performance.now() });
  }

  async #read(): Promise<void> {
    for (
      const path of ["/v1/simulations?limit=20", "/v1/deliveries?limit=20", "/v1/usage", "/v1/events?limit=5"]
    ) {
      await this.#persistently("GET", path);
    }
  }

  /** Repeats a request that was answered with a 5xx, as the clients of the service do. */
  async #persistently(method: string, path: string, body?: object, key: string = crypto.randomUUID()) {
    for (let pause = 200;; pause = Math.min(2 * pause, 1_000)) {
      const { status, text } = await this.#send(method, path, body, key);
      if (status < 500 && status !== 409) return { status, text };
      await sleep(pause);
    }
  }

  async #send(method: string, path: string, body: object | undefined, idempotencyKey: string) {
    this.requests++;
    let [status, text] = [0, ""];
    try {
      const { baseUrl, key } = this.#target;
      const response = await send({ baseUrl, key, method, path, body, idempotencyKey });
      text = await response.text();
      status = response.status;
    } catch {
      status = 599;
    }
    if (status >= 500) {
      const error = /"error":"(\w+)"/.exec(text)?.[1] ?? "";
      this.failures.push({
        at: performance.now(),
        status,
        error,
        request: `${method} ${path.split("?")[0]}`,
      });
    }
    return { status, text };
  }
}
