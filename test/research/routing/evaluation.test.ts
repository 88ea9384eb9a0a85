import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { evaluateRouting, evaluationQuestions, RELATIONS, type Split } from "#research/routing/evaluation.ts";
import rewordings from "#research/evaluation/rewordings.json" with { type: "json" };
import offTopicExemplars from "#engine/routing/off-topic-exemplars.json" with { type: "json" };
import type { TrainedRouting } from "#engine/routing/router.ts";

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

describe("the routing report", () => {
  const always = (slug: string, confidence: number): Pick<TrainedRouting, "route"> => ({
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
