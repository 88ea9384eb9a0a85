import process from "node:process";
import { SimulationService } from "#client/index.ts";
import { residentMegabytes } from "#dev/machine/processes.ts";
import { ask } from "#testing/database.ts";
import { eventually } from "#testing/eventually.ts";
import { newOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/own-service.ts";
import { QUESTION } from "#testing/simulations.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { median, perSecond } from "./measure.ts";

/** As many deliveries: each simulation's end is an event for one subscription. `BENCH_RUNS` makes a shorter run. */
const RUNS = Number(process.env.BENCH_RUNS ?? 50_000);
const AT_ONCE = 40;
/** The first of ten parts warms the processes up. */
const PARTS = 10;
const MAX_GROWTH = 0.2;
const SAMPLE_MS = 2_000;
const ASKED = { workflow_id: "product-purchase-intent", agent_count: 100, generate_insights: false };

/**
 * Memory of API and worker over 50,000 simulations of 100 agents and their 50,000 deliveries: the median of each tenth. Prints a table, without
 * a floor.
 *
 * @throws Error where a process takes over 20 % more in the last tenth than in the second, or anything is not delivered
 */
export async function measureMemory(): Promise<void> {
  const [service, receiver] = await Promise.all([startOwnService(), startReceiver()]);
  try {
    const { baseUrl } = service.api;
    const { id, call } = await newOrganization({ baseUrl, plan_tier: "enterprise" });
    // It repeats what was answered 503: on a crowded machine Redis may be late.
    const customer = new SimulationService({ baseUrl, apiKey: call.key, maxRetries: 10 });
    await customer.webhooks.create({ url: `${receiver.url}/events`, events: ["simulation.completed"] });
    const levels: Level[] = [];
    let rate = 0;
    const run = async () => {
      const { id } = await customer.simulations.create({ ...ASKED, question: QUESTION });
      const { status } = await customer.simulations.wait(id);
      if (status !== "completed") throw new Error(`Simulation ${id} is ${status}`);
    };
    for (let part = 0; part < PARTS; part++) {
      const level = await levelDuring(service, async () => {
        rate = await perSecond(RUNS / PARTS, AT_ONCE, run);
        await delivered(service, id);
      });
      // A receiver in this process keeps what it got.
      receiver.received.length = 0;
      levels.push(level);
      console.log(
        `${(part + 1) * RUNS / PARTS} runs: API ${level.api.toFixed(0)} MB, worker ${
          level.worker.toFixed(0)
        } MB, ${rate.toFixed(1)} runs/s`,
      );
    }
    assertLevel(levels);
  } finally {
    await service.stop();
    await receiver.close();
  }
}

interface Level {
  readonly api: number;
  readonly worker: number;
}

/** The medians of both processes' resident memory while something runs, in MB. */
async function levelDuring({ api, worker }: OwnService, work: () => Promise<void>): Promise<Level> {
  const samples: Level[] = [];
  const timer = setInterval(() => {
    samples.push({ api: residentMegabytes(api.pid), worker: residentMegabytes(worker.pid) });
  }, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { api: median(samples.map(({ api }) => api)), worker: median(samples.map(({ worker }) => worker)) };
}

async function delivered({ databaseUrl }: OwnService, organizationId: string): Promise<void> {
  await eventually("the deliveries", async () => {
    const [row] = await ask<{ pending: boolean }>(
      "SELECT EXISTS (SELECT FROM deliveries WHERE organization_id = $1 AND status <> 'succeeded') AS pending",
      [organizationId],
      databaseUrl,
    );
    return row?.pending === false || undefined;
  }, 300);
}

function assertLevel(levels: readonly Level[]): void {
  const [, warm] = levels;
  const last = levels.at(-1);
  if (warm === undefined || last === undefined) throw new Error("Nothing was measured");
  for (const name of ["api", "worker"] as const) {
    const growth = last[name] / warm[name] - 1;
    console.log(
      `${name}: ${(growth * 100).toFixed(1)} % from the second tenth to the last (at most ${
        MAX_GROWTH * 100
      })`,
    );
    if (growth > MAX_GROWTH) throw new Error(`The memory of the ${name} grows`);
  }
}
