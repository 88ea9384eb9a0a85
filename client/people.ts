/** Whose answers a verdict is about, as results and previews say it. */
export interface Population {
  readonly frame: string;
  readonly description: string;
  readonly where?: Readonly<Record<string, readonly string[]>>;
}

/** "U.S. adults", or the people of an own survey. */
export function populationInWords({ frame, where, description }: Population): string {
  return frame.startsWith("us-adults") && where === undefined
    ? "U.S. adults"
    : description.replace(/\.$/, "").replace(/^The /, "the ");
}

/** What tells on which surveys a verdict rests, as its `calibration_boundary` does. */
export interface Rested {
  readonly tier: number;
  readonly matched_question: { readonly year: string | null } | null;
  readonly sources: readonly { readonly year: string | null }[];
}

/** What says something of people, and of when: "by a survey of 2016 and 2018", "predicted from surveys of 2006 to 2020". */
export function basisOf({ tier, matched_question, sources }: Rested, evidence: string): string {
  if (evidence === "model") return "by a language model whose error on surveys was measured";
  if (tier === 1 && matched_question?.year) return `by a survey of ${yearsInWords(matched_question.year)}`;
  const condition = evidence === "general_population" ? "if the question makes sense to them, " : "";
  const range = yearsBetween(sources);
  return `${condition}predicted from surveys${range === "" ? "" : ` of ${range}`}`;
}

/** "2016, 2018" → "2016 and 2018". */
export const yearsInWords = (years: string): string => years.replace(/, (?=\S+$)/, " and ");

/** The first and the last year of the sources: "2006 to 2020". Empty where none is named. */
function yearsBetween(sources: Rested["sources"]): string {
  const years = sources.flatMap(({ year }) => year?.match(/\d{4}/g) ?? []).map(Number);
  if (years.length === 0) return "";
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return first === last ? `${first}` : `${first} to ${last}`;
}
