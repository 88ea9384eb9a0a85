import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { predictorQuestions, toplines } from "#engine/bank/toplines.ts";
import { readWordingVectors } from "#engine/bank/wording-vectors.ts";
import { readPredictorAsset } from "#engine/forecast/forecaster.ts";
import type { MeasuredAccuracy } from "#engine/verdict/calibration-boundary.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import type { AudienceFigures } from "../evaluation/audiences.ts";
import type { Drift } from "../fitting/drift.ts";
import { errorsOf } from "../fitting/fit-predictor.ts";
import {
  type Coverage,
  figuresOf,
  type Group,
  type HeldOutFigures,
  type HeldOutRow,
  heldOutRows,
} from "../fitting/held-out-figures.ts";
import { predictLeftOut, prepareBank, PROTOCOLS } from "../fitting/leave-out.ts";
import {
  type MatchErrors,
  measureMatching,
  type PairFigures,
  pairFigures,
  tierOneAccuracy,
} from "../fitting/verdict-accuracy.ts";
import { errorByLikeness, scatter } from "./accuracy-picture.ts";
import { matchingSection } from "./matching-section.ts";

/** The page, its pictures, and the figures in a few lines. */
export interface AccuracyPage {
  readonly page: string;
  readonly picture: string;
  /** Error by the likeness of the nearest calibrated question. */
  readonly curve: string;
  /** CSV: every question. */
  readonly questions: string;
  readonly summary: string;
  /** What results claim: `engine/verdict/measured-accuracy.json`. */
  readonly measured: MeasuredAccuracy;
}

/** Measures everything that docs/accuracy.md shows. Two minutes. */
export async function accuracyPage(): Promise<AccuracyPage> {
  const bank = calibratedBank();
  const vectors = readWordingVectors(predictorQuestions());
  const { match_weights: weights } = readPredictorAsset();
  const prepared = prepareBank(bank, vectors, toplines());
  const trials = PROTOCOLS.map((protocol) => {
    const predictions = predictLeftOut(prepared, protocol);
    const errors = errorsOf(bank, predictions);
    return {
      figures: figuresOf(protocol, bank, predictions, errors),
      rows: heldOutRows(bank, predictions, errors),
    };
  });
  const figures = trials.map((trial) => trial.figures);
  const [, battery = { rows: [] }, house = { rows: [] }] = trials;
  const matching = await matchingSection();
  const encoder = new Encoder();
  const trial = { bank, encoder, vectors, weights };
  const [errors, tierOne] = [await measureMatching(trial), await tierOneAccuracy(trial)];
  await encoder.close();
  const pairs = pairFigures(house.rows);
  const claims = claimsSection(tierOne, errors, pairs);
  const page = [
    INTRODUCTION,
    protocolTable(figures),
    "## By likeness to the nearest calibrated question\n",
    groupTable(figures, "quarter, from the least alike", ({ quarters }) => quarters),
    "![Mean error by the likeness of the nearest calibrated question](accuracy-by-likeness.svg)\n",
    "## By house\n",
    groupTable(figures, "house", ({ houses }) => houses),
    claims,
    matching,
    audiencesSection(),
    "![Predicted beside public yes shares, each question predicted with its whole battery left out](accuracy.svg)\n",
    methodologySection(battery.rows),
    LIMITS,
  ].join("\n");
  return {
    page,
    picture: await scatter(battery.rows),
    curve: await errorByLikeness(figures),
    questions: questionsCsv(battery.rows),
    summary: `${protocolTable(figures)}\n${claims}\n${matching}`,
    measured: { ...tierOne, pair_correlation: pairs.correlation },
  };
}

/** How fast answers move, as `deno task fit-predictor` measured it. */
const DRIFT: Drift = JSON.parse(readFileSync(new URL("../fitting/drift.json", import.meta.url), "utf8"));

