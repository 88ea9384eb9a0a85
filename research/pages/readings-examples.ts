import { join } from "node:path";
import type { Methodology } from "#engine/bank/methodology.ts";
import { basisOf } from "#engine/forecast/basis.ts";
import { expectedOf } from "#engine/forecast/expected.ts";
import { dimensionIndex, segmentNames, STRIDE } from "#engine/population/dimensions.ts";
import { marginOf } from "#engine/population/frame.ts";
import { contrasts } from "#engine/readings/contrasts.ts";
import { fittingYesShare } from "#engine/readings/headline.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { decimal, integer, list, percent, points } from "#engine/readings/phrases.ts";
import type { InsightTheme, PostHoc } from "#engine/readings/schema.ts";
import { type EngineRun, engineRun, published } from "#testing/engine-run.ts";
import { readingOf } from "#testing/reading-of.ts";
import { ROOT } from "#dev/machine/folder.ts";

/**
 * The page whose examples are real Readings of runs with fixed seeds. A spec compares the page with {@link withExamples}, so run
 * `deno task write-reading-examples` after a change to the engine, a methodology or a text.
 */
export const PAGE = join(ROOT, "docs/readings.md");

/** A methodology such as an organization might have: most people have no dog. All of its figures are made up. */
const DOG_DAY_CARE: Methodology = {
  ...published("product-purchase-intent"),
  slug: "dog-day-care",
  name: "Dog day care",
  topic: "a day care for dogs",
  kpi_question: "Would you leave your dog at a day care near you?",
  segments: ["sex", "age", "income", "urbanicity"],
  calibration: {
    source: "Made up for this page.",
    illustrative: true,
    rows: [
      ["overall", 20, 9, 13, 58],
      ["urbanicity=urban", 21, 8, 9, 62],
      ["urbanicity=suburban", 22, 9, 13, 56],
      ["urbanicity=rural", 14, 10, 18, 58],
      ["income=under-25k", 12, 8, 15, 65],
      ["income=150k+", 28, 10, 11, 51],
    ].map(([segment, yes_pct, maybe_pct, no_pct, n_a_pct]) => ({
      segment: String(segment),
      question: "Would you leave your dog at a day care near you?",
      yes_pct: Number(yes_pct),
      maybe_pct: Number(maybe_pct),
      no_pct: Number(no_pct),
      n_a_pct: Number(n_a_pct),
      n: 2_000,
      held_out: false,
    })),
  },
};

/** Yes share that the first example's methodology is calibrated to, in percent. */
const EXPECTED = 100 * expectedOf(basisOf(published("preventive-health"), 1)).overall.yes;

interface Example {
  readonly run: EngineRun & { readonly methodology: Methodology };
  /** Sentences that argue why the Reading is right, from the run and from the methodology's expectation. */
  readonly reasons: (input: ReadingInput, blocks: CompletedBlocks, run: EngineRun) => string[];
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  "clear-yes": {
    run: { methodology: published("preventive-health"), tier: 2, agents: 1_200, seed: 11 },
    reasons: ({ verdict }, { synthesis }) => [
      `The methodology expects ${percent(EXPECTED)} to say yes, and the run is within its margin of that, ` +
      `by ${
        points(verdict.yes_pct - EXPECTED)
      }. “Majority” is claimed because the yes share less its margin is over half.`,
      "The margin belongs to the yes share and is the verdict's own: the sampling of the respondents with its design effect, since nothing more is known.",
      "Every difference shown is one that the methodology was calibrated to, on the same side (table above); " +
      "differences that could be chance are not mentioned.",
      `The confidence is ${synthesis.confidence} since nothing is known of people: the table is made up.`,
    ],
  },
  "split": {
    run: {
      methodology: published("ad-concept-appeal"),
      tier: 2,
      agents: 800,
      seed: 7,
      question: "Does this ad make you want to try the new oat drink?",
    },
    reasons: (_input, _reading, run) => [
      `No winner is named, and rightly: of twenty more runs with other seeds ${
        list(leadsWithOtherSeeds(run))
      }.`,
      "The margin of the lead is wider than that of the yes share: what one answer gains in a run, the other loses.",
      "No accuracy is given: the question is on the methodology's topic, but is not the calibrated one (tier 2).",
      "The confidence is low because the answer is open, however many were asked.",
    ],
  },
  "does-not-fit": {
    run: {
      methodology: DOG_DAY_CARE,
      tier: 2,
      agents: 1_000,
      seed: 3,
      question: "Would you send your dog to a day care that opens at six in the morning?",
    },
    reasons: ({ verdict }) => [
      "The first sentence is about whom the question reaches. " +
      `“${percent(verdict.yes_pct)} said yes” alone would look like a rejection, ` +
      `while ${percent(fittingYesShare(verdict))} of those with a dog said yes.`,
      "Reservations and attractions are the templates' themes, without shares: the engine composes them.",
      "The six of the question is in no text: a question is data, not a source of numbers.",
      "Differences are in the share of everybody who says yes, so a segment can stand out because fewer of it have a dog; " +
      "the headline says so before they are read.",
    ],
  },
};

