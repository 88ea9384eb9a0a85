import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { predictorQuestions, toplines } from "#engine/bank/surveyed.ts";
import { readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { fitPredictor, measureDrift } from "#research/fitting/fit-predictor.ts";
import { mappingOf, rowsOf } from "./methodology.ts";

const DRIFT = new URL("../research/fitting/drift.json", import.meta.url);
const SURVEY = "gss-2016-2018";

/**
 * `deno task fit-predictor [folder]`: fits the predictor to the calibrated questions and writes it; two minutes. With the folder of the surveys'
 * microdata it measures anew how fast answers move. Then `deno task accuracy`.
 */
async function main(folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    const mapping = mappingOf(
      readFileSync(new URL(`../engine/bank/surveys/${SURVEY}.mapping.json`, import.meta.url), "utf8"),
    );
    const drift = measureDrift(mapping, rowsOf(readFileSync(join(folder, `${SURVEY}.csv.gz`))));
    writeFileSync(DRIFT, `${JSON.stringify(drift, null, 2)}\n`);
  }
  const { per_year } = JSON.parse(readFileSync(DRIFT, "utf8"));
  const bank = calibratedBank();
  const encoder = new Encoder();
  const asset = await fitPredictor(
    bank,
    toplines(),
    encoder,
    readWordingVectors(predictorQuestions()),
    per_year,
  );
  await encoder.close();
  const target = new URL("../engine/forecast/predictor.json", import.meta.url);
  writeFileSync(target, `${JSON.stringify(asset)}\n`);
  console.log(`${asset.questions.length} questions fitted, ${target.pathname} written`);
  console.log(asset.errors, asset.match_weights);
}

await main(process.argv[2]);
