import assert from "node:assert/strict";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { builtInSimilarity } from "#engine/forecast/forecast.ts";
import { type BoundaryInput, calibrationBoundary, MEASURED } from "#engine/verdict/calibration-boundary.ts";
import { forecaster } from "#testing/engine-run.ts";

interface Asked {
  readonly slug?: string | null;
  readonly question?: string | null;
  readonly similarity?: number;
  readonly onTopic?: boolean;
}

async function boundary(
  {
    slug = "brand-trust",
    question = "Do you trust this brand to do what it promises?",
    similarity,
    onTopic = true,
  }: Asked = {},
  change: Partial<BoundaryInput> = {},
) {
  const methodology = slug === null ? null : newestMethodology(slug)!;
  const read = await forecaster.read(question ?? methodology?.kpi_question ?? "", methodology);
  const { own, kpi } = builtInSimilarity(read);
  const cosines = { own: similarity ?? own, kpi: similarity ?? kpi };
  const forecast = forecaster.forecast({ read, methodology, onTopic, similarity: cosines, scenario: {} });
  return calibrationBoundary({
    forecast: question === null ? { ...forecast, similarity: 1 } : forecast,
    methodology,
    question,
    embedderId: "bge-small-en-v1.5-q8",
    routingConfidence: 0.99,
    engine: "embedded",
    ...change,
  });
}

