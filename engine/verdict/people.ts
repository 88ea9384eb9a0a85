import { populationInWords } from "#client/verdict-words.ts";
import type { MethodologyPopulation } from "../bank/methodology.ts";
import { type Audience, audienceText } from "../population/audience.ts";

export { basisOf, type Rested } from "#client/verdict-words.ts";

/** The sentences that apply, of some with their conditions. */
export const stated = (sentences: readonly (string | false)[]): string[] =>
  sentences.filter((sentence) => sentence !== false);

/** Whose answers a verdict is about: "U.S. adults", an audience of them, or the people of an own survey. */
export function peopleOf(
  population: Pick<MethodologyPopulation, "frame" | "description" | "where">,
  audience: Audience | null,
): string {
  const people = populationInWords(population);
  return audience === null ? people : `${people} (${audienceText(audience)})`;
}

/** What a survey's answers count as: "“too little” counts as yes, “about right” as maybe and “too much” as no". */
export function foldInWords(
  { yes, maybe, no }: Readonly<Record<"yes" | "maybe" | "no", readonly string[]>>,
  isOpposite: boolean,
): string {
  const folds = [["yes", isOpposite ? no : yes], ["maybe", maybe], ["no", isOpposite ? yes : no]] as const;
  const told = folds.filter(([, offered]) => offered.length > 0).map(([answer, offered], k) =>
    `“${offered.join("” or “")}” ${k === 0 ? "counts as" : "as"} ${answer}`
  );
  return [told.slice(0, -1).join(", "), ...told.slice(-1)].filter((part) => part !== "").join(" and ");
}
