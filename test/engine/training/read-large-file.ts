import process from "node:process";
import { DIMENSIONS } from "#engine/population/dimensions.ts";
import { MAX_QUESTIONS, readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { questionPrediction, scoreCalibration } from "#engine/training/score-calibration.ts";

/** 100,000 rows, 26 MB, as many questions as a file may have: as long as an upload can be. */
async function* largeFile(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode("segment,question,observed_yes_pct,n\n");
  for (let from = 0; from < 100_000; from += 250) {
    let rows = "";
    for (let row = from; row < from + 250; row++) {
      const question = `Would you, all things considered, ${"buy this thing ".repeat(14)}if it were number ${
        row % MAX_QUESTIONS
      }?`;
      rows += `age=${row % 900},"${question}",${row % 1_000 / 10},${100 + row}\n`;
    }
    yield await Promise.resolve(encoder.encode(rows));
  }
}

const shares = { yes: 0.5, maybe: 0.1, no: 0.4, n_a: 0 };
const segments = new Map(
  Object.entries(DIMENSIONS).flatMap(([name, each]) => each.map((segment) => [`${name}=${segment}`, shares])),
);
const { accuracy, questions } = await scoreCalibration(
  readCalibrationCsv(largeFile()),
  () => questionPrediction({ tier: 3, sources: [], overall: shares, segments }, null),
);
process.stdout.write(JSON.stringify({ rows: accuracy.observations, questions: questions.distinct }));
