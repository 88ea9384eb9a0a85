import { writeFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { BANK_ENCODER, readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { wordVector } from "#providers/embeddings/built-in.ts";
import { fitPredictor } from "#research/fitting/fit-predictor.ts";

/** `deno task fit-predictor`: fits the predictor to the calibrated questions and writes it; two minutes. Then `deno task accuracy`. */
const bank = calibratedBank();
const asset = await fitPredictor(bank, BANK_ENCODER, readWordingVectors(bank), wordVector);
const target = new URL("../engine/forecast/predictor.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(asset)}\n`);
console.log(`${asset.questions.length} questions fitted, ${target.pathname} written`);
console.log(asset.errors, asset.match_weights);
