import { itemAt } from "../numeric/columns.ts";
import { ANSWERS } from "../sampling/chunks.ts";
import type { Evidence } from "../forecast/forecast.ts";
import { hundredths, percentages } from "../numeric/rounding.ts";
import type { ReadVerdict, Verdict } from "./schema.ts";
import { samplingMargin } from "./verdict.ts";

/** A verdict in a row. One from before the fourth answer has three counts, and perhaps shares and design effect. */
export type StoredVerdict =
  & Pick<Verdict, "yes" | "maybe" | "no">
  & { readonly [K in Exclude<keyof Verdict, "yes" | "maybe" | "no">]?: Verdict[K] | null };

/** What of a stored calibration boundary tells the evidence. */
export interface StoredBoundary {
  readonly tier?: unknown;
  readonly sources?: unknown;
}

/**
 * A stored verdict as the contract shows it. One without n_a has null for n_a and n_a_pct, and its total, shares and answer are over yes,
 * maybe and no; missing figures follow from the counts with equal weights. Its boundary tells its evidence, and it says nothing about people.
 */
export function readStoredVerdict(stored: StoredVerdict, boundary: StoredBoundary | null): ReadVerdict {
  if (typeof stored.n_a === "number") return stored as Verdict;
  const { yes, maybe, no } = stored;
  const total = yes + maybe + no;
  const [yes_pct, maybe_pct, no_pct] = percentages(storedShares(stored) ?? [yes, maybe, no]);
  const shares = [yes_pct, maybe_pct, no_pct];
  const deff = stored.design_effect ?? 1;
  return {
    yes,
    maybe,
    no,
    n_a: null,
    total,
    answer: itemAt(ANSWERS, shares.indexOf(Math.max(...shares))),
    yes_pct,
    maybe_pct,
    no_pct,
    n_a_pct: null,
    interval_pct: null,
    margin_of_error_pct: null,
    sampling_margin_pct: stored.sampling_margin_pct ?? hundredths(samplingMargin(yes_pct / 100, total, deff)),
    uncertainty_basis: "unmeasured",
    evidence: evidenceOf(boundary),
    effective_human_n: null,
    design_effect: deff,
    effective_n: stored.effective_n ?? hundredths(total / deff),
  };
}

function evidenceOf(boundary: StoredBoundary | null): Evidence {
  const sources = (boundary?.sources ?? []) as readonly { readonly illustrative?: boolean }[];
  if (sources.some(({ illustrative }) => illustrative === true)) return "demo";
  return boundary?.tier === 1 ? "survey_matched" : boundary?.tier === 2 ? "predicted" : "general_population";
}

/** The stored shares in percent; null unless all three are there. */
function storedShares({ yes_pct, maybe_pct, no_pct }: StoredVerdict): [number, number, number] | null {
  if (typeof yes_pct !== "number" || typeof maybe_pct !== "number" || typeof no_pct !== "number") return null;
  return [yes_pct, maybe_pct, no_pct];
}
