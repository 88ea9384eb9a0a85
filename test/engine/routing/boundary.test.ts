import assert from "node:assert/strict";
import { methodologyVersion } from "#engine/methodologies/catalogue.ts";
import { type BoundaryInput, calibrationBoundary } from "#engine/routing/boundary.ts";

const trust = methodologyVersion("brand-trust", 1)!;
const survey = {
  ...trust,
  calibration: { ...trust.calibration, illustrative: false, source: "Survey of 2023." },
};

function boundary(change: Partial<BoundaryInput> = {}) {
  return calibrationBoundary({
    methodology: trust,
    question: "Do you trust this brand to keep its promises?",
    similarity: 0.96,
    embedderId: "built-in-100d-1",
    samePolarity: true,
    routingConfidence: 0.99,
    floor: 0.65,
    accuracy: { accuracy_pct: 91.25, confirm_mean_pct: 44.1, computed_at: "2026-11-20T10:00:00Z" },
    engine: "embedded",
    ...change,
  });
}

describe("the calibration boundary", () => {
  it("is tier 1 for a close question of the same polarity, with the accuracy and its date", () => {
    const { disclaimer, ...rest } = boundary();
    assert.deepEqual(rest, {
      tier: 1,
      kind: "calibrated",
      methodology_id: "brand-trust",
      similarity: 0.96,
      accuracy_pct: 91.25,
      confirm_mean_pct: 44.1,
    });
    assert.match(disclaimer, /similarity 0\.96 by the embedder built-in-100d-1/);
    assert.match(disclaimer, /91\.3 % was computed on 2026-11-20 on held-out rows/);
  });

  it("is tier 1 at a similarity of 0.85 exactly, and not below it", () => {
    assert.equal(boundary({ similarity: 0.85 }).tier, 1);
    assert.equal(boundary({ similarity: 0.8499 }).tier, 2);
  });

  it("is tier 1 with similarity 1 when no question was given, whatever the other figures", () => {
    const asked = boundary({ question: null, similarity: null, samePolarity: false, routingConfidence: 0 });
    assert.equal(asked.tier, 1);
    assert.equal(asked.similarity, 1);
    assert.match(asked.disclaimer, /^No question was given, so the calibrated question/);
  });

  it("states no accuracy before it has been computed, and says so", () => {
    const { tier, accuracy_pct, confirm_mean_pct, disclaimer } = boundary({ accuracy: null });
    assert.deepEqual([tier, accuracy_pct, confirm_mean_pct], [1, null, null]);
    assert.match(disclaimer, /accuracy has not been computed yet, so none is stated/);
    assert.doesNotMatch(disclaimer, /computed on/);
  });

  it("says that an illustrative table is illustrative, and names the source of a survey's", () => {
    assert.match(boundary().disclaimer, /table is illustrative: its figures were made up/);
    assert.match(boundary({ accuracy: null }).disclaimer, /so the verdict says nothing about real people/);
    const published = boundary({ methodology: survey }).disclaimer;
    assert.doesNotMatch(published, /illustrative/);
    assert.match(published, /Survey of 2023\./);
  });

  it("is tier 2 without figures for a question on the topic", () => {
    const topical = boundary({ similarity: 0.4, routingConfidence: 0.65 });
    assert.equal(topical.tier, 2);
    assert.equal(topical.kind, "topic_uncalibrated");
    assert.equal(topical.methodology_id, "brand-trust");
    assert.deepEqual([topical.accuracy_pct, topical.confirm_mean_pct], [null, null]);
    assert.match(topical.disclaimer, /no accuracy is claimed/);
  });

  it("is tier 2 for a close question that points the other way, and says how to read its verdict", () => {
    const reversed = boundary({ samePolarity: false });
    assert.equal(reversed.tier, 2);
    assert.match(reversed.disclaimer, /points the other way/);
    assert.doesNotMatch(
      boundary({ samePolarity: false, engine: "model" }).disclaimer,
      /points the other way/,
    );
  });

  it("is tier 3 below the floor, without a methodology and without figures", () => {
    const stranger = boundary({ similarity: 0.4, routingConfidence: 0.6499 });
    assert.equal(stranger.tier, 3);
    assert.equal(stranger.kind, "generic_population");
    assert.deepEqual([stranger.methodology_id, stranger.accuracy_pct, stranger.confirm_mean_pct], [
      null,
      null,
      null,
    ]);
    assert.match(stranger.disclaimer, /generic U\.S\. adult population/);
  });

  it("is tier 3 without a methodology, whatever the other figures", () => {
    assert.equal(boundary({ methodology: null }).tier, 3);
    assert.equal(boundary({ methodology: null, question: null }).similarity, null);
  });

  it("follows the configured floor", () => {
    assert.equal(boundary({ similarity: 0.4, routingConfidence: 0.5, floor: 0.5 }).tier, 2);
    assert.equal(boundary({ similarity: 0.4, routingConfidence: 0.9, floor: 0.95 }).tier, 3);
  });

  it("says for the embedded engine alone that it does not read the wording", () => {
    const inputs: Partial<BoundaryInput>[] = [{}, { similarity: 0.4 }, {
      similarity: 0.4,
      routingConfidence: 0,
    }];
    for (const input of inputs) {
      assert.match(
        boundary(input).disclaimer,
        /reflects (?:the methodology's|a generic) prior, not the wording/,
      );
      assert.doesNotMatch(boundary({ ...input, engine: "model" }).disclaimer, /not the wording/);
    }
  });
});
