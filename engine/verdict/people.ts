import type { MethodologyPopulation } from "../bank/methodology.ts";
import type { Evidence } from "../forecast/forecast.ts";
import { type Audience, audienceText } from "../population/audience.ts";

/** The sentences that apply, of some with their conditions. */
export const stated = (sentences: readonly (string | false)[]): string[] =>
  sentences.filter((sentence) => sentence !== false);

/** Whose answers a verdict is about: "U.S. adults", an audience of them, or the people of an own survey. */
export function peopleOf(
  { frame, where, description }: Pick<MethodologyPopulation, "frame" | "description" | "where">,
  audience: Audience | null,
): string {
  const people = frame.startsWith("us-adults") && where === undefined
    ? "U.S. adults"
    : description.replace(/\.$/, "").replace(/^The /, "the ");
  return audience === null ? people : `${people} (${audienceText(audience)})`;
}

/** What tells on which surveys a verdict rests; stored ones of earlier releases lack some of it. */
export interface Rested {
  readonly tier: 1 | 2 | 3;
  readonly matched_question?: { readonly year?: string | null } | null;
  readonly sources?: readonly { readonly survey?: string; readonly year?: string | null }[];
}

/** What says something of people, and of when: "by a survey of 2016 and 2018", "predicted from surveys of 2006 to 2020". */
export function basisOf({ tier, matched_question, sources = [] }: Rested, evidence: Evidence): string {
  if (evidence === "model") return "by a language model whose error on surveys was measured";
  const matchedYears = tier === 1 ? matched_question?.year : undefined;
  if (matchedYears) return `by a survey of ${yearsInWords(matchedYears)}`;
  const range = yearsBetween(sources.map(({ year }) => year ?? ""));
  const years = range === "" ? "" : ` of ${range}`;
  if (tier === 1 && evidence === "survey_matched") return `by a survey${years}`;
  const condition = evidence === "general_population" ? "if it makes sense (nobody knows), " : "";
  const model = sources.some(({ survey }) => survey?.startsWith("Language model "))
    ? " and a language model"
    : "";
  return `${condition}predicted from surveys${years}${model}`;
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

/** "2016, 2018" → "2016 and 2018". */
export const yearsInWords = (years: string): string => years.replace(/, (?=\S+$)/, " and ");

/** The first and the last year of all that are named: "2006 to 2020". Empty where none is. */
export function yearsBetween(named: readonly string[]): string {
  const years = named.flatMap((text) => text.match(/\d{4}/g) ?? []).map(Number);
  if (years.length === 0) return "";
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return first === last ? `${first}` : `${first} to ${last}`;
}
