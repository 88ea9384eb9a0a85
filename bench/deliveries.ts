import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@temporalio/client";
import pg from "pg";
import { connectToTemporal } from "#temporal/client.ts";
import { stack } from "#test/support/stack.ts";
import { call, createSimulation } from "./client.ts";
import { DELIVERIES_FLOOR_QUEUE } from "./floor/queue.ts";
import { inTurn, type Measurement, perSecond } from "./measure.ts";

/** As many subscriptions as an organization can have: each simulation's event goes to all of them. */
const SUBSCRIPTIONS = 20;
const SIMULATIONS = 60;
const SIMULATIONS_AT_ONCE = 4;
const DELIVERIES = SIMULATIONS * SUBSCRIPTIONS;
const IN_FLIGHT = SIMULATIONS_AT_ONCE * SUBSCRIPTIONS;
const ROUNDS = 3;

/** Deliveries of simulations' events to endpoints that answer fast, from the event to the recorded outcome. */
export async function measureDeliveries(): Promise<Measurement[]> {
  const { databaseUrl, temporalAddress, namespace } = stack();
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const client = new Client({
    connection: await connectToTemporal({
      address: temporalAddress,
      namespace,
      apiKey: null,
      tls: false,
      uiUrl: "",
    }),
    namespace,
  });
  const execute = <T>(type: string, args: unknown[] = []) =>
    client.workflow.execute(type, {
      taskQueue: DELIVERIES_FLOOR_QUEUE,
      workflowId: `floor/${crypto.randomUUID()}`,
      args,
    }) as Promise<T>;
  const arrived = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const { data } = await json(request) as { data: { simulation_id: string } };
    arrived.set(data.simulation_id, (arrived.get(data.simulation_id) ?? 0) + 1);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const webhooks: string[] = [];
  try {
    for (let i = 0; i < SUBSCRIPTIONS; i++) {
      const created = await call("POST", "/v1/webhooks", { url: `${url}/${i}`, events: ["*"] });
      webhooks.push((await created.json()).data.id);
    }
    const ours = async () => {
      const rate = await perSecond(SIMULATIONS, SIMULATIONS_AT_ONCE, async () => {
        const simulationId = await createSimulation(1);
        // Postgres is asked when there is something to see: asking is not what is measured.
        while ((arrived.get(simulationId) ?? 0) < SUBSCRIPTIONS) await sleep(5);
        await allDelivered(database, simulationId);
      });
      return rate * SUBSCRIPTIONS;
    };
    const regular = () =>
      perSecond(DELIVERIES, IN_FLIGHT, async () => void await execute("oneRegularActivity"));
    const eager = () => execute<number>("eagerRuns", [DELIVERIES, IN_FLIGHT]);
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
  } finally {
    for (const id of webhooks) await (await call("DELETE", `/v1/webhooks/${id}`)).body?.cancel();
    receiver.close();
    await database.end();
    await client.connection.close();
  }
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
