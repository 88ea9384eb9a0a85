import process from "node:process";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { scoreCalibration } from "#engine/training/score-calibration.ts";

/** 100,000 rows, 26 MB, every question another one: as long as an upload can be. */
async function* largeFile(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode("segment,question,observed_yes_pct,n\n");
  for (let from = 0; from < 100_000; from += 250) {
    let rows = "";
    for (let row = from; row < from + 250; row++) {
      const question = `Would you, all things considered, ${
        "buy this thing ".repeat(14)
      }if it were number ${row}?`;
      rows += `age=${row % 900},"${question}",${row % 1_000 / 10},${100 + row}\n`;
    }
    yield await Promise.resolve(encoder.encode(rows));
  }
}

const { accuracy, questions } = await scoreCalibration(readCalibrationCsv(largeFile()), {
  choose: (asked) => asked.map(() => null),
  predict: () => ({ yes_pct: 50, from: "overall" }),
});
process.stdout.write(JSON.stringify({ rows: accuracy.observations, questions: questions.distinct }));
