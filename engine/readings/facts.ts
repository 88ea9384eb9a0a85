import type { Answer } from "../simulation/answers.ts";
import type { Contrast } from "./contrasts.ts";
import type { Findings } from "./findings.ts";
import { fittingYesShare } from "./headline.ts";
import { decimal, integer, percent, points } from "./phrases.ts";
import type { ReasonThemes } from "./reasons.ts";
import { segmentPhrase } from "./segment-phrases.ts";

/** A number that a text may use. */
export interface Fact {
  readonly id: string;
  readonly value: number;
  readonly unit: "percent" | "points" | "plain";
  /** As it is best written: "63%", "4.1 points", "1,000". */
  readonly written: string;
  /** What it says. */
  readonly means: string;
  /** The text it belongs to; those about the verdict may stand anywhere, and the synthesis may use all. */
  readonly about: "verdict" | TextKey;
  /** The answer whose share it is. */
  readonly answer: Answer | null;
}

/** The texts of a Reading that can be worded: the synthesis, and the description of each pattern and theme, from 1. */
export type TextKey = "synthesis" | `${"pattern" | "reservation" | "attraction"}_${number}`;

/** Every number that the texts of a Reading may use. */
export function factsOf(findings: Findings): Fact[] {
  return [
    ...verdictFacts(findings),
    ...comparisonFacts(findings),
    ...patternCounts(findings),
    ...(findings.patterns?.shown ?? []).flatMap((contrast, i) => patternFacts(contrast, `pattern_${i + 1}`)),
    ...reasonFacts(findings.reservations, "reservation", "said no or maybe"),
    ...reasonFacts(findings.attractions, "attraction", "said yes"),
  ];
}

type FactBase = Pick<Fact, "id" | "means" | "about"> & { readonly answer?: Answer };

const share = (value: number, fact: FactBase): Fact => ({
  answer: null,
  ...fact,
  value,
  unit: "percent",
  written: percent(value),
});
const gap = (value: number, fact: FactBase): Fact => ({
  answer: null,
  ...fact,
  value: Math.abs(value),
  unit: "points",
  written: points(value),
});
const plain = (value: number, fact: FactBase): Fact => ({
  answer: null,
  ...fact,
  value,
  unit: "plain",
  written: Number.isInteger(value) ? integer(value) : decimal(value),
});

function verdictFacts(findings: Findings): Fact[] {
  const { verdict, boundary } = findings.input;
  const about = "verdict";
  const facts: Fact[] = [
    plain(verdict.total, { id: "respondents", means: "simulated respondents asked", about }),
    share(95, { id: "confidence_level", means: "confidence level of every margin", about }),
    gap(verdict.margin_of_error_pct, {
      id: "margin",
      means: "margin of error of the yes share, plus or minus",
      about,
    }),
  ];
  for (const answer of ["yes", "maybe", "no", "n_a"] as const) {
    const count = verdict[answer];
    const value = verdict[`${answer}_pct`];
    if (count === null || value === null) continue;
    const who = answer === "n_a" ? "to whom the question did not apply" : `who said ${answer}`;
    facts.push(
      share(value, {
        id: `${answer}_share`,
        means: `weighted share of all respondents ${who}`,
        about,
        answer,
      }),
      plain(count, { id: `${answer}_count`, means: `respondents ${who}, unweighted`, about, answer }),
    );
  }
  if (verdict.n_a !== null && verdict.n_a > 0 && verdict.n_a < verdict.total) {
    facts.push(share(fittingYesShare(verdict), {
      id: "yes_share_of_fitting",
      means: "share that said yes among those the question applies to",
      about,
      answer: "yes",
    }));
  }
  const [first, second] = findings.ranking;
  facts.push(
    gap(findings.lead, { id: "lead", means: `lead of ${first.answer} over ${second.answer}`, about }),
    gap(findings.leadMargin, { id: "lead_margin", means: "margin of error of that lead", about }),
  );
  if (findings.median !== null) {
    facts.push(
      plain(findings.median, { id: "intensity_median", means: "median intensity of feeling", about }),
      plain(1, { id: "intensity_least", means: "weakest intensity on the scale", about }),
      plain(5, { id: "intensity_most", means: "strongest intensity on the scale", about }),
    );
  }
  if (boundary.accuracy_pct !== null) {
    const { accuracy_pct } = boundary;
    const means = "accuracy of the methodology on rows held out from fitting";
    facts.push({
      ...share(accuracy_pct, { id: "accuracy", means, about }),
      written: `${decimal(accuracy_pct)}%`,
    });
  }
  return facts;
}

function comparisonFacts({ comparison }: Findings): Fact[] {
  if (comparison === null) return [];
  const about = "synthesis";
  return [
    plain(comparison.runs, { id: "earlier_runs", means: "earlier independent runs of the question", about }),
    share(comparison.mean_yes_pct, {
      id: "earlier_yes_share",
      means: "mean yes share of the earlier runs",
      about,
      answer: "yes",
    }),
    gap(comparison.change, {
      id: "change",
      means: `change of the yes share against them: ${comparison.trend}`,
      about,
    }),
    gap(comparison.margin, { id: "change_margin", means: "margin of error of that change", about }),
  ];
}

function patternCounts({ patterns }: Findings): Fact[] {
  if (patterns === null || patterns.shown.length === 0) return [];
  const about = "synthesis";
  const facts = [
    plain(patterns.shown.length, {
      id: "patterns",
      means: "differences between segments that passed the test",
      about,
    }),
  ];
  if (patterns.shown.length === 1) return facts;
  return [
    ...facts,
    plain(patterns.shown.length - 1, {
      id: "other_patterns",
      means: "such differences besides the clearest",
      about,
    }),
  ];
}

function patternFacts(contrast: Contrast, about: TextKey): Fact[] {
  const segment = segmentPhrase(contrast.dimension, contrast.segment);
  const rest = contrast.other === null ? "everyone else" : segmentPhrase(contrast.dimension, contrast.other);
  return [
    share(contrast.yes_pct, {
      id: `${about}_share`,
      means: `share of ${segment} who said yes`,
      about,
      answer: "yes",
    }),
    share(contrast.rest_yes_pct, {
      id: `${about}_rest_share`,
      means: `share of ${rest} who said yes`,
      about,
      answer: "yes",
    }),
    gap(contrast.difference, { id: `${about}_difference`, means: "difference of the two", about }),
    gap(contrast.margin, { id: `${about}_margin`, means: "margin of error of that difference", about }),
    plain(contrast.support, { id: `${about}_support`, means: "respondents in the segments named", about }),
  ];
}

function reasonFacts(reasons: ReasonThemes | null, kind: "reservation" | "attraction", said: string): Fact[] {
  return (reasons?.themes ?? []).flatMap(({ theme, share_pct, support }, i) => {
    const about: TextKey = `${kind}_${i + 1}`;
    return [
      share(share_pct, {
        id: `${about}_share`,
        means: `weighted share of those who ${said}: ${theme[kind]}`,
        about,
      }),
      plain(support, {
        id: `${about}_support`,
        means: "respondents who give this reason, unweighted",
        about,
      }),
    ];
  });
}
