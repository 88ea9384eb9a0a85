import type { Shares } from "./shares.ts";

/** Whether people could choose a middle answer, such as "it depends", "neither" or "somewhat", beside yes and no. */
export const ANSWERS_OFFERED = ["yes_no", "yes_maybe_no"] as const;
export type AnswersOffered = (typeof ANSWERS_OFFERED)[number];

/** The field of `scenario_context` that says so, with its JSON Schema. */
export const ANSWERS_OFFERED_SCHEMA = {
  answers_offered: {
    type: "string",
    enum: ANSWERS_OFFERED,
    description:
      "Whether people could choose a middle answer (it depends, neither, somewhat) beside yes and no; a survey's question of the other kind is not the one asked",
  },
} as const;

/** What a scenario says of the answers; null where it says nothing. */
export function answersOfferedIn(
  { answers_offered }: Readonly<Record<string, unknown>>,
): AnswersOffered | null {
  return ANSWERS_OFFERED.find((each) => each === answers_offered) ?? null;
}

/** What a question with this scale offers. */
export const offeredBy = ({ has_maybe }: { readonly has_maybe: boolean }): AnswersOffered =>
  has_maybe ? "yes_maybe_no" : "yes_no";

/**
 * A survey's shares on the other kind of scale: without a middle answer those who took it divide as the others do, with one both sides
 * lose alike. Of 23 pairs in the bank that differ so, the miss of yes falls from 23.6 to 19.7 points (research/unasked-questions.md).
 * @param middle share of maybe where it is offered.
 */
export function rescaled<Answers extends Shares>(shares: Answers, middle: number): Answers {
  const decided = shares.yes + shares.no;
  const yes = decided === 0 ? 0.5 : shares.yes / decided;
  return { ...shares, yes: yes * (1 - middle), maybe: middle, no: (1 - yes) * (1 - middle) };
}
