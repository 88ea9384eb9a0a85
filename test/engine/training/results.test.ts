import assert from "node:assert/strict";
import { mockResults } from "#engine/training/results.ts";

const ID = "0199f0d2-7f00-7abc-8def-0123456789ab";

describe("the results of a run without a file", () => {
  it("are marked as a mock in basis, segment names, observations and disclaimer", () => {
    const { training_id, basis, preview_only, disclaimer, by_segment, mae_points } = mockResults(ID);
    assert.equal(training_id, ID);
    assert.equal(basis, "mock");
    assert.equal(preview_only, true);
    assert.match(disclaimer, /^Mock figures: no calibration file was uploaded/);
    assert.ok(by_segment.length > 0);
    for (const { segment, observations } of by_segment) {
      assert.match(segment, /^mock /);
      assert.equal(observations, 0);
    }
    assert.equal(mae_points, null);
  });

  it("are the same for the same run and differ between runs", () => {
    assert.deepEqual(mockResults(ID), mockResults(ID));
    assert.notDeepEqual(mockResults(ID).by_segment, mockResults(ID.replace("0", "1")).by_segment);
  });

  it("are percentages, and the overall figure is their mean", () => {
    const { mape, by_segment } = mockResults(ID);
    const figures = by_segment.map((one) => one.mape ?? assert.fail("a mock has every figure"));
    for (const figure of figures) assert.ok(figure >= 5 && figure < 25, String(figure));
    assert.ok(Math.abs((mape ?? NaN) - figures.reduce((sum, one) => sum + one, 0) / figures.length) < 0.0051);
  });
});
