import assert from "node:assert/strict";
import { type DisclosedRun, disclosureOf } from "#engine/verdict/disclosure.ts";

const ANES = "American National Election Study 2016";
const IPSOS = "FiveThirtyEight / Ipsos, Why Many Americans Don’t Vote";

const run = (surveys: readonly string[]): DisclosedRun => ({
  question: "Should taxes be lower?",
  agents: 100,
  audience: null,
  fielded: "2026-10-01T10:00:00.000Z",
  engine: "embedded",
  verdict: {
    uncertainty_basis: "held_out_questions",
    evidence: "predicted",
    design_effect: 1,
    interval_pct: null,
    sampling_margin_pct: 9,
    effective_n: 100,
    effective_human_n: null,
  } as unknown as DisclosedRun["verdict"],
  boundary: {
    tier: 3,
    methodology_id: null,
    similarity: null,
    matched_question: null,
    sources: surveys.map((survey) => ({
      survey,
      year: "2016",
      respondents: 1_000,
      citation: "",
      illustrative: false,
    })),
  } as unknown as DisclosedRun["boundary"],
  scenario: null,
  methodology: null,
});

describe("whom the surveys of a verdict did not ask", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ["names the house that asked citizens alone", [
      ANES,
      "General Social Survey",
    ], ": the American National Election Studies asked citizens alone"],
    ["names another one", [IPSOS], ": the Ipsos poll asked citizens alone"],
    ["names both", [
      ANES,
      IPSOS,
    ], ": the American National Election Studies and the Ipsos poll asked citizens alone"],
    ["names none for a survey of one's own, whatever its title has", ["Our Ipsos panel, 2025"], ""],
  ];
  for (const [name, surveys, told] of cases) {
    it(name, () => {
      assert.equal(
        disclosureOf(run(surveys)).not_measured.at(-1),
        `People whom the surveys did not reach, or did not ask${told}.`,
      );
    });
  }
});
