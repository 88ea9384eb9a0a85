import {
  type Likeness,
  likenessOf,
  type Parameters,
  type SegmentParameters,
  type Wording,
} from "#engine/forecast/kernel.ts";

type Seven = [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
];

/**
 * All pairs of wordings of a set of questions, compared once, so that a kernel matrix for any hyperparameters takes a few
 * milliseconds. Matrices are n × n row-major over the questions, each entry the average over both questions' wordings.
 */
export class LikenessGrid {
  readonly size: number;
  /** First wording of each question among all wordings, and one past the last. */
  readonly #start: readonly number[];
  readonly #cosine: Float64Array;
  readonly #polarity: Float64Array;
  readonly #cueDistance: Float64Array;
  readonly #linear: {
    readonly terms: Float64Array;
    readonly pairs: Float64Array;
    readonly appeal: Float64Array;
    readonly stance: Float64Array;
  };
  readonly #wordings: number;

  constructor(questions: readonly (readonly Wording[])[]) {
    this.size = questions.length;
    const all = questions.flat();
    this.#wordings = all.length;
    let next = 0;
    this.#start = [...questions.map((each) => (next += each.length) - each.length), next];
    const square = () => new Float64Array(all.length * all.length);
    const [cosine, polarity, cues, terms, pairs, appeal, stance] = Array.from({ length: 7 }, square) as Seven;
    all.forEach((a, i) =>
      all.forEach((b, j) => {
        const at = i * all.length + j;
        const { cosine: c, polarity: s, cueDistance, terms: t, pairs: w, appeal: x, stance: y }: Likeness =
          likenessOf(a, b);
        cosine[at] = i === j ? 1 : c;
        polarity[at] = s;
        cues[at] = cueDistance;
        terms[at] = s * t;
        pairs[at] = w;
        stance[at] = y;
        appeal[at] = x;
      })
    );
    this.#cosine = cosine;
    this.#polarity = polarity;
    this.#cueDistance = cues;
    this.#linear = {
      terms: this.#average(terms),
      pairs: this.#average(pairs),
      appeal: this.#average(appeal),
      stance: this.#average(stance),
    };
  }

  /** The kernel matrix of the questions. */
  kernel(p: Parameters): Float64Array {
    const { terms, pairs, appeal } = this.#linear;
    const halfWidth = 2 * p.formScale * p.formScale;
    const nonlinear = this.#average(
      this.#cosine,
      (c, at) =>
        (this.#polarity[at] ?? 1) * p.content * Math.exp((c - 1) / p.contentScale) +
        p.form * Math.exp(-(this.#cueDistance[at] ?? 0) / halfWidth),
    );
    return nonlinear.map((x, at) =>
      x + p.terms * (terms[at] ?? 0) + p.pairs * (pairs[at] ?? 0) + p.appeal * (appeal[at] ?? 0)
    );
  }

  /** The kernel matrix of the differences between segments. */
  segmentKernel(p: SegmentParameters): Float64Array {
    const { terms, stance } = this.#linear;
    const nonlinear = this.#average(
      this.#cosine,
      (c, at) =>
        (this.#polarity[at] ?? 1) * p.content * Math.exp((c - 1) / p.contentScale) +
        p.form * Math.exp(-(this.#cueDistance[at] ?? 0) / 2),
    );
    return nonlinear.map((x, at) => x + p.terms * (terms[at] ?? 0) + p.stance * (stance[at] ?? 0));
  }

  /** Averages a matrix over wordings into one over questions; symmetric. */
  #average(matrix: Float64Array, of: (x: number, at: number) => number = (x) => x): Float64Array {
    const n = this.size;
    const result = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      const [a, b] = [this.#start[i] ?? 0, this.#start[i + 1] ?? 0];
      for (let j = 0; j <= i; j++) {
        const [c, d] = [this.#start[j] ?? 0, this.#start[j + 1] ?? 0];
        let sum = 0;
        for (let k = a; k < b; k++) {
          for (let l = c; l < d; l++) {
            const at = k * this.#wordings + l;
            sum += of(matrix[at] ?? 0, at);
          }
        }
        result[i * n + j] = result[j * n + i] = sum / ((b - a) * (d - c));
      }
    }
    return result;
  }
}

/** Rows and columns of a square matrix. */
export function submatrix(matrix: Float64Array, n: number, rows: readonly number[]): Float64Array {
  const size = rows.length;
  const result = new Float64Array(size * size);
  rows.forEach((r, i) => rows.forEach((c, j) => result[i * size + j] = matrix[r * n + c] ?? 0));
  return result;
}

/** Columns that are known for the same rows, which share a factor. */
export function groupByKnown(
  columns: readonly Float64Array[],
  rows: readonly number[],
): { known: number[]; columns: Float64Array[]; places: number[] }[] {
  const groups = new Map<string, { known: number[]; columns: Float64Array[]; places: number[] }>();
  columns.forEach((column, place) => {
    const known = rows.filter((row) => Number.isFinite(column[row]));
    const group = groups.get(known.join()) ?? { known, columns: [], places: [] };
    group.columns.push(column);
    group.places.push(place);
    groups.set(known.join(), group);
  });
  return [...groups.values()];
}
