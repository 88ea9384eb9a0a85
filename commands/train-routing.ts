import { writeFileSync } from "node:fs";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { evaluationQuestions } from "#research/routing/evaluation.ts";
import { trainRouting } from "#research/routing/train.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";

/**
 * `deno task train-routing`: learns the routing weights from the exemplars and writes `weights.json` and `references.vectors` in
 * `engine/routing/`.
 */
const questions = evaluationQuestions().filter(({ split }) => split === "tuning");
const today = new Date().toISOString().slice(0, 10);
const { weights, vectors } = await trainRouting(PUBLISHED, new Encoder(), questions, today);
const target = new URL("../engine/routing/", import.meta.url);
writeFileSync(new URL("weights.json", target), `${JSON.stringify(weights, null, 2)}\n`);
writeFileSync(new URL("references.vectors", target), vectors);
console.log(`Routing weights of ${weights.trained_on} written to ${target.pathname}`);
