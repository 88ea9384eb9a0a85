import assert from "node:assert/strict";
import { newestMethodology, PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { Forecast } from "#engine/forecast/forecast.ts";
import { forecastWithin } from "#engine/forecast/forecast-within.ts";
import { varianceOf } from "#engine/forecast/uncertainty.ts";
import { DIMENSION_NAMES, dimensionIndex, segmentNames } from "#engine/population/dimensions.ts";
import { frameOf, marginOf } from "#engine/population/frame.ts";
import type { Audience } from "#engine/population/audience.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { runDigest } from "#engine/sampling/chunks.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";
import { bySegment, rakeWeights, verdict } from "#engine/verdict/verdict.ts";
import { forecastOf } from "#testing/engine-run.ts";

const SPENDING = newestMethodology("public-spending")!;
const SCHOOLS = "Should the country spend more on education and schools?";
const YOUNG_DEMOCRATS: Audience = { age: ["18-24", "25-34"], party: ["democrat"] };

function asked(forecast: Forecast, methodology: Methodology | null, seed = 1, agents = 1_000) {
  const run = prepareSimulation({ seed, methodology, forecast });
  const chunks = [answerAgents(run, 0, agents)];
  const weight = rakeWeights(run, chunks);
  return { run, chunks, weight, verdict: verdict(run, chunks, weight), rows: bySegment(run, chunks, weight) };
}

const within = async (audience: Audience, question = SCHOOLS, methodology: Methodology | null = SPENDING) =>
  forecastWithin(await forecastOf(question, methodology), methodology, audience);

describe("a run for an audience", () => {
  it("asks nobody else, and has the margins that the frame has within it", async () => {
    const { run, chunks, weight } = asked(await within(YOUNG_DEMOCRATS), SPENDING, 3, 2_000);
    const frame = frameOf("us-adults-2024", YOUNG_DEMOCRATS);
    run.dimensions.forEach(({ name, segments }, d) => {
      const shares = new Float64Array(segments.length);
      for (let k = 0; k < 2_000; k++) shares[chunks[0]!.segment[d * 2_000 + k]!]! += weight[k]! / 2_000;
      marginOf(frame, dimensionIndex(name)).forEach((share, s) => {
        assert.ok(Math.abs(shares[s]! - share) < 0.004, `${name}=${segments[s]}: ${shares[s]} for ${share}`);
        if (share === 0) assert.equal(shares[s], 0);
      });
    });
  });

  it("is the same for the same seed, in any chunks and as the prefix of a longer one", async () => {
    const forecast = await within(YOUNG_DEMOCRATS);
    const run = () => prepareSimulation({ seed: 5, methodology: SPENDING, forecast });
    const whole = runDigest([answerAgents(run(), 0, 400)]);
    assert.equal(runDigest([answerAgents(run(), 250, 150), answerAgents(run(), 0, 250)]), whole);
    const everybody = prepareSimulation({
      seed: 5,
      methodology: SPENDING,
      forecast: await forecastOf(SCHOOLS, SPENDING),
    });
    assert.notEqual(runDigest([answerAgents(everybody, 0, 400)]), whole);
  });

  it("has segments that add up to its verdict, with nobody and no interval outside the audience", async () => {
    const { verdict: total, rows } = asked(await within(YOUNG_DEMOCRATS), SPENDING);
    for (const dimension of SPENDING.segments) {
      const own = rows.filter((row) => row.dimension === dimension);
      assert.equal(own.length, segmentNames(dimensionIndex(dimension)).length);
      for (const answer of ["yes", "maybe", "no", "n_a", "total"] as const) {
        assert.equal(own.reduce((sum, row) => sum + row[answer], 0), total[answer], `${dimension} ${answer}`);
      }
    }
    const outside = rows.filter(({ dimension, segment }) =>
      YOUNG_DEMOCRATS[dimension]?.includes(segment) === false
    );
    assert.equal(outside.length, 8);
    for (const row of outside) assert.deepEqual([row.total, row.yes_pct, row.interval_pct], [0, 0, null]);
    const democrats = rows.find(({ segment }) => segment === "democrat")!;
    assert.deepEqual([democrats.yes_pct, democrats.interval_pct], [total.yes_pct, total.interval_pct]);
  });

  it("answers in mirror image to the opposite question", async () => {
    const more = await within(YOUNG_DEMOCRATS);
    const less = await within(YOUNG_DEMOCRATS, "Should the country spend less on education and schools?");
    assert.ok(Math.abs(more.overall.yes - less.overall.no) < 1e-3);
    assert.equal(more.inverted, !less.inverted);
  });

  it("asks part of a methodology's population, and of the generic one where nothing fits", async () => {
    const hiring = newestMethodology("employer-appeal")!;
    const women = await within({ sex: ["female"] }, hiring.kpi_question, hiring);
    const run = prepareSimulation({ seed: 1, methodology: hiring, forecast: women });
    assert.equal(run.basis.frame.id, "us-adults-2024&age=18-24|25-34|35-44|45-54|55-64&sex=female");
    const moon = await within({ sex: ["female"] }, "Is the moon made of cheese?", null);
    const generic = prepareSimulation({ seed: 1, methodology: null, forecast: moon });
    assert.equal(generic.basis.frame.id, "us-adults-2024&sex=female");
  });
});

describe("the forecast for an audience", () => {
  it("adds up: all segments of a dimension together answer as everybody does", async () => {
    const everybody = await forecastOf(SCHOOLS, SPENDING);
    for (const dimension of ["sex", "party", "age"] as const) {
      const shares = marginOf(frameOf("us-adults-2024"), dimensionIndex(dimension));
      let yes = 0;
      for (const [s, segment] of segmentNames(dimensionIndex(dimension)).entries()) {
        yes += shares[s]! * (await within({ [dimension]: [segment] })).overall.yes;
      }
      assert.ok(Math.abs(yes - everybody.overall.yes) < 2e-3, `${dimension}: ${yes}`);
    }
  });

  it("knows less of fewer people, and less again where dimensions are put together", async () => {
    const sd = async (audience: Audience) => varianceOf((await within(audience)).uncertainty!.overall.yes);
    const everybody = varianceOf((await forecastOf(SCHOOLS, SPENDING)).uncertainty!.overall.yes);
    const [two, democrats] = [
      await sd({ party: ["democrat", "lean_democrat"] }),
      await sd({ party: ["democrat"] }),
    ];
    assert.ok(everybody < two && two < democrats, `${everybody} ${two} ${democrats}`);
    const young = await sd({ age: ["18-24", "25-34"] });
    assert.ok(await sd(YOUNG_DEMOCRATS) > democrats + young - everybody + 0.004);
  });

  it("is cut out of any dimension, reported or not, and of six at once", async () => {
    const audience = Object.fromEntries(
      DIMENSION_NAMES.filter((name) => name !== "region" && name !== "sex").map((name) =>
        [name, segmentNames(dimensionIndex(name)).slice(1)] as const
      ),
    );
    const { overall } = await within(audience);
    assert.ok(Math.abs(overall.yes + overall.maybe + overall.no + overall.n_a - 1) < 1e-9);
    await assert.rejects(() => within({ party: ["whig"] }), /Cannot restrict party to whig/);
  });
});

describe("what the surveys' own people in a segment answered", () => {
  /** Every eighth calibrated question: `deno task audiences` asks of all of them, and of cells of two and three dimensions. */
  const cases = PUBLISHED.flatMap((methodology) =>
    (methodology.calibrated_questions ?? []).map((question) => ({ methodology, question }))
  ).filter((_, k) => k % 16 === 0);

  it("lies in an audience's interval 93 times of 100 at least, at 1.3 times the width of everybody's at most", async () => {
    let [number, held] = [0, 0];
    const widths: number[] = [];
    let turn = 0;
    for (const { methodology, question } of cases) {
      const everybody = await forecastOf(question.wordings[0]!, methodology);
      assert.equal(everybody.tier, 1, question.id);
      if (everybody.calibrated === null) continue;
      const rows = question.segments.filter(({ dimension, effective_n }) =>
        methodology.segments.includes(dimension) && effective_n >= 100
      );
      const row = rows[7 * turn++ % rows.length]!;
      const audience = { [row.dimension]: [row.segment] };
      const forecast = forecastWithin(everybody, methodology, audience);
      const own = asked(forecast, methodology, turn).verdict;
      const all = asked(everybody, methodology, turn).verdict;
      const [low, high] = own.interval_pct!.yes;
      number++;
      if (100 * row.observed.yes >= low && 100 * row.observed.yes <= high) held++;
      widths.push(own.margin_of_error_pct! / all.margin_of_error_pct!);
    }
    const mean = widths.reduce((sum, width) => sum + width, 0) / number;
    const figures = `${held} of ${number} held, mean width ${mean.toFixed(2)}`;
    assert.ok(number > 35 && held >= 0.93 * number && mean <= 1.3, figures);
  });
});
