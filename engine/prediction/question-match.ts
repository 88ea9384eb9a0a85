import { calibratedBank, type CalibratedQuestion } from "../calibration/calibrated-survey.ts";
import type { Methodology } from "../methodologies/methodology.ts";
import {
  isReadable,
  isTierOne,
  type LikelyMatch,
  type Match,
  Matcher,
  type PreparedCandidate,
  TIER_ONE,
} from "./matcher.ts";
import type { Embed, Prediction, Predictor } from "./predictor.ts";
import { type QuestionReading, readQuestion } from "./question-reading.ts";

/** A question as the engine reads it under a methodology, before a tier is decided. */
export interface ReadQuestion {
  readonly text: string;
  readonly reading: QuestionReading;
  readonly prediction: Prediction;
  /** Against the bank and the methodology's own calibrated questions. */
  readonly match: Match;
  /** The methodology's calibrated question that is most likely asked for; undefined where another question is likelier. */
  readonly own: { readonly question: CalibratedQuestion; readonly likely: LikelyMatch } | undefined;
  /** The made-up table's question beside the one asked; undefined where the methodology's KPI question is a survey's. */
  readonly kpi: LikelyMatch | undefined;
}

/** Reads questions: what a methodology's calibrated questions have in common with them, and what the predictor expects. */
export class QuestionReader {
  readonly #predictor: Predictor;
  readonly #matcher: Matcher;
  readonly #embed: Embed;
  readonly #bank: readonly PreparedCandidate[];
  readonly #tables = new Map<string, CalibratedQuestion>();
  readonly #prepared = new WeakMap<Methodology, OwnCandidates>();

  constructor(predictor: Predictor, matcher: Matcher, embed: Embed) {
    this.#predictor = predictor;
    this.#matcher = matcher;
    this.#embed = embed;
    this.#bank = calibratedBank().map((question) => {
      this.#tables.set(question.id, question);
      return this.#prepare(question.id, question.wordings);
    });
  }

  /** About 6 ms. */
  read(spelt: string, methodology: Methodology | null): ReadQuestion {
    const text = plainText(spelt);
    const asked = this.#withVectors(text);
    const own = methodology === null ? undefined : this.#candidatesOf(methodology);
    const match = this.#matcher.match(asked, own === undefined ? this.#bank : own.all);
    const best = match.best;
    const question = best === undefined ? undefined : own?.questions.get(best.id);
    return {
      text,
      reading: readQuestion(text),
      prediction: this.#predictor.predict(text, asked.contentVector),
      match,
      own: best === undefined || question === undefined ? undefined : { question, likely: best },
      kpi: own?.kpi === undefined ? undefined : this.#matcher.match(asked, [own.kpi]).best,
    };
  }

  /** A question against the bank and all calibrated questions of some methodologies. */
  matchAmong(spelt: string, methodologies: readonly Methodology[]): Match {
    const text = plainText(spelt);
    const others = methodologies.flatMap((methodology) => this.#candidatesOf(methodology).others);
    return this.#matcher.match(this.#withVectors(text), [...others, ...this.#bank]);
  }

  /** The table of a calibrated question; undefined where neither the bank nor the methodology has it. */
  table(id: string, methodology: Methodology | null): CalibratedQuestion | undefined {
    return this.#tables.get(id) ?? methodology?.calibrated_questions?.find((question) => question.id === id);
  }

  #candidatesOf(methodology: Methodology): OwnCandidates {
    const prepared = this.#prepared.get(methodology) ?? this.#prepareOwn(methodology);
    this.#prepared.set(methodology, prepared);
    return prepared;
  }

  #prepareOwn({ calibrated_questions = [], calibration, kpi_question, slug }: Methodology): OwnCandidates {
    const others = calibrated_questions.filter(({ id }) => !this.#tables.has(id))
      .map(({ id, wordings }) => this.#prepare(id, wordings));
    return {
      others,
      // The first of equals is matched: a published survey asked of its own people.
      all: [...others, ...this.#bank],
      questions: new Map(calibrated_questions.map((question) => [question.id, question])),
      kpi: calibration.illustrative ? this.#prepare(slug, [kpi_question]) : undefined,
    };
  }

  #prepare(id: string, wordings: readonly string[]): PreparedCandidate {
    return this.#matcher.prepare({ id, wordings: wordings.map((text) => this.#withVectors(text)) });
  }

  #withVectors(text: string) {
    const { positiveText, contentText } = readQuestion(text);
    return {
      text,
      vector: this.#embed(positiveText),
      textVector: this.#embed(text),
      contentVector: this.#embed(contentText),
    };
  }
}

/** Spellings that people read as the same text are one text: compatibility forms (NFKC) and spaces. */
const plainText = (question: string): string => question.normalize("NFKC").replace(/\s+/g, " ").trim();

interface OwnCandidates {
  /** Its calibrated questions that are not in the bank. */
  readonly others: readonly PreparedCandidate[];
  readonly all: readonly PreparedCandidate[];
  readonly questions: ReadonlyMap<string, CalibratedQuestion>;
  readonly kpi: PreparedCandidate | undefined;
}

/** Chance, that a calibrated question of the methodology is asked, from which on it counts as a question on its topic. */
const ON_TOPIC = 0.5;

/** What decides the tier. */
export interface TierEvidence {
  readonly methodology: Methodology | null;
  /** Whether routing puts the question on the methodology's topic. */
  readonly onTopic: boolean;
  /** By the embedder in use, of the own and of the KPI question. */
  readonly similarity: { readonly own: number | null; readonly kpi: number | null };
}

/** The cosines of a question that was read, by the built-in embedder. */
export function builtInSimilarity({ own, kpi }: ReadQuestion): TierEvidence["similarity"] {
  return { own: own?.likely.similarity ?? null, kpi: kpi?.similarity ?? null };
}

/** Which table is the answer itself, or that none is. */
export type TierDecision =
  | { readonly tier: 1; readonly table: "own" | "kpi" }
  | { readonly tier: 2 | 3; readonly table: null };

/** Decides the tier of a question that was read. */
export function decideTier({ match, own, kpi }: ReadQuestion, evidence: TierEvidence): TierDecision {
  if (evidence.methodology === null) return { tier: 3, table: null };
  const ownSimilarity = evidence.similarity.own ?? 0;
  const kpiSimilarity = evidence.similarity.kpi ?? 0;
  const matchesOwn = own !== undefined && isTierOne(match, ownSimilarity);
  const matchesKpi = kpi !== undefined && isReadable(kpi) && kpiSimilarity >= TIER_ONE.similarity;
  if (matchesOwn && !(matchesKpi && kpiSimilarity > ownSimilarity)) return { tier: 1, table: "own" };
  if (matchesKpi) return { tier: 1, table: "kpi" };
  const recognised = own !== undefined && 1 - match.none >= ON_TOPIC && isReadable(own.likely);
  return { tier: evidence.onTopic || recognised ? 2 : 3, table: null };
}
