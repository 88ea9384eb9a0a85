import { addAt, integerAt, itemAt, singleAt } from "../numeric/columns.ts";

/** Terms of one text and how often it has them. */
export type TermCounts<Term> = ReadonlyMap<Term, number>;

/** The place of a term's entries in an index: from `from` up to `to`. */
interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** Builds an index from texts one by one, of which only numbers stay in memory. */
export class TermIndexBuilder<Term> {
  /** The index whose texts say how rare a term is; null: the texts themselves. */
  readonly #base: TermIndex<Term> | null;
  readonly #numberOf = new Map<Term, number>();
  /** Texts that have term t. */
  readonly #frequency: number[] = [];
  /** Term numbers and counts, text by text. */
  readonly #texts: { readonly terms: readonly number[]; readonly counts: readonly number[] }[] = [];

  constructor(base: TermIndex<Term> | null = null) {
    this.#base = base;
  }

  add(text: TermCounts<Term>): void {
    const terms = Array.from(text.keys(), (term) => this.#termNumber(term));
    for (const term of terms) this.#frequency[term] = itemAt(this.#frequency, term) + 1;
    this.#texts.push({ terms, counts: [...text.values()] });
  }

  #termNumber(term: Term): number {
    const existing = this.#numberOf.get(term);
    if (existing !== undefined) return existing;
    const number = this.#frequency.push(0) - 1;
    this.#numberOf.set(term, number);
    return number;
  }

  build(): TermIndex<Term> {
    const ranges = this.#entryRanges();
    const next = ranges.map(({ from }) => from);
    const entries = this.#texts.reduce((sum, { terms }) => sum + terms.length, 0);
    const texts = new Uint32Array(entries);
    const weights = new Float32Array(entries);
    const rarity = this.#base?.rarity ??
      { texts: this.#texts.length, of: (term: Term) => itemAt(this.#frequency, this.#termNumber(term)) };
    const names = [...this.#numberOf.keys()];
    this.#texts.forEach(({ terms, counts }, text) => {
      const frequencies = terms.map((term) => rarity.of(itemAt(names, term)));
      const unit = unitWeights(counts, frequencies, rarity.texts);
      terms.forEach((term, k) => {
        const entry = itemAt(next, term);
        next[term] = entry + 1;
        texts[entry] = text;
        weights[entry] = itemAt(unit, k);
      });
    });
    const rangeOf = new Map(Array.from(this.#numberOf, ([term, t]) => [term, itemAt(ranges, t)]));
    return new TermIndex(this.#texts.length, rangeOf, texts, weights, this.#base?.rarity);
  }

  /** The entries of every term, in the order of their numbers. */
  #entryRanges(): EntryRange[] {
    let from = 0;
    return this.#frequency.map((frequency) => {
      const range = { from, to: from + frequency };
      from = range.to;
      return range;
    });
  }
}

/** In how many of `texts` texts a term occurs. */
interface Rarity<Term> {
  readonly texts: number;
  of(term: Term): number;
}

/**
 * Cosines of TF-IDF vectors, by an inverted index. TF is ln(1 + count), IDF ln((N + 1) / (df + 1)) with N texts, df of which
 * have the term.
 */
export class TermIndex<Term> {
  readonly rarity: Rarity<Term>;
  readonly #rangeOf: ReadonlyMap<Term, EntryRange>;
  /** The text of each entry, and the weight of the entry's term in it. */
  readonly #texts: Uint32Array;
  readonly #weights: Float32Array;

  constructor(
    size: number,
    rangeOf: ReadonlyMap<Term, EntryRange>,
    texts: Uint32Array,
    weights: Float32Array,
    rarity?: Rarity<Term>,
  ) {
    this.rarity = rarity ?? { texts: size, of: (term) => lengthOf(rangeOf.get(term) ?? NO_ENTRIES) };
    this.#rangeOf = rangeOf;
    this.#texts = texts;
    this.#weights = weights;
  }

  /** Adds `share` times the cosine of `text` with each indexed text. */
  addCosines(text: TermCounts<Term>, share: number, cosines: Float64Array): void {
    const terms = [...text.keys()];
    const ranges = terms.map((term) => this.#rangeOf.get(term) ?? NO_ENTRIES);
    const frequencies = terms.map((term) => this.rarity.of(term));
    const unit = unitWeights([...text.values()], frequencies, this.rarity.texts);
    ranges.forEach(({ from, to }, k) => {
      const weight = share * itemAt(unit, k);
      for (let entry = from; entry < to; entry++) {
        addAt(cosines, integerAt(this.#texts, entry), weight * singleAt(this.#weights, entry));
      }
    });
  }
}

const NO_ENTRIES: EntryRange = { from: 0, to: 0 };
const lengthOf = ({ from, to }: EntryRange): number => to - from;

/** TF-IDF weights of a text's terms, scaled so that their squares add up to 1. */
function unitWeights(counts: readonly number[], frequencies: readonly number[], texts: number): number[] {
  const weights = counts.map((count, k) =>
    Math.log1p(count) * Math.log((texts + 1) / (itemAt(frequencies, k) + 1))
  );
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return length > 0 ? weights.map((weight) => weight / length) : weights;
}
