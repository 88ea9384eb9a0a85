import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CalibrationRow, Methodology } from "#engine/bank/methodology.ts";
import { methodologyVersion, PUBLISHED } from "#engine/bank/catalogue.ts";
import { dimensionIndex, DIMENSIONS, segmentNames } from "#engine/population/dimensions.ts";
import { frameOf, marginOf } from "#engine/population/frame.ts";
import { evaluationQuestions } from "#research/routing/evaluation.ts";

const KPI_QUESTIONS = {
  "product-purchase-intent":
    "How likely are you to buy this product if it were available where you usually shop?",
  "subscription-pricing": "Would you pay this monthly price for this subscription service?",
  "ballot-measure": "If the election were held today, would you vote yes on this ballot measure?",
  "policy-support": "Do you support this proposed government policy?",
  "ad-concept-appeal": "Does this advertisement make you more interested in the brand?",
  "brand-trust": "Do you trust this brand to do what it promises?",
  "employer-appeal": "Would you consider applying for a job at this company?",
  "preventive-health": "Would you get this vaccine or preventive screening if it were offered to you?",
  "technology-adoption": "Would you use this new technology in your daily life?",
  "neighborhood-development": "Would you support building this new development in your neighborhood?",
  "charitable-giving": "Would you donate money to this cause?",
  "entertainment-viewership": "Would you watch this show or movie?",
};

const SHARES = ["yes_pct", "maybe_pct", "no_pct", "n_a_pct"] as const;

const CONTRACT = PUBLISHED.filter(({ calibration }) => calibration.illustrative);
const SURVEYED = PUBLISHED.filter(({ calibration }) => !calibration.illustrative);

