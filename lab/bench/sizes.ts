import type { Client } from "@temporalio/client";
import pLimit from "p-limit";
import pg from "pg";
import { ask } from "#testing/database.ts";
import { eventually } from "#testing/eventually.ts";
import { type OwnService, startOwnService } from "#testing/own-service.ts";
import { ended, newSimulation } from "#testing/simulations.ts";
import { type Receiver, startReceiver } from "#testing/webhook-receiver.ts";
import { newWebhook } from "#testing/webhooks.ts";

/** What the service runs, and the copies of each row that it leaves: an index of few rows is mostly empty pages. */
const SIMULATIONS = 200;
const COPIES = 100;
/** Each gets two events of a simulation, its end and its Reading's: ten deliveries of each simulation. */
const SUBSCRIPTIONS = 5;

/** A table's columns of ids that a copy has anew, and other values of its own as SQL. */
interface Copied {
  readonly table: string;
  readonly ids: readonly string[];
  readonly own?: Readonly<Record<string, string>>;
}

/** Tables that come before those that refer to them. The first of the ids is the row's own, or that of the row it goes with. */
const COPIED: readonly Copied[] = [
  { table: "simulations", ids: ["id"] },
  { table: "simulation_chunks", ids: ["simulation_id"] },
  { table: "simulation_metadata", ids: ["simulation_id"] },
  { table: "readings", ids: ["simulation_id"] },
  {
    table: "events",
    ids: ["id", "simulation_id"],
    own: { position: "nextval(pg_get_serial_sequence('events', 'position'))" },
  },
  { table: "deliveries", ids: ["id", "event_id", "simulation_id"] },
  { table: "delivery_attempts", ids: ["delivery_id"] },
];

/**
 * What a simulation of 100 agents with its Reading and ten deliveries leaves in Postgres, and what its runs leave in Temporal. Prints tables,
 * without a floor.
 */
export async function measureSizes(): Promise<void> {
  const [service, receiver] = [await startOwnService(), await startReceiver()];
  try {
    await run(service, receiver);
    await printHistories(service.operator.client);
    await printUpdates(service.databaseUrl);
    await copyRows(service.databaseUrl);
    await printTables(service.databaseUrl);
  } finally {
    await receiver.close();
    await service.stop();
  }
}

async function run({ call, databaseUrl }: OwnService, receiver: Receiver): Promise<void> {
  for (let i = 0; i < SUBSCRIPTIONS; i++) await newWebhook(call, `${receiver.url}/${i}`, { events: ["*"] });
  await pLimit(8).map(Array(SIMULATIONS).keys(), async (i) => {
    const change = { generate_insights: true, metadata: { order: `${i}` } };
    await ended(call, await newSimulation(call, change));
  });
  await eventually("every delivery to end", async () => {
    const [row] = await ask<{ count: number }>(
      "SELECT count(*)::integer AS count FROM deliveries WHERE status = 'succeeded'",
      [],
      databaseUrl,
    );
    return row?.count === 2 * SUBSCRIPTIONS * SIMULATIONS ? true : undefined;
  }, 120);
}

async function printHistories(client: Client): Promise<void> {
  console.log("Temporal keeps of each run:");
  for (const type of ["simulation", "reading", "webhookDelivery"]) {
    let [runs, events, bytes] = [0, 0, 0];
    for await (const { workflowId } of client.workflow.list({ query: `WorkflowType = "${type}"` })) {
      const { historyLength, historySize = 0 } = await client.workflow.getHandle(workflowId).describe();
      runs++;
      events += historyLength;
      bytes += historySize;
    }
    console.log(
      `  ${type}: ${runs} runs, ${(events / runs).toFixed(1)} events, ${Math.round(bytes / runs)} bytes`,
    );
  }
}

/** An update that changes no indexed column leaves no entry in an index behind (HOT). */
async function printUpdates(url: string): Promise<void> {
  const rows = await ask<{ name: string; updates: number; hot: number }>(
    `SELECT relname AS name, n_tup_upd::float8 / n_tup_ins AS updates, n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) AS hot
     FROM pg_stat_user_tables WHERE relname = ANY($1) AND n_tup_upd > 0 ORDER BY relname`,
    [COPIED.map(({ table }) => table)],
    url,
  );
  for (const { name, updates, hot } of rows) {
    console.log(`${name}: ${updates.toFixed(1)} updates a row, ${Math.round(100 * hot)} % of them HOT`);
  }
}

/** Copies every row under ids of its own, which are of the present time as the originals' were. */
async function copyRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("CREATE TEMP TABLE copies (old uuid, new uuid, copy integer)");
    for (const { table, ids, own = {} } of COPIED) {
      if (ids[0] === "id") {
        await client.query(
          `INSERT INTO copies SELECT id, uuidv7(), copy FROM ${table}, generate_series(1, ${COPIES}) AS copy ORDER BY copy, id`,
        );
        await client.query("ANALYZE copies");
      }
      const values = [
        ...ids.map((column, i) => [column, `copies_${i}.new`]),
        ...Object.entries(own),
      ].map(([column, sql]) => `'${column}', ${sql}`);
      const joins = ids.map((column, i) =>
        `JOIN copies copies_${i} ON copies_${i}.old = original.${column}${
          i === 0 ? "" : " AND copies_0.copy = copies_" + i + ".copy"
        }`
      );
      await client.query(
        `INSERT INTO ${table} SELECT copied.* FROM ${table} original ${joins.join(" ")}
         CROSS JOIN LATERAL jsonb_populate_record(original, jsonb_build_object(${
          values.join(", ")
        })) AS copied ORDER BY copies_0.new`,
      );
    }
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

async function printTables(url: string): Promise<void> {
  const simulations = SIMULATIONS * (COPIES + 1);
  console.log(`Postgres, ${simulations} simulations:`);
  let total = 0;
  for (const { table } of COPIED) {
    const [row] = await ask<{ count: number; heap: number; indexes: number }>(
      `SELECT count(*)::float8 AS count, pg_table_size('${table}')::float8 AS heap, pg_indexes_size('${table}')::float8 AS indexes FROM ${table}`,
      [],
      url,
    );
    const { count, heap, indexes } = row ?? { count: NaN, heap: NaN, indexes: NaN };
    total += heap + indexes;
    const perRow = `${Math.round(heap / count)} bytes, ${Math.round(indexes / count)} of indexes`;
    const perSimulation = ((heap + indexes) / simulations / 1024).toFixed(2);
    console.log(
      `  ${table}: ${
        (count / simulations).toFixed(1)
      } a simulation, a row ${perRow}, ${perSimulation} KiB a simulation`,
    );
  }
  const [answer] = await ask<{ bytes: number }>(
    "SELECT avg(pg_column_size(k.*))::float8 AS bytes FROM idempotency_keys k",
    [],
    url,
  );
  console.log(`  idempotency_keys: a row ${Math.round(answer?.bytes ?? NaN)} bytes, for a day`);
  console.log(`  all but those: ${(total / simulations / 1024).toFixed(2)} KiB a simulation`);
}
