import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { PAGE, rowsOf } from "#lab/bench/measure.ts";
import { withRows } from "#testing/documentation-page.ts";

describe("docs/benchmarks.md", () => {
  it("gets the medians of a suite's rounds in place of the suite's former rows", async () => {
    const page = readFileSync(join(ROOT, PAGE), "utf8");
    const rounds = [{ ours: 1, floor: 10 }, { ours: 2, floor: 4 }, { ours: 30, floor: 10 }];
    const rows = await rowsOf("logins", [{
      name: "polls",
      unit: "a second",
      floor: "a route",
      aim: null,
      rounds,
    }]);
    const changed = withRows(page, rows, 1);
    const [row, ...others] = changed.split("\n").filter((line) => line.startsWith("| logins |"));
    assert.deepEqual(others, []);
    assert.ok(row?.startsWith("| logins | polls | 2 a second | 10: a route | 0.50 | – |"), row);
    const rest = (text: string) => text.split("\n").filter((line) => !line.startsWith("| logins |"));
    assert.deepEqual(rest(changed), rest(page));
  });
});
