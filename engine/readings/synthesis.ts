import { questionIssues } from "../question/issues.ts";
import { type Findings, MIN_AGENTS } from "./findings.ts";
import { headline, shares } from "./headline.ts";
import { feeling } from "./intensity.ts";
import { between, capitalized, decimal, percent, points, spaced } from "./phrases.ts";
import { Z95 } from "../verdict/tally.ts";
import { contrastSentence, segmentPhrases } from "./patterns.ts";
import type { ReasonThemes, ThemeShare } from "./reasons.ts";
import { samplingInterval } from "./input.ts";
import type { Payload } from "./schema.ts";
import { OTHER } from "./themes.ts";

/** The run in plain English, from its findings alone. */
export function synthesis(findings: Findings): Payload<"synthesis"> {
  const { verdict, boundary } = findings.input;
  if (boundary.evidence === "none" && verdict.total >= MIN_AGENTS) {
    return { text: `${opening(findings)} ${shares(verdict)}`, confidence: findings.confidence };
  }
  const explained = findings.situation !== "no_fit" && findings.situation !== "few";
  const sentences = [
    opening(findings),
    ...headline(findings),
    intervalSentence(findings),
    ...(explained ? [feelings(findings), difference(findings), reasons(findings), trend(findings)] : []),
    closing(findings),
  ];
  return { text: sentences.filter((text) => text !== "").join(" "), confidence: findings.confidence };
}

/** The begin of a synthesis: made-up figures, and what is wrong with the question, are named before any figure is stated. */
export function opening({ input: { boundary: { evidence }, question } }: Findings): string {
  if (evidence === "demo") {
    return "This is a demonstration: the figures behind it are made up and are no survey's.";
  }
  if (evidence === "none") {
    return "No single question of yes or no could be read, so the verdict means nothing.";
  }
  return questionIssues(question).includes("double_barrelled")
    ? "The question asks two things at once, so nobody knows which of them a yes is to."
    : "";
}

/** What people would answer, which is known less well than what the agents answered. */
function intervalSentence({ input: { verdict, boundary }, situation }: Findings): string {
  if (situation === "no_fit" || verdict.total === 1) return "";
  if (verdict.interval_pct !== null) {
    const { people, basis } = boundary;
    return `${
      capitalized(between(verdict.interval_pct.yes))
    } of ${people} would say yes, ${basis} (95% interval).`;
  }
  return `By the sampling of the simulated respondents alone the yes share is ${
    between(samplingInterval(verdict))
  } (95% interval); of people nothing is known.`;
}

function feelings({ median, situation }: Findings): string {
  if (median === null) return "";
  const against = (situation === "clear" && median <= 2) || (situation === "split" && median >= 4);
  const scale = `the median intensity is ${decimal(median)} on a scale from 1 to 5`;
  return `${feeling(median)}${against ? ", though" : ""}: ${scale}.`;
}

/** The clearest difference between segments, or that there is none. */
export function difference({ patterns, situation, input }: Findings): string {
  if (patterns === null || situation === "unanimous") return "";
  if (patterns.tested === 0) return "There are too few answers to compare segments.";
  const [main] = patterns.shown;
  if (main === undefined) {
    return input.verdict.interval_pct === null
      ? "No difference between segments can be told from chance."
      : "No difference between segments can be told from chance and the error of the prediction; real ones may exist.";
  }
  const others = patterns.passed - 1;
  const many = others === 1 ? "one other difference" : `${others} other differences`;
  const more = others === 0 ? "" : `; ${many} passed the same test`;
  const whose = input.verdict.interval_pct === null
    ? " of these simulated respondents, which says nothing about people,"
    : "";
  return `The clearest difference${whose} is by ${spaced(main.dimension)}: ${
    contrastSentence(main, segmentPhrases(input))
  }${more}.`;
}

function reasons({ reservations, attractions }: Findings): string {
  const against = commonTheme(reservations);
  const inFavor = commonTheme(attractions);
  const parts: string[] = [];
  if (against !== null) {
    const share = `${percent(against.share_pct)} of those who said no or maybe`;
    parts.push(`the most common reservation is ${against.theme.reservation} (${share})`);
  }
  if (inFavor !== null) {
    const share = `${percent(inFavor.share_pct)} of those who said yes`;
    parts.push(`the most common attraction is ${inFavor.theme.attraction} (${share})`);
  }
  return parts.length === 0 ? "" : `${capitalized(parts.join("; "))}.`;
}

/** The theme that leads the second by more than chance (two-sided test at 5 %), of at least {@link MIN_AGENTS} reasons; null without one. */
function commonTheme(reasons: ReasonThemes | null): ThemeShare | null {
  const [first, second] = reasons?.themes.filter(({ theme }) => theme.id !== OTHER.id) ?? [];
  if (reasons === null || reasons.agents < MIN_AGENTS || first === undefined) return null;
  const [p, q] = [first.share_pct / 100, (second?.share_pct ?? 0) / 100];
  return p - q > Z95 * Math.sqrt((p + q - (p - q) ** 2) / reasons.agents) ? first : null;
}

function trend({ comparison }: Findings): string {
  if (comparison === null || comparison.trend === "no_clear_change") return "";
  const before = comparison.runs === 1 ? "the earlier run" : `the mean of ${comparison.runs} earlier runs`;
  const change = `The yes share is ${comparison.trend} by ${
    points(comparison.change, comparison.margin)
  } on ${before}`;
  return `${change}, more than the margin of ${points(comparison.margin, comparison.change)} allows for.`;
}

/** The end of every synthesis: whether yes and no are swapped, and what is calibrated. */
export function closing(findings: Findings): string {
  const swapped = findings.input.boundary.polarity === "opposite"
    ? "The question is read as the opposite of the calibrated one, so yes and no are swapped. "
    : "";
  return (swapped + calibration(findings)).trim();
}

function calibration({ input: { boundary, methodology } }: Findings): string {
  if (boundary.evidence === "none") return "";
  if (boundary.tier === 3 || methodology === null) {
    const generic =
      "No published methodology fits the question, so respondents simulated as U.S. adults were drawn";
    return `${generic} and nothing here is calibrated.`;
  }
  const named = `The ${methodology.name} methodology`;
  if (boundary.evidence === "demo") {
    return `${named} is a demonstration, and nothing in its verdicts is calibrated on a survey.`;
  }
  if (boundary.tier === 2) {
    return `${named} covers the topic, but none of its calibrated questions is this one, so no accuracy is claimed.`;
  }
  const answers = boundary.answers === null ? "" : `, of whose answers ${boundary.answers}`;
  return `${named} is calibrated on a survey's question that this one matches${answers}.`;
}
