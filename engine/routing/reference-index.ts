import { featuresOf, type SentenceEmbedder, type TextFeatures } from "./features.ts";

/** How alike a text is to each reference question; the kernel of the ridge regression in `ridge.ts`. */
export interface ReferenceIndex {
  readonly size: number;
  /** Similarity of `text` to every reference, 0 (nothing in common) to 2 (the same text). About 0.5 ms. */
  similarities(text: string): Float64Array;
}

// Shares of the kernel, chosen on the tuning questions; any near them does as well.
const WORD_SHARE = 0.7;
const STRETCH_SHARE = 0.3;
/** The vectors' part is exp(2(cosine − 1)): a product with the squares of the vectors is in it, which a plain cosine lacks. */
const VECTOR_SHARPNESS = 2;

/** Indexes the references by their words, stretches and vectors. About 30 µs a reference. */
export function indexReferences(texts: readonly string[], embedder: SentenceEmbedder): ReferenceIndex {
  const features = texts.map((text) => featuresOf(text, embedder));
  const words = new TermIndex(features.map((each) => each.words));
  const stretches = new TermIndex(features.map((each) => each.stretches));
  const dimensions = features[0]?.vector.length ?? 0;
  const vectors = new Float32Array(texts.length * dimensions);
  features.forEach((each, i) => vectors.set(each.vector, i * dimensions));

  const similarities = (text: string): Float64Array => {
    const asked: TextFeatures = featuresOf(text, embedder);
    const found = new Float64Array(texts.length);
    words.add(asked.words, WORD_SHARE, found);
    stretches.add(asked.stretches, STRETCH_SHARE, found);
    for (let i = 0; i < texts.length; i++) {
      let cosine = 0;
      for (let d = 0, at = i * dimensions; d < dimensions; d++, at++) {
        cosine += (asked.vector[d] ?? 0) * (vectors[at] ?? 0);
      }
      found[i] = (found[i] ?? 0) + Math.exp(VECTOR_SHARPNESS * (cosine - 1));
    }
    return found;
  };
  return { size: texts.length, similarities };
}

/** Cosines of TF-IDF vectors, by an inverted index. TF is ln(1 + count), IDF ln((N + 1) / (df + 1)). */
class TermIndex {
  readonly #size: number;
  readonly #postings = new Map<string, { readonly document: number; value: number }[]>();

  constructor(documents: readonly ReadonlyMap<string, number>[]) {
    this.#size = documents.length;
    documents.forEach((terms, document) => {
      for (const [term, count] of terms) {
        const list = this.#postings.get(term);
        if (list === undefined) this.#postings.set(term, [{ document, value: count }]);
        else list.push({ document, value: count });
      }
    });
    const square = new Float64Array(documents.length);
    for (const list of this.#postings.values()) {
      const idf = this.#idf(list.length);
      for (const posting of list) {
        posting.value = Math.log1p(posting.value) * idf;
        square[posting.document] = (square[posting.document] ?? 0) + posting.value ** 2;
      }
    }
    for (const list of this.#postings.values()) {
      for (const posting of list) posting.value /= Math.sqrt(square[posting.document] ?? 1) || 1;
    }
  }

  /** Adds `share` times the cosine of `terms` with each document. */
  add(terms: ReadonlyMap<string, number>, share: number, into: Float64Array): void {
    let square = 0;
    for (const [term, count] of terms) square += this.#weight(term, count) ** 2;
    if (square === 0) return;
    const scale = share / Math.sqrt(square);
    for (const [term, count] of terms) {
      const weight = this.#weight(term, count) * scale;
      for (const { document, value } of this.#postings.get(term) ?? []) {
        into[document] = (into[document] ?? 0) + weight * value;
      }
    }
  }

  #idf(documents: number): number {
    return Math.log((this.#size + 1) / (documents + 1));
  }

  #weight(term: string, count: number): number {
    return Math.log1p(count) * this.#idf(this.#postings.get(term)?.length ?? 0);
  }
}
