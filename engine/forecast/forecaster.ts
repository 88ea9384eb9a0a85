import { lazilyOf } from "#shared/lazily.ts";
import { fitTargets } from "./targets.ts";
import type { Shares } from "./answer-model.ts";
import { calibratedBank, type CalibratedQuestion, foldOf } from "../bank/calibrated-survey.ts";
import { predictorQuestions } from "../bank/surveyed.ts";
import { encodedText, readWordingVectors, vectorIn } from "../bank/wording-vectors.ts";
import { type AnswersOffered, answersOfferedIn, invertedShares, offeredBy } from "../bank/shares.ts";
import type { Methodology } from "../bank/methodology.ts";
import { itemAt } from "../numeric/columns.ts";
import { segmentKeys } from "../population/dimensions.ts";
import { frameOf } from "../population/frame.ts";
import type { SentenceEncoder } from "../question/vectors.ts";
import { type Blend, blend, type TablePart } from "./blend.ts";
import {
  builtInSimilarity,
  decideTier,
  type Forecast,
  madeUpSource,
  type MatchedQuestion,
  modelSource,
  NOTHING,
  questionSource,
  type ReadQuestion,
  surveySources,
  type TierDecision,
  type TierEvidence,
  yearOf,
} from "./forecast.ts";
import { type QuestionIssue, questionIssues } from "../question/issues.ts";
import { isReadable, type LikelyMatch, type Match, QuestionMatcher } from "../bank/matcher.ts";
import { polarityOf, relativePolarity } from "../question/polarity.ts";
import { type Knowledge, withKnowledge } from "./model-forecasts.ts";
import { createPredictor, type Prediction, type PredictorAsset, withAnswersOffered } from "./predictor.ts";
import { calibratedKey, type Landmark, landmarkOf, resemblingTo } from "./resembling.ts";
import { readScenario, shiftAnswering } from "./scenario.ts";
import type { ErrorModel } from "./uncertainty.ts";
import { readFileSync } from "node:fs";

export interface ForecastRequest {
  readonly read: ReadQuestion;
  readonly methodology: Methodology | null;
  /** Whether routing puts the question on the methodology's topic. */
  readonly onTopic: boolean;
  /** Cosines by the embedder in use; by default the built-in one's. */
  readonly similarity?: TierEvidence["similarity"];
  readonly scenario: Readonly<Record<string, unknown>>;
  /** What a model says of the question, where one counts. */
  readonly knowledge?: Knowledge | null;
}

/** What a forecast says beside the tier, the issues, the similarity and {@link NOTHING}. */
type Said = Pick<Forecast, "evidence" | "overall" | "segments" | "scenario"> & Partial<Forecast>;

/** Says what people would answer. A process makes one, in about 0.8 s; a forecast takes about 3 ms beside reading. */
export class Forecaster {
  readonly embedderId: string;
  readonly #errors: ErrorModel;
  readonly #predictor: ReturnType<typeof createPredictor>;
  readonly #matcher: QuestionMatcher;
  readonly #landmarks: readonly Landmark[];

