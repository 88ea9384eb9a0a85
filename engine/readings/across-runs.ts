import { type EarlierRun, marginOf, type ReadingInput } from "./input.ts";
import { capitalized, count, percent, points, sharesInWords } from "./phrases.ts";
import { AcrossRunsRow, type Payload } from "./schema.ts";

/** How this run compares with earlier ones of the same question; null without any. */
export function acrossRuns(input: ReadingInput): Payload<"across_runs"> | null {
  const runs = earlierRunsNewestFirst(input);
  if (runs.length === 0) return null;
  const comparison = compareRuns(input);
  return {
    runs: runs.map(rowOf),
    trend: comparison?.trend ?? "no_clear_change",
    note: noteOn(input, runs, comparison),
  };
}

/** The fields of the contract, without any other that a stored row may have. */
function rowOf(run: EarlierRun): AcrossRunsRow {
  const fields = Object.keys(AcrossRunsRow.properties) as (keyof AcrossRunsRow)[];
  return Object.fromEntries(fields.map((field) => [field, run[field]])) as AcrossRunsRow;
}

/**
 * This run's yes share against the mean of earlier, independent runs, in percent and points. The margin is the 95 % half-width of the change:
 * √(m² + Σmᵢ²/k²) of the runs' total margins, as if their errors were independent. Null when no earlier run is independent of this one.
 * Runs with one seed are one draw, so of each seed only the newest run counts, and none of this run's seed.
 */
export function compareRuns(input: ReadingInput) {
  const seeds = new Set([input.seed]);
  const independent = earlierRunsNewestFirst(input).filter(({ seed }) => !seeds.has(seed) && seeds.add(seed));
  const k = independent.length;
  if (k === 0) return null;
  const mean = independent.reduce((sum, run) => sum + run.yes_pct, 0) / k;
  const squares = independent.reduce((sum, run) => sum + marginOf(run) ** 2, 0);
  const margin = Math.sqrt(marginOf(input.verdict) ** 2 + squares / k ** 2);
  const change = input.verdict.yes_pct - mean;
  const trend: Payload<"across_runs">["trend"] = Math.abs(change) <= margin
    ? "no_clear_change"
    : change > 0
    ? "up"
    : "down";
  return { trend, runs: k, mean_yes_pct: mean, change, margin };
}

function earlierRunsNewestFirst(input: ReadingInput): EarlierRun[] {
  return input.earlier_runs
    .filter((run) => run.simulation_id !== input.simulation_id)
    .toSorted((a, b) =>
      Date.parse(b.completed_at) - Date.parse(a.completed_at) || (a.simulation_id < b.simulation_id ? 1 : -1)
    );
}

function noteOn(
  input: ReadingInput,
  runs: readonly EarlierRun[],
  comparison: ReturnType<typeof compareRuns>,
): string {
  if (comparison === null) {
    const repeated = `${count(runs.length, "earlier run")} of this question used this run's seed`;
    return `${repeated}, so there is no independent run to compare with.`;
  }
  const { runs: k, mean_yes_pct, change, margin, trend } = comparison;
  const before = k === 1 ? "in the earlier run" : `on average in ${k} earlier runs`;
  const shares = `${sharesInWords(input.verdict).yes} said yes, against ${percent(mean_yes_pct)} ${before}.`;
  const moved = trend === "up" ? "rise" : "fall";
  const outcome = trend === "no_clear_change"
    ? `The change of ${points(change, margin)} is within the margin of ${
      points(margin, change)
    }, so no trend is claimed.`
    : `The ${moved} of ${points(change, margin)} is outside the margin of ${points(margin, change)}.`;
  const repeats = runs.length - k;
  const are = repeats === 1 ? "is" : "are";
  const leftOut = `${count(repeats, "earlier run")} with a seed already counted ${are} left out.`;
  return `${capitalized(shares)} ${outcome}${repeats === 0 ? "" : ` ${leftOut}`}`;
}
