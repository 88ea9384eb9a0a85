import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PAGE, readRecord, withTable } from "#lab/bench/record.ts";

describe("docs/benchmarks.md", () => {
  it("has the figures of docs/benchmarks.json in its table", () => {
    const page = readFileSync(PAGE, "utf8");
    const record = readRecord();
    assert.equal(withTable(page, record), page);
    const [suite] = Object.values(record);
    const [figure] = suite?.figures ?? [];
    assert.ok(suite !== undefined && figure !== undefined);
    const changed = withTable(page, { engine: { ...suite, figures: [{ ...figure, ratio: 12.34 }] } });
    assert.match(changed, /\| 12\.34 \|/);
  });
});
