import process from "node:process";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import {
  evaluateRouting,
  evaluateTiers,
  evaluationQuestions,
  opinionQuestions,
  RELATIONS,
  type Split,
} from "#research/routing/evaluation.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/** `deno task evaluate-routing [tuning|held_out]`: prints how often routing is right on the labelled questions, as shares. */
const FLOOR = 0.65;
const SPLITS: readonly Split[] = ["tuning", "held_out"];

const named = SPLITS.filter((split) => split === process.argv[2]);
const weights = readRoutingWeights();
const encoder = new Encoder();
const router = new TrainedRouting(encoder, weights);
const forecaster = new Forecaster(encoder);
const routing = new QuestionRouting(() => router, () => forecaster, FLOOR);
console.log(`Weights of ${weights.trained_on}, embedder ${weights.embedder_id}, floor ${FLOOR}`);
for (const split of named.length === 0 ? SPLITS : named) {
  const questions = evaluationQuestions().filter((question) => question.split === split);
  const begin = performance.now();
  const { calibration, confusions, mistakes, ...shares } = await evaluateRouting(router, questions, FLOOR);
  const msPerQuestion = (performance.now() - begin) / questions.length;
  console.log(`\n== ${split} (${msPerQuestion.toFixed(2)} ms a question)`);
  console.table(shares);
  console.table(calibration);
  console.table(confusions);
  // The held-out questions with a wrong answer stay unread, or they would no longer be held out.
  if (split === "tuning") console.table(mistakes);
  const tiered = await evaluateTiers(PUBLISHED, routing, forecaster, split);
  console.table(RELATIONS.map((relation) => {
    const count = (tier: number) =>
      tiered.filter((question) => question.relation === relation && question.tier === tier).length;
    return { asked_under_a_methodology: relation, tier_1: count(1), tier_2: count(2), tier_3: count(3) };
  }));
}
console.log("\n== another house's style, held out");
for (const isOpinion of [true, false]) {
  const asked = opinionQuestions().filter((each) => each.isOpinion === isOpinion);
  const routings = await Promise.all(asked.map(({ question }) => router.route(question, PUBLISHED)));
  const answered = routings.filter(([best]) => best !== undefined && best.confidence >= FLOOR).length;
  console.log(`${isOpinion ? "opinion questions" : "other texts"} answered: ${answered} of ${asked.length}`);
}
