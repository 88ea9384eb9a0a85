import type { DataOf } from "../api/calls.ts";
import { given } from "../components/filters.tsx";
import { segmentName } from "../components/format.tsx";
import type { Results } from "./conclusions.ts";

export type Comparison = DataOf<"compareSimulations">;

/** The most runs of a comparison, by the contract. */
export const MAX_RUNS = 8;

/** The search of the page that compares some runs, the first with each of the others: `a`, `b` and in `with` up to six more. */
export const comparisonOf = ([a, b, ...others]: readonly string[]) => given({ a, b, with: others.join(",") });

/** What a run is called among those that it is compared with. */
export interface RunName {
  /** Such as "$25", "South" or "B". */
  readonly short: string;
  /** Within a sentence, such as "at $25", "in the South" or "in run B". */
  readonly phrase: string;
}

/** What tells runs apart: their amount of money, else their audience, else a letter. */
export function namesOf(runs: readonly Results[]): readonly RunName[] {
  return [runs.map(amountOf), runs.map(audienceOf)].map(tellingApart).find((names) => names !== null) ??
    runs.map((_, k) => ({ short: letter(k), phrase: `in run ${letter(k)}` }));
}

/** Of the first, second, … run. */
export const letter = (k: number): string => String.fromCharCode(65 + k);

/** The names, unless a run has none or two have one. */
function tellingApart(names: readonly (RunName | null)[]): readonly RunName[] | null {
  const found = names.filter((name) => name !== null);
  return new Set(found.map(({ short }) => short)).size === names.length ? found : null;
}

/** The one amount of money that counted, else the one in the question. */
function amountOf({ scenario_applied, customer_question }: Results): RunName | null {
  const applied = Object.entries(scenario_applied ?? {}).flatMap(([field, value]: [string, unknown]) =>
    field.endsWith("_usd") && typeof value === "number" ? [`$${value}`] : []
  );
  const [amount, ...others] = applied.length > 0
    ? applied
    : customer_question.match(/\$\d+(?:[.,]\d+)*/g) ?? [];
  return amount === undefined || others.length > 0 ? null : { short: amount, phrase: `at ${amount}` };
}

/** The segments of an audience of one dimension. */
function audienceOf({ audience }: Results): RunName | null {
  const [only, ...others] = Object.entries(audience ?? {});
  if (only === undefined || others.length > 0) return null;
  const [dimension, segments] = only;
  const short = segments.map(segmentName).join(" or ");
  return { short, phrase: dimension === "region" ? `in the ${short}` : `of ${dimension} ${short}` };
}
