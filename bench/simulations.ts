import { spawn } from "node:child_process";
import { Client } from "@temporalio/client";
import pg from "pg";
import { connectToTemporal } from "#temporal/client.ts";
import { stack } from "#test/support/stack.ts";
import { call, createSimulation } from "./client.ts";
import { FLOOR_QUEUE } from "./floor/queue.ts";
import { inTurn, type Measurement, perSecond } from "./measure.ts";

const CREATES = 200;
const SMALL_RUNS = 200;
const IN_FLIGHT = 60;
const LARGEST = 10_000;

/** Everything between a create and its results. */
export async function measureSimulations(): Promise<Measurement[]> {
  const { databaseUrl, temporalAddress, namespace } = stack();
  const database = new pg.Pool({ connectionString: databaseUrl, max: 24 });
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
  const start = (type: string, args: unknown[] = []) =>
    client.workflow.start(type, { taskQueue: FLOOR_QUEUE, workflowId: `floor/${crypto.randomUUID()}`, args });
  try {
    return [
      await creates(database, start),
      await smallRuns(database, start),
      await largeRun(database, start),
      ...await results(),
    ];
  } finally {
    waiting.clear();
    await asking;
    await database.end();
    await client.connection.close();
  }
}

type Start = (type: string, args?: unknown[]) => Promise<{ result(): Promise<unknown> }>;

async function creates(database: pg.Pool, start: Start): Promise<Measurement> {
  const ids: string[] = [];
  const ours = async () => {
    const rate = await perSecond(CREATES, IN_FLIGHT, async () => void ids.push(await createSimulation(1)));
    await allEnded(database, ids.splice(0));
    return rate;
  };
  const floor = async () => {
    const started: { result(): Promise<unknown> }[] = [];
    const rate = await perSecond(CREATES, IN_FLIGHT, async () => {
      await sameRows(database);
      started.push(await start("oneLocalActivity"));
    });
    await Promise.all(started.map((run) => run.result()));
    return rate;
  };
  return {
    name: "creates",
    unit: "a second",
    floor: "one transaction of the same rows and a bare workflow start",
    aim: 0.6,
    rounds: await inTurn(3, ours, floor),
  };
}

/** A simulation's row, its outbox row and its kept answer, in one transaction. */
async function sameRows(database: pg.Pool): Promise<void> {
  const { organizationId } = stack();
  const id = crypto.randomUUID();
  const connection = await database.connect();
  try {
    await connection.query("BEGIN");
    await connection.query({
      name: "floor_simulation",
      text:
        `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, question, agent_count, seed,
          generate_insights, insights_status, created_at, status, failure_code)
        VALUES ($1, $2, 'brand-trust', 1, 'Do you trust this brand to do what it promises?', 1, 1, false, 'disabled', now(), 'failed',
          'internal')`,
      values: [id, organizationId],
    });
    await connection.query({
      name: "floor_outbox",
      text: `WITH written AS (INSERT INTO outbox (organization_id, workflow_id, message, next_attempt_at)
          VALUES ($1, $2, $3, now() + interval '1 hour') RETURNING id)
        SELECT id FROM written`,
      values: [organizationId, `floor/${id}`, { kind: "start", filler: "x".repeat(700) }],
    });
    await connection.query({
      name: "floor_answer",
      text:
        `INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
        VALUES (decode(replace($1::text, '-', ''), 'hex'), $2, '\\x00', 202, $3, now())`,
      values: [id, organizationId, "x".repeat(900)],
    });
    await connection.query("COMMIT");
  } finally {
    connection.release();
  }
}

