import assert from "node:assert/strict";
import { randomOf } from "#lab/command.ts";
import { readRequest } from "#lab/drills/faults/main.ts";

const read = (...args: string[]) => {
  const { flows, faults, ...rest } = readRequest(args);
  const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name);
  return { flows: names(flows), faults: names(faults), ...rest };
};

describe("The request of a drill with faults", () => {
  it("takes flows and faults by name, a seed and a number of rounds", () => {
    assert.deepEqual(read("mail", "redis-stop", "--seed", "12", "--rounds", "3"), {
      flows: ["mail"],
      faults: ["redis-stop"],
      first: 12,
      rounds: 3,
    });
    const all = read();
    assert.equal(all.rounds, null);
    assert.deepEqual(read("mail").faults, all.faults);
    assert.deepEqual(read("redis-stop").flows, all.flows);
    assert.ok(all.flows.length > 1 && all.faults.length > 1);
  });

  it("refuses what it does not know", () => {
    assert.throws(() => read("post"), /Unknown: post\. Choose among simulation, .*api-kill, /);
    for (const value of ["x", "-1", "1.5", "9999999999"]) {
      assert.throws(() => read(`--seed=${value}`), /--seed must be a whole number from 0/);
    }
    assert.throws(() => read("--rounds", "0"), /--rounds must be a whole number from 1/);
    assert.throws(() => read("--rounds"), /--rounds <value>' argument missing/);
    assert.throws(() => read("--round", "1"), /Unknown option '--round'/);
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
