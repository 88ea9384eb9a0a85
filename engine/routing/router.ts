import type { Methodology } from "../methodologies/methodology.ts";
import { confidences } from "./confidence.ts";
import type { SentenceEmbedder } from "./features.ts";
import { indexReferences } from "./reference-index.ts";
import { scoresOf } from "./regression.ts";
import { learnUntrained } from "./untrained.ts";
import { decodeCoefficients, questionsOf, type RoutingWeights, trainedReferences } from "./weights.ts";

/** How sure the router is that a question belongs to a methodology: of those given 0.8, about 80 % do. */
export interface RankedMethodology {
  readonly slug: string;
  /** 0 to 1. What is missing to 1 over all methodologies is the confidence that the question belongs to none. */
  readonly confidence: number;
}

export interface Routing {
  /** Null only when there is nothing to route to. */
  readonly best: RankedMethodology | null;
  /** Every other methodology, the likeliest first. */
  readonly alternatives: readonly RankedMethodology[];
}

export interface Router {
  /** Synchronous and free of side effects; about half a millisecond for a question of 100 characters. */
  route(question: string): Routing;
}

/**
 * A router to `methodologies`, which need not be those that the weights were trained on: questions on a trained one that is
 * missing count as off-topic, and one that was never trained is learnt from its exemplars on the spot, roughly. About 0.2 s,
 * and 0.2 to 0.5 s more for each untrained one.
 * @throws RangeError when the weights belong to another embedder.
 * @throws Error when the reference questions are not those of the training.
 */
export function createRouter(
  methodologies: readonly Methodology[],
  embedder: SentenceEmbedder,
  weights: RoutingWeights,
): Router {
  if (embedder.id !== weights.embedder_id) {
    throw new RangeError(
      `Cannot route with ${embedder.id}: the weights were trained with ${weights.embedder_id}`,
    );
  }
  const trained = weights.methodologies.map(({ slug }) => slug);
  const untrained = methodologies.filter(({ slug }) => !trained.includes(slug));
  const texts = trainedReferences(weights).map((each) => each.text);
  const firstOf = new Map<string, number>();
  for (const each of untrained) {
    firstOf.set(each.slug, texts.length);
    texts.push(...questionsOf(each));
  }
  const index = indexReferences(texts, embedder);
  const columns = decodeCoefficients(weights);
  const learnt = untrained.map((each) =>
    learnUntrained(index, texts, firstOf.get(each.slug) ?? 0, questionsOf(each).length)
  );
  const routable = methodologies.map(({ slug }) => slug);

  const route = (question: string): Routing => {
    const similarities = index.similarities(question);
    const known = scoresOf(similarities, columns);
    const added = scoresOf(similarities, learnt);
    // One against all, the scores of a question add up to about 1: what an untrained methodology takes, the others lose.
    const left = added.reduce((rest, score) => rest * (1 - Math.min(1, Math.max(0, score))), 1);
    const scores = Float64Array.from(routable, (slug) => {
      const place = trained.indexOf(slug);
      return place >= 0
        ? (known[place] ?? 0) * left
        : added[untrained.findIndex((each) => each.slug === slug)] ?? 0;
    });
    // The regressions are linear in their targets, so this is exactly what off-topic would score with those references in it.
    const elsewhere = known.reduce((sum, score, c) => {
      const slug = trained[c];
      return slug !== undefined && routable.includes(slug) ? sum : sum + score;
    }, 0) * left;
    const p = confidences(Float64Array.of(...scores, elsewhere), weights.confidence);
    const ranked = routable
      .map((slug, c): RankedMethodology => ({ slug, confidence: p[c] ?? 0 }))
      .sort((a, b) => b.confidence - a.confidence);
    return { best: ranked[0] ?? null, alternatives: ranked.slice(1) };
  };
  return { route };
}

/** The confidence of one methodology, best or not; 0 for one that is not routed to. */
export function confidenceIn(routing: Routing, slug: string): number {
  if (routing.best?.slug === slug) return routing.best.confidence;
  return routing.alternatives.find((each) => each.slug === slug)?.confidence ?? 0;
}
