import { writeFileSync } from "node:fs";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { evaluationQuestions } from "#research/routing/evaluation.ts";
import { trainRouting } from "#research/routing/train.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";

/** `deno task train-routing`: learns the routing weights from the exemplars and writes `engine/routing/weights.json`. */
const questions = evaluationQuestions().filter(({ split, round }) => split === "tuning" && round === 2);
const today = new Date().toISOString().slice(0, 10);
const weights = trainRouting(PUBLISHED, createBuiltInEmbedder(), questions, today);
const target = new URL("../engine/routing/weights.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(weights, null, 2)}\n`);
console.log(`Routing weights of ${weights.trained_on} written to ${target.pathname}`);
