import type { Client } from "@temporalio/client";
import { treeTicks } from "#dev/machine/processes.ts";
import { stack } from "#testing/stack.ts";
import { bareRuns, createSimulation, withConnections } from "./client.ts";
import { perSecond, type SuiteOptions } from "./measure.ts";
import { SimulationEnds } from "./simulations.ts";

const RUNS = 400;
const IN_FLIGHT = 60;
const ROUNDS = 3;

/** Prints the processor time that each part of the service takes for one run of 100 agents, and for a bare workflow. */
export async function measureProfile({ floorPid }: Pick<SuiteOptions, "floorPid">): Promise<void> {
  const processorTime = () => processorTimes(floorPid);
  await withConnections(4, async ({ database, client }) => {
    const ends = await SimulationEnds.listen(database);
    const runs = (withReading: boolean) =>
      perSecond(RUNS, IN_FLIGHT, async () => {
        await ends.of([await createSimulation(100, withReading)], withReading);
      });
    await printProfile("a bare workflow of one local activity", processorTime, () => bare(client, false));
    await printProfile("the same, started eagerly", processorTime, () => bare(client, true));
    await printProfile("a run of 100 agents", processorTime, () => runs(false));
    await printProfile("a run of 100 agents and its Reading", processorTime, () => runs(true));
    ends.close();
  });
}

function bare(client: Client, eager: boolean): Promise<number> {
  return bareRuns(client, { type: "oneLocalActivity", total: RUNS, atOnce: IN_FLIGHT, eager });
}

/** Prints the rounds in milliseconds a run, after one that does not count: other work on the machine adds to each, so the least tells most. */
async function printProfile(
  name: string,
  processorTime: () => ReadonlyMap<string, number>,
  run: () => Promise<number>,
): Promise<void> {
  await run();
  for (let round = 1; round <= ROUNDS; round++) {
    const before = processorTime();
    const rate = await run();
    const after = processorTime();
    const parts = [...after].map(([part, ms]) => [part, (ms - (before.get(part) ?? 0)) / RUNS] as const);
    const all = parts.reduce((sum, [, ms]) => sum + ms, 0);
    const shown = parts.map(([part, ms]) => `${part} ${ms.toFixed(1)}`).join(", ");
    console.log(`${name}: ${all.toFixed(1)} ms (${shown}), ${rate.toFixed(1)} a second`);
  }
}

/** Milliseconds since each part's start. The floor's worker, which starts its own workflows, is a process of its own. */
function processorTimes(floorPid: number): ReadonlyMap<string, number> {
  const { temporal, worker, postgres, api, redis } = stack().pids;
  const parts = { temporal, worker, "the floor's worker": floorPid, postgres, api, redis };
  return new Map(Object.entries(parts).map(([part, pid]) => [part, 10 * treeTicks([pid])]));
}
