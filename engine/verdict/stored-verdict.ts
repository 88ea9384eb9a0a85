import { itemAt } from "../numeric/columns.ts";
import { ANSWERS } from "../sampling/answers.ts";
import type { Evidence } from "../forecast/forecast.ts";
import { effectiveHumanN } from "../forecast/uncertainty.ts";
import { hundredths, percentages } from "../numeric/rounding.ts";
import { samplingMargin } from "./tally.ts";
import type { Verdict } from "./verdict.ts";

/** A verdict as results show it: one from before the fourth answer has no n_a. */
export interface ReadVerdict extends Omit<Verdict, "n_a" | "n_a_pct"> {
  readonly n_a: number | null;
  readonly n_a_pct: number | null;
}

/** A verdict from before the fourth answer: three counts, and any of the other figures. */
export type ThreeWayVerdict =
  & Pick<Verdict, "yes" | "maybe" | "no">
  & { readonly n_a?: null; readonly n_a_pct?: null }
  & {
    readonly [K in Exclude<keyof Verdict, "yes" | "maybe" | "no" | "n_a" | "n_a_pct">]?: Verdict[K] | null;
  };

/** One from before verdicts named their evidence, which their boundary tells. */
type UnnamedVerdict = Omit<Verdict, "evidence"> & { readonly evidence?: Evidence | null };

export type StoredVerdict = Verdict | UnnamedVerdict | ThreeWayVerdict;

/** What of a stored calibration boundary tells the evidence. */
export interface StoredBoundary {
  readonly tier?: unknown;
  readonly sources?: unknown;
}

/** What is said of people: nothing, where nobody measured it. */
const UNKNOWN = { interval_pct: null, margin_of_error_pct: null } as const;

/**
 * A stored verdict as the contract shows it. One without n_a has null for n_a and n_a_pct, and its total, shares and answer are over yes,
 * maybe and no; missing figures follow from the counts with equal weights. Where nobody measured how far such figures are off, nothing is
 * said about people, though an earlier release did.
 */
export function readStoredVerdict(stored: StoredVerdict, boundary: StoredBoundary | null): ReadVerdict {
  const { uncertainty_basis, evidence, effective_human_n: _, ...verdict } = isFourWay(stored)
    ? stored
    : fromThreeWays(stored);
  const basis = uncertainty_basis ?? "unmeasured";
  const known = evidence ?? evidenceOf(boundary);
  const interval = basis === "unmeasured" || known === "demo" || known === "none"
    ? null
    : verdict.interval_pct;
  return {
    ...verdict,
    ...interval === null ? UNKNOWN : {},
    uncertainty_basis: interval === null ? "unmeasured" : basis,
    evidence: known,
    effective_human_n: interval === null ? null : effectiveHumanN(verdict.yes_pct, interval.yes),
  };
}

/** The rows of a verdict's segments, by the same rule. */
export function readStoredSegments<Row extends object>(
  rows: readonly Row[],
  { uncertainty_basis }: Pick<ReadVerdict, "uncertainty_basis">,
): readonly Row[] {
  return uncertainty_basis === "unmeasured" ? rows.map((row) => ({ ...row, ...UNKNOWN })) : rows;
}

function evidenceOf(boundary: StoredBoundary | null): Evidence {
  const sources = (boundary?.sources ?? []) as readonly { readonly illustrative?: boolean }[];
  if (sources.some(({ illustrative }) => illustrative === true)) return "demo";
  return boundary?.tier === 1 ? "survey_matched" : boundary?.tier === 2 ? "predicted" : "general_population";
}

function fromThreeWays(stored: ThreeWayVerdict) {
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
    margin_of_error_pct: stored.margin_of_error_pct ?? null,
    sampling_margin_pct: stored.sampling_margin_pct ?? hundredths(samplingMargin(yes_pct / 100, total, deff)),
    uncertainty_basis: stored.uncertainty_basis ?? null,
    evidence: stored.evidence ?? null,
    effective_human_n: stored.effective_human_n ?? null,
    design_effect: deff,
    effective_n: stored.effective_n ?? hundredths(total / deff),
  };
}

function isFourWay(stored: StoredVerdict): stored is Verdict | UnnamedVerdict {
  return typeof stored.n_a === "number";
}

/** The stored shares in percent; null unless all three are there. */
function storedShares({ yes_pct, maybe_pct, no_pct }: ThreeWayVerdict): [number, number, number] | null {
  if (typeof yes_pct !== "number" || typeof maybe_pct !== "number" || typeof no_pct !== "number") return null;
  return [yes_pct, maybe_pct, no_pct];
}
