import process from "node:process";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import {
  evaluateRouting,
  evaluateTiers,
  evaluationQuestions,
  opinionQuestions,
  RELATIONS,
  type RoutingReport,
  type Split,
  type TieredQuestion,
} from "#research/routing/evaluation.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { createRouter, type Router } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/** `deno task evaluate-routing [tuning|held_out]`: prints how often routing is right on the labelled questions. */
const FLOOR = 0.65;
const SPLITS: readonly Split[] = ["tuning", "held_out"];

async function main(): Promise<void> {
  const [named] = process.argv.slice(2);
  const weights = readRoutingWeights();
  const begin = performance.now();
  const encoder = new Encoder();
  const router = createRouter(PUBLISHED, encoder, weights);
  const forecaster = new Forecaster(encoder);
  console.log(`Weights of ${weights.trained_on}, embedder ${weights.embedder_id}, floor ${FLOOR}`);
  console.log(`Router ready in ${(performance.now() - begin).toFixed(0)} ms\n`);
  const splits = SPLITS.filter((split) => split === named);
  for (const split of splits.length === 0 ? SPLITS : splits) {
    const questions = evaluationQuestions().filter((question) => question.split === split);
    const start = performance.now();
    const report = await evaluateRouting(router, questions, FLOOR);
    const msPerQuestion = (performance.now() - start) / questions.length;
    console.log(`== ${split} (${msPerQuestion.toFixed(2)} ms a question)`);
    printShares(report);
    printCalibration(report);
    printConfusions(report);
    // The held-out questions with a wrong answer stay unread, or they would no longer be held out.
    if (split === "tuning") printMistakes(report);
    printTiers(await evaluateTiers(PUBLISHED, router, forecaster, FLOOR, split));
  }
  console.log("== another house's style, held out");
  await printOpinions(router);
}

async function printOpinions(router: Router): Promise<void> {
  for (const isOpinion of [true, false]) {
    const asked = opinionQuestions().filter((each) => each.isOpinion === isOpinion);
    const routings = await Promise.all(asked.map(({ question }) => router.route(question)));
    const answered = routings.filter(({ best }) => best !== null && best.confidence >= FLOOR).length;
    console.log(
      `${isOpinion ? "opinion questions" : "other texts"} answered: ${answered} of ${asked.length}`,
    );
  }
}

function printShares(report: RoutingReport): void {
  console.log(`on-topic questions              ${report.on_topic}`);
  console.log(`  best methodology right        ${percent(report.right)}`);
  console.log(`  right and accepted            ${percent(report.right_and_accepted)}`);
  console.log(`off-topic questions             ${report.off_topic}`);
  console.log(`  turned away                   ${percent(report.turned_away)}`);
  console.log(`of all accepted, right          ${percent(report.right_of_accepted)}`);
}

function printCalibration({ calibration }: RoutingReport): void {
  console.log("\nconfidence      questions   mean confidence   observed right");
  for (const { from, to, questions, mean_confidence, right } of calibration) {
    const range = `${from.toFixed(2)}–${to.toFixed(2)}`.padEnd(14);
    const columns = [
      String(questions).padStart(11),
      percent(mean_confidence).padStart(18),
      percent(right).padStart(17),
    ];
    console.log(`${range}${columns.join("")}`);
  }
}

function printConfusions({ confusions }: RoutingReport): void {
  console.log("\nbelongs to → routed to");
  for (const { belongs, routed, count } of confusions) {
    console.log(`${String(count).padStart(3)}  ${belongs} → ${routed}`);
  }
}

function printMistakes({ mistakes }: RoutingReport): void {
  console.log("\nmistakes and questions turned away wrongly");
  for (const { confidence, belongs, routed, question } of mistakes) {
    console.log(`${confidence.toFixed(2)}  ${belongs} → ${routed}: ${question}`);
  }
}

function printTiers(questions: readonly TieredQuestion[]): void {
  console.log("\nasked under a methodology      tier 1   tier 2   tier 3");
  for (const relation of RELATIONS) {
    const related = questions.filter((question) => question.relation === relation);
    const counts = [1, 2, 3].map((tier) => related.filter((question) => question.tier === tier).length);
    console.log(`  ${relation.padEnd(28)}${counts.map((count) => String(count).padStart(6)).join("   ")}`);
  }
  console.log();
}

function percent(share: number | null): string {
  return share === null ? "" : `${(100 * share).toFixed(1)} %`;
}

await main();
