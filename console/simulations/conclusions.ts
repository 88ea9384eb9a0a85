import { basisOf, populationInWords, type Rested, yearsInWords } from "#client/verdict-words.ts";
import type { DataOf, ItemOf } from "../api/calls.ts";
import { count, interval, pcts, pctsOf, segmentName, worthInWords } from "../components/format.tsx";

/** What a verdict's own page and that of its link have of it. The link's page names no simulation. */
export type Results = Omit<DataOf<"showShared">, "post_hoc"> & { readonly simulation_id: string };
type VerdictOf = Results["verdict"];
export type Boundary = Results["calibration_boundary"];
/** What says whose answers a verdict is about. */
type Asked = Pick<Results, "population" | "audience">;
/** The answers that have intervals. */
export const ANSWERS = ["yes", "maybe", "no"] as const;
export type Answer = (typeof ANSWERS)[number];

/** What the verdict rests on, as a chip. */
export const EVIDENCE: Readonly<Record<VerdictOf["evidence"], string>> = {
  survey_matched: "Survey-matched",
  predicted: "Predicted from similar questions",
  general_population: "General population",
  model: "Answered by a model",
  demo: "Demo data",
  none: "Not answerable",
};

/** The verdict in a sentence that claims no more than its interval, and one line under it. */
export function headlineOf(
  { verdict, agent_count, calibration_boundary: boundary, ...asked }: Asked & {
    readonly verdict:
      & Pick<VerdictOf, "interval_pct" | "evidence" | `${Answer}_pct` | "n_a_pct" | "effective_human_n">
      & Partial<Pick<VerdictOf, "n_a">>;
    readonly agent_count: number;
    readonly calibration_boundary: Rested;
  },
): { readonly headline: string; readonly under: string } {
  const said = `${pcts(verdict).yes} of ${count(agent_count)} simulated respondents said yes`;
  if (verdict.interval_pct === null) {
    const [headline, why] = UNKNOWN_HEADLINES[verdict.evidence] ?? [UNKNOWN, `. ${unknownOf(verdict)}`];
    return { headline, under: `${said}${why}` };
  }
  const { yes: [low, high], no } = verdict.interval_pct;
  const people = headlinePeople(asked);
  const basis = basisOf(boundary, verdict.evidence);
  const ends = `Between ${Math.floor(low)} and ${Math.ceil(high)} %`;
  const poll = verdict.effective_human_n === null ? "" : `, ${worthInWords(verdict.effective_human_n)}`;
  // Had those in the middle to choose, half of them might say yes.
  const isMinority = high + verdict.maybe_pct / 2 < 50;
  const [headline, said95] = low > 50
    ? [`${mostOf(people)} would say yes, ${basis}.`, ends]
    : no[0] > 50
    ? [`${mostOf(people)} would say no, ${basis}.`, `${ends} would say yes`]
    : isMinority
    ? [`Fewer than half of ${people} would say yes, ${basis}.`, `${ends} would say yes`]
    : [`We can’t tell whether a majority of ${people} would say yes.`, `${ends} would, ${basis}`];
  return { headline, under: `${said95}: the 95 % interval${poll}.` };
}

const UNKNOWN = "We don’t know how people would answer.";
/** Where nothing is known of people: the headline, and what follows the respondents' share. */
const UNKNOWN_HEADLINES: Readonly<Partial<Record<VerdictOf["evidence"], readonly [string, string]>>> = {
  demo: ["Demo figures: nothing about real people.", "; the table behind it is invented."],
  none: ["No question of yes or no could be read.", ", which says nothing about people."],
  model: [UNKNOWN, "; this model has not been checked."],
};

/** An audience's segments stand beside the headline, which a phone must hold. */
function headlinePeople(asked: Asked): string {
  const who = populationInWords(asked.population);
  return asked.audience === null || who.startsWith("the ") ? namedPeople(asked) : `these ${who}`;
}

/** "Most U.S. adults", "Most of these U.S. adults", "Most of the people whom …". */
const mostOf = (people: string): string => `Most ${/^(?:the|these) /.test(people) ? "of " : ""}${people}`;

/** Whose answers a verdict is about, or as whom its respondents were simulated where nothing is said about people. */
export function peopleOf(results: Results): string {
  return `${results.verdict.interval_pct === null ? "Simulated as" : "About"} ${namedPeople(results)}`;
}

