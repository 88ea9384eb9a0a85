import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { MAX_QUESTIONS, readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { bytesOf } from "../engine/training/bytes.ts";

describe("a file of 100,000 rows and 26 MB", () => {
  it("is scored in a heap of 32 MB, predictions of its 2,000 questions included", async () => {
    const program = new URL("../engine/training/read-large-file.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "run",
      "--allow-env",
      "--allow-read",
      "--v8-flags=--max-old-space-size=32",
      program,
    ]);
    assert.deepEqual(JSON.parse(stdout), { rows: 100_000, questions: MAX_QUESTIONS });
  }).timeout(60_000);
});

describe("a calibration file", () => {
  const fileOf = (questions: readonly number[]) =>
    ["segment,question,observed_yes_pct", ...questions.map((i) => `overall,q${i},50`)].join("\n");
  const rowsIn = async (file: string) => {
    let rows = 0;
    for await (const _row of readCalibrationCsv(bytesOf(file))) rows++;
    return rows;
  };

  it("has at most 2,000 different questions", async () => {
    const most = Array.from({ length: MAX_QUESTIONS }, (_, i) => i);
    assert.equal(await rowsIn(fileOf([...most, ...most])), 2 * MAX_QUESTIONS);
    await assert.rejects(rowsIn(fileOf([...most, MAX_QUESTIONS])), {
      message: "Line 2002, column 2 (question): expected at most 2,000 different questions.",
    });
  });
});
