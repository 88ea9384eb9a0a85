import { readFileSync } from "node:fs";
import type { MeasuredAccuracy } from "#engine/verdict/calibration-boundary.ts";
import { type PairFigures, pairFigures, tierOneAccuracy } from "../fitting/verdict-accuracy.ts";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { Forecaster, readPredictorAsset } from "#engine/forecast/forecaster.ts";
import { prepareBank } from "../fitting/fit-predictor.ts";
import {
  type Coverage,
  figuresOf,
  type HeldOutFigures,
  type HeldOutRow,
  heldOutRows,
  type HeldOutSegment,
} from "../fitting/held-out-figures.ts";
import { type LeftOutPrediction, predictLeftOut, PROTOCOLS } from "../fitting/leave-out.ts";
import { measureSkill, predictOtherSurveys, withSkill } from "../fitting/measure-skill.ts";
import type { PredictorAsset } from "#engine/forecast/predictor.ts";
import type { Embed } from "#engine/question/vectors.ts";
import { isTierOne } from "#engine/bank/matcher.ts";
import { wordVector } from "#providers/embeddings/built-in.ts";
import type { AudienceFigures } from "../evaluation/audiences.ts";
import { scatter } from "./accuracy-picture.ts";

/** The page, its picture, and the figures in a few lines. */
export interface AccuracyPage {
  readonly page: string;
  readonly picture: string;
  /** CSV: every question's segments. */
  readonly segments: string;
  readonly summary: string;
  /** What results claim: `engine/verdict/measured-accuracy.json`. */
  readonly measured: MeasuredAccuracy;
}

/** Measures everything that docs/accuracy.md shows. A minute or two. */
export async function accuracyPage(): Promise<AccuracyPage> {
  const embedder = createBuiltInEmbedder();
  const bank = calibratedBank();
  const embed = (text: string) => embedder.embedNow(text);
  const asset = readPredictorAsset();
  const leftOut = predictLeftOut(prepareBank(bank, embed), asset.skill);
  const others = otherSurveys(asset, embed);
  const figures = [
    ...PROTOCOLS.map((protocol) => figuresOf(protocol, bank, leftOut[protocol], () => asset.errors)),
    figuresOf("survey", others.bank, others.predictions, others.modelOf),
  ];
  const rows = heldOutRows(bank, leftOut.battery, () => asset.errors);
  const otherRows = heldOutRows(others.bank, others.predictions, others.modelOf);
  const matching = matchingFigures(new Forecaster(embedder));
  const tierOne = tierOneAccuracy(asset.match_weights, embed);
  const pairs = pairFigures(otherRows);
  const claims = claimsSection(tierOne, pairs);
  const page = [
    INTRODUCTION,
    protocolTable(figures),
    claims,
    matchingSection(matching),
    audiencesSection(),
    "![Predicted beside public yes shares, each question predicted with its whole battery left out](accuracy.svg)\n",
    methodologySections(rows),
    LIMITS,
  ].join("\n");
  return {
    page,
    picture: await scatter(rows),
    segments: segmentsCsv(rows),
    summary: `${protocolTable(figures)}\n${claims}\n${matchingSection(matching)}`,
    measured: { ...tierOne, pair_correlation: pairs.correlation },
  };
}

/** The questions of the surveys that the fit does not know, each predicted by the skill on the surveys but its own. */
function otherSurveys(asset: PredictorAsset, embed: Embed) {
  const others = predictOtherSurveys(asset, embed);
  const measured = new Map(
    [...new Set(others.surveys)].map((survey) => [survey, measureSkill(others, survey)]),
  );
  const of = ({ question }: LeftOutPrediction) =>
    measured.get(others.surveys[question] ?? "") ?? { skill: asset.skill, errors: asset.errors };
  return {
    bank: others.bank,
    predictions: others.rows.map((row) => withSkill(row, of(row).skill)),
    modelOf: (row: LeftOutPrediction) => of(row).errors,
  };
}