/** "U.S. adults", an audience of them, or the people of an own survey. */
export function namedPeople({ population, audience }: Asked): string {
  const who = populationInWords(population);
  return audience === null ? who : `${who} (${audienceInWords(audience)})`;
}

/** Such as "age: 18-24 or 25-34; party: Democrat". */
export function audienceInWords(audience: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(audience)
    .map(([dimension, segments]) => `${dimension}: ${segments.map(segmentName).join(" or ")}`).join("; ");
}

/** A verdict in a few words, for a list. */
export function briefly(
  { interval_pct, evidence, ...shares }: NonNullable<ItemOf<"listSimulations">["verdict"]>,
): string {
  if (interval_pct !== null) return `yes ${interval(interval_pct.yes)}, 95 % interval`;
  return evidence === "none" ? "" : `${pcts(shares).yes} of the simulated said yes`;
}

export type Issue = Results["question_issues"][number];
/** What is wrong with a question, in words. */
export const ISSUES: Readonly<Record<Issue, string>> = {
  gibberish: "It has too few English words to be read.",
  not_english: "It is not in English, which alone is read.",
  open: "It cannot be answered with yes or no.",
  double_barrelled: "It asks two things at once: nobody knows which of them a yes is to.",
};

/**
 * What may and what may not be concluded about people, in sentences. A majority needs an interval beyond 50 %, an order of two answers needs intervals
 * that do not overlap; the largest share alone is no finding.
 */
export function conclusionsOf({ verdict, calibration_boundary: boundary, ...asked }: Results) {
  const { interval_pct } = verdict;
  const shown = pcts(verdict);
  const outside = verdict.n_a_pct ? `; to ${shown.n_a} it did not apply` : "";
  const ofAgents = `${shown.yes} of the simulated agents answered yes, ${shown.maybe} maybe and ` +
    `${shown.no} no, weighted${outside}. They are no people.`;
  if (interval_pct === null) {
    return {
      may: verdict.evidence === "none" ? [] : [ofAgents],
      mayNot: [`Anything about people. ${unknownOf(verdict)}`],
    };
  }
  const people = namedPeople(asked);
  const basis = basisOf(boundary, verdict.evidence);
  const may: string[] = surveyed(boundary, asked);
  const mayNot: string[] = [];
  const answers = ANSWERS.map((answer) => {
    const ends = interval_pct[answer];
    const [low, high] = ends;
    return { answer, share: verdict[`${answer}_pct`], low, high, shown: interval(ends) };
  }).sort((a, b) => b.share - a.share);
  const first = answers.reduce((largest) => largest);
  const others = answers.slice(1);
  if (first.low > 50) {
    may.push(
      `A majority of ${people} would answer ${first.answer}, ${basis}: the 95 % interval, ${first.shown}, is above half.`,
    );
  } else if (answers.every(({ high }) => high < 50)) {
    // "Did not apply" has no interval, so where it is ahead nothing is known of its majority.
    if (verdict.answer !== "n_a") {
      may.push(
        `None of yes, maybe and no would have a majority among ${people}, ${basis}: their 95 % intervals are below half.`,
      );
    }
  } else {
    const open = answers.filter(({ low, high }) => low <= 50 && high >= 50);
    const [only, another] = open;
    if (only !== undefined) {
      const why = another === undefined
        ? `the interval, ${only.shown}, has half in it`
        : "their intervals have half in them";
      const named = open.map(({ answer }) => answer).join(" or ");
      mayNot.push(`Whether a majority of ${people} would answer ${named}: ${why}.`);
    }
  }
  const rivals = others.filter(({ high }) => high >= first.low);
  if (verdict.answer === "n_a") {
    mayNot.push(
      `That it is a question for everybody: to the largest share of the agents, ${shown.n_a}, it did not apply.`,
    );
  } else if (first.low > 50) {
    // A majority is ahead of the others as well.
  } else if (rivals.length === 0) {
    may.push(
      `The most frequent answer of ${people} would be ${first.answer}, ${basis}: its 95 % interval is above those of ${
        others.map(({ answer }) => answer).join(" and ")
      }.`,
    );
  } else {
    const named = rivals.map(({ answer }) => answer).join(" and ");
    mayNot.push(
      `Which answer would be ahead among ${people}: the interval of ${first.answer} overlaps with that of ${named}.`,
    );
  }
  mayNot.push(
    "Which share within an interval is the likeliest, or what people elsewhere, at other times, would answer or do.",
  );
  return { may: may.length === 0 ? [ofAgents] : may, mayNot };
}

