import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedResults } from "#testing/simulations.ts";

describe("The calibration boundary", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });
  const boundary = async (change: object) =>
    (await completedResults(own.call, { agent_count: 20, ...change })).calibration_boundary;

  it("is tier 1 for every KPI question that a survey asked, with one accuracy, and a demonstration for the others", async () => {
    const accuracies = new Set<number>();
    for (const { slug, kpi_question, calibration } of PUBLISHED) {
      const { calibration_boundary: shown, verdict } = await completedResults(own.call, {
        agent_count: 20,
        workflow_id: slug,
        question: kpi_question,
      });
      assert.ok(shown.similarity > 0.999);
      assert.equal(shown.methodology_id, slug);
      assert.equal(shown.disclaimer.includes("illustrat"), calibration.illustrative);
      if (calibration.illustrative) {
        assert.deepEqual(
          [
            shown.tier,
            shown.kind,
            shown.accuracy_pct,
            shown.accuracy_basis,
            shown.confirm_mean_pct,
            verdict.evidence,
          ],
          [2, "topic_uncalibrated", null, null, null, "demo"],
        );
      } else {
        assert.deepEqual([shown.tier, shown.kind, verdict.evidence], [1, "calibrated", "survey_matched"]);
        assert.ok(shown.accuracy_pct > shown.accuracy_basis.baseline_pct && shown.confirm_mean_pct > 0);
        accuracies.add(shown.accuracy_pct);
      }
    }
    assert.equal(accuracies.size, 1);
  });

  it("is tier 1 without a question where the KPI question is a survey's, else a demonstration", async () => {
    const surveyed = await boundary({ workflow_id: "public-spending", question: undefined });
    assert.deepEqual([surveyed.tier, surveyed.similarity], [1, 1]);
    const demo = await boundary({ question: undefined });
    assert.deepEqual([demo.tier, demo.similarity, demo.matched_question], [2, 1, null]);
  });

  it("is tier 2 for a question on the topic in other words, with accuracy_pct null", async () => {
    const shown = await boundary({
      question: "Would a smoked tofu spread end up in your shopping basket next week?",
    });
    assert.deepEqual(
      [shown.tier, shown.kind, shown.methodology_id, shown.accuracy_pct, shown.confirm_mean_pct],
      [2, "topic_uncalibrated", "product-purchase-intent", null, null],
    );
  });

  it("is a demonstration for a negated KPI question, whose verdict is the mirror image of the KPI question's", async () => {
    const of = (question: string) =>
      completedResults(own.call, { workflow_id: "brand-trust", agent_count: 200, seed: 5, question });
    const [plain, negated] = [
      await of("Do you trust this brand to do what it promises?"),
      await of("Do you not trust this brand to do what it promises?"),
    ];
    assert.deepEqual([negated.verdict.evidence, negated.calibration_boundary.tier], ["demo", 2]);
    assert.deepEqual(
      [plain.verdict.yes, plain.verdict.maybe, plain.verdict.no_pct],
      [negated.verdict.no, negated.verdict.maybe, negated.verdict.yes_pct],
    );
  });

  it("names the survey, the matched question and its shares where a survey asked, with an interval from held-out questions", async () => {
    const { calibration_boundary: shown, verdict, scenario_applied } = await completedResults(own.call, {
      workflow_id: "public-spending",
      agent_count: 500,
      question: "Should the country spend more on education and schools?",
    });
    assert.equal(shown.sources[0].illustrative, false);
    assert.equal(shown.matched_question.text, "Should the country spend more on education and schools?");
    assert.ok(Math.abs(verdict.yes_pct - shown.matched_question.shares_pct.yes) < 6);
    assert.equal(verdict.uncertainty_basis, "held_out_questions");
    const [low, high] = verdict.interval_pct.yes;
    assert.ok(low < verdict.yes_pct && verdict.yes_pct < high && verdict.effective_human_n > 1);
    assert.equal(scenario_applied, null);
  });

  it("is tier 3 for a question of another methodology, which the disclaimer names", async () => {
    const { calibration_boundary } = await completedResults(own.call, {
      workflow_id: "product-purchase-intent",
      question: "Should the country spend more on education and schools?",
      agent_count: 10,
    });
    assert.deepEqual([calibration_boundary.tier, calibration_boundary.methodology_id], [3, null]);
    assert.match(
      calibration_boundary.disclaimer,
      /^The question does not fit the chosen methodology .+, but .+ \(workflow_id public-spending\), so /,
    );
  });

  it("is tier 3 for a question that no methodology fits: generic population, methodology_id null", async () => {
    const results = await completedResults(own.call, {
      agent_count: 20,
      question: "Is a hot dog a sandwich?",
    });
    const { calibration_boundary: shown, by_segment } = results;
    assert.deepEqual(
      [shown.tier, shown.kind, shown.methodology_id, shown.accuracy_pct],
      [3, "generic_population", null, null],
    );
    // Its interval is measured on questions that made sense.
    assert.match(
      shown.disclaimer,
      /left out, and could hold only if the question makes sense to people \(nobody knows\)\./,
    );
    const dimensions = new Set(by_segment.map(({ dimension }: { dimension: string }) => dimension));
    for (const dimension of ["sex", "age", "education", "region"]) assert.ok(dimensions.has(dimension));
  });
});
