import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { EVENTS_CHANNEL } from "#db/postgres/listener.ts";
import { stack } from "#testing/stack.ts";
import { costOf } from "../command.ts";
import { bareRuns, type Connections, createSimulation, FLOOR_QUEUE, withConnections } from "./client.ts";
import { inTurn, type Measurement, perSecond, type SuiteOptions } from "./measure.ts";

const CREATES = 200;
const SMALL_RUNS = 200;
const IN_FLIGHT = 60;
const LARGEST = 10_000;
const LARGE_RUNS = 10;

/** Creates, small runs and the largest run, from the request to the recorded end. */
export async function measureSimulations(): Promise<Measurement[]> {
  return await hearingEnds(24, async (bench) => [
    await creates(bench),
    await smallRuns(bench, false),
    await smallRuns(bench, true),
    await largeRun(bench),
  ]);
}

interface Bench extends Connections {
  readonly ends: SimulationEnds;
}

function hearingEnds<T>(pool: number, work: (bench: Bench) => Promise<T>): Promise<T> {
  return withConnections(pool, async (connections) => {
    const ends = await listenToEnds(connections.database);
    try {
      return await work({ ...connections, ends });
    } finally {
      ends.close();
    }
  });
}

/** Runs of 100 agents. A run with its Reading counts when both have ended. @returns how many ended in a second */
function completeRuns({ ends }: Bench, total: number, withReading: boolean): Promise<number> {
  return perSecond(total, IN_FLIGHT, async () => {
    await ends.of([await createSimulation(100, withReading)], withReading);
  });
}

function bareActivities(
  { client }: Bench,
  total: number,
  eager = false,
  atOnce = IN_FLIGHT,
): Promise<number> {
  return bareRuns(client, { type: "oneLocalActivity", total, atOnce, eager });
}

/** A create counts when its workflow exists: the response comes before that, and the outbox row goes after it. */
async function creates({ database, client, ends }: Bench): Promise<Measurement> {
  const ours = async () => {
    const begin = performance.now();
    const ids: string[] = [];
    await perSecond(
      CREATES,
      IN_FLIGHT,
      async () => void ids.push(await createSimulation(1)),
    );
    await untilStarted(database, ids);
    const seconds = (performance.now() - begin) / 1000;
    await ends.of(ids);
    return CREATES / seconds;
  };
  const floor = async () => {
    const started: { result(): Promise<unknown> }[] = [];
    const rate = await perSecond(CREATES, IN_FLIGHT, async () => {
      await writeSameRows(database);
      const workflowId = `floor/${crypto.randomUUID()}`;
      started.push(
        await client.workflow.start("oneLocalActivity", {
          taskQueue: FLOOR_QUEUE,
          workflowId,
          args: [],
        }),
      );
    });
    await Promise.all(started.map((run) => run.result()));
    return rate;
  };
  return {
    name: "creates, until all workflows exist",
    unit: "a second",
    floor: "one transaction of the same rows and a bare workflow start",
    aim: 0.6,
    rounds: await inTurn(3, ours, floor),
  };
}

/** Waits until no outbox row holds the start of one of these simulations. */
async function untilStarted(
  database: pg.Pool,
  ids: readonly string[],
): Promise<void> {
  const workflowIds = ids.map((id) => `simulation/${id}`);
  for (;;) {
    const { rowCount } = await database.query({
      name: "bench_unstarted",
      text: "SELECT 1 FROM outbox WHERE workflow_id = ANY($1) LIMIT 1",
      values: [workflowIds],
    });
    if (rowCount === 0) return;
    await sleep(2);
  }
}

/** Writes the rows of a create in one transaction: a simulation, an outbox row and a stored response. */
async function writeSameRows(database: pg.Pool): Promise<void> {
  const { organizationId } = stack();
  const id = crypto.randomUUID();
  const rows: Readonly<Record<string, readonly [text: string, values: unknown[]]>> = {
    floor_simulation: [
      `INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, question, agent_count, seed,
          generate_insights, insights_status, created_at, status, failure_code)
        VALUES ($1, $2, 'brand-trust', 1, 'Do you trust this brand to do what it promises?', 1, 1, false, 'disabled', now(), 'failed',
          'internal')`,
      [id, organizationId],
    ],
    floor_outbox: [
      `WITH written AS (INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
          VALUES ($1, $2, $3, now() + interval '1 hour') RETURNING id)
        SELECT id FROM written`,
      [organizationId, `floor/${id}`, { kind: "start", filler: "x".repeat(700) }],
    ],
    floor_answer: [
      `INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
        VALUES (decode(replace($1::text, '-', ''), 'hex'), $2, '\\x00', 202, $3, now())`,
      [id, organizationId, "x".repeat(900)],
    ],
  };
  const connection = await database.connect();
  try {
    await connection.query("BEGIN");
    for (const [name, [text, values]] of Object.entries(rows)) await connection.query({ name, text, values });
    await connection.query("COMMIT");
  } finally {
    connection.release();
  }
}

