import { randomInt } from "node:crypto";
import { runModel } from "#lab/drills/fuzz/webhook-model.ts";
import "#testing/stack.ts";

/** Few sequences, so that the spec stays short; `deno task fuzz webhooks` runs more. */
const RUNS = 8;
const COMMANDS = 30;

describe("The model of webhooks", function () {
  this.timeout(120_000);

  const seed = randomInt(2 ** 31);
  it(`foresees every answer of the service (seed ${seed})`, async () => {
    const { failure } = await runModel({ runs: RUNS, seed, maxCommands: COMMANDS });
    if (failure !== null) throw new Error(failure);
  });
});
