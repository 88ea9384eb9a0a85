import { readFileSync } from "node:fs";
import { parse, type Spec, View } from "vega";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { predictorQuestions, toplines } from "#engine/bank/surveyed.ts";
import { readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { Forecaster, readPredictorAsset } from "#engine/forecast/forecaster.ts";
import type { MEASURED } from "#engine/verdict/calibration-boundary.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { markdownTable, withSections } from "#testing/documentation-page.ts";
import type { AudienceFigures } from "../evaluation/audiences.ts";
import type { Drift } from "../fitting/fit-predictor.ts";
import {
  figuresOf,
  type Group,
  type HeldOutFigures,
  type HeldOutRow,
  heldOutRows,
  mean,
  measureErrors,
  median,
} from "../fitting/held-out-figures.ts";
import { predictLeftOut, prepareBank, PROTOCOLS, toldPredictions } from "../fitting/leave-out.ts";
import {
  type MatchErrors,
  measureMatching,
  type PairFigures,
  pairFigures,
  tierOneAccuracy,
} from "../fitting/verdict-accuracy.ts";
import likenessPicture from "./likeness.vega.json" with { type: "json" };
import scatterPicture from "./scatter.vega.json" with { type: "json" };
import { isTierOne } from "#engine/bank/matcher.ts";
import { intervalAround } from "#engine/forecast/uncertainty.ts";

/** Measures everything that docs/accuracy.md shows: the page, its pictures, and the figures in a few lines. Two minutes. */
export async function accuracyPage() {
  const bank = calibratedBank();
  const vectors = readWordingVectors(predictorQuestions());
  const { match_weights: weights } = readPredictorAsset();
  const prepared = prepareBank(bank, vectors, toplines());
  const trials = PROTOCOLS.map((protocol) => {
    const predictions = predictLeftOut(prepared, protocol);
    const errors = measureErrors(predictions);
    const told = toldPredictions(predictions);
    return {
      figures: figuresOf(protocol, predictions, errors),
      told: figuresOf(protocol, told, measureErrors(told)),
      rows: heldOutRows(predictions, errors),
    };
  });
  const figures = trials.map((trial) => trial.figures);
  const [, battery = { rows: [] }, house = { rows: [] }] = trials;
  const encoder = new Encoder();
  const asset = readPredictorAsset();
  const asThen = { ...asset, errors: { ...asset.errors, drift: 0 } };
  const matching = await matchingTable(new Forecaster(encoder), new Forecaster(encoder, asThen));
  const trial = { bank, encoder, vectors, weights };
  const [errors, tierOne] = [await measureMatching(trial), await tierOneAccuracy(trial)];
  await encoder.close();
  const pairs = pairFigures(house.rows);
  const trialsTable = protocolTable(figures);
  const toldTable = protocolTable(trials.map(({ told }) => told));
  const claims = claimsTable(tierOne, errors, pairs);
  const page = withSections(readFileSync(PAGE, "utf8"), {
    trials: trialsTable,
    told: toldTable,
    likeness: groupTable(figures, "quarter, from the least alike", ({ quarters }) => quarters),
    houses: groupTable(figures, "house", ({ houses }) => houses),
    claims,
    matching,
    audiences: audiencesTable(),
    methodologies: methodologiesTable(battery.rows),
  });
  return {
    page,
    picture: `${await pictureOf(scatterPicture, { questions: battery.rows.map(plotted) })}\n`,
    /** Error by the likeness of the nearest calibrated question. */
    curve: await pictureOf(likenessPicture, { quarters: figures.flatMap(quartersOf) }),
    /** CSV: every question. */
    questions: questionsCsv(battery.rows),
    summary: [trialsTable, toldTable, claims, matching].join("\n\n"),
    /** What results claim: `engine/verdict/measured-accuracy.json`. */
    measured: { ...tierOne, pair_correlation: pairs.correlation } satisfies typeof MEASURED,
  };
}

async function pictureOf(spec: object, data: Readonly<Record<string, object[]>>): Promise<string> {
  const view = new View(parse(spec as Spec), { renderer: "none" });
  for (const [name, rows] of Object.entries(data)) view.data(name, rows);
  return await view.toSVG();
}

const plotted = ({ public_yes, predicted_yes, interval: [low, high] }: HeldOutRow) => (
  { public_yes, predicted_yes, low, high }
);

/** Mean error of quarters of the wordings by their largest cosine to what was not left out; the constant's dashed. */
const quartersOf = ({ protocol, quarters }: HeldOutFigures) =>
  quarters.flatMap(({ likeness, error, constant_error }) => {
    const trial = `${protocol} left out`;
    return [
      { line: protocol, trial, likeness, error, dash: [1, 0] },
      { line: `${protocol}, constant`, trial, likeness, error: constant_error, dash: [4, 4] },
    ];
  });

/** How fast answers move, as `deno task fit-predictor` measured it. */
const DRIFT: Drift = JSON.parse(readFileSync(new URL("../fitting/drift.json", import.meta.url), "utf8"));

const PAGE = new URL("../../docs/accuracy.md", import.meta.url);

function protocolTable(figures: readonly HeldOutFigures[]): string {
  const line = (name: string, of: (each: HeldOutFigures) => string) => [name, ...figures.map(of)];
  const coverage = ({ pooled, yes, maybe, no }: HeldOutFigures["coverage"]) =>
    `${points(pooled)} % (yes ${points(yes)}, maybe ${points(maybe)}, no ${points(no)})`;
  return markdownTable(["", ...figures.map(({ protocol }) => `${protocol} left out`)], [
    line("wordings of questions", ({ wordings, questions }) => `${wordings} of ${questions}`),
    line("the constant: mean error of yes, points", (each) => points(each.constant_error)),
    line("predicted: mean error of yes", (each) => points(each.error)),
    line(
      "of the constant's, 95 % interval over batteries",
      ({ ratio }) => `${ratio.value.toFixed(3)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`,
    ),
    line("mean error of no", (each) => points(each.no_error)),
    line("95 % intervals that hold the public's share, pooled", (each) => coverage(each.coverage)),
    line("the same in segments of 100 respondents or more", (each) => coverage(each.segment_coverage)),
    line("median half-width of the yes interval, points", (each) => points(each.median_half_width)),
    line(
      "random sample whose 95 % interval would be as wide, people, median",
      (each) => points(each.median_human_n),
    ),
    line(
      "segments around the true overall share: error, and without segment effects",
      (each) => `${each.segment_error.toFixed(2)}, ${each.segment_baseline_error.toFixed(2)}`,
    ),
  ]);
}

/** Error beside the constant's, and coverage, of parts of the wordings. */
function groupTable(
  figures: readonly HeldOutFigures[],
  name: string,
  groupsOf: (each: HeldOutFigures) => readonly Group[],
): string {
  const names = [...new Set(figures.flatMap((each) => groupsOf(each).map((group) => group.name)))].sort();
  const cell = (group: Group | undefined) =>
    group === undefined
      ? ""
      : `${points(group.error)} / ${points(group.constant_error)}, ${points(group.coverage)} % (cosine ${
        group.likeness.toFixed(2)
      })`;
  return markdownTable(
    [name, ...figures.map(({ protocol }) => `${protocol} left out: error / constant's, held`)],
    names.map((own) => [
      own,
      ...figures.map((each) => cell(groupsOf(each).find((group) => group.name === own))),
    ]),
  );
}

function claimsTable(
  { accuracy_pct, baseline_pct, held_out_rows, confirm_mean_pct }: Omit<typeof MEASURED, "pair_correlation">,
  { right_pct, without_twin_pct, doubt, misread, turned_pct, qualified_pct }: MatchErrors,
  { pairs, correlation, coverage, coverage_independent }: PairFigures,
): string {
  const percent = (x: number) => `${points(x)} %`;
  const claims: Record<string, string | number> = {
    "wordings whose question was in the bank in other words: reach tier 1 by its object": percent(right_pct),
    "kept from it by a word that asks for something else": percent(qualified_pct.present),
    "wordings whose object was away: reach tier 1 by another one": percent(without_twin_pct),
    "kept from it by such a word": percent(qualified_pct.away),
    "part of what matching leaves open that counts as another question's at tier 1": doubt.toFixed(2),
    "wordings that ask for a question's opposite: reach tier 1 by it": percent(turned_pct.found),
    "of these read as its opposite": percent(turned_pct.right),
    "read as turned round and not so, were as many questions asked each way": percent(100 * misread),
    [`questions that the ${DRIFT.survey} put in ${DRIFT.years.join(" and ")}`]: DRIFT.questions,
    "SD of their moves, logits for the square root of a year": Math.sqrt(DRIFT.per_year).toFixed(3),
    "wordings that reach tier 1 by a twin": held_out_rows,
    "points of the yes share that its table is off by, on the mean": points(100 - accuracy_pct),
    "the same of the mean share, said to all of them": points(100 - baseline_pct),
    "their mean public yes share": percent(confirm_mean_pct),
    "pairs of questions, each predicted without its house": pairs.toLocaleString("en-US"),
    "intervals that hold the public's difference, the two errors independent": percent(coverage_independent),
    [`the same with the correlation of ${correlation} that results use`]: percent(coverage),
  };
  return markdownTable(["what", "how much"], Object.entries(claims));
}

function audiencesTable(): string {
  const file = new URL("../evaluation/audiences.json", import.meta.url);
  const figures: readonly AudienceFigures[] = JSON.parse(readFileSync(file, "utf8"));
  const columns = [
    ...["audience", "number", "mean error, points", "95 % intervals that hold the people's share"],
    ...["width beside everybody's: mean", "of nine in ten at most"],
  ];
  return markdownTable(
    columns,
    figures.map(({ audiences, number, held_pct, error_points, width_mean, width_p90 }) => [
      ...[audiences, number, points(error_points), `${points(held_pct)} %`],
      ...[width_mean.toFixed(2), width_p90.toFixed(2)],
    ]),
  );
}

/** A row for each methodology whose tables are surveys'. */
function methodologiesTable(rows: readonly HeldOutRow[]): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return markdownTable(
    ["methodology", "questions", "public yes, mean %", "predicted", "mean error", "intervals that held"],
    PUBLISHED.flatMap(({ name, slug, calibrated_questions = [] }) => {
      const own = calibrated_questions.flatMap(({ id }) => byId.get(id) ?? []);
      if (own.length === 0) return [];
      const means = [
        ...[own.map(({ public_yes }) => public_yes), own.map(({ predicted_yes }) => predicted_yes)],
        own.map((row) => Math.abs(row.predicted_yes - row.public_yes)),
      ];
      return [[
        ...[`${name} (\`${slug}\`)`, own.length, ...means.map((values) => points(mean(values)))],
        `${own.filter(isHeld).length} of ${own.length}`,
      ]];
    }),
  );
}