/** The leading answers of twenty runs of the same question with other seeds. */
function leadsWithOtherSeeds(run: EngineRun): string[] {
  const leads = { yes: 0, maybe: 0, no: 0, n_a: 0 };
  for (let seed = 101; seed <= 120; seed++) leads[engineRun({ ...run, seed }).verdict.answer] += 1;
  return (["yes", "maybe", "no"] as const).filter((answer) => leads[answer] > 0)
    .map((answer) => `${leads[answer]} had ${answer} ahead`);
}

type BlockOfExamples = "synthesis" | "reservations" | "attractions" | "intensity" | "quotes";

/** The blocks that the page shows; each example completes them all. */
type CompletedBlocks = { readonly [Block in BlockOfExamples]: NonNullable<PostHoc[Block]> };

/** @throws Error where a block is missing: such a Reading is no example. */
function completedBlocks(
  { synthesis, reservations, attractions, intensity, quotes }: PostHoc,
): CompletedBlocks {
  if (
    synthesis === null || reservations === null || attractions === null || intensity === null ||
    quotes === null
  ) throw new Error("Cannot write an example: its Reading lacks a block");
  return { synthesis, reservations, attractions, intensity, quotes };
}

/** The example's section of the page, without its heading. */
function section({ run, reasons }: Example): string {
  const input = engineRun(run);
  const blocks = completedBlocks(readingOf(input).post_hoc);
  const { synthesis, reservations, attractions, intensity, quotes } = blocks;
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
    `What makes it right:\n\n${reasons(input, blocks, run).map((reason) => `- ${reason}`).join("\n")}`,
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
    const cells = [
      `\`${dimension}=${segment}\``,
      `${signed(difference)} ± ${decimal(margin)}`,
      signed(calibrated),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head =
    "| segment against the rest | difference in the run, points | in the methodology |\n|---|---|---|";
  return `${head}\n${rows.join("\n")}`;
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
  const own = expected.segment[d * STRIDE + s]?.yes;
  if (share === undefined || own === undefined) {
    throw new RangeError(`Cannot compare ${dimension}=${segment}: the methodology does not report it`);
  }
  return 100 * (own - (expected.overall.yes - share * own) / (1 - share));
}

/** The page with its generated sections replaced. */
export function withExamples(page: string): string {
  return Object.entries(EXAMPLES).reduce((text, [name, example]) => {
    const place = new RegExp(`(<!-- example: ${name} -->\n)[^]*?(\n<!-- end -->)`);
    if (!place.test(text)) throw new Error(`The page has no place for the example ${name}`);
    const written = section(example);
    return text.replace(place, (_, before: string, after: string) => `${before}\n${written}\n${after}`);
  }, page);
}
