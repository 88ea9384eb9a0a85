import assert from "node:assert/strict";
import { compareRuns } from "#engine/verdict/compare.ts";
import type { WeightedAgents } from "#engine/sampling/chunks.ts";
import { generator } from "#test/engine/readings/synthetic-run.ts";

type Code = 0 | 1 | 2 | 3;

/** Agents with these answers, in two segments by turns. */
function runOf(
  answers: readonly Code[],
  segments: readonly number[] = answers.map(() => 0),
): WeightedAgents {
  const count = answers.length;
  return {
    chunks: [{
      first: 0,
      count,
      answer: Uint8Array.from(answers),
      intensity: new Uint8Array(count),
      segment: Uint8Array.from(segments),
      reason: new Uint16Array(count),
      reasons: ["Because."],
      quote: answers.map(() => null),
    }],
    weight: new Float64Array(count).fill(1),
    dimensions: [{ name: "sex", segments: ["female", "male"] }],
  };
}

/** So many of them yes, and the others no. */
const answersOf = ([yes = 0, of = 0]: readonly number[]): Code[] =>
  Array.from({ length: of }, (_, k) => k < yes ? 0 : 2);

describe("The interval of a difference by the agents' sampling", () => {
  // Newcombe, Statistics in Medicine 17 (1998), 873–890, table II, method 10.
  for (
    const [first, other, low, high] of [
      [[48, 80], [56, 70], 5.24, 33.39],
      [[3, 10], [9, 10], 17.05, 80.9],
      [[2, 7], [6, 7], 5.82, 80.62],
      [[0, 29], [5, 56], -3.81, 19.26],
      [[0, 20], [0, 10], -16.11, 27.75],
      [[0, 10], [10, 10], 60.75, 100],
    ] as const
  ) {
    it(`is ${low} to ${high} points from ${first.join(" of ")} to ${other.join(" of ")}, as published`, () => {
      const { agents_interval_pct: { yes } } = compareRuns(
        runOf(answersOf(first)),
        runOf(answersOf(other)),
        false,
      );
      for (const [k, end] of [low, high].entries()) {
        assert.ok(Math.abs(yes[k]! - end) < 0.02, `${yes}`);
      }
    });
  }

  for (const agents of [4, 15, 60, 200]) {
    for (const paired of [false, true]) {
      it(`holds the true difference 95 times of 100, of ${agents} ${paired ? "paired " : ""}agents`, () => {
        const random = generator(agents);
        const [before, after] = [0.35, 0.55];
        const held = Array.from({ length: 1_000 }, () => {
          const pairs = Array.from({ length: agents }, () => {
            const draw = random();
            return [
              draw < before ? 0 : 2,
              (paired ? draw : random()) < after ? 0 : 2,
            ] as const;
          });
          const [first, other] = [
            pairs.map(([one]) => one),
            pairs.map(([, two]) => two),
          ];
          const { agents_interval_pct: { yes: [low, high] } } = compareRuns(
            runOf(first),
            runOf(other),
            paired,
          );
          return low <= 20 && 20 <= high;
        }).filter(Boolean).length / 1_000;
        assert.ok(held > 0.92, `${held}`);
        // Of a few agents whole numbers decide, and where pairs are alike the correction is for chance.
        if (agents >= 60) assert.ok(held < 0.975, `${held}`);
      });
    }
  }

  it("is never nothing: a single agent says little, the same one twice as little", () => {
    for (const paired of [false, true]) {
      const { difference_pct, agents_interval_pct } = compareRuns(
        runOf([0]),
        runOf([0]),
        paired,
      );
      assert.deepEqual(difference_pct, { yes: 0, maybe: 0, no: 0 });
      assert.deepEqual(agents_interval_pct.yes, [-79.35, 79.35]);
    }
  });

  it("is narrower of pairs that answer alike, and wider of those that answer in turns", () => {
    const half = answersOf([25, 50]);
    const width = (other: readonly Code[], paired: boolean) => {
      const { agents_interval_pct: { yes: [low, high] } } = compareRuns(
        runOf(half),
        runOf(other),
        paired,
      );
      return high - low;
    };
    const unpaired = width(half, false);
    assert.ok(width(half, true) < 0.4 * unpaired);
    assert.ok(width(half.toReversed(), true) > 1.3 * unpaired);
  });

  it("is that any difference may be, of a segment with nobody in it on one side", () => {
    const { by_segment } = compareRuns(
      runOf([0, 2], [0, 1]),
      runOf([0, 0], [0, 0]),
      false,
    );
    const [women, men] = by_segment;
    assert.deepEqual(men, {
      dimension: "sex",
      segment: "male",
      difference_pct: { yes: 0, maybe: 0, no: 0 },
      agents_interval_pct: {
        yes: [-100, 100],
        maybe: [-100, 100],
        no: [-100, 100],
      },
    });
    assert.equal(women?.difference_pct.yes, 0);
    assert.notDeepEqual(women?.agents_interval_pct.yes, [-100, 100]);
  });
});
