import type { Methodology } from "../methodologies/methodology.ts";
import { floatAt, itemAt } from "../numeric/columns.ts";
import { confidences } from "./confidence.ts";
import type { SentenceEmbedder } from "./features.ts";
import { ReferenceIndex } from "./reference-index.ts";
import { learnUntrained, scoresOf } from "./regression.ts";
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
 * missing count as off-topic, and an untrained one is learnt from its exemplars on the spot, roughly. About 0.2 s, and 0.2 to
 * 0.5 s more for each untrained one.
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
  return new RegressionRouter(methodologies, embedder, weights);
}

class RegressionRouter implements Router {
  readonly #slugs: readonly string[];
  readonly #weights: RoutingWeights;
  readonly #index: ReferenceIndex;
  /** Coefficients of the trained methodologies and, last, of off-topic. */
  readonly #trained: readonly Float64Array[];
  /** Coefficients of the untrained methodologies, in the order of `#untrainedSlugs`. */
  readonly #untrained: readonly Float64Array[];
  readonly #trainedSlugs: readonly string[];
  readonly #untrainedSlugs: readonly string[];

  constructor(methodologies: readonly Methodology[], embedder: SentenceEmbedder, weights: RoutingWeights) {
    this.#slugs = methodologies.map(({ slug }) => slug);
    this.#weights = weights;
    this.#trainedSlugs = weights.methodologies.map(({ slug }) => slug);
    const untrained = methodologies.filter(({ slug }) => !this.#trainedSlugs.includes(slug));
    this.#untrainedSlugs = untrained.map(({ slug }) => slug);

    const texts = trainedReferences(weights).map(({ text }) => text);
    const own = untrained.map((methodology) => {
      const questions = questionsOf(methodology);
      const first = texts.length;
      texts.push(...questions);
      return { first, count: questions.length };
    });
    this.#index = new ReferenceIndex(texts, embedder);
    this.#trained = decodeCoefficients(weights);
    this.#untrained = own.map(({ first, count }) => learnUntrained(this.#index, texts, first, count));
  }

  route(question: string): Routing {
    const scores = this.#scores(this.#index.similarities(question));
    const p = confidences(scores, this.#weights.confidence);
    const ranked = this.#slugs
      .map((slug, c): RankedMethodology => ({ slug, confidence: floatAt(p, c) }))
      .sort((a, b) => b.confidence - a.confidence);
    return { best: ranked[0] ?? null, alternatives: ranked.slice(1) };
  }

  /** Scores of the routable methodologies and, last, of off-topic. */
  #scores(similarities: Float64Array): Float64Array {
    const trained = scoresOf(similarities, this.#trained);
    const untrained = scoresOf(similarities, this.#untrained);
    // One against all, the scores of a question add up to about 1: what an untrained methodology takes, the others lose.
    const left = untrained.reduce((rest, score) => rest * (1 - Math.min(1, Math.max(0, score))), 1);
    const own = this.#slugs.map((slug) => {
      const place = this.#trainedSlugs.indexOf(slug);
      if (place >= 0) return floatAt(trained, place) * left;
      return floatAt(untrained, this.#untrainedSlugs.indexOf(slug));
    });
    // The regressions are linear in their targets, so this is exactly off-topic's score with those references in it.
    const elsewhere = trained.reduce((sum, score, c) => this.#isRoutable(c) ? sum : sum + score, 0);
    return Float64Array.of(...own, elsewhere * left);
  }

  /** Whether the class of a trained column is a routable methodology; the last column is off-topic. */
  #isRoutable(column: number): boolean {
    return column < this.#trainedSlugs.length && this.#slugs.includes(itemAt(this.#trainedSlugs, column));
  }
}

/** The confidence of one methodology, best or not; 0 for one that is not routed to. */
export function confidenceIn({ best, alternatives }: Routing, slug: string): number {
  if (best?.slug === slug) return best.confidence;
  return alternatives.find((ranked) => ranked.slug === slug)?.confidence ?? 0;
}
