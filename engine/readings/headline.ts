import type { Findings, Situation } from "./findings.ts";
import type { ReadingVerdict } from "./input.ts";
import { capitalized, integer, list, percent, points, sharesInWords } from "./phrases.ts";

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
