import { type Answer, ANSWERS } from "../sampling/answers.ts";
import type { Contrast } from "./contrasts.ts";
import type { Findings } from "./findings.ts";
import { fittingYesShare } from "./headline.ts";
import { segmentPhrases } from "./patterns.ts";
import { marginOf, notApplicableCount, type ReadingVerdict } from "./input.ts";
import { decimal, integer, percent, points, type SegmentPhrase } from "./phrases.ts";
import type { ReasonThemes } from "./reasons.ts";

/** A number that a text may use. */
export interface Fact {
  readonly id: string;
  readonly value: number;
  readonly unit: "percent" | "points" | "plain";
  /** The number as a text writes it: "63%", "4.1 points", "1,000". */
  readonly written: string;
  /** The number's meaning, as a noun phrase. */
  readonly means: string;
  /** The text that may use it; every text may use facts about the verdict, and the synthesis may use all. */
  readonly about: "verdict" | TextKey;
  /** The answer whose share or count it is; null for other numbers. */
  readonly answer: Answer | null;
}

/** The texts of a Reading that a model may rewrite: the synthesis, and the description of each pattern and theme, from 1. */
export type TextKey = "synthesis" | `${"pattern" | "reservation" | "attraction"}_${number}`;

/** Every number that the texts of a Reading may use. */
export function factsOf(findings: Findings): Fact[] {
  return [
    ...verdictFacts(findings),
    ...comparisonFacts(findings),
    ...patternCounts(findings),
    ...(findings.patterns?.shown ?? []).flatMap((contrast, i) =>
      patternFacts(contrast, `pattern_${i + 1}`, segmentPhrases(findings.input))
    ),
    ...reasonFacts(findings.reservations, "reservation", "said no or maybe"),
    ...reasonFacts(findings.attractions, "attraction", "said yes"),
  ];
}

type FactBase = Pick<Fact, "id" | "means" | "about"> & { readonly answer?: Answer };

function share(value: number, fact: FactBase): Fact {
  return { answer: null, ...fact, value, unit: "percent", written: percent(value) };
}

function gap(value: number, fact: FactBase): Fact {
  return { answer: null, ...fact, value: Math.abs(value), unit: "points", written: points(value) };
}

function plain(value: number, fact: FactBase): Fact {
  const written = Number.isInteger(value) ? integer(value) : decimal(value);
  return { answer: null, ...fact, value, unit: "plain", written };
}

function verdictFacts(findings: Findings): Fact[] {
  const { verdict, boundary } = findings.input;
  const [first, second] = findings.ranking;
  return [
    plain(verdict.total, { id: "respondents", means: "simulated respondents asked", about: "verdict" }),
    share(95, { id: "confidence_level", means: "confidence level of every margin", about: "verdict" }),
    gap(marginOf(verdict), {
      id: "margin",
      means: "margin of error of the yes share, plus or minus",
      about: "verdict",
    }),
    ...intervalFacts(verdict),
    ...ANSWERS.flatMap((answer) => answerFacts(verdict, answer)),
    ...fittingFacts(verdict),
    gap(findings.lead, {
      id: "lead",
      means: `lead of ${first.answer} over ${second.answer}`,
      about: "verdict",
    }),
    gap(findings.leadMargin, { id: "lead_margin", means: "margin of error of that lead", about: "verdict" }),
    ...intensityFacts(findings.median),
    ...accuracyFacts(boundary.accuracy_pct),
  ];
}

/** Share and count of an answer; none for n_a in a row from before the fourth answer. */
function answerFacts(verdict: ReadingVerdict, answer: Answer): Fact[] {
  const count = verdict[answer];
  const pct = verdict[`${answer}_pct`];
  if (count === null || pct === null) return [];
  const who = answer === "n_a" ? "to whom the question did not apply" : `who said ${answer}`;
  const about = "verdict";
  return [
    share(pct, { id: `${answer}_share`, means: `weighted share of all respondents ${who}`, about, answer }),
    plain(count, { id: `${answer}_count`, means: `respondents ${who}, unweighted`, about, answer }),
  ];
}

/** The ends of the yes share's interval. */
function intervalFacts({ interval_pct }: ReadingVerdict): Fact[] {
  if (interval_pct === null) return [];
  const [low, high] = interval_pct.yes;
  return [
    share(low, {
      id: "yes_low",
      means: "lower end of the interval of the yes share",
      about: "verdict",
      answer: "yes",
    }),
    share(high, {
      id: "yes_high",
      means: "upper end of the interval of the yes share",
      about: "verdict",
      answer: "yes",
    }),
  ];
}

/** The yes share among those whom the question fits, where it does not fit everybody. */
function fittingFacts(verdict: ReadingVerdict): Fact[] {
  const unfit = notApplicableCount(verdict);
  if (unfit === 0 || unfit === verdict.total) return [];
  return [share(fittingYesShare(verdict), {
    id: "yes_share_of_fitting",
    means: "share that said yes among those the question applies to",
    about: "verdict",
    answer: "yes",
  })];
}

function intensityFacts(median: number | null): Fact[] {
  if (median === null) return [];
  const about = "verdict";
  return [
    plain(median, { id: "intensity_median", means: "median intensity of feeling", about }),
    plain(1, { id: "intensity_least", means: "weakest intensity on the scale", about }),
    plain(5, { id: "intensity_most", means: "strongest intensity on the scale", about }),
  ];
}

/** The methodology's accuracy, with one decimal where other shares have none. */
function accuracyFacts(accuracy_pct: number | null): Fact[] {
  if (accuracy_pct === null) return [];
  const means = "accuracy on questions whose own table was left out";
  const fact = share(accuracy_pct, { id: "accuracy", means, about: "verdict" });
  return [{ ...fact, written: `${decimal(accuracy_pct)}%` }];
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
  const shown = patterns === null ? 0 : patterns.shown.length;
  const about = "synthesis";
  const means = "differences between segments that passed the test";
  const others = "such differences besides the clearest";
  return [
    ...(shown > 0 ? [plain(shown, { id: "patterns", means, about })] : []),
    ...(shown > 1 ? [plain(shown - 1, { id: "other_patterns", means: others, about })] : []),
  ];
}

function patternFacts(contrast: Contrast, about: TextKey, phrase: SegmentPhrase): Fact[] {
  const segment = phrase(contrast.dimension, contrast.segment);
  const rest = contrast.other === null ? "everyone else" : phrase(contrast.dimension, contrast.other);
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
