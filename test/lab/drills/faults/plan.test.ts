import assert from "node:assert/strict";
import { planRounds, randomOf, readRequest } from "#lab/drills/faults/plan.ts";

const known = { flows: ["simulation", "mail"], faults: ["api-kill", "redis-stop"] };
const read = (...args: string[]) => readRequest(args, known, () => 7);

describe("the plan of a drill with faults", () => {
  it("takes flows and faults by name, a seed and a number of rounds", () => {
    assert.deepEqual(read("mail", "redis-stop", "--seed", "12", "--rounds", "3"), {
      flows: ["mail"],
      faults: ["redis-stop"],
      seed: 12,
      rounds: 3,
    });
    assert.deepEqual(read(), { flows: [], faults: [], seed: 7, rounds: null });
  });

  it("refuses what it does not know", () => {
    assert.throws(
      () => read("post"),
      /Unknown: post\. Flows: simulation, mail\. Faults: api-kill, redis-stop/,
    );
    for (const value of ["x", "-1", "1.5", "9999999999"]) {
      assert.throws(() => read(`--seed=${value}`), /--seed must be a whole number from 0/);
    }
    assert.throws(() => read("--rounds", "0"), /--rounds must be a whole number from 1/);
    assert.throws(() => read("--rounds"), /--rounds <value>' argument missing/);
    assert.throws(() => read("--round", "1"), /Unknown option '--round'/);
  });

  it("counts seeds up from the first, so that each round can be repeated alone", () => {
    const faults = [{ name: "api-kill", rounds: 2 }, { name: "redis-stop", rounds: 1 }];
    const seeds = (...args: string[]) =>
      planRounds(read(...args), faults).map(({ fault, seed }) => `${fault.name} ${seed}`);
    assert.deepEqual(seeds(), ["api-kill 7", "api-kill 8", "redis-stop 7"]);
    assert.deepEqual(seeds("redis-stop", "--rounds", "2", "--seed", "3"), ["redis-stop 3", "redis-stop 4"]);
    assert.deepEqual(seeds("api-kill", "--rounds", "1", "--seed", "8"), ["api-kill 8"]);
  });

  it("draws the same numbers for the same seed and stream, evenly spread, and others for others", () => {
    const draw = (seed: number, stream: string) => {
      const random = randomOf(seed, stream);
      return Array.from({ length: 2_000 }, random);
    };
    const numbers = draw(1, "mail");
    assert.deepEqual(numbers, draw(1, "mail"));
    assert.notDeepEqual(numbers, draw(2, "mail"));
    assert.notDeepEqual(numbers, draw(1, "simulation"));
    assert.ok(numbers.every((number) => number >= 0 && number < 1));
    const mean = numbers.reduce((sum, number) => sum + number) / numbers.length;
    assert.ok(Math.abs(mean - 0.5) < 0.03, `the mean is ${mean}`);
  });
});