const isHeld = ({ public_yes, interval: [low, high] }: HeldOutRow): boolean =>
  public_yes >= low && public_yes <= high;

function questionsCsv(rows: readonly HeldOutRow[]): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lines = calibratedBank().flatMap(({ id, survey, wordings }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const text = `"${(wordings[0] ?? id).replaceAll('"', '""')}"`;
    const shares = [row.public_yes, row.predicted_yes, ...row.interval].map(points);
    return [survey, text, ...shares, isHeld(row) ? "yes" : "no"].join();
  });
  return `${
    ["survey,question,public_yes_pct,predicted_yes_pct,low_pct,high_pct,held", ...lines].join("\n")
  }\n`;
}

const points = (x: number): string => x.toFixed(1);

type MatchingFigures = Awaited<ReturnType<typeof matchingFigures>>;

/** Chance, that some calibrated question is asked, from which on results name the likeliest. */
const NAMED_FROM = 0.3;
/** So many agents that their sampling says nothing. */
const MANY_AGENTS = 1e6;

/**
 * The figures of one list of rewordings and one of near misses.
 * @param asThen forecasts for the years of the surveys: nothing is open of how people have changed their minds since.
 */
async function matchingFigures(forecaster: Forecaster, asThen: Forecaster, prefix: "" | "fresh-") {
  const bank = new Map(calibratedBank().map((question) => [question.id, question]));
  const recognise = async (line: string) => {
    const [id = "", text = ""] = line.split("\t");
    const match = await forecaster.matchAmong(text, PUBLISHED);
    const named = 1 - match.none >= NAMED_FROM ? match.best?.id : undefined;
    const methodology =
      PUBLISHED.find(({ calibrated_questions = [] }) =>
        calibrated_questions.some((question) => question.id === match.best?.id)
      ) ?? null;
    const read = await forecaster.read(text, methodology);
    const asked = bank.get(id);
    const public_yes = asked?.overall.yes ?? 0;
    const { overall } = forecaster.forecast({ read, methodology, onTopic: true, scenario: {} });
    const intervalBy = (by: Forecaster) => {
      const { uncertainty } = by.forecast({ read, methodology, onTopic: true, scenario: {} });
      const { low, high } = intervalAround(overall.yes, MANY_AGENTS, uncertainty?.overall.yes ?? []);
      return { isHeld: public_yes >= low && public_yes <= high, half: 50 * (high - low) };
    };
    return {
      isRight: named === id,
      isSameObject: named !== undefined && named !== id && bank.get(named)?.object === asked?.object,
      isNamed: named !== undefined,
      isTierOne: isTierOne(match),
      error: 100 * Math.abs(overall.yes - public_yes),
      now: intervalBy(forecaster),
      then: intervalBy(asThen),
    };
  };
  const results = await Promise.all(linesOf(`${prefix || "free-"}rewordings.tsv`).map(recognise));
  const takenOf = async (list: string) => {
    const matches = await Promise.all(linesOf(list).map((text) => forecaster.matchAmong(text, PUBLISHED)));
    return `${matches.filter(isTierOne).length} of ${matches.length}`;
  };
  const count = (is: (result: typeof results[number]) => boolean) => results.filter(is).length;
  const [right, sameObject] = [count(({ isRight }) => isRight), count(({ isSameObject }) => isSameObject)];
  return {
    questions: results.length,
    right,
    sameObject,
    wrong: count(({ isNamed }) => isNamed) - right - sameObject,
    tierOne: count((result) => result.isTierOne),
    error: mean(results.map(({ error }) => error)),
    /** Percent of the questions whose public yes share lies in its interval, and the interval's half-width, points. */
    now: intervalsIn(results.map(({ now }) => now)),
    then: intervalsIn(results.map(({ then }) => then)),
    nearMisses: await takenOf(`${prefix}near-misses.txt`),
    /** Calibrated questions with words added or left out that ask for something else. */
    qualified: await takenOf(`${prefix}qualified.txt`),
  };
}

