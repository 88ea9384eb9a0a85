import { answerAgents } from "#engine/simulation/answer-agents.ts";
import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import { uniformPair } from "#engine/random/philox.ts";
import { prepareRun } from "#engine/simulation/run.ts";
import { inTurn, type Measurement } from "./measure.ts";

const AGENTS = 200_000;
/** Pairs of uniform numbers in one agent's answer. */
const DRAWS = 7;

/** The engine alone, beside the generation of the random numbers that it needs. */
export async function measureEngine(): Promise<Measurement[]> {
  const run = prepareRun({
    seed: 1,
    question: "Do you trust this brand to do what it promises?",
    methodology: newestMethodology("brand-trust") ?? null,
    tier: 1,
  });
  const pair = new Float64Array(2);
  const timed = (work: () => void) => {
    const begin = performance.now();
    work();
    return Promise.resolve(AGENTS / ((performance.now() - begin) / 1000));
  };
  const rounds = await inTurn(
    5,
    () => timed(() => void answerAgents(run, 0, AGENTS)),
    () =>
      timed(() => {
        for (let i = 0; i < AGENTS; i++) {
          for (let draw = 0; draw < DRAWS; draw++) uniformPair(pair, run.keys.question, i, draw);
        }
      }),
  );
  return [{
    name: "engine",
    unit: "agents a second",
    floor: "their random numbers alone",
    aim: null,
    rounds,
  }];
}
