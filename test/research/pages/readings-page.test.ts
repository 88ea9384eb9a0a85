import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PAGE, withExamples } from "#research/pages/readings-examples.ts";

describe("docs/readings.md", function () {
  this.timeout(30_000);

  it("shows what the code gives; `deno task write-reading-examples` writes it anew", () => {
    const page = readFileSync(PAGE, "utf8");
    assert.equal(withExamples(page), page);
    assert.equal(page.match(/\n> /g)?.length, 3);
  });
});
