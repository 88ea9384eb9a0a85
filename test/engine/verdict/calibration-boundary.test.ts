import assert from "node:assert/strict";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { builtInSimilarity } from "#engine/forecast/tier.ts";
import { type BoundaryInput, calibrationBoundary } from "#engine/verdict/calibration-boundary.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";

const forecaster = new Forecaster(createBuiltInEmbedder());

interface Asked {
  readonly slug?: string | null;
  readonly question?: string | null;
  readonly similarity?: number;
  readonly onTopic?: boolean;
}

function boundary(
  {
    slug = "brand-trust",
    question = "Do you trust this brand to do what it promises?",
    similarity,
    onTopic = true,
  }: Asked = {},
  change: Partial<BoundaryInput> = {},
) {
  const methodology = slug === null ? null : newestMethodology(slug)!;
  const read = forecaster.read(question ?? methodology?.kpi_question ?? "", methodology);
  const { own, kpi } = builtInSimilarity(read);
  const cosines = { own: similarity ?? own, kpi: similarity ?? kpi };
  const forecast = forecaster.forecast({ read, methodology, onTopic, similarity: cosines, scenario: {} });
  return calibrationBoundary({
    forecast: question === null ? { ...forecast, similarity: 1 } : forecast,
    methodology,
    question,
    embedderId: "built-in-100d-1",
    routingConfidence: 0.99,
    accuracy: {
      accuracy_pct: 91.25,
      confirm_mean_pct: 44.1,
      baseline_pct: 85,
      held_out_rows: 7,
      computed_at: "2026-11-20T10:00:00Z",
    },
    engine: "embedded",
    ...change,
  });
}

describe("the calibration boundary", () => {
  it("is tier 1 for the KPI question, with the accuracy, its date and its baseline", () => {
    const { disclaimer, sources, ...rest } = boundary();
    assert.deepEqual(rest, {
      tier: 1,
      kind: "calibrated",
      methodology_id: "brand-trust",
      similarity: rest.similarity,
      matched_question: rest.matched_question,
      accuracy_pct: 91.25,
      accuracy_basis: { held_out_rows: 7, baseline_pct: 85, illustrative: true },
      confirm_mean_pct: 44.1,
    });
    assert.ok(Math.abs(rest.similarity! - 1) < 1e-6);
    assert.equal(rest.matched_question?.polarity, "same");
    assert.deepEqual(sources.map(({ illustrative, year }) => [illustrative, year]), [[true, null]]);
    assert.match(disclaimer, /similarity 1\.00 by the embedder built-in-100d-1/);
    assert.match(
      disclaimer,
      /accuracy of 91\.3 % is that of 7 held-out rows of the table, computed on 2026-11-20, where the overall share alone scores 85\.0 %/,
    );
  });

  it("is tier 1 at a similarity of 0.85 exactly, and not below it", () => {
    assert.equal(boundary({ similarity: 0.85 }).tier, 1);
    assert.equal(boundary({ similarity: 0.8499 }).tier, 2);
  });

  it("is tier 1 with similarity 1 when no question was given", () => {
    const asked = boundary({ question: null });
    assert.deepEqual([asked.tier, asked.similarity], [1, 1]);
    assert.match(asked.disclaimer, /^No question was given, so the calibrated question/);
  });

  it("is tier 1 for the opposite of a calibrated question, and says that yes and no are swapped", () => {
    const reversed = boundary({ question: "Do you distrust this brand to do what it promises?" });
    assert.deepEqual([reversed.tier, reversed.matched_question?.polarity], [1, "opposite"]);
    assert.match(
      reversed.disclaimer,
      /asks the opposite of the calibrated question, so yes and no are swapped/,
    );
  });

  it("is not tier 1 for a question with a number or a name that the calibrated one lacks", () => {
    assert.equal(boundary({ question: "Do you trust Volkswagen to do what it promises?" }).tier, 2);
    assert.equal(
      boundary({
        slug: "subscription-pricing",
        question: "Would you pay this monthly price of $9 for this subscription service?",
      })
        .tier,
      2,
    );
  });

  it("carries a survey's table with its accuracy, source and respondents", () => {
    const spending = boundary({
      slug: "public-spending",
      question: "Should the country spend more on education and schools?",
    });
    assert.equal(spending.tier, 1);
    assert.deepEqual(spending.sources.map(({ survey, illustrative }) => [survey, illustrative]), [[
      "General Social Survey",
      false,
    ]]);
    assert.ok(spending.accuracy_pct! > 80 && spending.accuracy_basis?.illustrative === false);
    assert.match(
      spending.disclaimer,
      /The table's source: General Social Survey \(2016, 2018\), [\d,]+ respondents\./,
    );
    assert.doesNotMatch(spending.disclaimer, /illustrative/);
  });

  it("states no accuracy before it has been computed, and says so", () => {
    const { tier, accuracy_pct, confirm_mean_pct, disclaimer } = boundary({}, { accuracy: null });
    assert.deepEqual([tier, accuracy_pct, confirm_mean_pct], [1, null, null]);
    assert.match(disclaimer, /accuracy has not been computed, so none is stated/);
  });

  it("says at tiers 1 and 2 that an illustrative table is illustrative", () => {
    for (
      const question of [
        "Do you trust this brand to do what it promises?",
        "Do you trust Costco's batteries?",
      ]
    ) {
      const slug = question.includes("Costco") ? "product-purchase-intent" : "brand-trust";
      assert.match(
        boundary({ slug, question }).disclaimer,
        /table is illustrative: its figures were made up/,
      );
    }
  });

  it("is tier 2 without figures for a question on the topic", () => {
    const topical = boundary({ question: "Do you trust the makers of this soap?" });
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
    assert.match(topical.disclaimer, /no accuracy is claimed/);
  });

  it("names on tier 3 the methodology that the question fits, where the chosen one does not", () => {
    const question = "Should the country spend more on education and schools?";
    const fitting = newestMethodology("public-spending")!;
    const { tier, methodology_id, disclaimer } = boundary({ question, onTopic: false }, { fitting });
    assert.deepEqual([tier, methodology_id], [3, null]);
    assert.ok(disclaimer.startsWith(
      `The question does not fit the chosen methodology ${
        newestMethodology("brand-trust")!.name
      }, but ${fitting.name} ` +
        "(workflow_id public-spending), so simulated respondents of a generic U.S. adult population were asked.",
    ));
    assert.doesNotMatch(disclaimer, /no published methodology/);
  });

  it("is tier 3 off the topic, without a methodology and without figures", () => {
    for (
      const asked of [{ question: "Is the moon nice?", onTopic: false }, {
        slug: null,
        question: "Is the moon nice?",
      }]
    ) {
      const stranger = boundary(asked);
      assert.deepEqual([stranger.tier, stranger.kind, stranger.methodology_id, stranger.accuracy_pct], [
        3,
        "generic_population",
        null,
        null,
      ]);
      assert.match(stranger.disclaimer, /generic U\.S\. adult population/);
    }
  });

  it("says of a question that cannot be answered with yes or no that its verdict means little", () => {
    assert.match(
      boundary({ question: "Why do you trust this brand?" }).disclaimer,
      /cannot be answered with yes or no/,
    );
  });

  it("says of a model that a model answered, and that its error is unmeasured", () => {
    const read = boundary({}, { engine: "model" }).disclaimer;
    assert.match(read, /drawn from what a language model says/);
    assert.doesNotMatch(read, /predicted from questions/);
  });
});
