import type { DataOf } from "../api/calls.ts";
import { interval, pct, peopleInWords } from "../components/format.tsx";

export type Results = DataOf<"simulationResults">;
type VerdictOf = Results["verdict"];
export type Boundary = Results["calibration_boundary"];
/** The answers that have intervals. */
export const ANSWERS = ["yes", "maybe", "no"] as const;
export type Answer = (typeof ANSWERS)[number];

/** Whether the figures were made up: such a verdict says nothing about people. */
export function isMadeUp({ sources }: Pick<Boundary, "sources">): boolean {
  return sources.some(({ illustrative }) => illustrative);
}

/** Whether it was measured how often such intervals hold what people answer. */
export function isMeasured(verdict: VerdictOf, boundary: Boundary): boolean {
  const { uncertainty_basis } = verdict;
  return verdict.interval_pct !== null && uncertainty_basis !== null && uncertainty_basis !== "unmeasured" &&
    !isMadeUp(boundary);
}

export interface Conclusions {
  /** What may be said, in sentences. */
  readonly may: readonly string[];
  /** What may not be concluded, and why. */
  readonly mayNot: readonly string[];
}

/**
 * What may and what may not be concluded about people. A majority needs an interval beyond 50 %, an order of two answers needs intervals
 * that do not overlap; the largest share alone is no finding.
 */
export function conclusionsOf({ verdict, calibration_boundary: boundary }: Results): Conclusions {
  const ofAgents =
    `Weighted to the population, ${pct(verdict.yes_pct)} of the simulated agents answered yes, ` +
    `${pct(verdict.maybe_pct)} maybe and ${pct(verdict.no_pct)} no.`;
  if (!isMeasured(verdict, boundary)) {
    return { may: [ofAgents], mayNot: [`Anything about people. ${whyUnmeasured(verdict, boundary)}`] };
  }
  const may: string[] = [];
  const mayNot: string[] = [];
  const answers = ANSWERS.flatMap((answer) => {
    const ends = verdict.interval_pct?.[answer];
    if (ends === undefined) return [];
    const [low, high] = ends;
    return [{ answer, share: verdict[`${answer}_pct`], low, high, shown: interval(ends) }];
  }).sort((a, b) => b.share - a.share);
  const [first, ...others] = answers;
  if (first === undefined) {
    return { may: [ofAgents], mayNot: ["Anything about people: it has no intervals."] };
  }

  if (first.low > 50) {
    may.push(
      `A majority of people would answer ${first.answer}: the interval, ${first.shown}, is above half.`,
    );
  } else if (answers.every(({ high }) => high < 50)) {
    // "Did not apply" has no interval, so where it is ahead nothing is known of its majority.
    if (verdict.answer !== "n_a") {
      may.push("None of yes, maybe and no would have a majority: their intervals are below half.");
    }
  } else {
    for (const { answer, shown } of answers.filter(({ low, high }) => low <= 50 && high >= 50)) {
      mayNot.push(
        `Whether a majority of people would answer ${answer}: the interval, ${shown}, has half in it.`,
      );
    }
  }
  const rivals = others.filter(({ high }) => high >= first.low);
  if (verdict.answer === "n_a") {
    mayNot.push(
      `That it is a question for everybody: to the largest share of the agents, ${
        pct(verdict.n_a_pct)
      }, it did not apply.`,
    );
  } else if (rivals.length === 0) {
    may.push(
      `More people would answer ${first.answer} than ${others.map(({ answer }) => answer).join(" or ")}.`,
    );
  } else {
    const named = rivals.map(({ answer, shown }) => `${answer} (${shown})`).join(" and ");
    mayNot.push(
      `Which answer would be ahead: the interval of ${first.answer} (${first.shown}) overlaps with that of ${named}.`,
    );
  }
  mayNot.push(
    "Which share within an interval is the likeliest, or what people of other countries, at other times, would answer or do.",
  );
  return { may, mayNot };
}

function whyUnmeasured(verdict: VerdictOf, boundary: Boundary): string {
  if (isMadeUp(boundary)) return "The figures behind this verdict are made up and are no survey's.";
  if (verdict.interval_pct === null) {
    return "This run is from before intervals were stated: its figures are those of its agents alone.";
  }
  return "Nobody has measured how far such predictions are off, so nobody knows whether the intervals hold.";
}

/** What the width of the intervals rests on, in words. */
export function basisInWords({ uncertainty_basis }: VerdictOf): string {
  switch (uncertainty_basis) {
    case "held_out_questions":
      return "Measured: on questions of real surveys that the prediction did not see, by how far it was from what people had answered.";
    case "measured_model":
      return "Measured: on calibrated questions put to the language model that answered for the agents.";
    case "unmeasured":
      return "Not measured: made-up tables, or a model that nobody measured. Nobody knows whether the intervals hold.";
    default:
      return "Not stated: this run is from before intervals.";
  }
}

/** How much the verdict knows, as the size of a poll. */
export function pollSizeInWords(verdict: VerdictOf, boundary: Boundary): string | null {
  const { effective_human_n: people } = verdict;
  if (people === null) return null;
  const known = `This verdict knows the yes share about as well as a poll of ${
    peopleInWords(people)
  } would, however many agents were asked.`;
  return isMeasured(verdict, boundary) ? known : `${known} Even that was not measured.`;
}

/** The disclaimers of several runs, each once. */
export function disclaimersOf(runs: readonly Results[]): readonly string[] {
  return [...new Set(runs.map(({ calibration_boundary: { disclaimer } }) => disclaimer))];
}

/** How far the question is calibrated, in words. */
export function tierInWords({ tier }: Boundary): string {
  switch (tier) {
    case 1:
      return "Calibrated: the question matches one that the methodology is calibrated on, in other words or turned round.";
    case 2:
      return "On the topic, not calibrated: the methodology covers the topic, but none of its questions is this one. No accuracy is claimed.";
    default:
      return "No methodology fits: predicted for U.S. adults from the questions that surveys asked. No calibration and no accuracy is claimed.";
  }
}

/** The shares of the matched question's table, turned to the direction of the question that was asked. Null where none is named. */
export function matchedShares({ matched_question }: Boundary): Readonly<Record<Answer, number>> | null {
  if (matched_question === null) return null;
  const { polarity, shares_pct: { yes, maybe, no } } = matched_question;
  return polarity === "opposite" ? { yes: no, maybe, no: yes } : { yes, maybe, no };
}
