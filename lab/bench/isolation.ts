import { setTimeout as sleep } from "node:timers/promises";
import { recordEventFor } from "#db/deliveries/events.ts";
import { dequeue } from "#db/outbox/outbox.ts";
import { createOutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { createLogger } from "#shared/log.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { newWebhook, startReceiver } from "#testing/webhooks.ts";
import { costOf, repeat } from "../command.ts";
import { quantile } from "./measure.ts";

const HANGING = 150;
const EVENTS_PER_SECOND = 20;
const SECONDS = 45;
const SAMPLES_PER_SECOND = 2;
const SLOW_MS = 600;
/** The retry schedules that the scenario runs with; null is the default one. */
const SCHEDULES: readonly (string | null)[] = ["0s,1s,2s,3s", null];

const DEAD = 1_000;
const PENDING = 100_000;
/** With an event that is on its way. */
const PATIENCE = { seconds: 600, everyMs: 50 };
/** How long processor time is counted. */
const CPU_SECONDS = 30;

/**
 * The contract's bounds on how deliveries delay each other ("Webhooks"): 150 endpoints that never answer and get 20 events a second, and a
 * thousand dead endpoints with 100,000 deliveries. The first is measured a second time over what it left behind: a store that has been used
 * holds pending deliveries. Prints tables, without a floor.
 */
export async function measureIsolation(): Promise<void> {
  for (const schedule of SCHEDULES) {
    await withService(schedule, async (load) => {
      console.log(
        `${HANGING} hanging endpoints, ${EVENTS_PER_SECOND} events/s, ${schedule ?? "default"} schedule:`,
      );
      const alone = await measureLatencies(load);
      for (const when of ["beside them", "over the remains of that"]) {
        const stop = load.send(HANGING, EVENTS_PER_SECOND);
        const beside = await measureLatencies(load);
        await stop();
        const { pending } = await rowOf(
          load,
          "SELECT count(*) AS pending FROM deliveries WHERE status = 'pending'",
        );
        console.log(`  ${when}, at whose end ${pending} deliveries are pending:`);
        printLatencies(alone, beside);
      }
      const { attempts, down } = await rowOf(
        load,
        `SELECT (SELECT count(*) FROM delivery_attempts WHERE endpoint_id IN (SELECT endpoint_id FROM endpoint_health)) AS attempts,
           (SELECT count(*) FROM endpoint_health WHERE down_since IS NOT NULL) AS down`,
      );
      console.log(
        `  ${attempts} attempts at them in ${2 * SECONDS} s, ${down} of ${HANGING} known to be down`,
      );
    });
  }
  await withService(null, measureDead);
}

type Load = Awaited<ReturnType<typeof startLoad>>;

async function withService(schedule: string | null, work: (load: Load) => Promise<void>): Promise<void> {
  const load = await startLoad(schedule ?? "0s,5s,5m,30m,2h,5h,10h,14h,20h,24h");
  try {
    await work(load);
  } finally {
    await load.stop();
  }
}

/** Sends events to endpoints that hang, with the outbox's commands executed right away as the API does. */
async function startLoad(schedule: string) {
  const [service, receiver, hanging] = await Promise.all([
    startOwnService({ WEBHOOK_RETRY_SCHEDULE: schedule }),
    startReceiver(),
    startReceiver(),
  ]);
  const database = await connectAs("app_worker", { url: service.databaseUrl, pool: 4 });
  const dispatcher = createOutboxDispatcher(
    { get: () => Promise.resolve(service.operator.client) },
    (ids) => dequeue(database, ids),
    createLogger("bench", "fatal"),
  );
  database.dispatchBy(dispatcher);
  /** Records one event for `endpoints` hanging endpoints, from number `first` on. */
  const event = async (first: number, endpoints: number): Promise<void> => {
    const receivers = Array.from({ length: endpoints }, (_, i) => {
      const path = `/${first + i}`;
      hanging.behave(path, "hang");
      return { webhook_id: null, url: hanging.url + path };
    });
    const { organizationId } = stack();
    const sent = { organizationId, type: "webhook.test", simulationId: null, data: {} } as const;
    await database.transaction((tx) => recordEventFor(tx, sent, receivers));
  };
  return {
    ...{ service, receiver, event },
    /** Sends `perSecond` events a second, to one endpoint each in turn, until the returned function is called. */
    send(endpoints: number, perSecond: number): () => Promise<void> {
      let sent = 0;
      return repeat(() => Promise.all([event(sent++ % endpoints, 1), sleep(1_000 / perSecond)]), 0);
    },
    async stop(): Promise<void> {
      await dispatcher.drain();
      await database.close();
      await service.stop();
      await Promise.all([receiver.close(), hanging.close()]);
    },
  };
}

/** The first row of what a statement gives. */
async function rowOf({ service }: Load, statement: string): Promise<Record<string, string>> {
  const [row = {}] = await ask<Record<string, string>>(statement, [], service.databaseUrl);
  return row;
}

/** Milliseconds from the event to its arrival, by the kind of its endpoint. */
type Latencies = Readonly<Record<"fast" | "slow" | "new", number[]>>;

interface Subscription {
  readonly id: string;
  readonly path: string;
}

async function measureLatencies(load: Load): Promise<Latencies> {
  const [fast, slow] = [await subscribe(load, "/fast"), await subscribe(load, "/slow", SLOW_MS)];
  const latencies: Latencies = { fast: [], slow: [], new: [] };
  const pending: Promise<void>[] = [];
  for (let i = 0; i < SECONDS * SAMPLES_PER_SECOND; i++) {
    pending.push(deliver(load, fast).then((ms) => void latencies.fast.push(ms)));
    pending.push(deliver(load, slow).then((ms) => void latencies.slow.push(ms)));
    // An organization has at most 20 subscriptions, so each new one is deleted again.
    pending.push((async () => {
      const added = await subscribe(load, `/new-${crypto.randomUUID()}`);
      latencies.new.push(await deliver(load, added));
      await load.service.call("DELETE", `/v1/webhooks/${added.id}`);
    })());
    await sleep(1_000 / SAMPLES_PER_SECOND);
  }
  await Promise.all(pending);
  for (const { id } of [fast, slow]) await load.service.call("DELETE", `/v1/webhooks/${id}`);
  return latencies;
}

/** Subscribes a path that answers 204 after `answerMs` milliseconds. */
async function subscribe({ service, receiver }: Load, path: string, answerMs = 0): Promise<Subscription> {
  receiver.behave(path, async () => {
    if (answerMs > 0) await sleep(answerMs);
    return 204;
  });
  return { path, id: (await newWebhook(service.call, receiver.url + path)).id };
}

async function deliver({ service, receiver }: Load, { id, path }: Subscription): Promise<number> {
  const { data } = await service.call("POST", `/v1/webhooks/${id}/test`);
  const arrival = () => receiver.at(path).find(({ event }) => event.id === data.event_id);
  const { at } = await waitFor("the event to arrive", arrival, PATIENCE);
  return at - Date.parse(data.created_at);
}

/** Prints each kind beside its bound: 1.5 times the p99 alone, or 250 ms above it, whichever is larger. */
function printLatencies(alone: Latencies, beside: Latencies): void {
  for (const kind of ["fast", "slow", "new"] as const) {
    const [before, after] = [quantile(alone[kind], 0.99), quantile(beside[kind], 0.99)];
    const bound = Math.max(1.5 * before, before + 250);
    console.log(
      `    ${kind}: p50 ${quantile(alone[kind], 0.5)} → ${
        quantile(beside[kind], 0.5)
      } ms, p99 ${before} → ${after} ms, ` +
        `bound ${bound} ms: ${after <= bound ? "kept" : "EXCEEDED"}`,
    );
  }
}

/** Percent of a core that each process takes. */
async function processorShare({ temporal, worker }: OwnService): Promise<Record<string, number>> {
  const pids = { temporal: [temporal.pid], worker: [worker.pid], postgres: [stack().pids.postgres] };
  const { ms } = await costOf(pids, CPU_SECONDS, () => sleep(CPU_SECONDS * 1_000));
  return Object.fromEntries(Object.entries(ms).map(([name, aSecond]) => [name, aSecond / 10]));
}

/** The processor time that a thousand dead endpoints cost while 100,000 deliveries wait for them, beside the same processes idle. */
async function measureDead(load: Load): Promise<void> {
  const idle = await processorShare(load.service);
  for (let i = 0; i < 2; i++) await load.event(0, DEAD);
  const counted = "SELECT count(*) AS down FROM endpoint_health WHERE down_since IS NOT NULL";
  while (Number((await rowOf(load, counted)).down) !== DEAD) await sleep(500);
  for (let i = 2; i < PENDING / DEAD; i++) await load.event(0, DEAD);
  // Each probe's second attempt, 5 s after the first, hangs for 15 s; the third follows after five minutes.
  await sleep(60_000);
  const dead = await processorShare(load.service);
  console.log(
    `${DEAD} dead endpoints, ${PENDING} pending deliveries, percent of a core over ${CPU_SECONDS} s:`,
  );
  for (const [name, share] of Object.entries(dead)) {
    console.log(`  ${name}: idle ${idle[name]?.toFixed(1)}, with them ${share.toFixed(1)}`);
  }
}
