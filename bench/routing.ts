import { call } from "./client.ts";
import { type Measurement, median } from "./measure.ts";

const ROUNDS = 60;
const QUESTION = "Would you pick up this oat drink the next time you are at the supermarket?";

/** What automatic routing adds to a create, one at a time. */
export async function measureRouting(): Promise<Measurement[]> {
  const body = { agent_count: 1, question: QUESTION, generate_insights: false };
  const timed = async (path: string, more: object) => {
    const begin = performance.now();
    await (await call("POST", path, { ...body, ...more })).body?.cancel();
    return performance.now() - begin;
  };
  const rounds: { auto: number; explicit: number }[] = [];
  for (let round = -5; round < ROUNDS; round++) {
    const auto = await timed("/v1/simulations/auto", {});
    const explicit = await timed("/v1/simulations", { workflow_id: "product-purchase-intent" });
    if (round >= 0) rounds.push({ auto, explicit });
  }
  const added = median(rounds.map(({ auto }) => auto)) - median(rounds.map(({ explicit }) => explicit));
  return [{
    name: `automatic routing (its median adds ${added.toFixed(1)} ms to a create; aim: at most 20)`,
    unit: "creates a second, one at a time",
    floor: "explicit creation",
    aim: null,
    rounds: rounds.map(({ auto, explicit }) => ({ ours: 1000 / auto, floor: 1000 / explicit })),
  }];
}
