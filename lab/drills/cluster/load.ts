import { setTimeout as sleep } from "node:timers/promises";
import { simulationBody } from "#testing/simulations.ts";
import type { Receiver } from "#testing/webhook-receiver.ts";
import { type Call, DrillClient } from "../client.ts";

/** Callers that create, wait and create again. */
const CREATORS = 4;
/** Callers that read lists. */
const READERS = 2;
const PAUSE_MS = 500;
/** A caller gives one simulation up after so long, which counts as lost. */
const PATIENCE_MS = 120_000;

interface Completion {
  readonly createdAt: number;
  readonly completedAt: number;
}

/** What calls the service, and where the events arrive. */
interface Target {
  readonly call: Call;
  readonly receiver: Receiver;
  readonly path: string;
}

const LISTS = ["/v1/simulations?limit=20", "/v1/deliveries?limit=20", "/v1/usage", "/v1/events?limit=5"];

/** Milliseconds are those of `performance.now()`. */
export class Load {
  readonly #target: Target;
  #running: Promise<void>[] = [];
  #stopping = false;
  /** Gives up once an answer has come that the document does not promise. */
  readonly client: DrillClient = new DrillClient(
    Math.random,
    () => this.client.findings.length === 0 ? Infinity : 0,
  );
  /** Simulations that the API has accepted, by their keys. */
  readonly accepted = new Map<string, string>();
  readonly completions: Completion[] = [];
  /** Accepted simulations that were gone, and were accepted again with the same key. */
  repeated = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  async start(): Promise<void> {
    const { call, receiver, path } = this.#target;
    await this.client.create(call, "/v1/webhooks", { url: `${receiver.url}${path}`, events: ["*"] });
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
    const { call } = this.#target;
    const createdAt = performance.now();
    const idempotencyKey = crypto.randomUUID();
    const options = { body: simulationBody(), idempotencyKey };
    const create = async () => {
      const reply = await this.client.send(call, "POST", "/v1/simulations", options);
      if (reply === null) return null;
      const id = String(reply.data.id);
      this.accepted.set(idempotencyKey, id);
      return id;
    };
    let id = await create();
    while (performance.now() - createdAt < PATIENCE_MS) {
      if (id === null) return;
      const path = `/v1/simulations/${id}?wait=10`;
      const reply = await this.client.send(call, "GET", path, { endsAt: ({ status }) => status === 404 });
      if (reply === null) return;
      if (reply.status === 404) {
        this.repeated++;
        id = await create();
      } else if (["completed", "failed"].includes(reply.data.status)) break;
    }
    this.completions.push({ createdAt, completedAt: performance.now() });
  }

  async #read(): Promise<void> {
    for (const path of LISTS) await this.client.send(this.#target.call, "GET", path);
  }
}
