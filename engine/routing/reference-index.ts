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
class TermIndex<Term> {
  readonly #size: number;
  readonly #numberOf = new Map<Term, number>();
  /** The documents of term t and their weights are at `#start[t]` … `#start[t + 1] − 1` of the two lists. */
  readonly #start: Uint32Array;
  readonly #document: Uint32Array;
  readonly #weight: Float32Array;

  constructor(documents: readonly ReadonlyMap<Term, number>[]) {
    this.#size = documents.length;
    const frequency: number[] = [];
    for (const terms of documents) {
      for (const term of terms.keys()) {
        const t = this.#numberOf.get(term);
        if (t === undefined) this.#numberOf.set(term, frequency.push(1) - 1);
        else frequency[t] = (frequency[t] ?? 0) + 1;
      }
    }
    this.#start = new Uint32Array(frequency.length + 1);
    frequency.forEach((each, t) => this.#start[t + 1] = (this.#start[t] ?? 0) + each);
    const entries = this.#start[frequency.length] ?? 0;
    this.#document = new Uint32Array(entries);
    this.#weight = new Float32Array(entries);
    const next = this.#start.slice();
    documents.forEach((terms, document) => {
      for (const { t, weight } of this.#unitVector(terms)) {
        if (t === undefined) continue;
        const entry = next[t] ?? 0;
        next[t] = entry + 1;
        this.#document[entry] = document;
        this.#weight[entry] = weight;
      }
    });
  }

  /** Adds `share` times the cosine of `terms` with each document. */
  add(terms: ReadonlyMap<Term, number>, share: number, into: Float64Array): void {
    for (const { t, weight } of this.#unitVector(terms)) {
      if (t === undefined) continue;
      const end = this.#start[t + 1] ?? 0;
      for (let entry = this.#start[t] ?? 0; entry < end; entry++) {
        const document = this.#document[entry] ?? 0;
        into[document] = (into[document] ?? 0) + share * weight * (this.#weight[entry] ?? 0);
      }
    }
  }

  /** Terms by number, undefined for one that no document has, with weights whose squares add up to 1. */
  #unitVector(terms: ReadonlyMap<Term, number>): { readonly t: number | undefined; weight: number }[] {
    let square = 0;
    const vector = Array.from(terms, ([term, count]) => {
      const t = this.#numberOf.get(term);
      const documents = t === undefined ? 0 : (this.#start[t + 1] ?? 0) - (this.#start[t] ?? 0);
      const weight = Math.log1p(count) * Math.log((this.#size + 1) / (documents + 1));
      square += weight ** 2;
      return { t, weight };
    });
    const length = Math.sqrt(square) || 1;
    for (const entry of vector) entry.weight /= length;
    return vector;
  }
}
