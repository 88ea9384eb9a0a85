import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "#testing/caller.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startOwnService } from "#testing/own-service.ts";
import { simulationBody } from "#testing/simulations.ts";
import { completeSimulation, dataOf } from "./client.ts";
import { type Measurement, quantile } from "./measure.ts";

const ORGANIZATIONS = 50;
const SECONDS = 60;
/** A modest organization does one thing each so often: 49 of them make ten requests a second together. */
const PAUSE_MS = 5_000;
const GREEDY_AT_ONCE = 40;
const GREEDY_AGENTS = 10_000;

/** What 49 organizations do in turn. */
const DEEDS = ["create and wait", "poll", "list", "usage"] as const;
type Deed = typeof DEEDS[number];

/**
 * 49 organizations create, poll and list at a modest pace, first alone, then beside one that creates runs of 10,000 agents and reads lists from 40
 * connections as fast as it is let. Prints percentiles, without a floor.
 *
 * @throws Error for a 5xx, and where the modest ones get a 429
 */
export async function measureMixedLoad(): Promise<Measurement[]> {
  const service = await startOwnService();
  const { baseUrl } = service.api;
  try {
    const modest: Caller[] = [];
    for (let i = 1; i < ORGANIZATIONS; i++) {
      modest.push((await newOrganization({ baseUrl, plan_tier: "growth", requests_per_minute: null })).call);
    }
    const greedy = await newOrganization({ baseUrl, plan_tier: "studio", requests_per_minute: null });
    print("alone", await run(modest));
    const stop = beGreedy(greedy.call);
    const beside = await run(modest);
    const answers = await stop();
    print("beside a greedy one", beside);
    const counts = [...answers].sort(([one], [other]) => one - other);
    console.log(`the greedy one got ${counts.map(([status, count]) => `${count} × ${status}`).join(", ")}`);
    if (counts.some(([status]) => status >= 500)) throw new Error("The greedy organization got a 5xx");
  } finally {
    await service.stop();
  }
  return [];
}

/** Milliseconds of each kind of deed. */
async function run(callers: readonly Caller[]): Promise<Map<Deed, number[]>> {
  const times = new Map<Deed, number[]>(DEEDS.map((deed) => [deed, []]));
  const end = performance.now() + SECONDS * 1_000;
  await Promise.all(callers.map(async (call, i) => {
    await sleep(PAUSE_MS * i / callers.length);
    let last = "";
    for (let turn = 0; performance.now() < end; turn++) {
      const deed = DEEDS[turn % DEEDS.length] ?? "poll";
      const begin = performance.now();
      last = await carryOut(deed, call, last);
      times.get(deed)?.push(performance.now() - begin);
      await sleep(Math.max(0, begin + PAUSE_MS - performance.now()));
    }
  }));
  return times;
}

/** @returns the id of the caller's last simulation. */
async function carryOut(deed: Deed, call: Caller, last: string): Promise<string> {
  if (deed === "poll") await dataOf(call, "GET", `/v1/simulations/${last}`);
  if (deed === "list") await dataOf(call, "GET", "/v1/simulations?limit=20");
  if (deed === "usage") await dataOf(call, "GET", "/v1/usage");
  return deed === "create and wait" ? await completeSimulation(call) : last;
}

/** Works as fast as it is let, until the returned function is called, which resolves to how often it got each status. */
function beGreedy(call: Caller): () => Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let isRunning = true;
  const running = Promise.all(Array.from({ length: GREEDY_AT_ONCE }, async (_, i) => {
    while (isRunning) {
      const { status } = i % 2 === 0
        ? await call("POST", "/v1/simulations", { body: simulationBody({ agent_count: GREEDY_AGENTS }) })
        : await call("GET", "/v1/simulations?limit=100");
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  }));
  // Whoever waits for it gets the error; a modest one's, which ends the service, shall not be hidden by it.
  running.catch(() => {});
  return async () => {
    isRunning = false;
    await running;
    return answers;
  };
}

function print(title: string, times: ReadonlyMap<Deed, readonly number[]>): void {
  console.log(`49 organizations ${title}, milliseconds at the median, the 95th and the 99th percentile:`);
  for (const [deed, ms] of times) {
    const at = (share: number) => quantile(ms, share).toFixed(0);
    console.log(`  ${deed}: ${at(0.5)}, ${at(0.95)}, ${at(0.99)} (${ms.length})`);
  }
}
