import assert from "node:assert/strict";
import { acrossRuns } from "#engine/readings/across-runs.ts";
import type { EarlierRun, ReadingInput } from "#engine/readings/input.ts";
import { syntheticRun } from "./synthetic-run.ts";

const base = syntheticRun({ agents: 1_000, seed: 50 });

function run(yes_pct: number, margin_of_error_pct: number, earlier_runs: EarlierRun[]): ReadingInput {
  const shares = { yes_pct, maybe_pct: 10, no_pct: 90 - yes_pct, n_a_pct: 0 };
  return { ...base, verdict: { ...base.verdict, ...shares, margin_of_error_pct }, earlier_runs };
}

function earlier(day: number, yes_pct: number, margin_of_error_pct: number, seed = day): EarlierRun {
  return {
    simulation_id: `run-${day}`,
    completed_at: `2026-10-${String(day).padStart(2, "0")}T10:00:00.000Z`,
    agent_count: 500,
    seed,
    answer: "yes",
    yes_pct,
    maybe_pct: 10,
    no_pct: 90 - yes_pct,
    n_a_pct: 0,
    margin_of_error_pct,
    sampling_margin_pct: margin_of_error_pct / 2,
  };
}

describe("across runs", () => {
  it("does not apply to a first run", () => {
    assert.equal(acrossRuns(run(60, 4, [])), null);
    assert.equal(acrossRuns(run(60, 4, [{ ...earlier(1, 50, 4), simulation_id: base.simulation_id }])), null);
  });

  it("lists earlier runs, newest first", () => {
    const block = acrossRuns(run(60, 4, [earlier(2, 58, 4), earlier(9, 61, 4), earlier(5, 59, 4)]));
    assert.deepEqual(block?.runs.map(({ simulation_id }) => simulation_id), ["run-9", "run-5", "run-2"]);
  });

  it("claims a trend only outside the margins of both", () => {
    const half = Math.hypot(4, 3);
    assert.equal(acrossRuns(run(60, 4, [earlier(1, 60 - half + 0.01, 3)]))?.trend, "no_clear_change");
    assert.equal(acrossRuns(run(60, 4, [earlier(1, 60 - half - 0.01, 3)]))?.trend, "up");
    assert.equal(acrossRuns(run(60, 4, [earlier(1, 60 + half + 0.01, 3)]))?.trend, "down");
  });

  it("compares with the mean of several runs, whose margin is smaller than any run's", () => {
    const runs = [earlier(1, 53, 4), earlier(2, 55, 4), earlier(3, 54, 4), earlier(4, 54, 4)];
    assert.equal(acrossRuns(run(60, 4, runs.slice(0, 1)))?.trend, "up");
    assert.equal(acrossRuns(run(59, 4, runs.slice(1, 2)))?.trend, "no_clear_change");
    const block = acrossRuns(run(59, 4, runs));
    assert.equal(block?.trend, "up");
    assert.equal(
      block?.note,
      "59% said yes, against 54% on average in 4 earlier runs. The rise of 5 points is outside the margin of 4 points.",
    );
  });

  it("states this run's share as the Reading's other sentences do, whose percents add up to 100", () => {
    const uneven = run(40.5, 4, [earlier(1, 30, 4)]);
    const verdict = { ...uneven.verdict, maybe_pct: 19.6, no_pct: 39.9, n_a_pct: 0 };
    assert.match(acrossRuns({ ...uneven, verdict })?.note ?? "", /^40% said yes, against 30%/);
  });

  it("counts of runs with one seed only the newest", () => {
    const twins = [earlier(1, 40, 4, 7), earlier(2, 50, 4, 7), earlier(3, 20, 4, 50)];
    const block = acrossRuns(run(60, 4, twins));
    assert.equal(block?.runs.length, 3);
    assert.match(
      block?.note ?? "",
      /against 50% in the earlier run\..* 2 earlier runs with a seed already counted are left out\.$/,
    );
    const same = acrossRuns(run(60, 4, [earlier(3, 20, 4, 50)]));
    assert.equal(same?.trend, "no_clear_change");
    assert.match(
      same?.note ?? "",
      /^1 earlier run of this question used this run's seed, so there is no independent run/,
    );
  });
});