async function smallRuns(database: pg.Pool, start: Start): Promise<Measurement> {
  const ours = () =>
    perSecond(SMALL_RUNS, IN_FLIGHT, async () => {
      await allEnded(database, [await createSimulation(100)]);
    });
  const floor = () =>
    perSecond(SMALL_RUNS, IN_FLIGHT, async () => {
      await (await start("oneLocalActivity")).result();
    });
  return {
    name: `simulations of 100 agents, ${IN_FLIGHT} in flight`,
    unit: "a second",
    floor: "bare workflows of one local activity",
    aim: 0.7,
    rounds: await inTurn(3, ours, floor),
  };
}

const waiting = new Map<string, () => void>();
let asking: Promise<void> = Promise.resolve();
let isAsking = false;

/** Waits for all of them. One loop asks for everybody's, every few milliseconds, however many wait. */
async function allEnded(database: pg.Pool, ids: readonly string[]): Promise<void> {
  const ended = ids.map((id) => new Promise<void>((resolve) => waiting.set(id, resolve)));
  if (!isAsking) asking = ask(database);
  await Promise.all(ended);
}

async function ask(database: pg.Pool): Promise<void> {
  isAsking = true;
  while (waiting.size > 0) {
    const { rows } = await database.query<{ id: string }>({
      name: "bench_ended",
      text: "SELECT id FROM simulations WHERE id = ANY($1::uuid[]) AND status IN ('completed', 'failed')",
      values: [[...waiting.keys()]],
    });
    for (const { id } of rows) {
      waiting.get(id)?.();
      waiting.delete(id);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  isAsking = false;
}

async function largeRun(database: pg.Pool, start: Start): Promise<Measurement> {
  const ours = async () => {
    const begin = performance.now();
    await allEnded(database, [await createSimulation(LARGEST)]);
    return 1000 / (performance.now() - begin);
  };
  // Five byte columns and two bytes of reason, four of quotes: about what 10,000 agents take.
  const bytes = "x".repeat(LARGEST * 16);
  await database.query("CREATE TABLE floor_bytes (content text)");
  const floor = async () => {
    const begin = performance.now();
    await (await start("chunked", [4])).result();
    await database.query("INSERT INTO floor_bytes VALUES ($1)", [bytes]);
    return 1000 / (performance.now() - begin);
  };
  return {
    name: "runs of 10,000 agents, one at a time",
    unit: "a second",
    floor: "a workflow of the same shape with no-op activities, and the same bytes written",
    aim: 0.6,
    rounds: await inTurn(7, ours, floor),
  };
}

async function results(): Promise<Measurement[]> {
  const id = await createSimulation(LARGEST);
  const path = `/v1/simulations/${id}`;
  while ((await (await call("GET", path)).json()).data.status !== "completed") { /* asks again */ }
  const body = await (await call("GET", `${path}/results`)).json();
  const server = await startFloorServer(body);
  const rate = async (work: () => unknown) => {
    const begin = performance.now();
    await work();
    return 1000 / (performance.now() - begin);
  };
  const ours = () => rate(async () => await (await call("GET", `${path}/results`)).arrayBuffer());
  const sent = () => rate(async () => await (await fetch(server.url)).arrayBuffer());
  const inMemory = () => rate(() => JSON.stringify(body));
  const measured = { name: "results of 10,000 agents", unit: "a second", aim: 0.6 };
  try {
    return [
      {
        ...measured,
        floor: "JSON.stringify of the same body, sent by a bare server",
        rounds: await inTurn(31, ours, sent),
      },
      {
        ...measured,
        floor: "JSON.stringify of the same body in memory, neither stored nor sent",
        rounds: await inTurn(31, ours, inMemory),
      },
    ];
  } finally {
    server.stop();
  }
}

function startFloorServer(body: object): Promise<{ url: string; stop(): void }> {
  const child = spawn(Deno.execPath(), ["run", "-A", new URL("floor/server.ts", import.meta.url).pathname], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The floor's server ended with ${code}`)));
    child.stdout.on(
      "data",
      (port) => resolve({ url: `http://127.0.0.1:${`${port}`.trim()}`, stop: () => child.kill() }),
    );
  });
}