describe("the calibration boundary", () => {
  const EDUCATION = "Should the country spend more on education and schools?";
  const spending = (asked: Asked = {}) =>
    boundary({ slug: "public-spending", question: EDUCATION, ...asked });

  it("names the word by which a question may ask for something else than the one that it comes near", async () => {
    const { tier, accuracy_pct, disclaimer } = await spending({
      question: "Should the country spend more on fighting violent crime?",
    });
    assert.deepEqual([tier, accuracy_pct], [2, null]);
    assert.match(
      disclaimer,
      /It comes near "Should the country spend more on fighting crime\?", but "violent" may ask for something else\./,
    );
  });

  it("is tier 1 for a survey's question, with its scale and year, and the accuracy of such verdicts", async () => {
    const { disclaimer, sources, matched_question, similarity, ...rest } = await spending();
    const { accuracy_pct, baseline_pct, held_out_rows, confirm_mean_pct } = MEASURED;
    assert.deepEqual(rest, {
      tier: 1,
      kind: "calibrated",
      methodology_id: "public-spending",
      accuracy_pct,
      accuracy_basis: { held_out_rows, baseline_pct, illustrative: false },
      confirm_mean_pct,
    });
    assert.ok(accuracy_pct > 80 && accuracy_pct > baseline_pct + 1 && held_out_rows >= 50);
    assert.ok(similarity! > 0.99);
    assert.equal(matched_question?.polarity, "same");
    assert.deepEqual([matched_question?.year, matched_question?.scale], [
      "2016, 2018",
      { yes: ["too little or not enough"], maybe: ["about right"], no: ["too much"] },
    ]);
    assert.deepEqual(sources.map(({ survey, illustrative }) => [survey, illustrative]), [[
      "General Social Survey",
      false,
    ]]);
    assert.ok(
      disclaimer.includes(
        `No error of this verdict: ${held_out_rows} calibrated questions, each answered by a twin's table ` +
          `in place of its own, were off by ${Math.round(100 - accuracy_pct)} points on average`,
      ),
      disclaimer,
    );
    assert.match(
      disclaimer,
      /The table's source: General Social Survey \(2016, 2018\), [\d,]+ respondents\./,
    );
    assert.doesNotMatch(disclaimer, /illustrative/);
  });

  it("is never tier 1 where the table is made up, and claims nothing of people", async () => {
    for (
      const question of [
        null,
        "Do you trust this brand to do what it promises?",
        "Do you distrust this brand to do what it promises?",
      ]
    ) {
      const demo = await boundary({ question });
      assert.deepEqual(
        [
          demo.tier,
          demo.kind,
          demo.matched_question,
          demo.accuracy_pct,
          demo.accuracy_basis,
          demo.confirm_mean_pct,
        ],
        [2, "topic_uncalibrated", null, null, null, null],
      );
      assert.deepEqual(demo.sources.map(({ illustrative, year }) => [illustrative, year]), [[true, null]]);
      assert.match(demo.disclaimer, /a demonstration and says nothing about people/);
    }
  });

  it("is tier 1 at a similarity of 0.85 exactly, and not below it", async () => {
    assert.equal((await spending({ similarity: 0.85 })).tier, 1);
    assert.equal((await spending({ similarity: 0.8499 })).tier, 2);
  });

  it("is tier 1 with similarity 1 when no question was given and the KPI question is a survey's", async () => {
    const asked = await spending({ question: null });
    assert.deepEqual([asked.tier, asked.similarity], [1, 1]);
    assert.match(asked.disclaimer, /^No question was given, so the calibrated question/);
    assert.match(
      (await boundary({ question: null })).disclaimer,
      /^No question was given, so the KPI question/,
    );
  });

  it("is tier 1 for the opposite of a calibrated question, and says that yes and no are swapped", async () => {
    const reversed = await spending({ question: "Should the country spend less on education and schools?" });
    assert.deepEqual([reversed.tier, reversed.matched_question?.polarity], [1, "opposite"]);
    assert.match(
      reversed.disclaimer,
      /is read as the opposite of the calibrated question, so yes and no are swapped/,
    );
  });

  it("says nothing of people where the question has no words to read", async () => {
    const unread = await boundary({ question: "asdf qwer zxcv uiop", onTopic: false });
    assert.match(
      unread.disclaimer,
      /^The question has too few English words to be read\. So nothing is said about people\. /,
    );
    const german = await boundary({
      question: "Soll die Regierung mehr Geld für Schulen und Parks ausgeben?",
    });
    assert.match(german.disclaimer, /^The question is not in English, .* So nothing is said about people\. /);
    for (const { disclaimer, matched_question, sources } of [unread, german]) {
      assert.deepEqual([matched_question, sources], [null, []]);
      assert.doesNotMatch(disclaimer, /predicted/);
    }
  });

  it("says of what cannot be read what its tier means: whether its words name a topic", async () => {
    const open = await spending({
      question: "What should the government spend more money on?",
      onTopic: true,
    });
    assert.equal(open.tier, 2);
    assert.match(
      open.disclaimer,
      /name the topic of the methodology Public spending.*, which is all that tier 2 means here\./,
    );
    const unread = await spending({ question: "asdf qwer zxcv uiop", onTopic: false });
    assert.equal(unread.tier, 3);
    assert.match(
      unread.disclaimer,
      /name the topic of no methodology, which is all that tier 3 means here\./,
    );
  });

  it("is not tier 1 for a question with a number or a name that the calibrated one lacks", async () => {
    assert.equal((await boundary({ question: "Do you trust Volkswagen to do what it promises?" })).tier, 2);
    assert.equal(
      (await boundary({
        slug: "subscription-pricing",
        question: "Would you pay this monthly price of $9 for this subscription service?",
      }))
        .tier,
      2,
    );
  });

  it("says of an illustrative table that it is illustrative", async () => {
    for (
      const question of [
        "Do you trust this brand to do what it promises?",
        "Do you trust Costco's batteries?",
      ]
    ) {
      const slug = question.includes("Costco") ? "product-purchase-intent" : "brand-trust";
      assert.match(
        (await boundary({ slug, question })).disclaimer,
        /table behind it is illustrative: its figures were made up/,
      );
    }
  });

  it("is tier 2 without figures for a question on the topic", async () => {
    const topical = await boundary({ question: "Do you trust the makers of this soap?" });
    assert.deepEqual([topical.tier, topical.kind, topical.methodology_id], [
      2,
      "topic_uncalibrated",
      "brand-trust",
    ]);
    assert.deepEqual([topical.accuracy_pct, topical.accuracy_basis, topical.confirm_mean_pct], [
      null,
      null,
      null,
    ]);
  });

  it("names on tier 3 the methodology that the question fits, where the chosen one does not", async () => {
    const question = "Should the country spend more on education and schools?";
    const fitting = newestMethodology("public-spending")!;
    const { tier, methodology_id, disclaimer } = await boundary({ question, onTopic: false }, { fitting });
    assert.deepEqual([tier, methodology_id], [3, null]);
    assert.ok(disclaimer.startsWith(
      `The question does not fit the chosen methodology ${
        newestMethodology("brand-trust")!.name
      }, but ${fitting.name} ` +
        "(workflow_id public-spending), so respondents simulated as U.S. adults in general were drawn.",
    ));
    assert.doesNotMatch(disclaimer, /no published methodology/);
  });

  it("is tier 3 off the topic, without a methodology and without figures", async () => {
    for (
      const asked of [{ question: "Is the moon nice?", onTopic: false }, {
        slug: null,
        question: "Is the moon nice?",
      }]
    ) {
      const stranger = await boundary(asked);
      assert.deepEqual([stranger.tier, stranger.kind, stranger.methodology_id, stranger.accuracy_pct], [
        3,
        "generic_population",
        null,
        null,
      ]);
      assert.match(stranger.disclaimer, /simulated as U\.S\. adults in general were drawn/);
    }
  });

  it("says of a question that cannot be answered with yes or no that its verdict means little", async () => {
    assert.match(
      (await boundary({ question: "Why do you trust this brand?" })).disclaimer,
      /cannot be answered with yes or no/,
    );
  });

  it("says of a model that a model answered", async () => {
    const read = (await boundary({}, { engine: "model" })).disclaimer;
    assert.match(read, /drawn from what a language model says/);
    assert.doesNotMatch(read, /predicted from questions/);
  });
});