const OPPOSITE = { yes: "no", maybe: "maybe", no: "yes" } as const;

/** What the survey itself found, the one thing that people really said: its question, and its answers by their names. */
function surveyed({ tier, matched_question, sources }: Boundary, { population, audience }: Asked) {
  if (tier !== 1 || matched_question === null) return [];
  const { text, shares_pct, scale, year, polarity } = matched_question;
  const shares = pctsOf(shares_pct);
  const isOpposite = polarity === "opposite";
  const answers = (["yes", "no", "maybe"] as const).flatMap((answer) =>
    answer === "maybe" && scale.maybe.length === 0 ? [] : [
      `${shares[answer]} “${
        (scale[answer].length === 0 ? [answer] : scale[answer]).join("” or “").toLowerCase()
      }” (${isOpposite ? OPPOSITE[answer] : answer})`,
    ]
  );
  const survey = sources[0]?.survey.replace(/^the /i, "") ?? "survey";
  const facts = [
    survey,
    ...(population.frame.startsWith("us-adults") ? ["United States"] : []),
    ...(year ? [yearsInWords(year)] : []),
  ];
  return [
    `A survey (${facts.join("; ")}) on ${isOpposite ? "the opposite, " : ""}“${text}”: ${
      audience === null ? "" : "of all its people "
    }${answers.join(", ")}${scale.maybe.length === 0 ? "; no middle answer was offered" : ""}.`,
  ];
}

const EARLIER = "This run is from before intervals were stated: its figures are those of its agents alone.";
const NOT_MEASURED = "How far this is from what these people would answer was not measured.";
const WHY_UNKNOWN: Readonly<Partial<Record<VerdictOf["evidence"], string>>> = {
  demo: "The figures behind this verdict are made up and are no survey's.",
  none: "No question of yes or no could be read.",
  model: "Nobody has measured how far this model is off.",
};

/** Why nothing is said of people. Runs from before intervals have no count of those to whom the question did not apply. */
const unknownOf = (
  { evidence, n_a }: Pick<VerdictOf, "evidence"> & Partial<Pick<VerdictOf, "n_a">>,
): string => WHY_UNKNOWN[evidence] ?? (n_a === null ? EARLIER : NOT_MEASURED);

/** What the width of the intervals rests on, in words. */
export const BASES: Readonly<Record<VerdictOf["uncertainty_basis"], string>> = {
  held_out_questions:
    "Measured: on questions of real surveys that the prediction did not see, by how far it was from what people had answered.",
  measured_model: "Measured: on calibrated questions put to the language model that answered for the agents.",
  unmeasured: "Nothing was measured, so there are none.",
};

/** Whether the same people are asked two wordings that one question of a survey answers: no difference of wording can show. */
export function isOneSurveyQuestion(runs: readonly Results[]): boolean {
  const matched = runs.map(({ audience, calibration_boundary: { tier, matched_question } }) =>
    tier === 1 && matched_question !== null
      ? JSON.stringify([audience, matched_question.text, matched_question.year, matched_question.polarity])
      : null
  );
  const asked = new Set(runs.map(({ customer_question }) => customer_question));
  return asked.size > 1 && new Set(matched).size === 1 && matched[0] !== null;
}

/** How far the question is calibrated. @param evidence `none` where no single question of yes or no could be read. */
export function tierInWords({ tier }: Pick<Boundary, "tier">, evidence: VerdictOf["evidence"]): string {
  return evidence === "none" ? "Not calibrated: no single question of yes or no could be read." : TIERS[tier];
}

const TIERS: Readonly<Record<Boundary["tier"], string>> = {
  1: "Calibrated: the question matches one that the methodology is calibrated on, in other words or turned round.",
  2: "Not calibrated: no survey's question of the methodology is this one. No accuracy is claimed.",
  3: "Not calibrated: no methodology fits, so the agents stand for U.S. adults in general. No accuracy is claimed.",
};

/** The shares of the matched question's table, turned to the direction of the question that was asked. Null where none is named. */
export function matchedShares({ matched_question }: Boundary): Readonly<Record<Answer, number>> | null {
  if (matched_question === null) return null;
  const { polarity, shares_pct: { yes, maybe, no } } = matched_question;
  return polarity === "opposite" ? { yes: no, maybe, no: yes } : { yes, maybe, no };
}
