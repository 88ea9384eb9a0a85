import { dot, solve, solveLower, type Triangle } from "../numeric/cholesky.ts";
import type { ErrorModel } from "./uncertainty.ts";
import {
  kernelWith,
  likenessesOf,
  ownKernel,
  type Parameters,
  segmentKernelWith,
  type SegmentParameters,
  type Vocabulary,
  vocabularyOf,
  type Wording,
  wordingOf,
} from "./kernel.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import type { Embed } from "../question/vectors.ts";
import { type LogitPrediction, type Shares, sharesFromLogits } from "../bank/shares.ts";

/**
 * What the fit command writes and the service reads: the predictor of one embedder. It holds our wordings and weights
 * computed from shares, no respondents' rows. About 260 kB; publishing methodologies later does not change it.
 */
export interface PredictorAsset {
  readonly format: 1;
  readonly embedder: string;
  /** Questions that were fitted, with their wordings, the calibrated one first. */
  readonly questions: readonly { readonly id: string; readonly wordings: readonly string[] }[];
  readonly parameters: Parameters;
  readonly segment_parameters: SegmentParameters;
  /** Base64 of little-endian float32: Cholesky factor (lower triangle), and weights of the questions. */
  readonly cholesky: string;
  readonly yes: string;
  readonly no: string;
  readonly segments: readonly { readonly segment: string; readonly yes: string; readonly no: string }[];
  readonly skill: Skill;
  readonly errors: ErrorModel;
  readonly match_weights: readonly number[];
  /** Kernel of the first wording with every question, to 1e-4: a change of the features or vectors asks for a new fit. */
  readonly check: string;
  /** Vectors of the wordings' contents for an embedder that is not built in: base64 of float32, one after the other. */
  readonly vectors?: string;
}

/**
 * What the process is worth on questions of surveys that it never saw, as a customer's is: forecasts go from the mean of all questions by this part of what it
 * says, so that none is worse than the mean.
 */
export interface Skill {
  /** Logits of the positive form, over the questions of all surveys. */
  readonly mean: { readonly yes: number; readonly no: number };
  /** Of the process' difference from its own mean, 0 to 1. */
  readonly slope: number;
  /** Of its differences between a segment and the whole, 0 to 1. */
  readonly segment_slope: number;
}

function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** What is expected of a question that no survey asked, in its own direction. */
export interface Prediction {
  readonly logits: LogitPrediction;
  readonly shares: Shares;
  /** Differences of each segment from the overall share, in logits, by `dimension=segment`. */
  readonly segments: ReadonlyMap<string, { readonly yes: number; readonly no: number }>;
  /** The fitted question whose content is nearest, for reports; not a match. */
  readonly nearest: { readonly id: string; readonly cosine: number };
  /** False for a question that cannot be answered with yes or no. */
  readonly closed: boolean;
}

/** Predicts questions that were not asked. Made once a process, in about 0.2 s; a prediction takes about 2 ms. */
export class Predictor {
  readonly errors: ErrorModel;
  readonly #asset: PredictorAsset;
  readonly #vocabulary: Vocabulary;
  readonly #questions: readonly (readonly Wording[])[];
  readonly #design: Design;
  readonly #yes: Float32Array;
  readonly #no: Float32Array;
  readonly #segments: readonly { segment: string; yes: Float32Array; no: Float32Array }[];

