import assert from "node:assert/strict";
import { verdictTable } from "#client/cli/verdict-table.ts";
import type { SimulationResults } from "#client/types.ts";

const DISCLAIMER =
  "Not calibrated:  two spaces, “quotes” and a very long sentence that has to be broken somewhere, since no " +
  "terminal is as wide as it is, and whose words must all be there afterwards.";

const RESULTS = {
  customer_question: "Would you?",
  verdict: {
    ...{
      yes_pct: 51.2,
      maybe_pct: 25,
      no_pct: 20.3,
      n_a_pct: 3.5,
      answer: "yes",
      evidence: "general_population",
    },
    ...{ total: 1000, margin_of_error_pct: 14, sampling_margin_pct: 3.38 },
    interval_pct: { yes: [37.2, 65.1] },
  },
  population: { frame: "us-adults-2024", description: "U.S. resident adults" },
  audience: null,
  calibration_boundary: {
    tier: 3,
    disclaimer: DISCLAIMER,
    matched_question: null,
    sources: [{ year: "2016, 2018" }, { year: "2020" }],
  },
} as unknown as SimulationResults;

describe("the verdict's table", () => {
  const table = verdictTable(RESULTS);
  const lines = table.split("\n").map((line) => line.trim());

  it("shows each answer's share with a bar of its length", () => {
    assert.ok(lines.includes(`yes     51.2 %  ${"█".repeat(20)}`), table);
    assert.ok(lines.includes("n_a      3.5 %  █"), table);
  });

  it("shows shares that add up to 100 in the decimal that it has", () => {
    const uneven = { yes_pct: 40.66, maybe_pct: 18.68, no_pct: 40.66, n_a_pct: 0 };
    const shown = verdictTable({ ...RESULTS, verdict: { ...RESULTS.verdict, ...uneven } });
    const shares = Array.from(
      shown.matchAll(/^ +(?:yes|maybe|no|n_a) +([\d.]+) %/gm),
      ([, share]) => Number(share),
    );
    assert.equal(shares.length, 4);
    assert.equal(Math.round(10 * shares.reduce((sum, share) => sum + share, 0)), 1000);
  });

  it("shows what is known of people, the verdict and how many answered", () => {
    const text = (results: SimulationResults) => verdictTable(results).replace(/\s+/g, " ");
    assert.match(
      text(RESULTS),
      /Between 37\.2 and 65\.1 % of U\.S\. adults would say yes, if it makes sense \(nobody knows\), predicted from surveys of 2016 to 2020 \(95 % interval; the agents' share is ± 3\.4 points/,
    );
    assert.match(
      text({ ...RESULTS, audience: { age: ["18-24", "25-34"] } }),
      / of U\.S\. adults \(age=18-24\|25-34\) would say yes/,
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

  it("shows the disclaimer word for word", () => {
    const shown = lines.slice(lines.indexOf("Calibration tier 3:") + 1).join(" ");
    assert.equal(shown, DISCLAIMER);
  });

  it("shows the fourth share as unknown where the results have no fourth answer", () => {
    const old = { ...RESULTS, verdict: { ...RESULTS.verdict, n_a_pct: null } };
    assert.match(verdictTable(old), /^ {2}n_a {4}unknown$/m);
  });
});
