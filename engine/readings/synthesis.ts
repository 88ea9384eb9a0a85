import { questionIssues } from "../question/issues.ts";
import { type Findings, MIN_AGENTS, type Situation } from "./findings.ts";
import { feeling } from "./intensity.ts";
import {
  between,
  capitalized,
  decimal,
  integer,
  list,
  percent,
  points,
  sharesInWords,
  spaced,
} from "./phrases.ts";
import { Z95 } from "../verdict/verdict.ts";
import { contrastSentence, segmentPhrases } from "./patterns.ts";
import { OTHER, type ReasonThemes, type ThemeShare } from "./reasons.ts";
import { type ReadingVerdict, samplingInterval } from "./input.ts";
import type { Payload } from "./schema.ts";

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

/** The verdict in one to three sentences. Which they are depends on the situation alone: only figures follow an order that may be chance. */
export function headline(findings: Findings): string[] {
  return HEADLINES[findings.situation](findings);
}

/** Yes share of those who did not answer n_a, in percent. */
export function fittingYesShare(verdict: ReadingVerdict): number {
  return 100 * verdict.yes_pct / (100 - (verdict.n_a_pct ?? 0));
}

const HEADLINES: Readonly<Record<Situation, (findings: Findings) => string[]>> = {
  no_fit: ({ input: { verdict } }) => {
    const whom = verdict.total === 1 ? "the only simulated respondent" : `any of the ${respondents(verdict)}`;
    return [`The question did not apply to ${whom}, so there is no verdict to explain.`];
  },

  few: ({ input: { verdict } }) => {
    if (verdict.total === 1) {
      const single = "Only a single simulated respondent was asked";
      return [`${single}, and said ${verdict.answer}; that says nothing about a population.`];
    }
    const answersGiven = (["yes", "maybe", "no"] as const).filter((answer) => verdict[answer] > 0);
    const answers = answersGiven.map((answer) => `${verdict[answer]} said ${answer}`);
    const unfit = verdict.n_a ?? 0;
    if (unfit > 0) answers.push(`to ${unfit} the question did not apply`);
    return [
      `Only ${respondents(verdict)} were asked, too few for shares to mean much: ${list(answers)}.`,
    ];
  },

  poor_fit: ({ input: { verdict } }) => {
    const { yes, no, maybe, n_a } = sharesInWords(verdict);
    const fitting = percent(fittingYesShare(verdict));
    return [
      `The question does not fit ${(verdict.n_a_pct ?? 0) > 50 ? "most" : "many"} of those who were asked: ` +
      `it did not apply to ${n_a} of the ${respondents(verdict)}.`,
      `Of all of them, ${yes} said yes, ${no} said no and ${maybe} maybe.`,
      `Among those it does fit, the yes share is ${fitting}; read the verdict as one about them, not about everybody.`,
    ];
  },

  unanimous: ({ ranking: [first], input: { verdict } }) => [
    `All ${respondents(verdict)} said ${first.answer}.`,
  ],

  split: ({ lead, leadMargin, input: { verdict, boundary } }) => {
    return [
      shares(verdict),
      `Which answer leads among ${
        verdict.interval_pct === null ? "others drawn like them" : boundary.people
      } is not known: the lead of the most common answer over the next, ${
        points(lead, leadMargin)
      }, is within ${marginName(verdict)} of ${points(leadMargin, lead)}.`,
    ];
  },

  clear: ({ ranking: [first], majority, lead, leadMargin, input: { verdict } }) => {
    const spoken = sharesInWords(verdict);
    const [who, share, unfit] = [respondents(verdict), spoken[first.answer], unfitting(verdict)];
    const opening = majority
      ? `${
        verdict.interval_pct === null ? "A majority" : "A clear majority"
      } of the ${who}, ${share}, said ${first.answer}`
      : `The most common answer among the ${who} is ${first.answer}, at ${share}`;
    const ahead = `It leads the next by ${points(lead, leadMargin)}, more than ${marginName(verdict)}`;
    const leading = majority ? [] : [`${ahead} of ${points(leadMargin, lead)}.`];
    if (first.answer === "yes") {
      const { no, maybe } = spoken;
      const others = `${/^\d/.test(no) ? `Another ${no}` : capitalized(no)} said no`;
      const rest = verdict.maybe_pct === 0 ? others : `${others} and ${maybe} maybe`;
      return [`${opening}.`, ...leading, `${rest}${unfit}.`];
    }
    const other = first.answer === "no" ? "maybe" : "no";
    const rest = verdict[`${other}_pct`] === 0 ? "" : ` and ${other} to ${spoken[other]}`;
    return [`${opening}.`, ...leading, `Yes came to ${spoken.yes}${rest}${unfit}.`];
  },
};

/** What the respondents said, and nothing of which answer leads. */
export function shares(verdict: ReadingVerdict): string {
  const { yes, no, maybe } = sharesInWords(verdict);
  const said = [`${yes} said yes`, `${no} no`, ...(verdict.maybe_pct === 0 ? [] : [`${maybe} maybe`])];
  return `Of the ${respondents(verdict)} ${list(said)}${unfitting(verdict)}.`;
}

/** What a lead is compared with: where nothing is known of people, the draw of the respondents alone. */
const marginName = ({ interval_pct }: ReadingVerdict): string =>
  interval_pct === null ? "the margin of their sampling" : "its margin of error";

function respondents({ total }: ReadingVerdict): string {
  return `${integer(total)} simulated respondents`;
}

function unfitting(verdict: ReadingVerdict): string {
  return (verdict.n_a_pct ?? 0) === 0 ? "" : `; for ${sharesInWords(verdict).n_a} the question did not apply`;
}
