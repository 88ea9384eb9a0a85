import { randomInt } from "node:crypto";
import { MODELS, runModel } from "#lab/drills/fuzz/models/run.ts";
import "#testing/stack.ts";

/** Few sequences, so that the specs stay short; `deno task fuzz models` runs more. */
const RUNS = 8;
const COMMANDS = 30;

describe("The model of", function () {
  this.timeout(120_000);

  for (const model of MODELS) {
    const seed = randomInt(2 ** 31);
    it(`${model.name} foresees every answer of the service (seed ${seed})`, async () => {
      const { failure } = await runModel(model, { runs: RUNS, seed, maxCommands: COMMANDS });
      if (failure !== null) throw new Error(failure);
    });
  }
});
