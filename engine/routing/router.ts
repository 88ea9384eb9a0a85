import { untilItFails } from "#shared/lazily.ts";
import { setImmediate as turn } from "node:timers/promises";
import type { Methodology } from "../bank/methodology.ts";
import { rivalsOf } from "../bank/catalogue.ts";
import { floatAt } from "../numeric/columns.ts";
import { isReadable, isTierOne, type Match, type QuestionMatcher } from "../bank/matcher.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import type { SentenceEncoder } from "../question/vectors.ts";
import { plainText } from "../question/words.ts";
import { fitOneColumn, logitOf } from "./logistic.ts";
import { type Vectors, vectorsOf } from "../question/vectors.ts";
import {
  confidences,
  decodeColumns,
  logitsOf,
  questionsOf,
  readReferenceVectors,
  type RoutingWeights,
  trainedReferences,
} from "./weights.ts";

/** How sure the router is that a question belongs to a methodology: of those given 0.8, about 80 % do. */
export interface RankedMethodology {
  readonly slug: string;
  /** 0 to 1. What is missing to 1 over all methodologies is the confidence that the question belongs to none. */
  readonly confidence: number;
}

/** All methodologies, the likeliest first. */
export type Routing = readonly RankedMethodology[];

/** What training learnt, by which questions are routed to any methodologies. */
export class TrainedRouting {
  readonly #weights: RoutingWeights;
  readonly #encoder: SentenceEncoder;
  /** Of the trained methodologies and, last, of off-topic. */
  readonly #columns: readonly Float64Array[];
  readonly #slugs: readonly string[];
  readonly #references: number;
  readonly #learn = untilItFails((methodology: Methodology) => this.#columnOf(methodology));

  /**
   * @throws RangeError when the weights belong to another encoder.
   * @throws Error when the reference questions are not those of the training.
   */
  constructor(encoder: SentenceEncoder, weights: RoutingWeights) {
    if (encoder.id !== weights.embedder_id) {
      throw new RangeError(
        `Cannot route with ${encoder.id}: the weights were trained with ${weights.embedder_id}`,
      );
    }
    this.#encoder = encoder;
    this.#weights = weights;
    this.#references = trainedReferences(weights).length;
    this.#columns = decodeColumns(weights);
    this.#slugs = weights.methodologies.map(({ slug }) => slug);
  }

