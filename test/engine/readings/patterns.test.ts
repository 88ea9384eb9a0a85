import assert from "node:assert/strict";
import type { CalibrationRow, Methodology } from "#engine/bank/methodology.ts";
import { type Contrast, contrasts } from "#engine/readings/contrasts.ts";
import { patterns } from "#engine/readings/patterns.ts";
import { fewestOf } from "../binomial.ts";
import { engineRun, published } from "#testing/engine-run.ts";
import { type SyntheticRun, syntheticRun } from "./synthetic-run.ts";

/** A methodology whose segments all answer alike, but for one that says yes `points` more often than the rest. */
function flatMethodology(planted?: { segment: string; share: number; points: number }): Methodology {
  const base = published("product-purchase-intent");
  const row = (segment: string, yes_pct: number): CalibrationRow => ({
    segment,
    question: base.kpi_question,
    yes_pct,
    maybe_pct: 20,
    no_pct: 77 - yes_pct,
    n_a_pct: 3,
    n: 1_000_000,
    held_out: false,
  });
  const rows = [row("overall", 40)];
  if (planted !== undefined) {
    const { segment, share, points } = planted;
    const [dimension = "", name = ""] = segment.split("=");
    const others = new Set(
      base.calibration.rows.map((one) => one.segment).filter((one) => one.startsWith(`${dimension}=`)),
    );
    for (const other of others) {
      rows.push(
        row(other, other === `${dimension}=${name}` ? 40 + points * (1 - share) : 40 - points * share),
      );
    }
  }
  return { ...base, slug: "flat", calibration: { ...base.calibration, rows } };
}

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
/** What is claimed of nine runs in ten is refuted by so few runs that fewer have a probability under 1 % by it. */
const LEAST = fewestOf(SEEDS.length, 0.9, 0.01);

function quietRuns(run: (seed: number) => Parameters<typeof contrasts>[0]): number {
  return SEEDS.filter((seed) => contrasts(run(seed)).passed.length === 0).length;
}

function foundRuns(
  run: (seed: number) => Parameters<typeof contrasts>[0],
  planted: (contrast: Contrast) => boolean,
): number {
  return SEEDS.filter((seed) => contrasts(run(seed)).passed.some(planted)).length;
}