  /** @throws RangeError where the fit belongs to another encoder or other features. */
  constructor(encoder: SentenceEncoder, asset = readPredictorAsset()) {
    if (asset.embedder !== encoder.id) {
      throw new RangeError(`Cannot predict with ${encoder.id}: the fit belongs to ${asset.embedder}`);
    }
    const bank = calibratedBank();
    const questions = predictorQuestions();
    const vectors = readWordingVectors(questions);
    this.embedderId = encoder.id;
    this.#errors = asset.errors;
    this.#predictor = createPredictor(asset, questions, vectors);
    this.#matcher = new QuestionMatcher(asset.match_weights, encoder, bank, vectors);
    this.#landmarks = bank.map((question) =>
      landmarkOf(question, question.wordings.map((wording) => vectorIn(vectors, encodedText(wording))))
    );
  }

  /**
   * Reads a question: what a methodology's calibrated questions have in common with it, and what the predictor expects. About 15 ms, and 5 to 55 ms of the
   * encoder's thread as a rule ({@link QuestionMatcher.match}).
   * @throws what the encoder throws; the signal's reason.
   */
  async read(question: string, methodology: Methodology | null, signal?: AbortSignal): Promise<ReadQuestion> {
    const found = await this.#matcher.match(question, methodology, signal);
    return { ...found, prediction: this.#predictor.predict(found.text, found.vector) };
  }

  /** A question against the bank and all calibrated questions of some methodologies. */
  matchAmong(
    question: string,
    methodologies: readonly Methodology[],
    signal?: AbortSignal,
  ): Promise<Match> {
    return this.#matcher.matchAmong(question, methodologies, signal);
  }

  /** Decides the tier of a question that was read, and forecasts its answers. */
  forecast(request: ForecastRequest): Forecast {
    const { read, methodology, onTopic, scenario } = request;
    const compared = request.similarity ?? builtInSimilarity(read);
    const issues = questionIssues(read.text);
    const offered = answersOfferedIn(scenario);
    const decision = decideTier(read, { methodology, onTopic, similarity: compared, offered });
    const cosine = decision.table === "kpi" ? compared.kpi : compared.own ?? compared.kpi;
    const similarity = cosine === null ? null : Math.round(10_000 * cosine) / 10_000;
    const isTabled = methodology !== null && decision.tier !== 3 &&
      (decision.table === "kpi" || methodology.calibrated_questions === undefined);
    const said = !isAnswerable(read, issues)
      ? this.#ofNoAnswer(request, decision)
      : isTabled
      ? fromMadeUpTable(request, methodology)
      : this.#fromSurveys(request, decision, offered);
    const forecast = { ...NOTHING, tier: decision.tier, issues, similarity, ...said };
    // How far predictions from U.S. adults are off in the population of a user's survey, was not measured.
    const isElsewhere = forecast.evidence === "predicted" && methodology?.population.margins !== undefined;
    return isElsewhere ? { ...forecast, uncertainty: null } : forecast;
  }

  /** Of what people cannot answer by yes or no nothing is said about them: agents are drawn from the mean of all questions. */
  #ofNoAnswer({ read, scenario }: ForecastRequest, { tier }: TierDecision): Said {
    const average = this.#predictor.averageQuestion(read.prediction);
    const { shown } = readScenario(read.text, scenario);
    return {
      tier: tier === 3 ? 3 : 2,
      evidence: "none",
      ...answeredByAll(blend(average, [], this.#errors, null)),
      scenario: shown,
    };
  }

  #fromSurveys(
    { read, methodology, scenario, knowledge = null }: ForecastRequest,
    decision: TierDecision,
    offered: AnswersOffered | null,
  ): Said {
    const { match, parsed, own } = read;
    const informed = knowledge === null ? read.prediction : withKnowledge(read.prediction, knowledge);
    const prediction = withAnswersOffered(informed, offered);
    const parts = match.likely.filter(isReadable).flatMap((likely) => {
      const table = this.#matcher.table(likely.id, methodology);
      if (table === undefined) return [];
      const middle = middleFor(table, prediction);
      const kept = likely.qualifiers.length === 0 && middle === null ? 1 : QUALIFIED;
      return [partOf(likely, table, kept * likely.chance, middle)];
    });
    const stated = decision.table === "own" && own !== undefined
      ? partOf(own.likely, own.question, own.likely.sameWords ? 1 : match.object)
      : null;
    const errors = this.#errors;
    const measured = offered === null ? errors : { ...errors, ...errors.told };
    const blended = blend(prediction, parts, measured, stated);
    const calibrated = stated?.table ?? null;
    const likeliest = parts.toSorted((a, b) => b.chance - a.chance)[0];
    const matched = stated ?? (likeliest !== undefined && likeliest.chance >= SHOWN_MATCH ? likeliest : null);
    const inverted = stated === null
      ? parsed.inverted
      : stated.inverted !== (polarityOf(stated.table.wordings[0] ?? "") === -1);
    return {
      evidence: SURVEY_EVIDENCE[decision.tier],
      ...answeredByAll(blended),
      uncertainty: {
        basis: "held_out_questions",
        overall: blended.deviations,
        segments: new Map(Array.from(blended.segments, ([name, each]) => [name, each.deviations])),
      },
      inverted,
      resembling: matched === null
        ? resemblingTo(read.vector, this.#landmarks)
        : [{ name: calibratedKey(matched.table), weight: matched.inverted === inverted ? 1 : -1 }],
      matched: matched === null ? null : matchedQuestion(matched.table, matched.inverted),
      qualifiers: matched?.qualifiers ?? [],
      calibrated,
      sources: [
        ...(calibrated === null ? surveySources(matched?.table ?? null) : [questionSource(calibrated)]),
        ...(knowledge === null || calibrated !== null
          ? []
          : [modelSource(knowledge.model, knowledge.figures)]),
      ],
      scenario: readScenario(read.text, scenario, [], offered).shown,
    };
  }
}

/** The shares of people whom the question fits all. */
const answeredByAll = ({ shares, segments }: Blend): Pick<Forecast, "overall" | "segments"> => ({
  overall: { ...shares, n_a: 0 },
  segments: new Map(Array.from(segments, ([name, each]) => [name, { ...each.shares, n_a: 0 }])),
});

/** A demonstration: what the agents say follows from figures that are made up, and nothing of it from people. */
function fromMadeUpTable({ read, scenario }: ForecastRequest, methodology: Methodology): Said {
  const { kpi_question, calibration, responses } = methodology;
  const polarity = read.kpi?.polarity ?? relativePolarity(read.text, kpi_question);
  const opposite = polarity === "opposite";
  const { shift, shown } = readScenario(read.text, scenario, responses);
  const inDirection = (shares: Shares): Shares => invertedShares(shiftAnswering(shares, shift), opposite);
  const { overall, segments } = tableShares(methodology);
  return {
    evidence: "demo",
    overall: inDirection(overall),
    segments: new Map(Array.from(segments, ([name, shares]) => [name, inDirection(shares)])),
    inverted: opposite !== (polarityOf(kpi_question) === -1),
    sources: [madeUpSource(calibration.source)],
    scenario: shown,
  };
}

/** Whether people can answer it by yes or no: it asks one thing, or two at once in the very words in which a survey asked them. */
function isAnswerable({ match: { best } }: ReadQuestion, issues: readonly QuestionIssue[]): boolean {
  const wasAsked = best?.sameWords === true && isReadable(best);
  return issues.every((issue) => issue === "double_barrelled" && wasAsked);
}

const partOf = (
  likely: LikelyMatch,
  table: CalibratedQuestion,
  chance: number,
  middle: number | null = null,
): TablePart => ({
  ...likely,
  table,
  chance,
  inverted: likely.polarity === "opposite",
  age: ageOf(table),
  middle,
});

/** Share of maybe that is expected in place of a table's own, whose scale is not of the kind that is offered; null where it is. */
const middleFor = (table: CalibratedQuestion, { offered, shares }: Prediction): number | null =>
  offered === null || offeredBy(table) === offered ? null : shares.maybe;

const SURVEY_EVIDENCE = { 1: "survey_matched", 2: "predicted", 3: "general_population" } as const;

/** Years from the survey of a table to the frame's, of whose people agents are drawn; of several years their mean counts. */
function ageOf({ asked, source }: CalibratedQuestion): number {
  const years = (source.years.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number);
  const fielded = asked.year ?? years.reduce((sum, year) => sum + year / years.length, 0);
  return fielded === 0 ? 0 : Math.abs(FRAME_YEAR - fielded);
}

/** Part of its chance that a calibrated question keeps where a word, or the answers offered, ask for something else: half the weight is the prediction's. */
const QUALIFIED = 0.5;

/** Chance that a calibrated question is asked, from which on it is named. */
const SHOWN_MATCH = 0.3;

/** Of the frame us-adults-2024. */
const FRAME_YEAR = 2024;

function matchedQuestion(table: CalibratedQuestion, inverted: boolean): MatchedQuestion {
  const { yes, maybe, no } = foldOf(table);
  const percent = (answer: "yes" | "maybe" | "no") => Math.round(1000 * table.overall[answer]) / 10;
  return {
    text: table.wordings[0] ?? "",
    polarity: inverted ? "opposite" : "same",
    shares_pct: { yes: percent("yes"), maybe: percent("maybe"), no: percent("no") },
    scale: { yes, maybe, no },
    year: yearOf(table),
  };
}

/** The fitted shares of a made-up table, overall and by `dimension=segment`. Computed once for each methodology object. */
const tableShares = lazilyOf((methodology: Methodology) => {
  const { population } = methodology;
  const { overall, byDimension } = fitTargets(methodology, frameOf(population.frame, population.where));
  const segments = Array.from(
    byDimension,
    ([dimension, shares]) => segmentKeys(dimension).map((key, s) => [key, itemAt(shares, s)] as const),
  );
  return { overall, segments: new Map(segments.flat()) };
});

/** The fit that comes with the release. */
export function readPredictorAsset(): PredictorAsset {
  return JSON.parse(readFileSync(new URL("./predictor.json", import.meta.url), "utf8"));
}