const INTRODUCTION = `# Accuracy

\`deno task accuracy\` writes this page. All figures are from questions that were left out, in our own words. The fit knows 183 questions of the General Social
Survey (2016, 2018) and of FiveThirtyEight / Ipsos (2020).

- *Object left out*: one of these is predicted without the questions about the same thing.
- *Battery left out*: without all questions that share its stem.
- *Survey left out*: 501 questions of other surveys (ANES 2012, 2016 and 2020, the GSS' panels of 2006 to 2014) about things that none of the 183 is about. A customer's question is of
  another house as well, so this is the trial that counts: **what the fit says beyond the mean of all questions is worth a fifth of it there**, and forecasts go no further (\`skill\` in
  \`engine/forecast/predictor.built-in.json\`). Their error is measured there too. Each survey's own figures come from the others'.

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
    line("saying 49 % to everything: mean error of yes, points", (each) => points(each.baseline_error)),
    line("predicted: mean error of yes", (each) => `${points(each.error)} ± ${points(each.standard_error)}`),
    line("of the baseline", (each) => (each.error / each.baseline_error).toFixed(2)),
    line("mean error of no", (each) => points(each.no_error)),
    line("95 % intervals that hold the public's share, pooled", (each) => coverage(each.coverage)),
    line("the same in segments of 100 respondents or more", (each) => coverage(each.segment_coverage)),
    line("median half-width of the yes interval, points", (each) => points(each.median_half_width)),
    line(
      "people whom a poll would have to ask to know as much, median",
      (each) => points(each.median_human_n),
    ),
    line(
      "segments around the true overall share: error, and without segment effects",
      (each) => `${each.segment_error.toFixed(2)}, ${each.segment_baseline_error.toFixed(2)}`,
    ),
    "",
  ].join("\n");
}

function claimsSection(
  { accuracy_pct, baseline_pct, held_out_rows, confirm_mean_pct }: Omit<MeasuredAccuracy, "pair_correlation">,
  { pairs, correlation, coverage, coverage_independent }: PairFigures,
): string {
  return `## What results claim

*\`accuracy_pct\`*: of the questions of all surveys whose object another wording, year or house asks for too, each was put to all questions but its own, in our
wordings. ${held_out_rows} reach tier 1 by a twin; its table is off by ${
    points(100 - accuracy_pct)
  } points of the yes share on average, which makes ${
    points(accuracy_pct)
  } of 100. Saying the mean share to all of them is off by ${
    points(100 - baseline_pct)
  }. Their mean public yes share is ${points(confirm_mean_pct)} %.

*The interval of a difference* (\`compare\`): over ${
    pairs.toLocaleString("en-US")
  } pairs of questions, each predicted without its battery, the interval from both
sides' own holds the public's difference for ${
    points(coverage_independent)
  } % where the two errors count as independent, and for ${
    points(coverage)
  } % with the correlation of ${correlation} that results use. The sampling of agents alone would hold a tenth of them.
`;
}

interface MatchingFigures {
  readonly questions: number;
  readonly right: number;
  readonly sameObject: number;
  readonly wrong: number;
  readonly tierOne: number;
  readonly error: number;
}

/** Chance, that some calibrated question is asked, from which on results name the likeliest. */
const NAMED_FROM = 0.3;

function matchingFigures(forecaster: Forecaster): MatchingFigures {
  const bank = new Map(calibratedBank().map((question) => [question.id, question]));
  const file = new URL("../evaluation/free-rewordings.tsv", import.meta.url);
  const results = readFileSync(file, "utf8").trimEnd().split("\n").map((line) => {
    const [id = "", text = ""] = line.split("\t");
    const match = forecaster.matchAmong(text, PUBLISHED);
    const named = 1 - match.none >= NAMED_FROM ? match.best?.id : undefined;
    const read = forecaster.read(text, null);
    const { overall } = forecaster.forecast({ read, methodology: null, onTopic: false, scenario: {} });
    const asked = bank.get(id);
    return {
      isRight: named === id,
      isSameObject: named !== undefined && named !== id && bank.get(named)?.object === asked?.object,
      isNamed: named !== undefined,
      isTierOne: isTierOne(match),
      error: 100 * Math.abs(overall.yes - (asked?.overall.yes ?? 0)),
    };
  });
  const count = (is: (result: (typeof results)[number]) => boolean) => results.filter(is).length;
  const [right, sameObject] = [count(({ isRight }) => isRight), count(({ isSameObject }) => isSameObject)];
  return {
    questions: results.length,
    right,
    sameObject,
    wrong: count(({ isNamed }) => isNamed) - right - sameObject,
    tierOne: count((result) => result.isTierOne),
    error: results.reduce((sum, { error }) => sum + error, 0) / results.length,
  };
}

function matchingSection({ questions, right, sameObject, wrong, tierOne, error }: MatchingFigures): string {
  return `## Calibrated questions in other words

Of ${questions} questions that were worded without sight of the bank, the right one is matched for ${right}, another wording of the same object for
${sameObject} (together ${points(100 * (right + sameObject) / questions)} %), a wrong one for ${wrong} (${
    points(100 * wrong / questions)
  } %);
${tierOne} reach tier 1. The mean error of yes over all of them is ${points(error)} points.
`;
}