describe("patterns", function () {
  this.timeout(60_000);

  const populations: [string, Omit<SyntheticRun, "agents">][] = [
    ["equal weights", {}],
    ["unequal weights", { weightSpread: 0.4 }],
    ["a large shift between runs", { tauSeg: 0.25 }],
    ["hardly any shift", { tauSeg: 0.02 }],
    ["a question that few say yes to", { shares: { yes: 0.12, maybe: 0.1, no: 0.7, n_a: 0.08 } }],
  ];
  for (const [name, options] of populations) {
    it(`are not found in 90 % of runs without a real difference: ${name}`, () => {
      const quiet = quietRuns((seed) => syntheticRun({ agents: 2_000, seed, ...options }));
      assert.ok(quiet >= LEAST, `none in ${quiet} runs`);
    });
  }

  it("would be found too often if the variance left out the prediction's error", () => {
    const quiet = quietRuns((seed) => ({
      ...syntheticRun({ agents: 4_000, seed, tauSeg: 0.25 }),
      segment_sd: {},
    }));
    assert.ok(quiet < LEAST, `none in ${quiet} runs`);
  });

  it("find 15 points planted in a quarter of 2,000 agents in 90 % of runs", () => {
    const planted = { dimension: "urbanicity", segment: "urban", points: 15 };
    const found = foundRuns(
      (seed) => syntheticRun({ agents: 2_000, seed: 1_000 + seed, planted }),
      ({ segment, difference }) => segment === "urban" && difference > 0,
    );
    assert.ok(found >= LEAST, `found in ${found} runs`);
  });

  it("find 15 points planted in half of 2,000 agents in 90 % of runs", () => {
    const planted = { dimension: "sex", segment: "male", points: 15 };
    const found = foundRuns(
      (seed) => syntheticRun({ agents: 2_000, seed: 3_000 + seed, planted }),
      ({ segment, other }) => segment === "male" && other === "female",
    );
    assert.ok(found >= LEAST, `found in ${found} runs`);
  });

  it("are not found in 90 % of runs of the engine whose segments all answer alike", () => {
    const flat = flatMethodology();
    const quiet = quietRuns((seed) => engineRun({ methodology: flat, tier: 2, agents: 2_000, seed }));
    assert.ok(quiet >= LEAST, `none in ${quiet} runs`);
  });

  it("are not found in 90 % of runs of the engine's generic population, however many agents", () => {
    const small = quietRuns((seed) => engineRun({ methodology: null, tier: 3, agents: 1_000, seed }));
    const large = quietRuns((seed) => engineRun({ methodology: null, tier: 3, agents: 4_000, seed }));
    assert.ok(Math.min(small, large) >= LEAST, `none in ${small} and ${large} runs`);
  });

  it("find what the engine was calibrated to, 15 points in a quarter of its agents, in 90 % of runs", () => {
    const urban = flatMethodology({ segment: "urbanicity=urban", share: 0.27, points: 15 });
    const found = foundRuns(
      (seed) => engineRun({ methodology: urban, tier: 2, agents: 2_000, seed: 1_000 + seed }),
      ({ segment, difference }) => segment === "urban" && difference > 0,
    );
    assert.ok(found >= LEAST, `found in ${found} runs`);
  });

  it("are found in no segment of fewer than 30 effective agents, however far it is off", () => {
    const planted = { dimension: "race", segment: "other", points: 50 };
    const isPlanted = ({ segment }: Contrast) => segment === "other";
    const small = foundRuns((seed) => syntheticRun({ agents: 400, seed, planted }), isPlanted);
    const large = foundRuns((seed) => syntheticRun({ agents: 2_000, seed, planted }), isPlanted);
    assert.equal(small, 0);
    assert.ok(large >= LEAST, `found in ${large} runs`);
  });

  it("name segments, direction, size and support", () => {
    const planted = { dimension: "age", segment: "65+", points: -30 };
    const input = syntheticRun({ agents: 3_000, planted });
    const [first] = patterns(input).patterns;
    assert.ok(first !== undefined);
    assert.equal(first.title, "Simulated people aged 65 and over said yes less often");
    assert.deepEqual(first.segments, ["age=65+"]);
    assert.match(
      first.description,
      /^\d+% of simulated people aged 65 and over said yes, against \d+% of everyone else: a difference of \d+ to \d+ points by the sampling of the simulated respondents alone; of people it says nothing\.$/,
    );
    const agents = input.chunks.flatMap(({ count, segment }) => [...segment.subarray(count, 2 * count)]);
    assert.equal(first.support, agents.filter((segment) => segment === 5).length);
    assert.ok(first.strength > 0.3 && first.strength <= 1);
  });

  it("state an interval of people's difference, with what it rests on, where their shares have one", () => {
    const input = syntheticRun({ agents: 3_000, planted: { dimension: "age", segment: "65+", points: -30 } });
    const interval_pct = { yes: [30, 70], maybe: [5, 30], no: [10, 40] } as const;
    const [first] = patterns({ ...input, verdict: { ...input.verdict, interval_pct } }).patterns;
    assert.match(
      first!.description,
      /: a difference of \d+ to \d+ points among U\.S\. adults, by a survey of 2018 \(95% interval of this difference alone, with the error of segments' shares\)\.$/,
    );
  });

  it("make one contrast of a dimension with two segments", () => {
    const input = syntheticRun({ agents: 3_000, planted: { dimension: "sex", segment: "male", points: 30 } });
    const found = patterns(input).patterns.filter(({ segments }) =>
      segments.some((name) => name.startsWith("sex="))
    );
    assert.deepEqual(found.map(({ segments }) => segments), [["sex=male", "sex=female"]]);
    assert.equal(found[0]?.support, 3_000);
  });

  it("are at most six, the strongest first", () => {
    const input = syntheticRun({ agents: 10_000, seed: 5, tauSeg: 2 });
    const { patterns: shown, method_note } = patterns({ ...input, segment_sd: {} });
    assert.equal(shown.length, 6);
    assert.deepEqual(
      shown.map(({ strength }) => strength),
      shown.map(({ strength }) => strength).sort((a, b) => b - a),
    );
    assert.match(method_note, /^24 comparisons .* 1?\d passed\. .*Holm.*5%.*0\.1/);
  });

  it("are none, with a note, when no segment can be compared", () => {
    const { patterns: none, method_note } = patterns(syntheticRun({ agents: 25 }));
    assert.deepEqual(none, []);
    assert.match(method_note, /^No segment could be compared/);
  });
});
