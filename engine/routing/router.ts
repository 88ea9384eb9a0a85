import type { Methodology } from "../bank/methodology.ts";
import { floatAt, itemAt } from "../numeric/columns.ts";
import { isReadable, isTierOne, type Match, type QuestionMatcher } from "../bank/matcher.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import type { SentenceEmbedder } from "../question/vectors.ts";
import type { TextFeatures } from "./features.ts";
import { ReferenceIndex } from "./reference-index.ts";
import { type Learnt, learnUntrained, scoresOf } from "./regression.ts";
import {
  confidences,
  decodeCoefficients,
  questionsOf,
  type RoutingWeights,
  trainedReferences,
} from "./weights.ts";
import { plainText } from "../question/words.ts";

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

/** A router to some methodologies. @see TrainedRouting.to */
export function createRouter(
  methodologies: readonly Methodology[],
  embedder: SentenceEmbedder,
  weights: RoutingWeights,
): Router {
  return new TrainedRouting(embedder, weights).to(methodologies);
}

/** The references of the training with their coefficients, from which routers to any methodologies are made at once. */
export class TrainedRouting {
  readonly #weights: RoutingWeights;
  readonly #texts: readonly string[];
  readonly #index: ReferenceIndex;
  /** Coefficients of the trained methodologies and, last, of off-topic. */
  readonly #columns: readonly Float64Array[];
  readonly #slugs: readonly string[];
  readonly #learnt = new WeakMap<Methodology, Learnt>();

  /**
   * About 0.2 s.
   * @throws RangeError when the weights belong to another embedder.
   * @throws Error when the reference questions are not those of the training.
   */
  constructor(embedder: SentenceEmbedder, weights: RoutingWeights) {
    if (embedder.id !== weights.embedder_id) {
      throw new RangeError(
        `Cannot route with ${embedder.id}: the weights were trained with ${weights.embedder_id}`,
      );
    }
    this.#weights = weights;
    this.#texts = trainedReferences(weights).map(({ text }) => text);
    this.#index = new ReferenceIndex(this.#texts, embedder);
    this.#columns = decodeCoefficients(weights);
    this.#slugs = weights.methodologies.map(({ slug }) => slug);
  }