function audiencesSection(): string {
  const file = new URL("../evaluation/audiences.json", import.meta.url);
  const figures: readonly AudienceFigures[] = JSON.parse(readFileSync(file, "utf8"));
  return [
    `## Audiences

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

function methodologySections(rows: readonly HeldOutRow[]): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sections = PUBLISHED.filter(({ calibrated_questions = [] }) => calibrated_questions.length > 0).map(
    ({ name, slug, calibrated_questions = [] }) => {
      const own = calibrated_questions.flatMap(({ id, wordings }) => {
        const row = byId.get(id);
        return row === undefined ? [] : [{ ...row, text: wordings[0] ?? id }];
      });
      const mean = (of: (row: HeldOutRow) => number) =>
        own.reduce((sum, row) => sum + of(row), 0) / own.length;
      return [
        `### ${name} (\`${slug}\`)\n`,
        `${own.length} questions; mean error ${
          points(mean((row) => Math.abs(row.predicted_yes - row.public_yes)))
        } points, ` +
        `49 % to everything ${points(mean((row) => Math.abs(49 - row.public_yes)))}; ` +
        `${own.filter(isHeld).length} of ${own.length} intervals hold the public's share.\n`,
        "| question | public yes, % | predicted | 95 % interval | held |",
        "|---|---|---|---|---|",
        ...own.map((row) => {
          const interval = row.interval.map((end) => end.toFixed(0)).join("–");
          const held = isHeld(row) ? "yes" : "no";
          return `| ${row.text} | ${points(row.public_yes)} | ${
            points(row.predicted_yes)
          } | ${interval} | ${held} |`;
        }),
        "",
        segmentTable(own.flatMap(({ segments }) => segments)),
      ].join("\n");
    },
  );
  const segments =
    "Segments are those of 100 respondents or more, predicted with the question's whole battery left out. " +
    "[accuracy-segments.csv](accuracy-segments.csv) has each of them: public share, predicted, interval.\n";
  return `## Each methodology, every question with its battery left out\n\n${segments}\n${
    sections.join("\n")
  }`;
}

const isHeld = ({ public_yes, interval: [low, high] }: HeldOutSegment | HeldOutRow): boolean =>
  public_yes >= low && public_yes <= high;

/** A row for each dimension. */
function segmentTable(segments: readonly HeldOutSegment[]): string {
  const dimensions = [...new Set(segments.map(({ dimension }) => dimension))];
  const lines = dimensions.map((name) => {
    const own = segments.filter(({ dimension }) => dimension === name);
    const mean = (of: (row: HeldOutSegment) => number) =>
      own.reduce((sum, row) => sum + of(row), 0) / own.length;
    return `| ${name} | ${own.length} | ${points(mean(({ public_yes }) => public_yes))} | ${
      points(mean(({ predicted_yes }) => predicted_yes))
    } | ${points(mean((row) => Math.abs(row.predicted_yes - row.public_yes)))} | ± ${
      points(mean(({ interval: [low, high] }) => (high - low) / 2))
    } | ${points(100 * mean((row) => isHeld(row) ? 1 : 0))} % |`;
  });
  return [
    "| segments by | number | public yes, mean % | predicted | mean error | 95 % interval, mean | held |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

/** A line for each segment of each question that a methodology has: some 5,600 lines, as many as the bank's tables have rows. */
function segmentsCsv(rows: readonly HeldOutRow[]): string {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lines = PUBLISHED.flatMap(({ slug, calibrated_questions = [] }) =>
    calibrated_questions.flatMap(({ id, wordings }) =>
      (byId.get(id)?.segments ?? []).map((row) =>
        [
          slug,
          `"${(wordings[0] ?? id).replaceAll('"', '""')}"`,
          `${row.dimension}=${row.segment}`,
          ...[row.public_yes, row.predicted_yes, ...row.interval].map(points),
          isHeld(row) ? "yes" : "no",
        ].join()
      )
    )
  );
  const header = "methodology,question,segment,public_yes_pct,predicted_yes_pct,low_pct,high_pct,held";
  return `${[header, ...lines].join("\n")}\n`;
}

const LIMITS = `## What could not be reached

- A verdict on a question that no survey asked is worth about three people, and its forecast hardly more than the mean of all questions. That is the
  state of prediction without a language model and without asking anybody; calibrate on a survey of your own, or plug in a model.
- Of calibrated questions in other words the matching was to find the right one for 90 %. That is reached by less than the standard error
  of 106 questions, about 3 %. Each question has five or six wordings, and none was taken from the rewordings; with three it was 88.7 %, and the
  predictions of questions left out were 0.2 points nearer, their intervals 1 point narrower.
- Similarity is not identity. Near misses ("more money for child care" beside "more money for health care") can be matched; the
  interval of tier 1 therefore never is that of sampling alone.
- Polarity is read by word lists, in English. Of 66 pairs that were written last, 54 were read right at the first trial.
- The answers are of 2016, 2018 and 2020. Opinions have moved since, and no figure here measures by how much.
- Tables of the contract's twelve KPI questions are made up: their verdicts are demonstrations and say nothing about people.
- Responses to prices are made up as well; only their direction is certain.
`;

const points = (x: number): string => x.toFixed(1);
