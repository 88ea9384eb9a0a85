import assert from "node:assert/strict";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { questionIssues } from "#engine/question/issues.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import { completedResults, ended } from "#testing/simulations.ts";
import { assertRefused } from "#testing/caller.ts";

const PREVIEW = "/v1/simulations/preview";

describe("The preview of a simulation", () => {
  let own: TestOrganization;
  before(async () => {
    own = await newOrganization();
  });
  const preview = async (body: object) => {
    const { status, data } = await own.call("POST", PREVIEW, { body });
    assert.equal(status, 200);
    return data;
  };

  it("names the calibrated question that is matched, with its shares and sources", async () => {
    const shown = await preview({ question: "Should the country spend less on education and schools?" });
    assert.equal(shown.routed_via.workflow_id, "public-spending");
    assert.deepEqual([shown.tier, shown.matched_question.polarity, shown.illustrative], [
      1,
      "opposite",
      false,
    ]);
    assert.ok(Math.abs(shown.expected_pct.no - shown.matched_question.shares_pct.yes) <= 0.05);
    assert.ok(shown.sources[0].respondents > 1_000);
    assert.deepEqual([shown.evidence, shown.question_issues, shown.matched_question.year], [
      "survey_matched",
      [],
      "2016, 2018",
    ]);
    assert.deepEqual(shown.matched_question.scale.maybe, ["about right"]);
    assert.ok(shown.sampling_margin_pct < shown.margin_of_error_pct && shown.effective_human_n > 1);
    assert.equal(shown.cost, null);
  });

  it("expects what a run then gives, within its sampling margin", async () => {
    const question = "Would you pay $12 a month for this recipe service?";
    const shown = await preview({ question, agent_count: 1_000 });
    assert.deepEqual(shown.scenario_applied, { monthly_price_usd: 12, read_from: "question", ignored: [] });
    const { workflow_id } = shown.routed_via;
    const { verdict, scenario_applied } = await completedResults(own.call, {
      workflow_id,
      agent_count: 1_000,
      question,
    });
    assert.equal(
      JSON.stringify(scenario_applied),
      JSON.stringify(shown.scenario_applied),
      "keys in one order",
    );
    assert.ok(Math.abs(verdict.yes_pct - shown.expected_pct.yes) < 2 * shown.sampling_margin_pct);
    for (
      const { evidence, uncertainty_basis, interval_pct, margin_of_error_pct, effective_human_n } of [
        shown,
        verdict,
      ]
    ) {
      assert.deepEqual(
        [evidence, uncertainty_basis, interval_pct, margin_of_error_pct, effective_human_n],
        ["demo", "unmeasured", null, null, null],
      );
    }
  });

  it("names what is wrong with a question, and says nothing of people then, whatever table is at hand", async () => {
    const issues = {
      "Is qwer asdf zxcv uiop hjkl?": ["gibberish"],
      "¿Comprarías este producto en tu tienda habitual?": ["not_english"],
      "What should the government do about schools?": ["open"],
      "Should the government raise taxes and cut spending on schools?": ["double_barrelled"],
      "Would you rather have lower taxes or better schools?": ["double_barrelled"],
      "How much should taxes be?": ["open"],
    };
    const bodies = Object.entries(issues).flatMap(([question, expected]) =>
      // The second one's table is made up.
      ["public-spending", "product-purchase-intent"].map((workflow_id) => ({
        expected,
        body: { question, workflow_id, agent_count: 30 },
      }))
    );
    for (const { expected, body } of bodies) {
      const shown = await preview(body);
      const { verdict, ...results } = await completedResults(own.call, body);
      assert.match(results.calibration_boundary.disclaimer, /So nothing is said about people\./);
      for (const { interval_pct } of results.by_segment) assert.equal(interval_pct, null);
      for (const each of [shown, { ...results, ...verdict }]) {
        const { question_issues, evidence, interval_pct, margin_of_error_pct, effective_human_n } = each;
        assert.deepEqual(
          [question_issues, evidence, interval_pct, margin_of_error_pct, effective_human_n],
          [expected, "none", null, null, null],
          body.question,
        );
      }
    }
  });

  it("says of two things what people said who were asked them in the same words", async () => {
    const asked = calibratedBank().flatMap(({ id, wordings }) =>
      wordings.map((question) => ({ id, question }))
    ).find(({ question }) => questionIssues(question).includes("double_barrelled"))!;
    const { slug } = PUBLISHED.find(({ calibrated_questions = [] }) =>
      calibrated_questions.some(({ id }) => id === asked.id)
    )!;
    const shown = await preview({ question: asked.question, workflow_id: slug });
    assert.deepEqual([shown.evidence, shown.question_issues], ["survey_matched", ["double_barrelled"]]);
    assert.ok(shown.interval_pct !== null);
  });

  it("answers for a question off every topic with tier 3 and the alternatives instead of a refusal", async () => {
    const shown = await preview({ question: "What is the boiling point of water at sea level?" });
    assert.deepEqual([shown.routed_via, shown.tier], [null, 3]);
    assert.equal(shown.alternatives.length, 3);
  });

  it("answers for a question off every topic with the methodology whose agents a fallback asks", async () => {
    const body = {
      question: "Should the moon be painted in a lovely green?",
      fallback: "general_population",
    };
    const shown = await preview(body);
    const created = await own.call("POST", "/v1/simulations/auto", { body: { ...body, agent_count: 30 } });
    assert.deepEqual([shown.routed_via, shown.workflow_id], [null, created.data.workflow_id]);
    assert.equal(shown.workflow_id, "public-opinion");
  });

  it("answers for the methodology that is named what its run then states", async () => {
    const question = "Would you pay $12 a month for this recipe service?";
    const named = [["subscription-pricing", 2, { monthly_price_usd: 30 }], ["brand-trust", 3, {}]] as const;
    for (const [workflow_id, tier, scenario] of named) {
      const body = { question, agent_count: 100, workflow_id };
      const shown = await preview({ ...body, overrides: scenario });
      assert.deepEqual([shown.workflow_id, shown.tier], [workflow_id, tier]);
      assert.equal(shown.routed_via.workflow_id, "subscription-pricing");
      const { calibration_boundary, scenario_applied } = await completedResults(own.call, {
        ...body,
        scenario_context: scenario,
      });
      assert.equal(calibration_boundary.tier, tier);
      assert.deepEqual(scenario_applied, shown.scenario_applied);
    }
  });

  it("asks for the answers that are offered, in a run of the named methodology as in that of the general population", async () => {
    const question = "Should every town have a public piano for everybody to play?";
    const overrides = { answers_offered: "yes_no" };
    const body = { question, fallback: "general_population", agent_count: 200 };
    const [unsaid, shown] = [await preview(body), await preview({ ...body, overrides })];
    assert.ok(unsaid.expected_pct.maybe > 1);
    assert.equal(shown.expected_pct.maybe, 0);
    const { data } = await own.call("POST", "/v1/simulations/auto", { body: { ...body, overrides } });
    const named = { workflow_id: "brand-trust", question, agent_count: 200, scenario_context: overrides };
    const created = await own.call("POST", "/v1/simulations", { body: named });
    for (const { id } of [data, created.data]) {
      await ended(own.call, id);
      const { verdict, scenario_applied } = (await own.call("GET", `/v1/simulations/${id}/results`)).data;
      assert.equal(verdict.maybe, 0);
      assert.deepEqual(scenario_applied, { read_from: "context", ignored: [], answers_offered: "yes_no" });
    }
    const wrong = { ...named, scenario_context: { answers_offered: "maybe" } };
    const { meta } = await own.call("POST", "/v1/simulations", { body: wrong });
    assert.equal(meta.field, "/scenario_context/answers_offered");
  });

  it("refuses a methodology that is not there, and a scenario of another one than the named one", async () => {
    const body = { question: "Would you buy this oat milk for breakfast?", workflow_id: "brand-trust" };
    const foreign = await own.call("POST", PREVIEW, { body: { ...body, overrides: { price_usd: 3 } } });
    assertRefused(foreign, 400, "validation_error");
    const unknown = await own.call("POST", PREVIEW, { body: { ...body, workflow_id: "nobodys" } });
    assertRefused(unknown, 400, "invalid_workflow");
  });

  it("refuses what the automatic routing refuses", async () => {
    assertRefused(await own.call("POST", PREVIEW, { body: { question: "short" } }), 400, "validation_error");
    const small = await newOrganization({ plan_tier: "sandbox" });
    const body = { question: "Would you buy this oat milk for breakfast?", agent_count: 501 };
    assertRefused(await small.call("POST", PREVIEW, { body }), 422, "agent_count_exceeds_plan");
  });

  it("stores nothing and counts against no quota", async () => {
    const { id, call } = await newOrganization();
    await call("POST", PREVIEW, { body: { question: "Would you buy this oat milk for breakfast?" } });
    for (const table of ["simulations", "outbox", "idempotency_keys"]) {
      const rows = await ask(`SELECT FROM ${table} WHERE organization_id = $1`, [id]);
      assert.equal(rows.length, 0, table);
    }
  });
});
