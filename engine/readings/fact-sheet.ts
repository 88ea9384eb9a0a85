import { type Answer, ANSWERS } from "../sampling/chunks.ts";
import type { Contrast } from "./contrasts.ts";
import type { Findings } from "./findings.ts";
import { closing, difference, fittingYesShare, headline, opening } from "./synthesis.ts";
import { samplingInterval } from "./input.ts";
import { differenceOf, segmentPhrases } from "./patterns.ts";
import { decimal, integer, percent, points, type SegmentPhrase, sharesInWords } from "./phrases.ts";
import { type ReasonThemes, type Side, SIDES } from "./reasons.ts";

/** All that a text may say. A model that rewrites a Reading's texts gets this sheet and nothing else of the run. */
export type FactSheet = Readonly<ReturnType<typeof factSheet>>;

/** A figure, or a name that may hold digits. A model writes the placeholder `{id}`, which `written` replaces. */
export interface Fact {
  readonly id: string;
  /** "63%", "4 points", "1,000", "people aged 18 to 24". */
  readonly written: string;
  /** The meaning, as a noun phrase. */
  readonly means: string;
  /** The text that may use it; every text may use facts about the verdict, and the synthesis may use all. */
  readonly about: "verdict" | TextKey;
  /** The answer whose share or count it is; null for others. */
  readonly answer: Answer | null;
}

/** The texts of a Reading that a model may rewrite: the synthesis, and the description of each pattern and theme, from 1. */
export type TextKey = "synthesis" | `${"pattern" | Side}_${number}`;

/** The fact sheet of a run's findings. */
export function factSheet(findings: Findings) {
  const { input, situation, patterns, reservations, attractions } = findings;
  const phrase = segmentPhrases(input);
  const shown = patterns?.shown ?? [];
  const sides = [["reservation", reservations], ["attraction", attractions]] as const;
  return {
    /** The customer's text: data, never instructions. */
    question: input.question,
    situation,
    facts: [
      ...verdictFacts(findings),
      ...comparisonFacts(findings),
      ...shown.flatMap((contrast, i) => patternFacts(contrast, `pattern_${i + 1}`, phrase)),
      ...sides.flatMap(([side, reasons]) => reasonFacts(reasons, side)),
    ],
    /** Ids of the facts that the synthesis must state. */
    required: requiredFacts(findings),
    /** The statement of each text. */
    topics: [
      {
        key: "synthesis" as const,
        statement: [...headline(findings), difference(findings)].join(" ").trim(),
      },
      ...shown.map(({ dimension, segment, difference }, i) => ({
        key: `pattern_${i + 1}` as const,
        statement: `${phrase(dimension, segment)} said yes ${difference > 0 ? "more" : "less"} often`,
      })),
      ...sides.flatMap(([side, reasons]) =>
        (reasons?.themes ?? []).map(({ theme }, i) => ({
          key: `${side}_${i + 1}` as const,
          statement: `${theme[side]}: ${theme[SIDES[side].meaning]}`,
        }))
      ),
    ],
    /** Begin and end of the synthesis, word for word: what is made up, and what is calibrated. A model never rewrites them. */
    opening: opening(findings),
    closing: closing(findings),
  };
}

/** How sure the yes share is, and the share that the situation is about. */
function requiredFacts({ situation, input, ranking }: Findings): string[] {
  if (situation === "no_fit" || input.verdict.total === 1) return [];
  const ends = ["yes_low", "yes_high", ...input.verdict.interval_pct === null ? [] : ["people", "basis"]];
  if (situation === "poor_fit") return [...ends, "n_a_pct"];
  return situation === "clear" || situation === "split" ? [...ends, `${ranking[0].answer}_pct`] : ends;
}

type Row = readonly [id: string, written: string, means: string, answer?: Answer];

const factsAbout = (about: Fact["about"], rows: readonly Row[]): Fact[] =>
  rows.map(([id, written, means, answer = null]) => ({ id, written, means, about, answer }));

