import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import {
  evaluateRouting,
  evaluateTiers,
  evaluationQuestions,
  opinionQuestions,
  type RoutingReport,
} from "#research/routing/evaluation.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

const FLOOR = 0.65;
/** The contract's twelve. */
const CONTRACT = PUBLISHED.filter(({ calibration }) => calibration.illustrative);
const HELD_OUT = evaluationQuestions().filter(({ split }) => split === "held_out");

/** The labelled questions themselves: `test/research/routing/evaluation.test.ts`. */
describe("routing of the held-out questions", () => {
  const encoder = new Encoder();
  after(() => encoder.close());
  const router = new TrainedRouting(encoder, readRoutingWeights());
  let report: RoutingReport;
  before(async () => report = await evaluateRouting(router, HELD_OUT, FLOOR));

  it("is right, and at or above the floor, for at least 92 % of those on a topic, and accepted elsewhere for at most 3 %", () => {
    assert.ok(report.right >= 0.95, `${report.right}`);
    assert.ok(report.right_and_accepted >= 0.92, `${report.right_and_accepted}`);
    const elsewhere = report.mistakes.filter(({ belongs, routed, confidence }) =>
      belongs !== "off-topic" && routed !== belongs && confidence >= FLOOR
    );
    assert.ok(elsewhere.length / report.on_topic <= 0.03, `${elsewhere.length}`);
  });

  it("turns away at least 95 % of the off-topic ones", () => {
    assert.ok(report.turned_away >= 0.95, `${report.turned_away}`);
  });

  it("is right as often as its confidence predicts, within twice the sampling error", () => {
    for (const { questions, mean_confidence, right } of report.calibration) {
      if (questions < 10) continue;
      const p = mean_confidence!;
      // Half a question more, since a share of few questions moves in steps.
      const margin = 2 * Math.sqrt(p * (1 - p) / questions) + 0.5 / questions;
      assert.ok(Math.abs(right! - p) <= margin, `${p} ${right} of ${questions}`);
    }
  });

  it("recognises rewordings, not topical questions and strangers", async () => {
    const forecaster = new Forecaster(encoder);
    const routing = new QuestionRouting(() => router, () => forecaster, FLOOR);
    const tiered = await evaluateTiers(CONTRACT, routing, forecaster, "held_out");
    const tiersOf = (relation: string) =>
      tiered.filter((each) => each.relation === relation).map((each) => each.tier);
    const recognised = (relation: string) =>
      tiered.filter((each) => each.relation === relation && each.isRecognised).length;
    const rewordings = tiersOf("rewording");
    assert.ok(recognised("rewording") / rewordings.length >= 0.95);
    const topical = tiersOf("topical");
    // A survey asked this one.
    assert.deepEqual(
      tiered.filter((each) => each.relation === "topical" && each.isRecognised).map(({ question }) =>
        question
      ),
      ["Should Congress raise the federal minimum wage?"],
    );
    assert.ok(topical.filter((tier) => tier === 2).length / topical.length >= 0.8);
    assert.ok(recognised("near_miss") <= 1);
    assert.ok(tiersOf("stranger").every((tier) => tier === 3));
  });
});

describe("routing of sixty opinion questions of another house's style", () => {
  const encoder = new Encoder();
  after(() => encoder.close());
  const router = new TrainedRouting(encoder, readRoutingWeights());

  const answered = async (isOpinion: boolean) => {
    const asked = opinionQuestions().filter((each) => each.isOpinion === isOpinion);
    const routings = await Promise.all(asked.map(({ question }) => router.route(question, PUBLISHED)));
    assert.equal(asked.length, 60);
    return routings.filter(([best]) => best !== undefined && best.confidence >= FLOOR).length;
  };

  it("answers at least 85 % of them", async () => {
    const count = await answered(true);
    assert.ok(count >= 51, String(count));
  });

  it("turns away at least 95 % of recipes, code, trivia and gibberish", async () => {
    const count = await answered(false);
    assert.ok(count <= 3, String(count));
  });
});
