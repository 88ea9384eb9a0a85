/** Terms of one text and how often it has them. */
export type TermCounts<Term> = ReadonlyMap<Term, number>;

/** Takes texts one by one, so that only their numbers are kept of them. */
export class TermIndexBuilder<Term> {
  readonly #numberOf = new Map<Term, number>();
  /** Texts that have term t. */
  readonly #frequency: number[] = [];
  /** Term numbers and counts of all texts, one after the other, and where each text ends. */
  readonly #terms: number[] = [];
  readonly #counts: number[] = [];
  readonly #ends: number[] = [];

  add(text: TermCounts<Term>): void {
    for (const [term, count] of text) {
      let t = this.#numberOf.get(term);
      if (t === undefined) this.#numberOf.set(term, t = this.#frequency.push(0) - 1);
      this.#frequency[t] = (this.#frequency[t] ?? 0) + 1;
      this.#terms.push(t);
      this.#counts.push(count);
    }
    this.#ends.push(this.#terms.length);
  }

  build(): TermIndex<Term> {
    const start = new Uint32Array(this.#frequency.length + 1);
    this.#frequency.forEach((each, t) => start[t + 1] = (start[t] ?? 0) + each);
    const texts = new Uint32Array(this.#terms.length);
    const weights = new Float32Array(this.#terms.length);
    const next = start.slice();
    let first = 0;
    this.#ends.forEach((end, text) => {
      const own = this.#terms.slice(first, end);
      const frequencies = own.map((t) => this.#frequency[t] ?? 0);
      const unit = unitWeights(this.#counts.slice(first, end), frequencies, this.#ends.length);
      own.forEach((t, k) => {
        const entry = next[t] ?? 0;
        next[t] = entry + 1;
        texts[entry] = text;
        weights[entry] = unit[k] ?? 0;
      });
      first = end;
    });
    return new TermIndex(this.#ends.length, this.#numberOf, start, texts, weights);
  }
}

/** Cosines of TF-IDF vectors, by an inverted index. TF is ln(1 + count), IDF ln((N + 1) / (df + 1)). */
export class TermIndex<Term> {
  readonly #size: number;
  readonly #numberOf: ReadonlyMap<Term, number>;
  /** The texts that have term t, and its weights in them, are at `#start[t]` … `#start[t + 1] − 1` of the two lists. */
  readonly #start: Uint32Array;
  readonly #texts: Uint32Array;
  readonly #weights: Float32Array;

  constructor(
    size: number,
    numberOf: ReadonlyMap<Term, number>,
    start: Uint32Array,
    texts: Uint32Array,
    weights: Float32Array,
  ) {
    this.#size = size;
    this.#numberOf = numberOf;
    this.#start = start;
    this.#texts = texts;
    this.#weights = weights;
  }

  /** Adds `share` times the cosine of `text` with each indexed text. */
  addCosines(text: TermCounts<Term>, share: number, into: Float64Array): void {
    const ranges = Array.from(text.keys(), (term) => {
      const t = this.#numberOf.get(term);
      return t === undefined ? [0, 0] as const : [this.#start[t] ?? 0, this.#start[t + 1] ?? 0] as const;
    });
    const unit = unitWeights([...text.values()], ranges.map(([from, to]) => to - from), this.#size);
    ranges.forEach(([from, to], k) => {
      const weight = share * (unit[k] ?? 0);
      for (let entry = from; entry < to; entry++) {
        const found = this.#texts[entry] ?? 0;
        into[found] = (into[found] ?? 0) + weight * (this.#weights[entry] ?? 0);
      }
    });
  }
}

/** TF-IDF weights of a text's terms, scaled so that their squares add up to 1. */
function unitWeights(counts: readonly number[], frequencies: readonly number[], texts: number): number[] {
  const weights = counts.map((count, k) =>
    Math.log1p(count) * Math.log((texts + 1) / ((frequencies[k] ?? 0) + 1))
  );
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return length > 0 ? weights.map((weight) => weight / length) : weights;
}
