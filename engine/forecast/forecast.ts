import Type, { type Static } from "typebox";
import { lazily } from "#shared/lazily.ts";
import { boolean, named, namedObject, nullable, oneOf } from "#shared/schema.ts";
import { type AnswersOffered, offeredBy } from "../bank/shares.ts";
import { isReadable, isTierOne, type LikelyMatch, type QuestionMatch, TIER_ONE } from "../bank/matcher.ts";
import type { Methodology } from "../bank/methodology.ts";
import type { Prediction } from "./predictor.ts";
import type { Shares } from "./answer-model.ts";
import { calibratedBank, type CalibratedQuestion, type SurveySource } from "../bank/calibrated-survey.ts";
import type { QuestionIssue } from "../question/issues.ts";
import type { Audience } from "../population/audience.ts";
import type { Resembling } from "./resembling.ts";
import type { Uncertainty } from "./uncertainty.ts";

export const Tier = named("CalibrationTier", Type.Enum([1, 2, 3], { type: "integer" }));
export type Tier = Static<typeof Tier>;

export const Evidence = named(
  "Evidence",
  oneOf(
    ["survey_matched", "predicted", "general_population", "model", "demo", "none"],
    "What the verdict rests on: the survey's question that was asked, a prediction from others, one for a question on no topic, a model's answers, a " +
      "made-up table, or nothing, where the question says nothing. Of `demo`, `none` and a model that was not measured nothing is said about people",
  ),
);
export type Evidence = Static<typeof Evidence>;

const Texts = Type.Immutable(Type.Array(Type.String()));

/** A calibrated question that a forecast rests on. */
export const MatchedQuestion = namedObject("MatchedQuestion", {
  text: Type.String(),
  polarity: oneOf(["same", "opposite"]),
  shares_pct: namedObject(
    "MatchedShares",
    { yes: Type.Number(), maybe: Type.Number(), no: Type.Number() },
    "The table's shares, in the calibrated question's own direction",
  ),
  scale: namedObject(
    "MatchedScale",
    { yes: Texts, maybe: Texts, no: Texts },
    "The answers that the survey offered, by what they count as",
  ),
  /** When its survey was fielded. */
  year: nullable(Type.String()),
});
export type MatchedQuestion = Static<typeof MatchedQuestion>;

/** Where figures come from. Those that were made up have no year. */
export const FigureSource = namedObject("CalibrationSource", {
  survey: Type.String(),
  year: nullable(Type.String()),
  respondents: nullable(Type.Integer()),
  citation: Type.String(),
  illustrative: boolean("True for made-up figures"),
});
export type FigureSource = Static<typeof FigureSource>;

/** What of a scenario changed the forecast: the fields applied, where they were read, and what was given and not used. */
export type ScenarioApplied = Readonly<Record<string, number | string | null | readonly string[]>> & {
  readonly read_from: "context" | "question" | null;
  readonly ignored: readonly string[];
};

/** What people are expected to answer to one question, and how sure that is. A pure function of question, methodology and scenario. */
export interface Forecast {
  readonly tier: Tier;
  readonly evidence: Evidence;
  readonly issues: readonly QuestionIssue[];
  /** Of whom it is; null: of the whole population. */
  readonly audience: Audience | null;
  /** In the question's own direction; fractions that add up to 1. */
  readonly overall: Shares;
  /** By `dimension=segment`. */
  readonly segments: ReadonlyMap<string, Shares>;
  /** Null where it was not measured how far such figures are from people's answers: then nothing is said about people. */
  readonly uncertainty: Uncertainty | null;
  /**
   * Whether agents are drawn for the opposite question, and yes and no then swapped: a question and its opposite have the same
   * agents answer in mirror image.
   */
  readonly inverted: boolean;
  /**
   * The calibrated question that was asked or may have been, alone, or those that the question resembles, with weights in the direction in
   * which agents are drawn: the part of their answers that is the question's own is mixed from theirs. Empty for made-up figures.
   */
  readonly resembling: readonly Resembling[];
  /** Cosine of question and matched question; null where nothing was compared. */
  readonly similarity: number | null;
  readonly matched: MatchedQuestion | null;
  /** Words of one of the two by which the question asks for something else than the matched one; none at tier 1. */
  readonly qualifiers: readonly string[];
  /** The table of tier 1; null elsewhere and for made-up tables. */
  readonly calibrated: CalibratedQuestion | null;
  readonly sources: readonly FigureSource[];
  readonly scenario: ScenarioApplied | null;
}

/** What a forecast says of itself where nothing else is known. */
export const NOTHING = {
  audience: null,
  uncertainty: null,
  inverted: false,
  resembling: [],
  matched: null,
  qualifiers: [],
  calibrated: null,
  sources: [],
} as const satisfies Partial<Forecast>;