describe("the published methodologies", () => {
  it("are the twelve of the contract, with their KPI questions word for word, and others whose tables are surveys'", () => {
    const published = Object.fromEntries(CONTRACT.map(({ slug, kpi_question }) => [slug, kpi_question]));
    assert.deepEqual(published, KPI_QUESTIONS);
    assert.ok(SURVEYED.length >= 8);
  });

  it("carry at least 120 calibrated questions of real surveys, each once, in at least eight methodologies", () => {
    const carrying = PUBLISHED.filter(({ calibrated_questions = [] }) => calibrated_questions.length > 0);
    const ids = carrying.flatMap(({ calibrated_questions = [] }) => calibrated_questions.map(({ id }) => id));
    assert.ok(carrying.length >= 8 && ids.length >= 120, `${ids.length} in ${carrying.length}`);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("are found by slug and version, and by nothing else", () => {
    assert.equal(methodologyVersion("brand-trust", 1)?.label, "Brand trust");
    assert.equal(methodologyVersion("brand-trust", 2), undefined);
    assert.equal(methodologyVersion("unheard-of", 1), undefined);
  });

  for (const each of PUBLISHED) describe(each.slug, () => describeMethodology(each));
  for (const each of CONTRACT) {
    describe(`${each.slug}, whose table is made up,`, () => describeMadeUpTable(each));
  }
  for (const each of SURVEYED) {
    describe(`${each.slug}, whose tables are surveys',`, () => describeSurveyTables(each));
  }
});

function describeSurveyTables({ kpi_question, calibration, calibrated_questions = [] }: Methodology): void {
  it("has its KPI question as the first calibrated one, and names survey, years and licence of each", () => {
    assert.equal(calibrated_questions[0]?.wordings[0], kpi_question);
    for (const { source, respondents, wordings } of calibrated_questions) {
      assert.ok(source.citation !== "" && source.license !== "" && /20\d\d/.test(source.years));
      assert.ok(respondents >= 100 && wordings.length >= 2);
    }
    assert.doesNotMatch(calibration.source, /made up/i);
  });

  it("has shares that add up to 1, overall and in every segment", () => {
    for (const { id, overall, segments } of calibrated_questions) {
      for (const { yes, maybe, no } of [overall, ...segments]) {
        assert.ok(Math.abs(yes + maybe + no - 1) < 3e-4, id);
      }
    }
  });
}

function describeMethodology(each: Methodology): void {
  it("has at least 20 exemplar questions, all different and none from the evaluation set", () => {
    const exemplars = each.exemplar_questions.map(folded);
    assert.ok(exemplars.length >= (each.calibration.illustrative ? 24 : 20));
    assert.equal(new Set([...exemplars, folded(each.kpi_question)]).size, exemplars.length + 1);
    const evaluated = new Set(evaluationQuestions().map(({ question }) => folded(question)));
    assert.deepEqual(exemplars.filter((question) => evaluated.has(question)), []);
  });

  it("has a known frame and reports known dimensions", () => {
    assert.ok(frameOf(each.population.frame, each.population.where).cells > 0);
    for (const dimension of ["sex", "age", "education", "region"]) {
      assert.ok(each.segments.includes(dimension));
    }
    for (const dimension of each.segments) assert.ok(dimension in DIMENSIONS, dimension);
  });

  it("recommends a sample size that the default plans can run", () => {
    assert.ok(each.recommended_sample_size >= 500 && each.recommended_sample_size <= 2_500);
  });

  it("has a strict scenario schema that takes an empty scenario and refuses unknown fields", () => {
    const validate = new Ajv2020({ strict: true }).compile(each.scenario_schema);
    assert.equal(validate({}), true);
    assert.equal(validate({ no_such_field: 1 }), false);
    assert.equal(validate([]), false);
    const { properties } = each.scenario_schema as { properties: Record<string, { type: string }> };
    const wrong = Object.entries(properties).filter(([name, { type }]) =>
      validate({ [name]: type === "string" ? 1 : "one" })
    );
    assert.deepEqual(wrong, []);
  });
}

function describeMadeUpTable(each: Methodology): void {
  const { rows } = each.calibration;

  it("has calibration rows of its KPI question whose four shares add up to 100", () => {
    for (const row of rows) {
      assert.equal(row.question, each.kpi_question);
      assert.equal(SHARES.reduce((sum, share) => sum + row[share], 0), 100, row.segment);
      assert.ok(SHARES.every((share) => row[share] >= 0) && row.n > 0);
    }
  });

  it("has one row overall and one for every segment of its population, in every dimension", () => {
    const expected = each.segments.flatMap((dimension) =>
      segmentsAsked(each, dimension).map((segment) => `${dimension}=${segment}`)
    );
    assert.deepEqual(rows.map((row) => row.segment).sort(), ["overall", ...expected].sort());
  });

  it("holds out a quarter of the rows or a little more, never the overall row", () => {
    const share = rows.filter((row) => row.held_out).length / rows.length;
    assert.ok(share >= 0.25 && share <= 0.3, `${share}`);
    assert.equal(rows.find((row) => row.segment === "overall")?.held_out, false);
  });

  it("has rows that average to the overall row within 1.5 points in every dimension", () => {
    const overall = rows.find((row) => row.segment === "overall");
    const frame = frameOf(each.population.frame, each.population.where);
    for (const dimension of each.segments) {
      const margin = marginOf(frame, dimensionIndex(dimension));
      for (const share of SHARES) {
        const mean = segmentNames(dimensionIndex(dimension)).reduce((sum, segment, s) => {
          const row = rows.find((candidate) => candidate.segment === `${dimension}=${segment}`);
          return sum + (margin[s] ?? 0) * (row?.[share] ?? 0);
        }, 0);
        assert.ok(Math.abs(mean - overall![share]) <= 1.5, `${dimension} ${share}: ${mean}`);
      }
    }
  });

  it("counts every respondent once in every dimension", () => {
    const overall = rows.find((row) => row.segment === "overall");
    for (const dimension of each.segments) {
      const counted = rows.filter((row) => row.segment.startsWith(`${dimension}=`)).reduce(countOf, 0);
      assert.equal(counted, overall?.n, dimension);
    }
  });

  it("says plainly that its figures were made up", () => {
    assert.equal(each.calibration.illustrative, true);
    assert.match(each.calibration.source, /made up/i);
    assert.match(each.calibration.source, /not a survey/);
  });
}

function segmentsAsked({ population }: Methodology, dimension: string): readonly string[] {
  return population.where?.[dimension] ?? segmentNames(dimensionIndex(dimension));
}

function countOf(sum: number, row: CalibrationRow): number {
  return sum + row.n;
}

function folded(question: string): string {
  return question.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, " ").trim();
}