const INTRODUCTION = `# Accuracy

\`deno task accuracy\` writes this page. The trials are of questions that were left out, in our own words: each wording of a question is asked by itself, as people type one.
The bank has 720 questions of six surveys: the General Social Survey (2006 to 2014, 2016 and 2018), the American National Election Studies (2012, 2016, 2020), and
FiveThirtyEight / Ipsos (2020). The predictor learns besides from ${toplines().length} toplines of the General Social Survey (2000 to 2024), shares of all respondents
together, unweighted. No trial predicts them, and they are left out with a question's object, battery and house.

- *Object left out*: a question is predicted without the questions about the same thing.
- *Battery left out*: also without all questions that share its stem.
- *House left out*: also without all surveys of its house. A customer's question is of another house as well, so this is the trial that counts, and the one that intervals
  are measured on.
- *The constant* says the mean yes share of the bank's questions that were not left out to everything.

[what-it-knows.md](what-it-knows.md) says what follows for a reader. How agents' answers to two questions hang together, phi over held-out pairs
before and after, is in [agents.md](agents.md).

## The three trials
`;

function protocolTable(figures: readonly HeldOutFigures[]): string {
  const line = (name: string, of: (each: HeldOutFigures) => string) =>
    `| ${name} | ${figures.map(of).join(" | ")} |`;
  const coverage = ({ pooled, yes, maybe, no }: Coverage) =>
    `${points(pooled)} % (yes ${points(yes)}, maybe ${points(maybe)}, no ${points(no)})`;
  return [
    `| | ${figures.map(({ protocol }) => `${protocol} left out`).join(" | ")} |`,
    `|---|${figures.map(() => "---|").join("")}`,
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
    "",
  ].join("\n");
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
  return [
    `| ${name} | ${
      figures.map(({ protocol }) => `${protocol} left out: error / constant's, held`).join(" | ")
    } |`,
    `|---|${figures.map(() => "---|").join("")}`,
    ...names.map((own) =>
      `| ${own} | ${
        figures.map((each) => cell(groupsOf(each).find((group) => group.name === own))).join(" | ")
      } |`
    ),
    "",
  ].join("\n");
}

function claimsSection(
  { accuracy_pct, baseline_pct, held_out_rows, confirm_mean_pct }: Omit<MeasuredAccuracy, "pair_correlation">,
  { right_pct, without_twin_pct, doubt, misread, turned_pct, qualified_pct }: MatchErrors,
  { pairs, correlation, coverage, coverage_independent }: PairFigures,
): string {
  return `## What results claim

*Tier 1*: of wordings whose question was in the bank in other words, ${
    points(right_pct)
  } % reach tier 1 by its object; of wordings whose object was away,
${
    points(without_twin_pct)
  } % reach it by another one. So a verdict at tier 1 counts as another question's by ${
    doubt.toFixed(2)
  } of what matching leaves open, which its interval holds. Where a word asks for something else ("violent
crime" beside "crime", "allowed" beside "favor"), the question is kept from tier 1: of the former ${
    points(qualified_pct.present)
  } %, of the latter ${points(qualified_pct.away)} %.

*Turned round*: of our wordings that ask for a question's opposite, ${
    points(turned_pct.found)
  } % reach tier 1 by it, and ${points(turned_pct.right)} % of these are read as its
opposite. Were as many questions asked each way, ${
    points(100 * misread)
  } % of those at tier 1 that are read as turned round would not be: with this chance the interval of such a
verdict holds the table as it stands.

*The years since*: ${DRIFT.questions} questions that the ${DRIFT.survey} put in ${
    DRIFT.years.join(" and ")
  } moved by a standard deviation of ${Math.sqrt(DRIFT.per_year).toFixed(3)} logits for the square root of a
year, beyond sampling. The interval of a table holds that for each year from its survey to 2024, as a random walk; that it goes on as it went is assumed.

*\`accuracy_pct\`*: of the questions whose object another wording, year or house asks for too, each was put to all questions but its own, in our
wordings. ${held_out_rows} reach tier 1 by a twin; its table is off by ${
    points(100 - accuracy_pct)
  } points of the yes share on average, which makes ${
    points(accuracy_pct)
  } of 100. Saying the mean share to all of them is off by ${
    points(100 - baseline_pct)
  }. Their mean public yes share is ${points(confirm_mean_pct)} %.

*The interval of a difference* (\`compare\`): over ${
    pairs.toLocaleString("en-US")
  } pairs of questions, each predicted without its house, the interval from both
sides' own holds the public's difference for ${
    points(coverage_independent)
  } % where the two errors count as independent, and for ${
    points(coverage)
  } % with the correlation of ${correlation} that results use. The sampling of agents alone would hold a tenth of them.
`;
}

