import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import {
  evaluateRouting,
  evaluateTiers,
  evaluationQuestions,
  opinionQuestions,
  RELATIONS,
  type RoutingReport,
  type Split,
} from "#research/routing/evaluation.ts";
import rewordings from "#research/evaluation/rewordings.json" with { type: "json" };
import offTopicExemplars from "#engine/routing/off-topic-exemplars.json" with { type: "json" };
import { type Router, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

const FLOOR = 0.65;
/** The contract's twelve. */
const CONTRACT = PUBLISHED.filter(({ calibration }) => calibration.illustrative);
const questions = evaluationQuestions();
const of = (split: Split) => questions.filter((each) => each.split === split);

describe("the labelled questions", () => {
  it("are at least 10 of each methodology and 40 off-topic ones in either split", () => {
    for (const split of ["tuning", "held_out"] as const) {
      for (const { slug } of CONTRACT) {
        assert.ok(of(split).filter((each) => each.methodology === slug).length >= 10, slug);
      }
      assert.ok(of(split).filter((each) => each.methodology === null).length >= 40);
    }
  });

  it("are of a split that there is, and relate in a way that there is", () => {
    assert.deepEqual([...new Set(questions.map(({ split }) => split))].sort(), ["held_out", "tuning"]);
    const relations = new Set(rewordings.map(({ relation }) => relation));
    assert.deepEqual([...relations].sort(), [...RELATIONS].sort());
  });

  it("are all different, and none is an off-topic exemplar", () => {
    const folded = questions.map(({ question }) => question.toLowerCase());
    assert.equal(new Set(folded).size, folded.length);
    const learnt = new Set(offTopicExemplars.map((question) => question.toLowerCase()));
    assert.deepEqual(folded.filter((question) => learnt.has(question)), []);
  });
});

describe("routing of the held-out questions", () => {
  const encoder = new Encoder();
  after(() => encoder.close());
  const router = new TrainedRouting(encoder, readRoutingWeights()).to(PUBLISHED);
  let report: RoutingReport;
  before(async () => report = await evaluateRouting(router, of("held_out"), FLOOR));

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
    const tiered = await evaluateTiers(
      CONTRACT,
      router,
      new Forecaster(encoder),
      FLOOR,
      "held_out",
    );
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
  const router = new TrainedRouting(encoder, readRoutingWeights()).to(PUBLISHED);

  const answered = async (isOpinion: boolean) => {
    const asked = opinionQuestions().filter((each) => each.isOpinion === isOpinion);
    const routings = await Promise.all(asked.map(({ question }) => router.route(question)));
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

describe("the routing report", () => {
  const always = (slug: string, confidence: number): Router => ({
    route: () => Promise.resolve([{ slug, confidence }]),
  });
  const asked = [
    { question: "a", methodology: "x", split: "tuning" as const },
    { question: "b", methodology: "y", split: "tuning" as const },
    { question: "c", methodology: null, split: "tuning" as const },
  ];

  it("counts the questions that are right, accepted and turned away", async () => {
    const sure = await evaluateRouting(always("x", 0.9), asked, FLOOR);
    assert.deepEqual([sure.right, sure.right_and_accepted, sure.turned_away, sure.right_of_accepted], [
      1 / 2,
      1 / 2,
      0,
      1 / 3,
    ]);
    const unsure = await evaluateRouting(always("x", 0.5), asked, FLOOR);
    assert.deepEqual(
      [unsure.right, unsure.right_and_accepted, unsure.turned_away, unsure.right_of_accepted],
      [1 / 2, 0, 1, null],
    );
  });

  it("pairs the methodologies that were confused and puts every question into one bin", async () => {
    const { confusions, calibration } = await evaluateRouting(always("x", 0.9), asked, FLOOR);
    assert.deepEqual(confusions.map(({ pair }) => pair).sort(), ["off-topic → x", "y → x"]);
    assert.equal(calibration.reduce((sum, bin) => sum + bin.questions, 0), 3);
    assert.deepEqual(calibration.find((bin) => bin.from === 0.9)?.right, 1 / 3);
  });
});
