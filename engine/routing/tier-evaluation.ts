import type { Methodology } from "../methodologies/methodology.ts";
import rewordings from "./evaluation/rewordings.json" with { type: "json" };
import type { Forecaster } from "../prediction/forecaster.ts";
import { builtInSimilarity, decideTier } from "../prediction/question-match.ts";
import type { Split } from "./evaluation.ts";
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
  { reader }: Forecaster,
  floor: number,
  split: Split,
): TieredQuestion[] {
  const labelled = rewordings.filter((labelledQuestion) => labelledQuestion.split === split);
  return labelled.flatMap(({ question, methodology: slug, relation }) => {
    const routing = router.route(question);
    return methodologies.filter((methodology) => slug === null || methodology.slug === slug).map(
      (methodology) => {
        const read = reader.read(question, methodology);
        const similarity = builtInSimilarity(read);
        const onTopic = confidenceIn(routing, methodology.slug) >= floor;
        const { tier } = decideTier(read, { methodology, onTopic, similarity });
        return {
          question,
          methodology: methodology.slug,
          relation: relationOf(relation),
          similarity: similarity.own ?? similarity.kpi ?? 0,
          tier,
        };
      },
    );
  });
}

function relationOf(text: string): Relation {
  const relation = RELATIONS.find((candidate) => candidate === text);
  if (relation === undefined) throw new RangeError(`Cannot place relation ${text}`);
  return relation;
}
