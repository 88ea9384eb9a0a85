import { ask } from "#testing/database.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type World } from "./flow.ts";

interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempt_count: number;
  /** Attempts without an outcome: a worker was killed, or could not record it. */
  readonly unknown: number;
  readonly succeeded: number;
}

const DELIVERIES = `
  SELECT d.id, d.event_id, d.status, d.attempt_count,
    (SELECT count(*)::integer FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.response_status IS NULL) AS unknown,
    (SELECT count(*)::integer FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.response_status = 204) AS succeeded
  FROM deliveries d WHERE `;

/** The deliveries of a simulation's event. */
function deliveriesOf(simulation: string, type: string): Promise<DeliveryRow[]> {
  return ask<DeliveryRow & Record<string, unknown>>(
    `${DELIVERIES} d.simulation_id = $1 AND d.event_type = $2`,
    [simulation, type],
  );
}

/** A delivery by its id. */
export async function deliveryRow(id: string): Promise<DeliveryRow | undefined> {
  const [row] = await ask<DeliveryRow & Record<string, unknown>>(`${DELIVERIES} d.id = $1`, [id]);
  return row;
}

/** What every delivery must fulfil, whatever its endpoint answered before. @param failures answers but 204 that the endpoint gave */
export function deliveryCounts(
  world: Pick<World, "receiver" | "postgresForgets">,
  path: string,
  row: DeliveryRow,
  failures: number,
): Count[] {
  const requests = world.receiver.at(path).filter(({ event }) => event?.id === `evt_${row.event_id}`);
  if (world.postgresForgets) {
    return [
      between("requests", 1 + failures, Infinity, requests.length),
      exactly("bodies", 1, new Set(requests.map(({ body }) => body)).size),
      exactly("successful attempts", 1, row.succeeded),
    ];
  }
  return [
    // A request whose outcome is unknown is sent again. Every request is in the record.
    between("requests", 1 + failures, row.attempt_count, requests.length),
    exactly("bodies", 1, new Set(requests.map(({ body }) => body)).size),
    exactly("successful attempts", 1, row.succeeded),
    // A kill can leave the outcome of a failure unknown: then fewer are known than the endpoint gave.
    between(
      "attempts without a reason",
      -Math.min(failures, row.unknown),
      0,
      row.attempt_count - row.unknown - row.succeeded - failures,
    ),
  ];
}

/** The event of a simulation's end, as its subscription got it. */
export const eventDeliveries = {
  async haveEnded(simulation: string, type: string): Promise<boolean> {
    const rows = await deliveriesOf(simulation, type);
    return rows.length > 0 && rows.every(({ status }) => status !== "pending");
  },

  async counts(
    world: Pick<World, "receiver" | "postgresForgets">,
    path: string,
    simulation: string,
    type: string,
  ): Promise<Count[]> {
    const rows = await deliveriesOf(simulation, type);
    const events = await count(
      "SELECT count(*) FROM events WHERE simulation_id = $1 AND type = $2",
      simulation,
      type,
    );
    return [
      exactly("events", 1, events),
      exactly("deliveries", 1, rows.length),
      ...rows.flatMap((row) => deliveryCounts(world, path, row, 0)),
    ];
  },
};
