import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { callerWith } from "#testing/caller.ts";
import { stack } from "#testing/stack.ts";
import { newWebhook, startReceiver } from "#testing/webhooks.ts";
import { bareRuns, createSimulation, DELIVERIES_FLOOR_QUEUE, withConnections } from "./client.ts";
import { inTurn, type Measurement, perSecond } from "./measure.ts";

/** The most subscriptions that an organization can have; the event of each simulation goes to all of them. */
const SUBSCRIPTIONS = 20;
const SIMULATIONS = 60;
const SIMULATIONS_AT_ONCE = 4;
const DELIVERIES = SIMULATIONS * SUBSCRIPTIONS;
const IN_FLIGHT = SIMULATIONS_AT_ONCE * SUBSCRIPTIONS;
const ROUNDS = 3;

/** Deliveries of simulations' events to endpoints that answer fast, from the event to the recorded outcome. */
export async function measureDeliveries(): Promise<Measurement[]> {
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver();
  const customer = callerWith(stack().apiKey);
  const webhooks: string[] = [];
  try {
    for (let i = 0; i < SUBSCRIPTIONS; i++) {
      receiver.behave(`/${i}`, ({ event: { data: { simulation_id: id } } }) => {
        arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
        return 204;
      });
      webhooks.push((await newWebhook(customer, `${receiver.url}/${i}`)).id);
    }
    return await withConnections(4, async ({ database, client }) => {
      const ours = () => deliverEvents(database, arrivals);
      const bare = { queue: DELIVERIES_FLOOR_QUEUE, total: DELIVERIES, atOnce: IN_FLIGHT };
      const regular = () => bareRuns(client, { ...bare, type: "oneRegularActivity" });
      const eager = () => bareRuns(client, { ...bare, type: "oneLocalActivity", eager: true });
      const measured = { name: `deliveries, ${IN_FLIGHT} in flight`, unit: "a second" };
      return [
        {
          ...measured,
          floor: "bare workflows of one regular activity",
          aim: 2,
          rounds: await inTurn(ROUNDS, ours, regular),
        },
        {
          ...measured,
          floor: "bare workflows of one local activity, started eagerly",
          aim: 0.8,
          rounds: await inTurn(ROUNDS, ours, eager),
        },
      ];
    });
  } finally {
    for (const id of webhooks) await customer("DELETE", `/v1/webhooks/${id}`);
    await receiver.close();
  }
}

/** Runs simulations until every delivery of their events is recorded. @returns deliveries a second. */
async function deliverEvents(database: pg.Pool, arrivals: ReadonlyMap<string, number>): Promise<number> {
  const rate = await perSecond(SIMULATIONS, SIMULATIONS_AT_ONCE, async () => {
    const simulationId = await createSimulation(1);
    // Polls Postgres only after all requests have arrived, so that the polling is not measured.
    while ((arrivals.get(simulationId) ?? 0) < SUBSCRIPTIONS) await sleep(5);
    await allDelivered(database, simulationId);
  });
  return rate * SUBSCRIPTIONS;
}

/** Waits until every delivery of a simulation's event is recorded as succeeded. */
async function allDelivered(database: pg.Pool, simulationId: string): Promise<void> {
  for (;;) {
    const { rows: [row] } = await database.query<{ count: string }>({
      name: "bench_delivered",
      text:
        "SELECT count(*) FROM deliveries WHERE event_id = (SELECT id FROM events WHERE simulation_id = $1) AND status = 'succeeded'",
      values: [simulationId],
    });
    if (Number(row?.count) === SUBSCRIPTIONS) return;
    await sleep(10);
  }
}
