import { simulationBody } from "#testing/simulations.ts";
import type { Receiver } from "#testing/webhooks.ts";
import { repeat } from "../../command.ts";
import { type Call, DrillClient } from "../client.ts";

/** Callers that create, wait and create again. */
const CREATORS = 4;
/** Callers that read lists. */
const READERS = 2;
const PAUSE_MS = 500;
/** A caller gives one simulation up after so long, which counts as lost. */
const PATIENCE_MS = 120_000;

const LISTS = ["/v1/simulations?limit=20", "/v1/deliveries?limit=20", "/v1/usage", "/v1/events?limit=5"];

/** Milliseconds are those of `performance.now()`. */
export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Has callers create simulations, wait for them and read lists, until it is stopped. Events arrive at a path of the receiver. */
export async function startLoad(call: Call, receiver: Receiver, path: string) {
  // Gives up once an answer has come that the document does not promise.
  const client: DrillClient = new DrillClient(
    Math.random,
    () => client.findings.length === 0 ? Infinity : 0,
  );
  const accepted = new Map<string, string>();
  const completions: { readonly createdAt: number; readonly completedAt: number }[] = [];
  let repeated = 0;
  const simulate = async () => {
    const createdAt = performance.now();
    const idempotencyKey = crypto.randomUUID();
    const options = { body: simulationBody(), idempotencyKey };
    const create = async () => {
      const reply = await client.send(call, "POST", "/v1/simulations", options);
      if (reply === null) return null;
      const id = String(reply.data.id);
      accepted.set(idempotencyKey, id);
      return id;
    };
    let id = await create();
    while (performance.now() - createdAt < PATIENCE_MS) {
      if (id === null) return;
      const waiting = `/v1/simulations/${id}?wait=10`;
      const reply = await client.send(call, "GET", waiting, { endsAt: ({ status }) => status === 404 });
      if (reply === null) return;
      if (reply.status === 404) {
        repeated++;
        id = await create();
      } else if (["completed", "failed"].includes(reply.data.status)) break;
    }
    completions.push({ createdAt, completedAt: performance.now() });
  };
  const read = async () => {
    for (const list of LISTS) await client.send(call, "GET", list);
  };
  await client.create(call, "/v1/webhooks", { url: `${receiver.url}${path}`, events: ["*"] });
  const ends = [
    ...Array.from({ length: CREATORS }, () => repeat(simulate, PAUSE_MS)),
    ...Array.from({ length: READERS }, () => repeat(read, PAUSE_MS)),
  ];
  return {
    client,
    /** Simulations that the API has accepted, by their keys. */
    accepted,
    completions,
    /** Accepted simulations that were gone, and were accepted again with the same key. */
    repeated: () => repeated,
    /** Creates nothing new, and waits until every caller has what it created. */
    stop: () => Promise.all(ends.map((end) => end())),
    /** Ids of the events that the receiver got, each once, and how many it got twice. */
    received(): { readonly ids: ReadonlySet<string>; readonly repeated: number } {
      const all = receiver.at(path).map(({ event }) => event.id as string);
      const ids = new Set(all);
      return { ids, repeated: all.length - ids.size };
    },
  };
}
