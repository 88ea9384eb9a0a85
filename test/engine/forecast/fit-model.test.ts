import assert from "node:assert/strict";
import fc from "fast-check";
import { basisOf } from "#engine/forecast/basis.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { dimensionIndex, findSegment, STRIDE } from "#engine/population/dimensions.ts";
import { frameOf, marginOf } from "#engine/population/frame.ts";
import { fitTargets } from "#engine/forecast/targets.ts";
import { expectedOf, type Shares } from "#engine/forecast/answer-model.ts";
import { type Four, methodologyWith, PLANTED, row } from "../bank/methodology-fixture.ts";

const frame = frameOf("us-adults-2024");

function expectedIn(methodology: typeof PLANTED, segment: string, tier: 1 | 2 = 1): Shares {
  const expected = expectedOf(basisOf(methodology, tier));
  if (segment === "overall") return expected.overall;
  const found = findSegment(segment)!;
  return expected.segment[dimensionIndex(found.dimension) * STRIDE + found.index]!;
}

describe("fitting a methodology", () => {
  it("recovers the shares of every segment and overall within half a point", () => {
    for (const { segment, yes_pct, maybe_pct, no_pct, n_a_pct } of PLANTED.calibration.rows) {
      const { yes, maybe, no, n_a } = expectedIn(PLANTED, segment);
      const off = [yes * 100 - yes_pct, maybe * 100 - maybe_pct, no * 100 - no_pct, n_a * 100 - n_a_pct];
      assert.ok(off.every((x) => Math.abs(x) < 0.5), `${segment} ${off}`);
    }
  });

  it("recovers any overall shares to 1e-5, certain and impossible answers included", () => {
    const four = fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(40))
      .filter(([yes, maybe, no]) => yes > 0 && yes + maybe + no > 10 && no > 0);
    fc.assert(
      fc.property(four, (weights) => {
        const sum = weights.reduce((total, w) => total + w, 0);
        const shares = weights.map((w) => 100 * w / sum) as unknown as Four;
        const { yes, maybe, no, n_a } = expectedIn(methodologyWith([row("overall", shares)]), "overall");
        [yes, maybe, no, n_a].forEach((p, i) =>
          assert.ok(Math.abs(100 * p - shares[i]!) < 1e-3, `${shares} ${i} ${p}`)
        );
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it("meets its own targets in all dimensions at once, for every published methodology and both tiers", () => {
    for (const methodology of PUBLISHED) {
      const own = frameOf(methodology.population.frame, methodology.population.where);
      const { byDimension } = fitTargets(methodology, own);
      // Where hardly anybody says maybe, a survey's yes and no leave a segment less than nothing for it.
      const tolerance = methodology.calibration.illustrative ? 1e-5 : 0.01;
      const expected = expectedOf(basisOf(methodology, 1));
      for (const [d, targets] of byDimension) {
        targets.forEach((target, s) => {
          const found = expected.segment[d * STRIDE + s];
          if (found === undefined) return;
          for (const answer of ["yes", "maybe", "no", "n_a"] as const) {
            assert.ok(
              Math.abs(found[answer] - target[answer]) < tolerance,
              `${methodology.slug} ${d} ${s} ${answer}`,
            );
          }
        });
      }
    }
  }).timeout(180_000);

  it("leaves held-out rows out of the model", () => {
    const rows = [
      row("overall", [40, 20, 35, 5]),
      row("sex=female", [45, 20, 30, 5]),
      row("sex=male", [34.8, 20, 40.2, 5]),
    ];
    const plain = methodologyWith(rows);
    const more = methodologyWith([...rows, row("age=65+", [90, 5, 4, 1], { held_out: true })]);
    assert.deepEqual(fitTargets(more, frame), fitTargets(plain, frame));
  });

  it("shrinks small samples towards the overall share, and large ones hardly", () => {
    const female = (n: number) =>
      expectedIn(
        methodologyWith([
          row("overall", [40, 20, 35, 5]),
          row("sex=female", [50, 20, 25, 5], { n }),
          row("sex=male", [29.6, 20, 45.4, 5], { n }),
        ]),
        "sex=female",
      ).yes;
    assert.ok(Math.abs(female(100_000) - 0.5) < 0.002);
    assert.ok(female(60) < 0.49 && female(60) > 0.42, `${female(60)}`);
    assert.ok(Math.abs(female(8) - 0.4) < 0.03, `${female(8)}`);
  });

  it("puts an unseen segment of an ordered dimension between its neighbours", () => {
    const methodology = methodologyWith([
      row("overall", [40, 20, 35, 5]),
      row("age=18-24", [55, 20, 20, 5]),
      row("age=25-34", [50, 20, 25, 5]),
      row("age=45-54", [40, 20, 35, 5]),
      row("age=55-64", [33, 20, 42, 5]),
      row("age=65+", [25.3, 20, 49.7, 5]),
    ]);
    const { yes } = expectedIn(methodology, "age=35-44");
    assert.ok(yes > 0.41 && yes < 0.49, `${yes}`);
  });

  it("benchmarks segments to the overall share", () => {
    for (const methodology of PUBLISHED) {
      const own = frameOf(methodology.population.frame, methodology.population.where);
      const { overall, byDimension } = fitTargets(methodology, own);
      for (const [d, segments] of byDimension) {
        const margin = marginOf(own, d);
        const mean = segments.reduce((sum, { yes }, s) => sum + yes * margin[s]!, 0);
        assert.ok(Math.abs(mean - overall.yes) < 1e-6, `${methodology.slug} ${d}`);
      }
    }
  });

  it("says what is wrong with a table that it cannot fit", () => {
    assert.throws(() => basisOf(methodologyWith([]), 1), /no overall row outside the held-out ones/);
    const unknown = methodologyWith([row("overall", [1, 1, 1, 0]), row("age=12-17", [1, 1, 1, 0])]);
    assert.throws(() => basisOf(unknown, 1), /no segment is called age=12-17/);
    const reported = methodologyWith([row("overall", [1, 1, 1, 0])], { segments: ["height"] });
    assert.throws(() => basisOf(reported, 1), /Cannot find dimension height/);
  });
});
