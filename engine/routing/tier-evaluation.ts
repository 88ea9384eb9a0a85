import type { Methodology } from "../methodologies/methodology.ts";
import { singleAt } from "../numeric/columns.ts";
import rewordings from "./evaluation/rewordings.json" with { type: "json" };
import { calibrationBoundary } from "./boundary.ts";
import type { Split } from "./evaluation.ts";
import type { SentenceEmbedder } from "./features.ts";
import { samePolarity } from "./polarity.ts";
import { confidenceIn, type Router } from "./router.ts";

/**
 * How a question relates to a KPI question. `rewording`: the same in other words. `near_miss`: the same words, another question.
 * `topical`: another question on the methodology's topic. `stranger`: belongs nowhere; every methodology is tried with it.
 */
export const RELATIONS = ["rewording", "topical", "near_miss", "stranger"] as const;
export type Relation = (typeof RELATIONS)[number];

export interface TieredQuestion {
  readonly question: string;
  readonly methodology: string;
  readonly relation: Relation;
  readonly similarity: number;
  readonly tier: 1 | 2 | 3;
}

/** The tier of each labelled question of a split under its methodology. */
export function evaluateTiers(
  methodologies: readonly Methodology[],
  router: Router,
  embedder: SentenceEmbedder,
  floor: number,
  split: Split,
): TieredQuestion[] {
  const labelled = rewordings.filter((labelledQuestion) => labelledQuestion.split === split);
  return labelled.flatMap(({ question, methodology: slug, relation }) => {
    const routing = router.route(question);
    const vector = embedder.embedNow(question);
    return methodologies.filter((methodology) => slug === null || methodology.slug === slug).map(
      (methodology) => {
        const kpi = embedder.embedNow(methodology.kpi_question);
        const similarity = vector.reduce((sum, x, d) => sum + x * singleAt(kpi, d), 0);
        const { tier } = calibrationBoundary({
          methodology,
          question,
          similarity,
          embedderId: embedder.id,
          samePolarity: samePolarity(question, methodology.kpi_question),
          routingConfidence: confidenceIn(routing, methodology.slug),
          floor,
          accuracy: null,
          engine: "embedded",
        });
        return { question, methodology: methodology.slug, relation: relationOf(relation), similarity, tier };
      },
    );
  });
}

function relationOf(text: string): Relation {
  const relation = RELATIONS.find((candidate) => candidate === text);
  if (relation === undefined) throw new RangeError(`Cannot place relation ${text}`);
  return relation;
}
