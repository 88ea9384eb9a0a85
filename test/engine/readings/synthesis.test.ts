import assert from "node:assert/strict";
import type { Answer } from "#engine/sampling/chunks.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { foldInWords } from "#engine/verdict/people.ts";
import { readingOf } from "#testing/simulations.ts";
import { type SyntheticRun, syntheticRun } from "./synthetic-run.ts";

function shares(
  yes: number,
  maybe: number,
  no: number,
  n_a = 100 - yes - maybe - no,
): Record<Answer, number> {
  return { yes: yes / 100, maybe: maybe / 100, no: no / 100, n_a: n_a / 100 };
}

/** A run whose weighted shares are exactly these. */
function exactly(
  answers: Record<Answer, number>,
  options: Omit<SyntheticRun, "shares" | "agents"> & { agents?: number } = {},
): ReadingInput {
  const input = syntheticRun({ agents: 1_000, sRun: 0.01, ...options, shares: answers });
  const pct = {
    yes_pct: 100 * answers.yes,
    maybe_pct: 100 * answers.maybe,
    no_pct: 100 * answers.no,
    n_a_pct: 100 * answers.n_a,
  };
  const order = ["yes", "maybe", "no", "n_a"] as const;
  const answer = order.reduce((best, one) => answers[one] > answers[best] ? one : best);
  return { ...input, verdict: { ...input.verdict, ...pct, answer, margin_of_error_pct: 3.64 } };
}

const textOf = (input: ReadingInput) => readingOf(input).post_hoc.synthesis!.text;
const confidenceOf = (input: ReadingInput) => readingOf(input).post_hoc.synthesis!.confidence;

