import assert from "node:assert/strict";
import { between, exactly, judge, type Outcome } from "#lab/drills/faults/judge.ts";

const whole: Outcome = {
  item: "simulation/1",
  accepted: true,
  expected: "completed",
  states: { api: "completed", postgres: "completed", temporal: "completed" },
  counts: [exactly("events", 1, 1), between("requests", 1, 3, 2)],
  endedAt: 1,
};
const kinds = (change: Partial<Outcome>) => judge([{ ...whole, ...change }]).map(({ kind }) => kind);

describe("the judge of a fault's outcome", () => {
  it("finds nothing where every store says the same and all happened once", () => {
    assert.deepEqual(judge([whole]), []);
  });

  it("finds lost what was accepted and ended nowhere, or was not seen to end", () => {
    assert.deepEqual(kinds({ states: { api: "running", temporal: "running" } }), ["lost"]);
    assert.deepEqual(kinds({ endedAt: null }), ["lost"]);
    assert.deepEqual(kinds({ states: { api: null, postgres: null } }), ["lost"]);
  });

  it("finds lost what belongs to a piece and is missing", () => {
    const [finding] = judge([{ ...whole, counts: [exactly("events", 1, 0)] }]);
    assert.deepEqual(finding, { kind: "lost", text: "simulation/1 has 0 events, at least 1 expected" });
  });

  it("finds a duplicate where something happened more often than it may", () => {
    assert.deepEqual(kinds({ counts: [exactly("events", 1, 2), between("requests", 1, 3, 4)] }), [
      "duplicate",
      "duplicate",
    ]);
  });

  it("finds a disagreement where one store says another state", () => {
    assert.deepEqual(kinds({ states: { api: "completed", postgres: "completed", temporal: "running" } }), [
      "disagreement",
    ]);
    assert.deepEqual(kinds({ states: { api: "completed", postgres: "completed", temporal: null } }), [
      "disagreement",
    ]);
  });

  it("finds refused what was never accepted, and asks nothing further of it", () => {
    assert.deepEqual(kinds({ accepted: false, states: {}, counts: [exactly("events", 1, 0)] }), ["refused"]);
  });
});
