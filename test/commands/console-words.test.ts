import assert from "node:assert/strict";
import { basisOf as basisOfVerdict, type Rested } from "#client/verdict-words.ts";
import { basisOf, peopleOf } from "#engine/verdict/people.ts";

/** The types of the console's sentences are a browser's, so they are loaded without them, as `deno task sentences` does. */
const words = await import(new URL("../../console/simulations/conclusions.ts", import.meta.url).href);

const SURVEYED = {
  tier: 1,
  matched_question: {
    text: "Do you favor or oppose a ban on fracking?",
    year: "2014",
    polarity: "opposite",
    shares_pct: { yes: 36, maybe: 44, no: 20 },
    scale: { yes: ["favor"], maybe: ["Neither favor nor oppose"], no: ["oppose"] },
  },
  sources: [{ survey: "General Social Survey", year: "2014" }],
};
const PREDICTED = {
  tier: 2,
  matched_question: null,
  sources: [{ year: "2006, 2008, 2014" }, { year: "2020" }],
};

const OLDER = { ...SURVEYED, matched_question: { text: SURVEYED.matched_question.text } };
const WITH_A_MODEL = {
  ...PREDICTED,
  sources: [...PREDICTED.sources, { survey: "Language model small-1", year: null }],
};

const ADULTS = { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" };
const INTERVALS = { yes: [12, 31], maybe: [30, 58], no: [22, 52] };

const results = (verdict: object, calibration_boundary: object = SURVEYED) => ({
  agent_count: 500,
  population: ADULTS,
  audience: null,
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

describe("every sentence of the console about people", () => {
  const cases: [string, object, object][] = [
    ["a majority", { yes: [55, 72], maybe: [1, 9], no: [24, 40] }, SURVEYED],
    ["no majority", { yes: [12, 31], maybe: [30, 48], no: [22, 42] }, PREDICTED],
    ["a lead", { yes: [12, 21], maybe: [30, 58], no: [22, 29] }, PREDICTED],
  ];
  for (const [name, interval_pct, boundary] of cases) {
    it(`names the country, and the survey's years or that it is a prediction: ${name}`, () => {
      const run = results({ interval_pct }, boundary);
      const { headline } = words.headlineOf(run);
      const { may, mayNot } = words.conclusionsOf(run);
      for (const sentence of [headline, ...may, ...mayNot.slice(0, -1)]) {
        assert.match(sentence, /U\.S\. adults|United States/);
      }
      for (const sentence of may) assert.match(sentence, /2014|predicted from surveys of 2006 to 2020/);
    });
  }

  it("says the same as the service does of whose answers they are, and by what", () => {
    const audience = { party: ["democrat"] };
    assert.equal(words.namedPeople({ population: ADULTS, audience: null }), peopleOf(ADULTS, null));
    assert.match(words.namedPeople({ population: ADULTS, audience }), /^U\.S\. adults \(party: Democrat\)$/);
    for (const boundary of [SURVEYED, PREDICTED, OLDER, WITH_A_MODEL]) {
      for (const evidence of ["survey_matched", "predicted", "general_population", "model"] as const) {
        assert.equal(
          basisOfVerdict(boundary as Rested, evidence),
          basisOf(boundary as Parameters<typeof basisOf>[0], evidence),
        );
      }
    }
  });

  it("says how wide an interval is by whole people, and of less than one that it is wider", () => {
    const under = (effective_human_n: number) =>
      words.headlineOf(results({ interval_pct: INTERVALS, effective_human_n })).under;
    assert.match(under(37.9), /, as wide as that of a random sample of 37 people\.$/);
    assert.match(under(1.9), /, as wide as that of a random sample of one person\.$/);
    assert.match(under(0.9), /, wider than that of a random sample of one person\.$/);
  });

  it("has shares that add up to 100", () => {
    const uneven = results({
      interval_pct: null,
      evidence: "demo",
      yes_pct: 40.6,
      maybe_pct: 18.7,
      no_pct: 40.7,
    });
    assert.deepEqual(words.conclusionsOf(uneven).may, [
      "40 % of the simulated agents answered yes, 19 % maybe and 41 % no, weighted. They are no people.",
    ]);
  });
});

describe("the console's headline", () => {
  it("names the year of the survey, or those of the surveys that a prediction rests on", () => {
    const interval_pct = { yes: [55.2, 71.9], maybe: [1, 9], no: [24, 40] };
    assert.deepEqual(words.headlineOf(results({ interval_pct })), {
      headline: "Most U.S. adults would say yes, by a survey of 2014.",
      under: "Between 55 and 72 %: the 95 % interval, as wide as that of a random sample of 40 people.",
    });
    assert.match(
      words.headlineOf(results({ interval_pct }, PREDICTED)).headline,
      /yes, predicted from surveys of 2006 to 2020\.$/,
    );
  });

  it("claims of a question on no topic nothing of people to whom it makes no sense", () => {
    const odd = results({
      interval_pct: { yes: [8, 93.5], maybe: [1, 60], no: [4, 80] },
      evidence: "general_population",
    }, PREDICTED);
    assert.match(
      words.headlineOf(odd).under,
      /^Between 8 and 94 % would, if it makes sense \(nobody knows\), predicted /,
    );
  });

  it("claims a majority of no where its own interval is above half alone", () => {
    const yes = [12, 31];
    const middling = results({ interval_pct: { yes, maybe: [30, 58], no: [22, 52] } });
    assert.equal(
      words.headlineOf({ ...middling, verdict: { ...middling.verdict, maybe_pct: 30 } }).headline,
      "Fewer than half of U.S. adults would say yes, by a survey of 2014.",
    );
    // Had those in the middle to choose, half of them would make a majority.
    assert.equal(
      words.headlineOf({ ...middling, verdict: { ...middling.verdict, maybe_pct: 44 } }).headline,
      "We can’t tell whether a majority of U.S. adults would say yes.",
    );
    const against = results({ interval_pct: { yes, maybe: [3, 9], no: [61, 84] } });
    assert.equal(
      words.headlineOf(against).headline,
      "Most U.S. adults would say no, by a survey of 2014.",
    );
  });

  it("is followed by what the survey itself found, and what it asked where that was the opposite", () => {
    const [said] = words.conclusionsOf(results({ interval_pct: INTERVALS })).may;
    assert.equal(
      said,
      "A survey (General Social Survey; United States; 2014) on the opposite, “Do you favor or oppose a ban on fracking?”: 36 % “favor” (no), 20 % “oppose” (yes), 44 % “neither favor nor oppose” (maybe).",
    );
    const forced = {
      ...SURVEYED.matched_question,
      year: "2016, 2018",
      polarity: "same",
      scale: { ...SURVEYED.matched_question.scale, maybe: [] },
    };
    assert.equal(
      words.conclusionsOf(results({ interval_pct: INTERVALS }, { ...SURVEYED, matched_question: forced }))
        .may[0],
      "A survey (General Social Survey; United States; 2016 and 2018) on “Do you favor or oppose a ban on fracking?”: 36 % “favor” (yes), 20 % “oppose” (no); no middle answer was offered.",
    );
    assert.ok(
      words.conclusionsOf(results({ interval_pct: INTERVALS }, PREDICTED)).may.every((one: string) =>
        !one.includes("Social Survey")
      ),
    );
  });

  it("tells an audience's verdict from what all people of the survey said", () => {
    const young = { ...results({ interval_pct: INTERVALS }), audience: { age: ["18-24"] } };
    assert.equal(
      words.headlineOf(young).headline,
      "We can’t tell whether a majority of these U.S. adults would say yes.",
    );
    assert.match(
      words.conclusionsOf(young).may[0],
      /\?”: of all its people 36 % “favor” \(no\), 20 % “oppose” \(yes\)/,
    );
  });

  it("is followed by nothing that may be said where nothing was read", () => {
    const unread = results({ interval_pct: null, evidence: "none" }, { ...PREDICTED, sources: [] });
    assert.deepEqual(words.conclusionsOf(unread).may, []);
  });

  it("says whose answers it is about: U.S. adults, an audience of them, or the people of an own survey", () => {
    const about = (change: object, verdict: object = { interval_pct: INTERVALS }) =>
      words.peopleOf({ ...results(verdict), population: ADULTS, audience: null, ...change });
    assert.equal(about({}), "About U.S. adults");
    assert.equal(about({}, { interval_pct: null }), "Simulated as U.S. adults");
    assert.equal(
      about({ audience: { age: ["18-24", "25-34"], region: ["south"] } }),
      "About U.S. adults (age: 18–24 or 25–34; region: South)",
    );
    const description = "The people whom the City survey (2026) stands for, by its own weights.";
    assert.equal(
      about({ population: { frame: "own-1234", description } }),
      "About the people whom the City survey (2026) stands for, by its own weights",
    );
    const workers = {
      ...ADULTS,
      description: "U.S. resident adults aged 18 to 64",
      where: { age: ["18-24"] },
    };
    assert.equal(about({ population: workers }), "About U.S. resident adults aged 18 to 64");
  });

  it("is a few words in a list", () => {
    const brief = (verdict: object) =>
      words.briefly({
        interval_pct: null,
        yes_pct: 71.6,
        maybe_pct: 8.4,
        no_pct: 20,
        n_a_pct: 0,
        ...verdict,
      });
    assert.equal(brief({ interval_pct: INTERVALS, evidence: "predicted" }), "yes 12 to 31 %, 95 % interval");
    assert.equal(brief({ evidence: "demo" }), "72 % of the simulated said yes");
    assert.equal(brief({ evidence: "none" }), "");
    // As the page itself has it, whose shares add up to 100.
    const uneven = { yes_pct: 40.5, maybe_pct: 19.6, no_pct: 39.9 };
    assert.equal(brief({ evidence: "demo", ...uneven }), "40 % of the simulated said yes");
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
    assert.equal(headline, "No question of yes or no could be read.");
    for (const tier of [2, 3]) {
      assert.doesNotMatch(words.tierInWords({ ...PREDICTED, tier }, "none"), /predict|survey/);
    }
  });
});