  /**
   * A router to `methodologies`, which need not be those that the weights were trained on: questions on a trained one that is
   * missing count as off-topic, and an untrained one is learnt from its exemplars, roughly, in some 50 ms when it is first seen.
   */
  to(methodologies: readonly Methodology[]): Router {
    const trained = this.#slugs.map((slug) =>
      methodologies.find((each) => each.slug === slug && each.id === undefined)
    );
    const classes = methodologies.map((methodology) => {
      const column = trained.indexOf(methodology);
      return { slug: methodology.slug, column, learnt: column < 0 ? this.#learn(methodology) : null };
    });
    return { route: (question) => this.#route(question, classes, trained) };
  }

  #route(
    question: string,
    classes: readonly RoutedClass[],
    trained: readonly (Methodology | undefined)[],
  ): Routing {
    const features = this.#index.featuresOf(plainText(question));
    const similarities = this.#index.similaritiesOf(features);
    const scores = scoresOf(similarities, this.#columns);
    const untrained = classes.map(({ learnt }) =>
      learnt === null ? 0 : learntScore(learnt, similarities, features)
    );
    // One against all, the scores of a question add up to about 1: what an untrained methodology takes, the others lose.
    const left = untrained.reduce((rest, score) => rest * (1 - Math.min(1, Math.max(0, score))), 1);
    // The regressions are linear in their targets, so this is exactly off-topic's score with those references in it.
    const elsewhere = scores.reduce((sum, score, c) => trained[c] === undefined ? sum + score : sum, 0);
    const own = classes.map(({ column }, c) =>
      column < 0 ? itemAt(untrained, c) : floatAt(scores, column) * left
    );
    const p = confidences(Float64Array.of(...own, elsewhere * left), this.#weights.confidence);
    const ranked = classes.map(({ slug }, c): RankedMethodology => ({ slug, confidence: floatAt(p, c) }))
      .sort((a, b) => b.confidence - a.confidence);
    return { best: ranked[0] ?? null, alternatives: ranked.slice(1) };
  }

  #learn(methodology: Methodology): Learnt {
    const known = this.#learnt.get(methodology);
    if (known !== undefined) return known;
    const learnt = learnUntrained(this.#index, this.#texts, questionsOf(methodology));
    this.#learnt.set(methodology, learnt);
    return learnt;
  }
}

/** A methodology that is routed to: a column of the training, or what was learnt of it. */
interface RoutedClass {
  readonly slug: string;
  /** −1 where it is untrained. */
  readonly column: number;
  readonly learnt: Learnt | null;
}

function learntScore(
  { index, trained, own }: Learnt,
  similarities: Float64Array,
  features: TextFeatures,
): number {
  return (scoresOf(similarities, [trained])[0] ?? 0) +
    (scoresOf(index.similaritiesOf(features), [own])[0] ?? 0);
}

/** The confidence of one methodology, best or not; 0 for one that is not routed to. */
export function confidenceIn({ best, alternatives }: Routing, slug: string): number {
  if (best?.slug === slug) return best.confidence;
  return alternatives.find((ranked) => ranked.slug === slug)?.confidence ?? 0;
}

/**
 * The confidence, 0 to 1, at which a methodology takes a question: of its wording or its positive form, whichever fits better, so that an
 * opposite question has the same tier.
 */
export function confidenceOf(router: Router, question: string, slug: string): number {
  const of = (text: string) => confidenceIn(router.route(text), slug);
  return Math.max(of(question), of(parseQuestion(question).positiveText));
}

/** What a question is routed by. */
export interface RoutingParts {
  /** To the methodologies that may be chosen. */
  readonly router: Router;
  readonly matcher: Pick<QuestionMatcher, "matchAmong">;
  /** Confidence from which on a methodology takes the question, 0 to 1. */
  readonly floor: number;
}

/** Ranks methodologies as simulations are routed: by what routing has learnt, and by the calibrated question that is matched. */
export function routeQuestion(
  question: string,
  methodologies: readonly Methodology[],
  { router, matcher, floor }: RoutingParts,
): Routing {
  return routeByMatch(
    router.route(question),
    matcher.matchAmong(question, methodologies),
    methodologies,
    floor,
  );
}

/** The methodology that takes a question; undefined where no confidence reaches the floor. */
export function methodologyTaking(
  { best }: Routing,
  methodologies: readonly Methodology[],
  floor: number,
): Methodology | undefined {
  if (best === null || best.confidence < floor) return undefined;
  return methodologies.find(({ slug }) => slug === best.slug);
}

/** Chance, that some calibrated question is asked, from which on a question that no methodology takes is routed by it. */
const NEAR = 0.5;

/**
 * Routes by the calibrated question that a question matches: at tier 1 always, and where it is merely near if routing alone finds
 * no methodology or one of a survey. So laws and policies stay with policy support, and named companies with brand trust.
 * @param floor confidence from which on routing alone finds a methodology.
 */
function routeByMatch(
  routing: Routing,
  match: Match,
  methodologies: readonly Methodology[],
  floor: number,
): Routing {
  const { best } = match;
  const owner = methodologies.find(({ calibrated_questions = [] }) =>
    calibrated_questions.some(({ id }) => id === best?.id)
  );
  if (best === undefined || owner === undefined) return routing;
  const known = best.sameWords ? 1 : 1 - match.none;
  if (!isTierOne(match)) {
    const routed = methodologies.find(({ slug }) => slug === routing.best?.slug);
    const takesIt = (routing.best?.confidence ?? 0) >= floor && routed?.calibration.illustrative === true;
    if (takesIt || known < NEAR || !isReadable(best)) return routing;
  }
  const ranked = [...(routing.best === null ? [] : [routing.best]), ...routing.alternatives];
  const own = ranked.find(({ slug }) => slug === owner.slug)?.confidence ?? 0;
  const first: RankedMethodology = { slug: owner.slug, confidence: Math.max(own, known, floor) };
  // What the matched methodology takes, the others lose.
  const left = own >= 1 ? 0 : (1 - first.confidence) / (1 - own);
  return {
    best: first,
    alternatives: ranked.filter(({ slug }) => slug !== owner.slug)
      .map(({ slug, confidence }) => ({ slug, confidence: confidence * Math.min(1, left) })),
  };
}