/** Whether agents are drawn from made-up figures, or a model speaks for a methodology that has no others. */
export const isIllustrative = ({ sources }: Pick<Forecast, "sources">): boolean =>
  sources.some(({ illustrative }) => illustrative);

/** The survey behind one calibrated question. */
export function questionSource(question: CalibratedQuestion): FigureSource {
  return { ...sourceOf(question.source, question.respondents), year: yearOf(question) };
}

/** When a question was asked: its own year, or those of its survey where it was asked in several. */
export const yearOf = ({ asked: { year }, source: { years } }: CalibratedQuestion): string =>
  year !== undefined && years.includes(`${year}`) ? `${year}` : years;

/** The surveys that a prediction rests on, that of the likeliest question first. Respondents: the most that answered one question. */
export function surveySources(likeliest: CalibratedQuestion | null): FigureSource[] {
  const first = likeliest === null ? [] : [questionSource(likeliest)];
  return [...first, ...bankSources().filter(({ survey }) => survey !== likeliest?.source.title)];
}

const bankSources = lazily((): readonly FigureSource[] => {
  const surveys = new Map<string, { source: SurveySource; respondents: number }>();
  for (const { source, respondents } of calibratedBank()) {
    const known = surveys.get(source.survey)?.respondents ?? 0;
    surveys.set(source.survey, { source, respondents: Math.max(known, respondents) });
  }
  return Array.from(surveys.values(), ({ source, respondents }) => sourceOf(source, respondents));
});

function sourceOf({ title, years, citation }: SurveySource, respondents: number): FigureSource {
  return { survey: title, year: years, respondents, citation, illustrative: false };
}

/** A model whose estimates move predictions, with what that was measured to bring. */
export function modelSource(
  model: string,
  { questions, gain_points: { mean, low, high } }: {
    readonly questions: number;
    readonly gain_points: { readonly mean: number; readonly low: number; readonly high: number };
  },
): FigureSource {
  const citation =
    `Its estimates bring predictions ${mean} points nearer (95 % interval ${low} to ${high}) on ${questions} ` +
    "surveyed questions that were left out.";
  return { survey: `Language model ${model}`, year: null, respondents: null, citation, illustrative: false };
}

/** The source of made-up figures. */
export function madeUpSource(citation: string): FigureSource {
  return { survey: "Made up for illustration", year: null, respondents: null, citation, illustrative: true };
}

/** A question as the engine reads it under a methodology, before a tier is decided. */
export interface ReadQuestion extends QuestionMatch {
  readonly prediction: Prediction;
}

/** Chance, that a calibrated question of the methodology is asked, from which on it counts as a question on its topic. */
const ON_TOPIC = 0.6;

/** What decides the tier. */
export interface TierEvidence {
  readonly methodology: Methodology | null;
  /** Whether routing puts the question on the methodology's topic. */
  readonly onTopic: boolean;
  /** Null where the request does not say which answers are offered; a calibrated question of the other kind is not the one asked. */
  readonly offered: AnswersOffered | null;
  /** By the embedder in use, of the own and of the KPI question. */
  readonly similarity: { readonly own: number | null; readonly kpi: number | null };
}

/** The cosines of a question that was read, by the built-in embedder. */
export function builtInSimilarity({ own, kpi }: ReadQuestion): TierEvidence["similarity"] {
  return { own: own?.likely.similarity ?? null, kpi: kpi?.similarity ?? null };
}

/** Which table is asked for: the one of a survey's question, or the made-up one of a KPI question, which calibrates nothing. */
export type TierDecision =
  | { readonly tier: 1; readonly table: "own" }
  | { readonly tier: 2; readonly table: "kpi" | null }
  | { readonly tier: 3; readonly table: null };

/** Chance of the KPI question from which on it counts as asked. */
const KPI_CHANCE = 0.65;

const isKpi = (kpi: LikelyMatch): boolean => isReadable(kpi) && (kpi.sameWords || kpi.chance >= KPI_CHANCE);

/** Decides the tier of a question that was read. */
export function decideTier({ match, own, kpi }: ReadQuestion, evidence: TierEvidence): TierDecision {
  if (evidence.methodology === null) return { tier: 3, table: null };
  const ownSimilarity = evidence.similarity.own ?? 0;
  const kpiSimilarity = evidence.similarity.kpi ?? 0;
  const { offered } = evidence;
  const matchesOwn = own !== undefined && isTierOne(match, ownSimilarity) &&
    (offered === null || offeredBy(own.question) === offered);
  const matchesKpi = kpi !== undefined && isKpi(kpi) && kpiSimilarity >= TIER_ONE.similarity;
  if (matchesOwn && !(matchesKpi && kpiSimilarity > ownSimilarity)) return { tier: 1, table: "own" };
  if (matchesKpi) return { tier: 2, table: "kpi" };
  const recognised = own !== undefined && 1 - match.none >= ON_TOPIC && isReadable(own.likely);
  return { tier: evidence.onTopic || recognised ? 2 : 3, table: null };
}