function audiencesSection(): string {
  const file = new URL("../evaluation/audiences.json", import.meta.url);
  const figures: readonly AudienceFigures[] = JSON.parse(readFileSync(file, "utf8"));
  return [
    `## Audiences

This tests how segments are put together, against the surveys' own tables.

\`deno task audiences\` asks calibrated questions, in their own words, of audiences of 1 % of the population or more, and compares the verdict with what
the survey's own people in those segments answered (weighted; of 30 equally weighted answers' worth or more). Single segments stand in the tables; what
segments of several dimensions answer is put together from them, and the interval has 0.07 logits for that, as measured on these cells.

| audience | number | mean error, points | 95 % intervals that hold the people's share | width beside everybody's: mean | of nine in ten at most |
|---|---|---|---|---|---|`,
    ...figures.map(({ audiences, number, held_pct, error_points, width_mean, width_p90 }) =>
      `| ${audiences} | ${number} | ${points(error_points)} | ${points(held_pct)} % | ${
        width_mean.toFixed(2)
      } | ${width_p90.toFixed(2)} |`
    ),
    "",
  ].join("\n");
}

/** A row for each methodology whose tables are surveys'. */
function methodologySection(rows: readonly HeldOutRow[]): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lines = PUBLISHED.flatMap(({ name, slug, calibrated_questions = [] }) => {
    const own = calibrated_questions.flatMap(({ id }) => byId.get(id) ?? []);
    if (own.length === 0) return [];
    const mean = (of: (row: HeldOutRow) => number) => own.reduce((sum, row) => sum + of(row), 0) / own.length;
    return `| ${name} (\`${slug}\`) | ${own.length} | ${points(mean(({ public_yes }) => public_yes))} | ${
      points(mean(({ predicted_yes }) => predicted_yes))
    } | ${points(mean((row) => Math.abs(row.predicted_yes - row.public_yes)))} | ${
      own.filter(isHeld).length
    } of ${own.length} |`;
  });
  return [
    "## Each methodology, its questions with their batteries left out\n",
    "[accuracy-questions.csv](accuracy-questions.csv) has each question: public share, predicted, interval.\n",
    "| methodology | questions | public yes, mean % | predicted | mean error | intervals that held |",
    "|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

const isHeld = ({ public_yes, interval: [low, high] }: HeldOutRow): boolean =>
  public_yes >= low && public_yes <= high;

/** A line for each question of the bank. */
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

const LIMITS = `## What could not be reached

- A verdict on a question that no survey asked is worth one or two people, and its forecast hardly more than the mean of all questions. That is the
  state of prediction without a language model and without asking anybody; calibrate on a survey of your own, or plug in a model
  (\`deno task evaluate-forecasts\`).
- The scale is mostly what is not known: with the type of scale told, the error of a left-out house would fall by another tenth (research/unasked-questions.md).
- Similarity is not identity. Near misses ("voting in person" beside "voting by mail") can be matched; the
  interval of tier 1 therefore never is that of sampling alone.
- Polarity is read by word lists, in English. Of 66 pairs that were written last, 54 were read right at the first trial. A turned question that reads as straight
  has no wider interval.
- The answers are of 2006 to 2020, and so are the shares. A table's interval holds as much movement as was measured over two years, stretched to 2024; a question whose answers turned is not foreseen.
- Intervals hold 95 in 100 over all questions, and less of those on which nearly everybody agrees (accuracy-questions.csv). Of a question that no survey asked no interval excludes a half.
- Tables of the contract's twelve KPI questions are made up: their verdicts are demonstrations and say nothing about people.
- Responses to prices are made up as well; their direction is assumed.
`;

const points = (x: number): string => x.toFixed(1);
