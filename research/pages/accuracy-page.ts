import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { prepareBank } from "../fitting/fit-predictor.ts";
import {
  type Coverage,
  type HeldOutFigures,
  heldOutFigures,
  type HeldOutRow,
  heldOutRows,
  type HeldOutSegment,
} from "../fitting/held-out-figures.ts";
import { predictLeftOut } from "../fitting/leave-out.ts";
import { isTierOne } from "#engine/bank/matcher.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import type { AudienceFigures } from "../evaluation/audiences.ts";
import { scatter } from "./accuracy-picture.ts";

/** The page, its picture, and the figures in a few lines. */
export interface AccuracyPage {
  readonly page: string;
  readonly picture: string;
  /** CSV: every question's segments. */
  readonly segments: string;
  readonly summary: string;
}

/** Measures everything that docs/accuracy.md shows. A minute or two. */
export async function accuracyPage(): Promise<AccuracyPage> {
  const embedder = createBuiltInEmbedder();
  const bank = calibratedBank();
  const leftOut = predictLeftOut(prepareBank(bank, (text) => embedder.embedNow(text)));
  const figures = heldOutFigures(bank, leftOut);
  const rows = heldOutRows(bank, leftOut, "battery");
  const matching = matchingFigures(new Forecaster(embedder));
  const page = [
    INTRODUCTION,
    protocolTable(figures),
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
    summary: `${protocolTable(figures)}\n${matchingSection(matching)}`,
  };
}

const INTRODUCTION = `# Accuracy

\`deno task accuracy\` writes this page. All figures are from questions that the fit did not see: 183 questions of the General Social
Survey (2016, 2018) and of FiveThirtyEight / Ipsos (2020), in our own words.

- *Object left out*: a question is predicted without the questions about the same thing.
- *Battery left out*: without all questions that share its stem, which is the harder trial and nearer to a question on a new topic.

The kernel's parameters, and the error that an interval is made of, come from other batteries too (nested leave-out).

## Both protocols
`;

function protocolTable(figures: readonly HeldOutFigures[]): string {
  const line = (name: string, of: (each: HeldOutFigures) => string) =>
    `| ${name} | ${figures.map(of).join(" | ")} |`;
  const coverage = ({ pooled, yes, maybe, no }: Coverage) =>
    `${points(pooled)} % (yes ${points(yes)}, maybe ${points(maybe)}, no ${points(no)})`;
  return [
    `| | ${figures.map(({ protocol }) => `${protocol} left out`).join(" | ")} |`,
    `|---|${figures.map(() => "---|").join("")}`,
    line("saying 48 % to everything: mean error of yes, points", (each) => points(each.baseline_error)),
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
      const accuracies = calibrated_questions.flatMap(({ accuracy }) => accuracy.mae_points ?? []);
      const segments = accuracies.reduce((sum, x) => sum + x, 0) / accuracies.length;
      return [
        `### ${name} (\`${slug}\`)\n`,
        `${own.length} questions; mean error ${
          points(mean((row) => Math.abs(row.predicted_yes - row.public_yes)))
        } points, ` +
        `48 % to everything ${points(mean((row) => Math.abs(48 - row.public_yes)))}; ` +
        `${own.filter(isHeld).length} of ${own.length} intervals hold the public's share. ` +
        `A segment predicted with that segment left out is off by ${points(segments)} points on average.\n`,
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

- A verdict on a question that no survey asked is worth about four people: half of the intervals are wider than ± 37 points. That is the
  state of prediction without a language model and without asking anybody; calibrate on a survey of your own, or plug in a model.
- With the battery left out the prediction beats 48 % to everything, by less than with the object alone left out.
- Of calibrated questions in other words the matching was to find the right one for 90 %. That is reached by less than the standard error
  of 106 questions, about 3 %. Each question has five or six wordings, and none was taken from the rewordings; with three it was 88.7 %, and the
  predictions of questions left out were 0.2 points nearer, their intervals 1 point narrower.
- Similarity is not identity. Near misses ("more money for child care" beside "more money for health care") can be matched; the
  interval of tier 1 therefore never is that of sampling alone.
- Polarity is read by word lists, in English. Of 66 pairs that were written last, 54 were read right at the first trial.
- The answers are of 2016, 2018 and 2020. Opinions have moved since, and no figure here measures by how much.
- Tables of the contract's twelve KPI questions are made up: their intervals are unmeasured, as wide as real questions lie apart.
- Responses to prices are made up as well; only their direction is certain.
`;

const points = (x: number): string => x.toFixed(1);