describe("the synthesis", () => {
  it("of a clear yes gives its share first", () => {
    assert.match(
      textOf(exactly(shares(63.2, 14.6, 20.2))),
      /^A majority of the 1,000 simulated respondents, 63%, said yes\. Another 20% said no and 15% maybe; for 2% the question did not apply\./,
    );
  });

  it("of a clear no gives the yes share too", () => {
    assert.match(
      textOf(exactly(shares(18, 15, 65))),
      /^A majority of the 1,000 simulated respondents, 65%, said no\. Yes came to 18% and maybe to 15%;/,
    );
  });

  it("of a lead without a majority gives its size", () => {
    assert.match(
      textOf(exactly(shares(46, 22, 31, 1))),
      /^The most common answer among the 1,000 simulated respondents is yes, at 46%\. It leads the next by 15 points, more than the margin of their sampling of \d/,
    );
  });

  it("of a split names no winner", () => {
    const text = textOf(exactly(shares(41, 19, 38)));
    assert.match(
      text,
      /^Of the 1,000 simulated respondents 41% said yes, 38% no and 19% maybe;/,
    );
    assert.match(textOf(exactly(shares(37, 24, 39, 0))), / 37% said yes, 39% no and 24% maybe\. /);
    assert.match(
      text,
      /Which answer leads among others drawn like them is not known: the lead of the most common answer over the next, 3 points, is within the margin of their sampling of [\d.]+ points\./,
    );
    assert.match(
      textOf(exactly(shares(40, 20, 40, 0))),
      /the lead of the most common answer over the next, less than 1 point, is within/,
    );
  });

  it("of a split by the error of the prediction says what stands out among the simulated, and claims no leader of people", () => {
    const interval_pct = { yes: [21, 93], maybe: [0, 40], no: [4, 71] } as const;
    const input = exactly(shares(66, 4, 30, 0));
    const text = textOf({
      ...input,
      verdict: { ...input.verdict, interval_pct, margin_of_error_pct: 36 },
    });
    assert.match(
      text,
      /^Of the 1,000 simulated respondents 66% said yes, 30% no and 4% maybe\. Which answer leads among U\.S\. adults is not known: /,
    );
    assert.doesNotMatch(text, /stands out/);
  });

  it("states how sure the yes share is as an interval of shares, rounded outwards", () => {
    const input = exactly(shares(5, 3, 92, 0));
    const known = {
      interval_pct: { yes: [0.4, 19.2], maybe: [0, 9], no: [75, 98] } as const,
      margin_of_error_pct: 9.4,
    };
    assert.match(
      textOf({ ...input, verdict: { ...input.verdict, ...known } }),
      /Between 0 and 20% of U\.S\. adults would say yes, by a survey of 2018 \(95% interval\)\./,
    );
    const unknown = { interval_pct: null, margin_of_error_pct: null, sampling_margin_pct: 6.3 };
    assert.match(
      textOf({ ...input, verdict: { ...input.verdict, ...unknown } }),
      /By the sampling of the simulated respondents alone the yes share is between 0 and 12% \(95% interval\); of people nothing is known\./,
    );
  });

  it("takes a lead for people's only where the intervals of both answers are apart", () => {
    const input = exactly(shares(7, 27, 66));
    const withEnds = (no: [number, number], maybe: [number, number]) =>
      textOf({ ...input, verdict: { ...input.verdict, interval_pct: { yes: [3, 19], maybe, no } } });
    assert.match(
      withEnds([42, 79], [16, 43]),
      /Which answer leads among U\.S\. adults is not known: the lead of .*, 39 points, is within its margin of error of 40 points\./,
    );
    assert.match(
      withEnds([42, 79], [16, 41]),
      /It leads the next by 39 points, more than its margin of error of 38 points\./,
    );
  });

  it("names what is wrong with the question before any figure", () => {
    const double = { ...exactly(shares(60, 15, 23)), question: "Should taxes be cut and wages be raised?" };
    assert.match(
      textOf(double),
      /^The question asks two things at once, so nobody knows which of them a yes is to\. A majority/,
    );
    const unread = { ...double, boundary: { ...double.boundary, tier: 3, evidence: "none" } } as const;
    const text = textOf(unread);
    assert.equal(
      text,
      "No single question of yes or no could be read, so the verdict means nothing. " +
        "Of the 1,000 simulated respondents 60% said yes, 23% no and 15% maybe; for 2% the question did not apply.",
    );
  });

  it("of a question that does not fit gives the yes share of those whom it fits", () => {
    assert.match(
      textOf(exactly(shares(20, 8, 12, 60))),
      /^The question does not fit most of those who were asked: it did not apply to 60% .* Among those it does fit, the yes share is 50%;/,
    );
    assert.match(
      textOf(exactly(shares(30, 10, 20, 40))),
      /^The question does not fit many of those who were asked/,
    );
  });

  it("of a handful counts them instead of giving shares", () => {
    const text = textOf(syntheticRun({ agents: 12, seed: 3 }));
    assert.match(text, /^Only 12 simulated respondents were asked, too few for shares to mean much: /);
    assert.doesNotMatch(text.split(". ")[0] ?? "", /%/);
  });

  it("writes shares that add up to 100 where rounding each would not", () => {
    assert.match(textOf(exactly(shares(40.6, 18.7, 40.7, 0))), / 40% said yes, 41% no and 19% maybe\./);
    assert.match(textOf(exactly(shares(40.4, 19.3, 40.3, 0))), / 41% said yes, 40% no and 19% maybe\./);
  });

  it("writes a share that rounds to 0 or 100 as less than 1% or more than 99%", () => {
    const text = textOf(exactly(shares(99.6, 0.2, 0.2, 0)));
    assert.match(text, /more than 99%/);
    assert.match(text, /less than 1%/);
  });

  it("names the clearest difference, or says that there is none", () => {
    const planted = { dimension: "age", segment: "65+", points: -30 };
    assert.match(
      textOf(exactly(shares(60, 15, 23), { planted })),
      /The clearest difference of these simulated respondents, which says nothing about people, is by age: \d+% of simulated people aged 65 and over said yes, against \d+% of everyone else/,
    );
    assert.match(
      textOf(exactly(shares(60, 15, 23))),
      /No difference between segments can be told from chance\./,
    );
  });

  it("names the most common reservation and attraction", () => {
    assert.match(
      textOf(exactly(shares(60, 15, 23))),
      /The most common reservation is cost \(\d+% of those who said no or maybe\); the most common attraction is convenience \(\d+% of those who said yes\)\./,
    );
  });

  it("names no reservation that leads the next by chance alone", () => {
    const even = ["It costs too much.", "I do not need it.", "I do not need it.", "I do not need it."];
    const reasons = { yes: ["It saves time."], maybe: even, no: even, n_a: ["No."] };
    const text = textOf(exactly(shares(60, 15, 23), { reasons }));
    assert.doesNotMatch(text, /reservation/);
    assert.match(text, / The most common attraction is convenience \(\d+% of those who said yes\)\./);
  });

  it("has no word of reasons and intensities that the engine composes", () => {
    const templates: ReadingInput = { ...exactly(shares(60, 15, 23)), textSource: "templates" };
    assert.doesNotMatch(textOf(templates), /reservation|attraction|reason|quote|intensity|feelings/i);
  });

  it("speaks of no maybe where nobody could say it, and says what the survey's answers count as", () => {
    const forced = exactly(shares(60, 0, 40, 0));
    assert.match(textOf(forced), /60%, said yes\. Another 40% said no\. /);
    assert.match(textOf(exactly(shares(40, 0, 60, 0))), / Yes came to 40%\. /);
    assert.match(textOf(exactly(shares(51, 0, 49, 0))), / 51% said yes and 49% no\. /);
    const answers = foldInWords({
      yes: ["too little"],
      maybe: ["about right"],
      no: ["too much", "far too much"],
    }, true);
    const text = textOf({ ...forced, boundary: { ...forced.boundary, answers, polarity: "opposite" } });
    assert.match(
      text,
      /, of whose answers “too much” or “far too much” counts as yes, “about right” as maybe and “too little” as no\.$/,
    );
  });

  it("ends with what is calibrated, by tier", () => {
    const input = exactly(shares(60, 15, 23));
    const topical: ReadingInput = { ...input, boundary: { ...input.boundary, tier: 2 } };
    const demo: ReadingInput = { ...topical, boundary: { ...topical.boundary, evidence: "demo" } };
    const generic: ReadingInput = {
      ...input,
      methodology: null,
      boundary: { ...input.boundary, tier: 3 },
    };
    assert.match(
      textOf(input),
      /is calibrated on a survey's question that this one matches\.$/,
    );
    assert.match(
      textOf(topical),
      /covers the topic, but none of its calibrated questions is this one, so no accuracy is claimed\.$/,
    );
    assert.match(
      textOf(demo),
      /^This is a demonstration: .* methodology is a demonstration, and nothing in its verdicts is calibrated on a survey\.$/,
    );
    assert.match(
      textOf(generic),
      /No published methodology fits the question, .* nothing here is calibrated\.$/,
    );
  });

  it("has the confidence of its rule", () => {
    const clear = exactly(shares(63, 15, 20));
    assert.equal(confidenceOf(clear), "high");
    const cases: [string, Partial<ReadingInput>, string][] = [
      ["tier 2", { boundary: { ...clear.boundary, tier: 2 } }, "medium"],
      ["tier 3", { boundary: { ...clear.boundary, tier: 3 } }, "low"],
      ["nothing known of people", { verdict: { ...clear.verdict, margin_of_error_pct: null } }, "low"],
      ["a margin over 5", { verdict: { ...clear.verdict, margin_of_error_pct: 5.1 } }, "medium"],
      ["a margin over 10", { verdict: { ...clear.verdict, margin_of_error_pct: 10.1 } }, "low"],
      ["few effective answers", { verdict: { ...clear.verdict, effective_n: 99 } }, "low"],
      ["one in five unfitting", { verdict: { ...clear.verdict, no_pct: 2, n_a_pct: 20 } }, "medium"],
    ];
    for (const [name, change, confidence] of cases) {
      assert.equal(confidenceOf({ ...clear, ...change }), confidence, name);
    }
    assert.equal(confidenceOf(exactly(shares(41, 19, 38))), "low");
    assert.equal(confidenceOf(exactly(shares(20, 8, 12, 60))), "low");
  });
});