const intervalsIn = (intervals: readonly { readonly isHeld: boolean; readonly half: number }[]) => ({
  held: `${points(100 * intervals.filter(({ isHeld }) => isHeld).length / intervals.length)} %`,
  half: points(median(intervals.map(({ half }) => half))),
});

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../evaluation/${name}`, import.meta.url), "utf8").trimEnd().split("\n");

/** What became of questions in other words: of lists that the threshold was chosen on, and of lists written afterwards. */
async function matchingTable(...by: readonly [now: Forecaster, then: Forecaster]): Promise<string> {
  const [tuned, fresh] = [await matchingFigures(...by, ""), await matchingFigures(...by, "fresh-")];
  const row = (name: string, of: (each: MatchingFigures) => string | number) => [name, of(tuned), of(fresh)];
  return markdownTable(["", "lists it was chosen on", "lists written afterwards"], [
    row("questions in other words", ({ questions }) => questions),
    row("the right one is matched", ({ right }) => right),
    row("another wording of the same object", ({ sameObject }) => sameObject),
    row("a wrong one", ({ wrong }) => wrong),
    row("reach tier 1", ({ tierOne }) => tierOne),
    row("mean error of yes over all, points", ({ error }) => points(error)),
    row("95 % intervals that hold the question's own share", ({ now }) => now.held),
    row("half-width of the interval, median, points", ({ now }) => now.half),
    row("the same for the years of the surveys: hold it", ({ then }) => then.held),
    row("half-width, median, points", ({ then }) => then.half),
    row("near misses that reach tier 1", ({ nearMisses }) => nearMisses),
    row("questions with a qualifier that reach tier 1", ({ qualified }) => qualified),
  ]);
}