/** The worker starts Readings eagerly. */
async function smallRuns(bench: Bench, withReading: boolean): Promise<Measurement> {
  const floor = async () => {
    const started = await bareActivities(bench, SMALL_RUNS);
    return withReading ? 1 / (1 / started + 1 / await bareActivities(bench, SMALL_RUNS, true)) : started;
  };
  const [reading, eager] = withReading
    ? [" with their Readings", ", one started and one started eagerly for each"]
    : ["", ""];
  return {
    name: `simulations of 100 agents${reading}, ${IN_FLIGHT} in flight`,
    unit: "a second",
    floor: `bare workflows of one local activity${eager}`,
    aim: 0.7,
    rounds: await inTurn(3, () => completeRuns(bench, SMALL_RUNS, withReading), floor),
  };
}

type SimulationEnds = Awaited<ReturnType<typeof listenToEnds>>;

/** Waits for the ends of simulations, which their events tell: polling would take Postgres two statements a run. */
async function listenToEnds(database: pg.Pool) {
  const waiters = new Map<string, () => void>();
  const ended = new Set<string>();
  const connection = await database.connect();
  connection.on("notification", ({ payload = "" }) => {
    const { type, simulation_id } = JSON.parse(payload) as { type: string; simulation_id: string };
    const end = endOf(simulation_id, type.startsWith("simulation.insights."));
    ended.add(end);
    waiters.get(end)?.();
  });
  await connection.query(`LISTEN ${EVENTS_CHANNEL}`);
  return {
    /** Resolves when all these simulations have ended, or their Readings. */
    async of(ids: readonly string[], readings = false): Promise<void> {
      for (const id of ids) {
        const end = endOf(id, readings);
        if (!ended.has(end)) await new Promise<void>((resolve) => waiters.set(end, resolve));
        waiters.delete(end);
      }
    },
    close: () => connection.release(true),
  };
}

function endOf(id: string, ofReading: boolean): string {
  return ofReading ? `${id} read` : id;
}

async function largeRun(bench: Bench): Promise<Measurement> {
  const { database, ends } = bench;
  const ours = () => perSecond(LARGE_RUNS, 1, async () => await ends.of([await createSimulation(LARGEST)]));
  // About the size of 10,000 agents' columns: five of bytes, two bytes of reason and four of quotes each.
  const bytes = "x".repeat(LARGEST * 16);
  await database.query("CREATE TABLE floor_bytes (content text)");
  const write = async () => void await database.query("INSERT INTO floor_bytes VALUES ($1)", [bytes]);
  const floor = async () => {
    const runs = await bareActivities(bench, LARGE_RUNS, false, 1);
    return 1 / (1 / runs + 1 / await perSecond(LARGE_RUNS, 1, write));
  };
  return {
    name: "runs of 10,000 agents, one at a time",
    unit: "a second",
    floor: "a bare workflow of one local activity, and the same bytes written",
    aim: 0.3,
    rounds: await inTurn(3, ours, floor),
  };
}

const RUNS = 400;
const ROUNDS = 3;

/** Prints the processor time that each part of the service takes for one run of 100 agents, and for a bare workflow. */
export async function measureProfile({ floorPid }: Pick<SuiteOptions, "floorPid">): Promise<void> {
  const { temporal, worker, postgres, api, redis } = stack().pids;
  // The floor's worker, which starts its own workflows, is a process of its own.
  const parts = { temporal, worker, "the floor's worker": floorPid, postgres, api, redis };
  const pids = Object.fromEntries(Object.entries(parts).map(([part, pid]) => [part, [pid]]));
  await hearingEnds(4, async (bench) => {
    const bare = (eager: boolean) => () => bareActivities(bench, RUNS, eager);
    const runs = (withReading: boolean) => () => completeRuns(bench, RUNS, withReading);
    await printProfile("a bare workflow of one local activity", pids, bare(false));
    await printProfile("the same, started eagerly", pids, bare(true));
    await printProfile("a run of 100 agents", pids, runs(false));
    await printProfile("a run of 100 agents and its Reading", pids, runs(true));
  });
}

/** Prints the rounds in milliseconds a run, after one that does not count: other work on the machine adds to each, so the least tells most. */
async function printProfile(
  name: string,
  pids: Readonly<Record<string, readonly number[]>>,
  run: () => Promise<number>,
): Promise<void> {
  await run();
  for (let round = 1; round <= ROUNDS; round++) {
    const { rate, ms, all } = await costOf(pids, RUNS, run);
    const shown = Object.entries(ms).map(([part, each]) => `${part} ${each.toFixed(1)}`).join(", ");
    console.log(`${name}: ${all.toFixed(1)} ms (${shown}), ${rate.toFixed(1)} a second`);
  }
}