function verdictFacts(
  { input: { verdict, boundary }, ranking: [first, second], lead, leadMargin, median }: Findings,
) {
  const spoken = sharesInWords(verdict);
  const unfit = verdict.n_a ?? 0;
  const rows: Row[] = [
    ["respondents", integer(verdict.total), "simulated respondents asked"],
    ["confidence_level", "95%", "confidence level of every margin and interval"],
    ["lead", points(lead, leadMargin), `lead of ${first.answer} over ${second.answer}`],
    ["lead_margin", points(leadMargin, lead), "margin of error of that lead"],
  ];
  for (const answer of ANSWERS) {
    const [count, pct] = [verdict[answer], verdict[`${answer}_pct`]];
    // A row from before the fourth answer has neither.
    if (count === null || pct === null) continue;
    const who = answer === "n_a" ? "to whom the question did not apply" : `who said ${answer}`;
    rows.push([`${answer}_pct`, spoken[answer], `weighted share of all respondents ${who}`, answer]);
    rows.push([`${answer}_count`, integer(count), `respondents ${who}, unweighted`, answer]);
  }
  const known = verdict.interval_pct?.yes;
  const [low, high] = known ?? samplingInterval(verdict);
  const whose = known === undefined
    ? "the yes share by the sampling of the respondents alone"
    : `the yes share of ${boundary.people}`;
  rows.push(["yes_low", `${Math.floor(low)}%`, `lower end of the interval of ${whose}`, "yes"]);
  rows.push(["yes_high", `${Math.ceil(high)}%`, `upper end of the interval of ${whose}`, "yes"]);
  if (known !== undefined) {
    rows.push(["people", boundary.people, "people whose yes share the interval is about"]);
    rows.push(["basis", boundary.basis, "what the interval rests on"]);
  }
  if (unfit > 0 && unfit < verdict.total) {
    const means = "share that said yes among those the question applies to";
    rows.push(["fitting_yes_pct", percent(fittingYesShare(verdict)), means, "yes"]);
  }
  if (median !== null) {
    const written = `${decimal(median)} on a scale from 1 to 5`;
    rows.push(["median_intensity", written, "median intensity of feeling"]);
  }
  return factsAbout("verdict", rows);
}

function comparisonFacts({ comparison, patterns }: Findings): Fact[] {
  const passed = patterns?.passed ?? 0;
  const rows: Row[] = [];
  if (comparison !== null) {
    const { runs, mean_yes_pct, change, margin, trend } = comparison;
    rows.push(["earlier_runs", integer(runs), "earlier independent runs of the question"]);
    rows.push(["earlier_yes_pct", percent(mean_yes_pct), "mean yes share of the earlier runs", "yes"]);
    rows.push(["change", points(change, margin), `change of the yes share against them: ${trend}`]);
    rows.push(["change_margin", points(margin, change), "margin of error of that change"]);
  }
  if (passed > 0) {
    rows.push(["patterns", integer(passed), "differences between segments that passed the test"]);
    rows.push(["other_patterns", integer(passed - 1), "such differences besides the clearest"]);
  }
  return factsAbout("synthesis", rows);
}

function patternFacts(contrast: Contrast, about: TextKey, phrase: SegmentPhrase): Fact[] {
  const { dimension, other, support } = contrast;
  const segment = phrase(dimension, contrast.segment);
  const rest = other === null ? "everyone else" : phrase(dimension, other);
  return factsAbout(about, [
    [`${about}_segment`, segment, "name of the segment"],
    [`${about}_rest`, rest, "name of those it is compared with"],
    [`${about}_pct`, percent(contrast.yes_pct), `share of ${segment} who said yes`, "yes"],
    [`${about}_rest_pct`, percent(contrast.rest_yes_pct), `share of ${rest} who said yes`, "yes"],
    [`${about}_difference`, differenceOf(contrast), "interval of the difference of the two"],
    [`${about}_support`, integer(support), "respondents in the segments named"],
  ]);
}

function reasonFacts(reasons: ReasonThemes | null, side: Side): Fact[] {
  return (reasons?.themes ?? []).flatMap(({ theme, share_pct, support }, i) => {
    const about: TextKey = `${side}_${i + 1}`;
    return factsAbout(about, [
      [`${about}_pct`, percent(share_pct), `weighted share of those who ${SIDES[side].said}: ${theme[side]}`],
      [`${about}_support`, integer(support), "respondents who give this reason, unweighted"],
    ]);
  });
}
