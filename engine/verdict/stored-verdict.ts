import { itemAt } from "../numeric/columns.ts";
import { ANSWERS } from "../sampling/answers.ts";
import { hundredths, percentages } from "../numeric/rounding.ts";
import { samplingMargin } from "./tally.ts";
import type { IntervalPct, Verdict } from "./verdict.ts";

/** A verdict as results show it: one from before the fourth answer has no n_a. */
export interface ReadVerdict extends Omit<Verdict, AddedLater> {
  readonly n_a: number | null;
  readonly n_a_pct: number | null;
  readonly interval_pct: IntervalPct | null;
  readonly sampling_margin_pct: number | null;
  readonly uncertainty_basis: Verdict["uncertainty_basis"] | null;
  readonly effective_human_n: number | null;
}

/** Figures that older rows lack. */
type AddedLater =
  | "n_a"
  | "n_a_pct"
  | "interval_pct"
  | "sampling_margin_pct"
  | "uncertainty_basis"
  | "effective_human_n";

/** A verdict from before the fourth answer: three counts, and any of the other figures. */
export type ThreeWayVerdict =
  & Pick<Verdict, "yes" | "maybe" | "no">
  & { readonly n_a?: null; readonly n_a_pct?: null }
  & {
    readonly [K in Exclude<keyof Verdict, "yes" | "maybe" | "no" | "n_a" | "n_a_pct">]?: Verdict[K] | null;
  };

export type StoredVerdict = Verdict | ThreeWayVerdict;

/**
 * A stored verdict as the contract shows it. One with n_a is returned unchanged. One without has null for n_a and n_a_pct, and
 * its total, shares and answer are over yes, maybe and no. Missing figures follow from the counts with equal
 * weights; the margin then holds sampling alone, since such a row has no figure for a run's shift.
 */
export function readStoredVerdict(stored: StoredVerdict): ReadVerdict {
  if (isFourWay(stored)) return stored;
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
    interval_pct: stored.interval_pct ?? null,
    sampling_margin_pct: stored.sampling_margin_pct ?? null,
    uncertainty_basis: stored.uncertainty_basis ?? null,
    effective_human_n: stored.effective_human_n ?? null,
    margin_of_error_pct: stored.margin_of_error_pct ??
      hundredths(samplingMargin(yes_pct / 100, total, deff)),
    design_effect: deff,
    effective_n: stored.effective_n ?? hundredths(total / deff),
  };
}

function isFourWay(stored: StoredVerdict): stored is Verdict {
  return typeof stored.n_a === "number";
}

/** The stored shares in percent; null unless all three are there. */
function storedShares({ yes_pct, maybe_pct, no_pct }: ThreeWayVerdict): [number, number, number] | null {
  if (typeof yes_pct !== "number" || typeof maybe_pct !== "number" || typeof no_pct !== "number") return null;
  return [yes_pct, maybe_pct, no_pct];
}