  /**
   * Ranks `methodologies`, which need not be those that the weights were trained on: questions on a trained one that is missing count as off-topic,
   * and an untrained one is learnt from its exemplars when a question is first routed to it: half a second for 30 of them. Else some 5 ms for a
   * question of 100 characters, nearly all of it in the encoder's thread.
   * @throws what the encoder throws; the signal's reason.
   */
  async route(
    question: string,
    methodologies: readonly Methodology[],
    signal?: AbortSignal,
  ): Promise<Routing> {
    const trained = this.#slugs.map((slug) =>
      methodologies.find((each) => each.slug === slug && each.id === undefined)
    );
    const untrained = methodologies.filter((methodology) => !trained.includes(methodology));
    const learnt = await Promise.all(untrained.map((methodology) => this.#learn(methodology)));
    const [vector = new Float32Array()] = await this.#encoder.embed([plainText(question)], signal);
    const logits = logitsOf(this.#columns, vector);
    const own = learnt.map((column) => logitOf(column, vector));
    const p = confidences(Float64Array.of(...own, ...logits), this.#weights.confidence);
    // What belongs to a trained methodology that is missing here belongs to none.
    return [...untrained, ...trained].flatMap((methodology, c): RankedMethodology[] =>
      methodology === undefined ? [] : [{ slug: methodology.slug, confidence: floatAt(p, c) }]
    ).sort((a, b) => b.confidence - a.confidence);
  }

  /** The column that the training would give the methodology if it left the others as they are. It lets others run every few milliseconds. */
  async #columnOf(methodology: Methodology): Promise<Float64Array> {
    const own = await this.#encoder.embed(questionsOf(methodology).map(plainText));
    const vectors = joined(vectorsOf(readReferenceVectors(), this.#references), own);
    const { dimensions, count, numbers } = vectors;
    const others = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      if (row % ROWS_AT_ONCE === 0) await turn();
      const vector = numbers.subarray(row * dimensions, (row + 1) * dimensions);
      others[row] = Math.log(
        logitsOf(this.#columns, vector).reduce((sum, logit) => sum + Math.exp(logit), 0),
      );
    }
    const belongs = new Uint8Array(count).fill(1, this.#references);
    const search = fitOneColumn(vectors, others, belongs);
    for (;;) {
      await turn();
      const { done, value } = search.next();
      if (done === true) return value;
    }
  }
}

/** Vectors whose logits are computed in one go, some 2 ms. */
const ROWS_AT_ONCE = 200;

function joined({ dimensions, count, numbers }: Vectors, more: readonly Float32Array[]): Vectors {
  const all = new Float32Array(numbers.length + more.length * dimensions);
  all.set(numbers);
  more.forEach((vector, place) => all.set(vector, (count + place) * dimensions));
  return { dimensions, count: count + more.length, numbers: all };
}

/** The confidence of one methodology, best or not; 0 for one that is not routed to. */
export function confidenceIn(routing: Routing, slug: string): number {
  return routing.find((ranked) => ranked.slug === slug)?.confidence ?? 0;
}

/** Routes questions as simulations are routed: by what training learnt, and by the calibrated question that is matched. */
export class QuestionRouting {
  /** Confidence from which on a methodology takes a question, 0 to 1. */
  readonly floor: number;
  readonly #trained: () => Pick<TrainedRouting, "route">;
  readonly #matcher: () => Pick<QuestionMatcher, "matchAmong">;

  /** @param trained is called for every question, as `matcher` is: a process may make both at the first. */
  constructor(
    trained: () => Pick<TrainedRouting, "route">,
    matcher: () => Pick<QuestionMatcher, "matchAmong">,
    floor: number,
  ) {
    this.#trained = trained;
    this.#matcher = matcher;
    this.floor = floor;
  }

  /**
   * Ranks methodologies by how well they fit a question. One that the weights lack is learnt when it is first seen, in half a second.
   * @param rivals the methodologies that share the confidence, where they are not those that may be chosen.
   * @throws what the encoder throws; the signal's reason.
   */
  async route(
    question: string,
    methodologies: readonly Methodology[],
    { rivals = methodologies, signal }: {
      readonly rivals?: readonly Methodology[];
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<Routing> {
    const [learnt, match] = await Promise.all([
      this.#trained().route(question, rivals, signal),
      this.#matcher().matchAmong(question, methodologies, signal),
    ]);
    return routeByMatch(learnt, match, methodologies, this.floor);
  }

  /**
   * The confidence, 0 to 1, at which a methodology among its rivals takes a question: of its wording or its positive form, whichever fits better, so
   * that an opposite question has the same tier.
   */
  async confidence(question: string, methodology: Methodology): Promise<number> {
    const wordings = [question, parseQuestion(question).positiveText];
    const rivals = rivalsOf(methodology);
    const routings = await Promise.all(wordings.map((text) => this.#trained().route(text, rivals)));
    return Math.max(...routings.map((routing) => confidenceIn(routing, methodology.slug)));
  }
}

/** The methodology that takes a question; undefined where no confidence reaches the floor. */
export function methodologyTaking(
  [best]: Routing,
  methodologies: readonly Methodology[],
  floor: number,
): Methodology | undefined {
  if (best === undefined || best.confidence < floor) return undefined;
  return methodologies.find(({ slug }) => slug === best.slug);
}

/** Chance, that some calibrated question is asked, from which on a question that no methodology takes is routed by it. */
const NEAR = 0.5;

/**
 * Routes by the calibrated question that a question matches: at tier 1 always, and where it is merely near if routing alone finds
 * no methodology or one of a survey. So laws and policies stay with policy support, and named companies with brand trust.
 * @param floor confidence from which on routing alone finds a methodology.
 */
export function routeByMatch(
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
    const takesIt = methodologyTaking(routing, methodologies, floor)?.calibration.illustrative === true;
    if (takesIt || known < NEAR || !isReadable(best)) return routing;
  }
  const own = confidenceIn(routing, owner.slug);
  const first: RankedMethodology = { slug: owner.slug, confidence: Math.max(own, known, floor) };
  // What the matched methodology takes, the others lose.
  const left = own >= 1 ? 0 : (1 - first.confidence) / (1 - own);
  const others = routing.filter(({ slug }) => slug !== owner.slug);
  return [
    first,
    ...others.map(({ slug, confidence }) => ({ slug, confidence: confidence * Math.min(1, left) })),
  ];
}
