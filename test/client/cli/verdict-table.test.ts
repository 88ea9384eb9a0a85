import assert from "node:assert/strict";
import { type Results, verdictTable } from "#client/cli/verdict-table.ts";

const DISCLAIMER =
  "Not calibrated:  two spaces, “quotes” and a very long sentence that has to be broken somewhere, since no " +
  "terminal is as wide as it is, and whose words must all be there afterwards.";

const RESULTS: Results = {
  customer_question: "Would you?",
  verdict: {
    ...{ yes_pct: 51.2, maybe_pct: 25, no_pct: 20.3, n_a_pct: 3.5, answer: "yes" },
    ...{ total: 1000, margin_of_error_pct: 14, sampling_margin_pct: 3.38, design_effect: 1.2 },
    interval_pct: { yes: [37.2, 65.1] },
  },
  by_segment: [
    { dimension: "sex", segment: "female", total: 510, yes_pct: 53, maybe_pct: 24, no_pct: 20, n_a_pct: 3 },
    { dimension: "sex", segment: "male", total: 490, yes_pct: 49, maybe_pct: 26, no_pct: 21, n_a_pct: 4 },
    { dimension: "age", segment: "18-24", total: 120, yes_pct: 61, maybe_pct: 19, no_pct: 20, n_a_pct: 0 },
    { dimension: "age", segment: "65+", total: 230, yes_pct: 40, maybe_pct: 30, no_pct: 30, n_a_pct: 0 },
    { dimension: "age", segment: "tiny", total: 3, yes_pct: 100, maybe_pct: 0, no_pct: 0, n_a_pct: 0 },
  ],
  calibration_boundary: { tier: 3, disclaimer: DISCLAIMER },
};

describe("the verdict's table", () => {
  const table = verdictTable(RESULTS);
  const lines = table.split("\n").map((line) => line.trim());

  it("shows each answer's share with a bar of its length", () => {
    assert.ok(lines.includes(`yes     51.2 %  ${"█".repeat(20)}`), table);
    assert.ok(lines.includes("n_a      3.5 %  █"), table);
  });

  it("shows what is known of people, the verdict and how many answered", () => {
    assert.match(
      table,
      /Of people between 37\.2 and 65\.1 % would say yes, at 95 % \(the agents' share is ± 3\.4 points/,
    );
    const demo = {
      ...RESULTS,
      verdict: { ...RESULTS.verdict, interval_pct: null, margin_of_error_pct: null },
    };
    assert.match(
      verdictTable(demo),
      /Of people nothing is known; of such agents yes is ± 3\.4 points by their sampling alone\./,
    );
    assert.match(table, /1,000 agents answered, weighted to their population: yes\./);
  });

  it("shows where segments differ most, the widest first, without those of a handful of agents", () => {
    const contrasts = lines.slice(lines.indexOf("Where yes differs most:") + 1);
    assert.equal(contrasts[0], "age  18-24 61.0 %, 65+ 40.0 % (21.0 ± 11.8 points)");
    assert.equal(contrasts[1], "sex  female 53.0 %, male 49.0 % (4.0 ± 6.8 points)");
    assert.doesNotMatch(table, /tiny/);
  });

  it("shows the disclaimer word for word", () => {
    const shown = lines.slice(lines.indexOf("Calibration tier 3:") + 1).join(" ");
    assert.equal(shown, DISCLAIMER);
  });

  it("shows the fourth share as unknown where the results have no fourth answer", () => {
    const old = { ...RESULTS, verdict: { ...RESULTS.verdict, n_a_pct: null } };
    assert.match(verdictTable(old), /^ {2}n_a {4}unknown$/m);
  });
});
