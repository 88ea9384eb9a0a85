import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";

describe("a file of 100,000 rows and 26 MB", () => {
  it("is scored in a heap of 32 MB, which the questions alone would fill", async () => {
    const program = new URL("./read-large-file.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "run",
      "--allow-env",
      "--allow-read",
      "--v8-flags=--max-old-space-size=32",
      program,
    ]);
    assert.deepEqual(JSON.parse(stdout), { rows: 100_000, questions: 100_000 });
  }).timeout(60_000);
});
