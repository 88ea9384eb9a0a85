import assert from "node:assert/strict";
import { readingBoundary } from "#engine/readings/input.ts";

describe("a Reading's boundary", () => {
  it("says that nothing in it is calibrated, who wrote the texts and where the quotes come from", () => {
    const computed = readingBoundary("templates", "computed");
    assert.equal(computed.kind, "post_hoc_uncalibrated");
    assert.equal(computed.model_tier, "computed");
    assert.match(
      computed.disclaimer,
      /not calibrated.* without a language model\. .*templates.*no person's own words\.$/,
    );
    assert.match(
      readingBoundary("model", "small").disclaimer,
      /worded by a small language model; every number .* not by people\.$/,
    );
    assert.match(readingBoundary("model", "mixed").disclaimer, /worded in part by a small language model/);
  });
});
