import assert from "node:assert/strict";
import { withRows } from "#testing/documentation-page.ts";

describe("The table of a page", () => {
  const page =
    "# T\n\n<!-- table -->\n\n| a | b | c |\n| --- | --- | --- |\n| x | y | 1 |\n| x | z | 2 |\n\n<!-- /table -->\n\nEnd\n";

  it("gets rows in place of those that begin with the same cells, in their order", () => {
    assert.equal(
      withRows(page, [["x", "z", 3], ["w", "z", 4]], 2),
      page.replace("| x | y | 1 |\n| x | z | 2 |", "| w | z | 4 |\n| x | y | 1 |\n| x | z | 3 |"),
    );
    assert.equal(
      withRows(page, [["x", "q", 5]], 1),
      page.replace("| x | y | 1 |\n| x | z | 2 |", "| x | q | 5 |"),
    );
    assert.equal(withRows(page, [], 1), page);
  });

  it("is nowhere where the page has no marks", () => {
    assert.throws(() => withRows("# T", [], 1), /no section table/);
  });
});
