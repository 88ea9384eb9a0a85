/** `deno task evaluate-routing [tuning|held_out]`: prints how often routing is right on the labelled questions. */
import process from "node:process";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { evaluateRouting, evaluationQuestions, type Split } from "#engine/routing/evaluation.ts";
import { createRouter } from "#engine/routing/router.ts";
import { evaluateTiers, RELATIONS } from "#engine/routing/tier-evaluation.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";

const FLOOR = 0.65;
const wanted = process.argv[2];
const splits: readonly Split[] = wanted === "tuning" || wanted === "held_out"
  ? [wanted]
  : ["tuning", "held_out"];

const percent = (share: number | null) => share === null ? "" : `${(100 * share).toFixed(1)} %`;

const weights = readRoutingWeights();
const started = performance.now();
const embedder = createBuiltInEmbedder();
const router = createRouter(PUBLISHED, embedder, weights);
const loaded = performance.now();
console.log(`Weights of ${weights.trained_on}, embedder ${weights.embedder_id}, floor ${FLOOR}`);
console.log(`Router ready in ${(loaded - started).toFixed(0)} ms\n`);

for (const split of splits) {
  const questions = evaluationQuestions().filter((each) => each.split === split);
  const before = performance.now();
  const report = evaluateRouting(router, questions, FLOOR);
  const each = (performance.now() - before) / questions.length;
  console.log(`== ${split} (${each.toFixed(2)} ms a question)`);
  console.log(`on-topic questions              ${report.on_topic}`);
  console.log(`  best methodology right        ${percent(report.right)}`);
  console.log(`  right and accepted            ${percent(report.right_and_accepted)}`);
  console.log(`off-topic questions             ${report.off_topic}`);
  console.log(`  turned away                   ${percent(report.turned_away)}`);
  console.log(`of all accepted, right          ${percent(report.right_of_accepted)}`);
  console.log("\nconfidence      questions   mean confidence   observed right");
  for (const bin of report.calibration) {
    const range = `${bin.from.toFixed(2)}–${bin.to.toFixed(2)}`;
    const [mean, right] = [percent(bin.mean_confidence), percent(bin.right)];
    console.log(
      `${range.padEnd(14)}${String(bin.questions).padStart(11)}${mean.padStart(18)}${right.padStart(17)}`,
    );
  }
  console.log("\nbelongs to → routed to");
  for (const { belongs, routed, count } of report.confusions) {
    console.log(`${String(count).padStart(3)}  ${belongs} → ${routed}`);
  }
  // The held-out questions that went wrong stay unread, or they would not be held out any more.
  if (split === "tuning") {
    console.log("\nmistakes and questions turned away wrongly");
    for (const { confidence, belongs, routed, question } of report.mistakes) {
      console.log(`${confidence.toFixed(2)}  ${belongs} → ${routed}: ${question}`);
    }
  }
  console.log("\nasked under a methodology      tier 1   tier 2   tier 3");
  const tiered = evaluateTiers(PUBLISHED, router, embedder, FLOOR, split);
  for (const relation of RELATIONS) {
    const counts = [1, 2, 3].map((tier) =>
      tiered.filter((each) => each.relation === relation && each.tier === tier).length
    );
    console.log(`  ${relation.padEnd(28)}${counts.map((count) => String(count).padStart(6)).join("   ")}`);
  }
  console.log();
}