  /**
   * @param embed the embedder that the asset was fitted with; not called when the asset brings its vectors.
   * @throws RangeError when features or vectors are no longer those of the fit.
   */
  constructor(asset: PredictorAsset, embed: Embed) {
    this.#asset = asset;
    this.errors = asset.errors;
    const questions = asset.questions.map(({ wordings }) => wordings.map(parseQuestion));
    this.#vocabulary = vocabularyOf(questions);
    const stored = asset.vectors === undefined ? undefined : fromBase64(asset.vectors);
    const length = stored === undefined ? 0 : stored.length / questions.flat().length;
    let next = 0;
    this.#questions = questions.map((each) =>
      each.map((parsed) =>
        wordingOf(
          parsed,
          stored?.subarray(next, next += length) ?? embed(parsed.contentText),
          this.#vocabulary,
        )
      )
    );
    const lower = Float64Array.from(fromBase64(asset.cholesky));
    this.#design = designOf(lower, asset.questions.length, asset.parameters.noise);
    this.#yes = fromBase64(asset.yes);
    this.#no = fromBase64(asset.no);
    this.#segments = asset.segments.map(({ segment, yes, no }) => ({
      segment,
      yes: fromBase64(yes),
      no: fromBase64(no),
    }));
    this.#checkFeatures();
  }

  /**
   * @param contentVector the embedder's vector of `parseQuestion(question).contentText`.
   * @param known chance that the fit knows the question itself: then all of what it says counts.
   */
  predict(question: string, contentVector: Float32Array, known = 0): Prediction {
    const parsed = parseQuestion(question);
    const wording = wordingOf(parsed, contentVector, this.#vocabulary);
    const { parameters, segment_parameters, questions, skill } = this.#asset;
    const { mean } = skill;
    const [slope, segment_slope] = [skill.slope, skill.segment_slope].map((part) =>
      part + known * (1 - part)
    ) as [
      number,
      number,
    ];
    const likenesses = likenessesOf(wording, this.#questions);
    const k = kernelWith(likenesses, parameters);
    const positive = {
      yes: mean.yes + slope * dot(this.#yes, k),
      no: mean.no + slope * dot(this.#no, k),
    };
    const variance = predictVariance(this.#design, k, ownKernel(wording, parameters));
    const logits = parsed.inverted
      ? { yes: positive.no, no: positive.yes, variance }
      : { ...positive, variance };
    const near = segmentKernelWith(likenesses, segment_parameters);
    const segments = new Map(this.#segments.map(({ segment, yes, no }) => {
      const [y, n] = [segment_slope * dot(yes, near), segment_slope * dot(no, near)];
      return [segment, parsed.inverted ? { yes: n, no: y } : { yes: y, no: n }];
    }));
    const cosines = likenesses.map((each) => Math.max(...each.map(({ cosine }) => cosine)));
    const at = cosines.indexOf(Math.max(...cosines));
    return {
      logits,
      shares: sharesFromLogits(logits.yes, logits.no),
      segments,
      nearest: { id: questions[at]?.id ?? "", cosine: cosines[at] ?? 0 },
      closed: parsed.closed,
    };
  }

  /** The prediction of any question, of which nothing is known: the mean of all, with their spread. */
  averageQuestion({ nearest, closed }: Prediction): Prediction {
    const { skill: { mean }, parameters: p } = this.#asset;
    const variance = p.content + p.terms + p.form + p.pairs + p.noise + 1 / this.#design.precision;
    const segments = new Map(this.#segments.map(({ segment }) => [segment, { yes: 0, no: 0 }]));
    return {
      logits: { yes: mean.yes, no: mean.no, variance },
      shares: sharesFromLogits(mean.yes, mean.no),
      segments,
      nearest,
      closed,
    };
  }

  #checkFeatures(): void {
    const first = this.#questions[0]?.[0];
    if (first === undefined) return;
    const stored = fromBase64(this.#asset.check);
    const now = kernelWith(likenessesOf(first, this.#questions), this.#asset.parameters);
    const off = now.findIndex((x, i) => !(Math.abs(x - (stored[i] ?? NaN)) < 1e-4));
    if (off < 0) return;
    throw new RangeError(
      `Cannot predict with the fit for ${this.#asset.embedder}: features or vectors changed since; fit it again`,
    );
  }
}

/** What fits to any target share: the factor, and the weights of the constant mean. */
export interface Design {
  readonly lower: Triangle;
  readonly noise: number;
  /** (K + noise I)⁻¹ 1, and the precision of the mean 1ᵀ (K + noise I)⁻¹ 1. */
  readonly ones: Float64Array;
  readonly precision: number;
}

/** The design of a kernel with n questions from its factor, noise included. */
export function designOf(lower: Triangle, n: number, noise: number): Design {
  const ones = solve(lower, new Float64Array(n).fill(1));
  return { lower, noise, ones, precision: ones.reduce((sum, x) => sum + x, 0) };
}

/** Variance of a new question, with its own noise and that of the mean; `own` is its kernel with itself. */
export function predictVariance(design: Design, k: Float64Array, own: number): number {
  const half = solveLower(design.lower, k);
  const rest = 1 - dot(k, design.ones);
  return Math.max(0, own - dot(half, half)) + design.noise + rest * rest / design.precision;
}
