import { writeFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { fitPredictor } from "#research/fitting/fit-predictor.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";

/** `deno task fit-predictor`: fits the predictor to the calibrated questions and writes it; a minute or two. Then `deno task accuracy`. */
const embedder = createBuiltInEmbedder();
const embed = (text: string) => embedder.embedNow(text);
const asset = fitPredictor(calibratedBank(), {
  embedder: embedder.id,
  of: embed,
  wordOf: embed,
  store: false,
});
const target = new URL("../engine/forecast/predictor.built-in.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(asset)}\n`);
console.log(`${asset.questions.length} questions fitted, ${target.pathname} written`);
console.log(asset.skill, asset.errors);
