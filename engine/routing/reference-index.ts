import { addAt, singleAt } from "../numeric/columns.ts";
import type { SentenceEmbedder } from "../question/vectors.ts";
import { featuresOf, type TextFeatures } from "./features.ts";
import { type TermIndex, TermIndexBuilder } from "./term-index.ts";

// Shares of the kernel, chosen on the tuning questions; any near them does as well.
const WORD_SHARE = 0.7;
const STRETCH_SHARE = 0.3;
/** The vectors' part is exp(2(cosine − 1)): unlike a plain cosine it has products of the vectors' numbers in it. */
const VECTOR_SHARPNESS = 2;

/** How alike a text is to each reference question: the kernel of the ridge regression in `regression.ts`. */
export class ReferenceIndex {
  readonly size: number;
  readonly #embedder: SentenceEmbedder;
  readonly #words: TermIndex<string>;
  readonly #stretches: TermIndex<number>;
  /** Numbers in a vector, and the references' vectors one after the other. */
  readonly #dimensions: number;
  readonly #vectors: Float32Array;

  /**
   * Indexes references by their words, stretches and vectors. About 60 µs a reference.
   * @param base the index whose references say how rare a term is; null: these references themselves.
   */
  constructor(texts: readonly string[], embedder: SentenceEmbedder, base: ReferenceIndex | null = null) {
    this.size = texts.length;
    this.#embedder = embedder;
    this.#dimensions = embedder.embedNow("").length;
    this.#vectors = new Float32Array(texts.length * this.#dimensions);
    const words = new TermIndexBuilder<string>(base === null ? null : base.#words);
    const stretches = new TermIndexBuilder<number>(base === null ? null : base.#stretches);
    texts.forEach((text, reference) => {
      const features = featuresOf(text, embedder);
      words.add(features.words);
      stretches.add(features.stretches);
      this.#vectors.set(features.vector, reference * this.#dimensions);
    });
    this.#words = words.build();
    this.#stretches = stretches.build();
  }

  /** An index of other texts, in which a term is as rare as in this one, so that similarities of both compare. */
  indexOf(texts: readonly string[]): ReferenceIndex {
    return new ReferenceIndex(texts, this.#embedder, this);
  }

  featuresOf(text: string): TextFeatures {
    return featuresOf(text, this.#embedder);
  }

  /** Similarity of a text to every reference, 0 (nothing in common) to 2 (the same text). About 0.4 ms. */
  similarities(text: string): Float64Array {
    return this.similaritiesOf(this.featuresOf(text));
  }

  similaritiesOf({ words, stretches, vector }: TextFeatures): Float64Array {
    const similarities = new Float64Array(this.size);
    this.#words.addCosines(words, WORD_SHARE, similarities);
    this.#stretches.addCosines(stretches, STRETCH_SHARE, similarities);
    for (let reference = 0; reference < this.size; reference++) {
      addAt(similarities, reference, Math.exp(VECTOR_SHARPNESS * (this.#cosine(vector, reference) - 1)));
    }
    return similarities;
  }

  #cosine(vector: Float32Array, reference: number): number {
    const first = reference * this.#dimensions;
    let cosine = 0;
    for (let d = 0; d < this.#dimensions; d++) {
      cosine += singleAt(vector, d) * singleAt(this.#vectors, first + d);
    }
    return cosine;
  }
}
