import { join } from "node:path";
import type { Methodology } from "#engine/bank/methodology.ts";
import { basisOf } from "#engine/forecast/basis.ts";
import { expectedOf } from "#engine/forecast/answer-model.ts";
import { dimensionIndex, segmentNames, slotOf } from "#engine/population/dimensions.ts";
import { marginOf } from "#engine/population/frame.ts";
import { contrasts } from "#engine/readings/contrasts.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { decimal, integer } from "#engine/readings/phrases.ts";
import type { InsightTheme } from "#engine/readings/schema.ts";
import { type EngineRun, engineRun, published } from "#testing/engine-run.ts";
import { markdownTable, withSections } from "#testing/documentation-page.ts";
import { readingOf } from "#testing/simulations.ts";
import { ROOT } from "#dev/machine/folder.ts";
import dogDayCare from "./dog-day-care.json" with { type: "json" };

/**
 * The page whose examples are real Readings of runs with fixed seeds. A spec compares the page with {@link withExamples}, so run
 * `deno task write-reading-examples` after a change to the engine, a methodology or a text.
 */
export const PAGE = join(ROOT, "docs/readings.md");

/** A methodology such as an organization might have: most people have no dog. All of its figures are made up. */
const DOG_DAY_CARE: Methodology = { ...published("product-purchase-intent"), ...dogDayCare };

const EXAMPLES: Readonly<Record<string, EngineRun & { readonly methodology: Methodology }>> = {
  "clear-yes": { methodology: published("preventive-health"), tier: 2, agents: 1_200, seed: 11 },
  "split": {
    methodology: published("ad-concept-appeal"),
    tier: 2,
    agents: 800,
    seed: 7,
    question: "Does this ad make you want to try the new oat drink?",
  },
  "does-not-fit": {
    methodology: DOG_DAY_CARE,
    tier: 2,
    agents: 1_000,
    seed: 3,
    question: "Would you send your dog to a day care that opens at six in the morning?",
  },
};

/** The example's section of the page, without its heading. @throws Error where its Reading lacks a block */
function section(run: typeof EXAMPLES[string]): string {
  const input = engineRun(run);
  const { synthesis, reservations, attractions, intensity, quotes } = readingOf(input).post_hoc;
  if (!synthesis || !reservations || !attractions || !intensity || !quotes) {
    throw new Error("Cannot write an example: its Reading lacks a block");
  }
  const quoteLine = (name: "yes" | "no") =>
    `- ${name}: ${quotes[name] === null ? "nobody" : `“${quotes[name].text}”`}`;
  const settings = `${integer(run.agents)} agents, seed ${run.seed}`;
  return [
    `“${input.question}” Methodology \`${run.methodology.slug}\`, tier ${run.tier}, ${settings}.`,
    `> ${synthesis.text}`,
    [
      `Confidence: ${synthesis.confidence}.`,
      `Median intensity: ${decimal(intensity.median)}.`,
      `First reservations: ${firstThemes(reservations.reservations)}.`,
      `First attractions: ${firstThemes(attractions.attractions)}.`,
    ].join(" "),
    `Most typical quotes, as stored:\n\n${quoteLine("yes")}\n${quoteLine("no")}`,
    patternTable(input, run.methodology),
  ].join("\n\n");
}

function firstThemes(themes: readonly InsightTheme[]): string {
  return themes.slice(0, 3).map(({ theme }) => theme.toLowerCase()).join(", ");
}

/** The differences between segments in the run, beside those that the methodology was calibrated to. */
function patternTable(input: ReadingInput, methodology: Methodology): string {
  const { passed } = contrasts(input);
  if (passed.length === 0) return "No difference between segments passed the test.";
  const rows = passed.slice(0, 6).map(({ dimension, segment, difference, margin }) => {
    const calibrated = calibratedDifference(methodology, input.boundary.tier, dimension, segment);
    return [`\`${dimension}=${segment}\``, `${signed(difference)} ± ${decimal(margin)}`, signed(calibrated)];
  });
  const columns = ["segment against the rest", "difference in the run, points", "in the methodology"];
  return markdownTable(columns, rows);
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${decimal(Math.abs(value))}`;

/** A segment's expected yes share less that of the rest of its dimension, in points. */
function calibratedDifference(
  methodology: Methodology,
  tier: 1 | 2 | 3,
  dimension: string,
  segment: string,
): number {
  const basis = basisOf(methodology, tier);
  const { frame } = basis;
  const expected = expectedOf(basis);
  const d = dimensionIndex(dimension);
  const s = segmentNames(d).indexOf(segment);
  const share = marginOf(frame, d)[s];
  const own = expected.segment[slotOf(d, s)]?.yes;
  if (share === undefined || own === undefined) {
    throw new RangeError(`Cannot compare ${dimension}=${segment}: the methodology does not report it`);
  }
  return 100 * (own - (expected.overall.yes - share * own) / (1 - share));
}

/** The page with its generated sections replaced. */
export function withExamples(page: string): string {
  return withSections(
    page,
    Object.fromEntries(Object.entries(EXAMPLES).map(([name, run]) => [name, section(run)])),
  );
}
