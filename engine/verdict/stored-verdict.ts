import { ANSWERS } from "../simulation/answers.ts";
import { hundredths, marginOfError, percentages } from "./shares.ts";
import type { Verdict } from "./verdict.ts";

/** A verdict as results show it: one from before the fourth answer has no n_a. */
export interface ReadVerdict extends Omit<Verdict, "n_a" | "n_a_pct"> {
  readonly n_a: number | null;
  readonly n_a_pct: number | null;
}

/** A verdict from before the fourth answer: three counts for certain, and whatever else was kept. */
export type ThreeWayVerdict =
  & Pick<Verdict, "yes" | "maybe" | "no">
  & { readonly n_a?: null; readonly n_a_pct?: null }
  & {
    readonly [K in Exclude<keyof Verdict, "yes" | "maybe" | "no" | "n_a" | "n_a_pct">]?: Verdict[K] | null;
  };

export type StoredVerdict = Verdict | ThreeWayVerdict;

const isFourWay = (stored: StoredVerdict): stored is Verdict => typeof stored.n_a === "number";

/**
 * A stored verdict as the contract shows it. One with n_a is returned as it is; one without reads as a whole of three: n_a
 * and n_a_pct null, total, shares and answer over yes, maybe and no. Figures that it lacks follow from its counts with equal
 * weights, without the part of a run's shift, of which such a row knows nothing.
 */
export function readStoredVerdict(stored: StoredVerdict): ReadVerdict {
  if (isFourWay(stored)) return stored;
  const { yes, maybe, no } = stored;
  const total = yes + maybe + no;
  const kept = [stored.yes_pct, stored.maybe_pct, stored.no_pct].filter((pct) => typeof pct === "number");
  const shares = percentages(kept.length === 3 ? kept : [yes, maybe, no]);
  const [yesPct = 0, maybePct = 0, noPct = 0] = shares;
  const deff = stored.design_effect ?? 1;
  return {
    yes,
    maybe,
    no,
    n_a: null,
    total,
    answer: ANSWERS[shares.indexOf(Math.max(...shares))] ?? "yes",
    yes_pct: yesPct,
    maybe_pct: maybePct,
    no_pct: noPct,
    n_a_pct: null,
    margin_of_error_pct: stored.margin_of_error_pct ??
      hundredths(marginOfError(yesPct / 100, total, deff, 0)),
    design_effect: deff,
    effective_n: stored.effective_n ?? hundredths(total / deff),
  };
}
