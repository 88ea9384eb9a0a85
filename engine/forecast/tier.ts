import { type AnswersOffered, offeredBy } from "../bank/answers-offered.ts";
import { isReadable, isTierOne, type LikelyMatch, type QuestionMatch, TIER_ONE } from "../bank/matcher.ts";
import type { Methodology } from "../bank/methodology.ts";
import type { Prediction } from "./predictor.ts";

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
  /** Null where nobody said which answers are offered; a calibrated question of the other kind is not the one asked. */
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
