import type { SimulationResults } from "./types.ts";

/** "U.S. adults", or the people of an own survey. */
export function populationInWords({ frame, where, description }: SimulationResults["population"]): string {
  return frame.startsWith("us-adults") && where === undefined
    ? "U.S. adults"
    : description.replace(/\.$/, "").replace(/^The /, "the ");
}

/** What tells on which surveys a verdict rests. */
export type Rested = Pick<
  SimulationResults["calibration_boundary"],
  "tier" | "matched_question" | "sources"
>;

/** What says something of people, and of when: "by a survey of 2016 and 2018", "predicted from surveys of 2006 to 2020". */
export function basisOf({ tier, matched_question, sources }: Rested, evidence: string): string {
  if (evidence === "model") return "by a language model whose error on surveys was measured";
  if (tier === 1 && matched_question?.year) return `by a survey of ${yearsInWords(matched_question.year)}`;
  const range = yearsBetween(sources);
  const years = range === "" ? "" : ` of ${range}`;
  if (tier === 1 && evidence === "survey_matched") return `by a survey${years}`;
  const condition = evidence === "general_population" ? "if it makes sense (nobody knows), " : "";
  const model = sources.some(({ survey }) => survey?.startsWith("Language model "))
    ? " and a language model"
    : "";
  return `${condition}predicted from surveys${years}${model}`;
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

/**
 * Percentages that belong together, rounded so that they add up to 100, by the largest-remainder method: each is cut, and what is left over
 * goes to the largest remainders (ties: the first). All are 0 when they add up to 0.
 */
export function roundedShares(shares: readonly number[], decimals = 0): number[] {
  const units = 100 * 10 ** decimals;
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!(sum > 0)) return shares.map(() => 0);
  const rows = shares.map((share, place) => {
    const exact = share / sum * units;
    // A share that is a whole number but for floating-point error counts as that number.
    const whole = Math.floor(exact + 1e-9);
    return { place, whole, remainder: exact - whole };
  });
  const leftOver = units - rows.reduce((total, { whole }) => total + whole, 0);
  const byRemainder = [...rows].sort((a, b) => b.remainder - a.remainder || a.place - b.place);
  const raised = new Set(byRemainder.slice(0, leftOver));
  return rows.map((row) => (row.whole + (raised.has(row) ? 1 : 0)) / 10 ** decimals);
}
