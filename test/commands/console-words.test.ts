import assert from "node:assert/strict";

/** The types of the console's sentences are a browser's, so they are loaded without them, as `deno task sentences` does. */
const words = await import(new URL("../../console/simulations/conclusions.ts", import.meta.url).href);

const SURVEYED = {
  tier: 1,
  matched_question: { year: "2014" },
  sources: [{ year: "2014" }],
};
const PREDICTED = {
  tier: 2,
  matched_question: null,
  sources: [{ year: "2006, 2008, 2014" }, { year: "2020" }],
};

const results = (verdict: object, calibration_boundary: object = SURVEYED) => ({
  agent_count: 500,
  calibration_boundary,
  verdict: {
    yes_pct: 20,
    maybe_pct: 44,
    no_pct: 36,
    n_a: 0,
    effective_human_n: 40,
    evidence: "predicted",
    ...verdict,
  },
});

describe("the console's headline", () => {
  it("names the year of the survey, or those of the surveys that a prediction rests on", () => {
    const interval_pct = { yes: [55.2, 71.9], maybe: [1, 9], no: [24, 40] };
    assert.deepEqual(words.headlineOf(results({ interval_pct })), {
      headline: "Most people would say yes.",
      under: "Between 55 and 72 %, by a survey of 2014. As good as a poll of about 40 people.",
    });
    assert.match(
      words.headlineOf(results({ interval_pct }, PREDICTED)).under,
      /^Between 55 and 72 %, predicted from surveys of 2006 to 2020\. /,
    );
  });

  it("claims a majority of no where its own interval is above half alone", () => {
    const yes = [12, 31];
    const middling = results({ interval_pct: { yes, maybe: [30, 58], no: [22, 52] } });
    assert.equal(words.headlineOf(middling).headline, "Fewer than half of people would say yes.");
    const against = results({ interval_pct: { yes, maybe: [3, 9], no: [61, 84] } });
    assert.equal(words.headlineOf(against).headline, "Most people would say no.");
  });

  it("tells a prediction for the people of an own survey from a run of an earlier release", () => {
    const own = results({ interval_pct: null }, PREDICTED);
    const text = `${words.headlineOf(own).under} ${words.conclusionsOf(own).mayNot}`;
    assert.match(text, /from what these people would answer was not measured/);
    assert.doesNotMatch(text, /before intervals/);
    assert.match(
      words.headlineOf(results({ interval_pct: null, n_a: null })).under,
      /before intervals were stated/,
    );
  });

  it("of a question that could not be read predicts nothing", () => {
    const unread = results({ interval_pct: null, evidence: "none" }, { ...PREDICTED, sources: [] });
    const { headline } = words.headlineOf(unread);
    assert.equal(headline, "The question could not be read.");
    for (const tier of [2, 3]) {
      assert.doesNotMatch(words.tierInWords({ ...PREDICTED, tier }), /predict|topic/);
    }
  });
});
