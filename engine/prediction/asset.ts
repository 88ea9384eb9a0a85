import type { ErrorModel } from "./interval.ts";
import type { Parameters, SegmentParameters } from "./kernel.ts";

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
  readonly mean: { readonly yes: number; readonly no: number };
  /** Base64 of little-endian float32: Cholesky factor (lower triangle), and weights of the questions. */
  readonly cholesky: string;
  readonly yes: string;
  readonly no: string;
  readonly segments: readonly { readonly segment: string; readonly yes: string; readonly no: string }[];
  readonly errors: ErrorModel;
  readonly error_table: readonly ErrorBySimilarity[];
  readonly match_weights: readonly number[];
  /** Kernel of the first wording with every question, to 1e-4: a change of the features or vectors asks for a new fit. */
  readonly check: string;
  /** Vectors of the wordings' contents for an embedder that is not built in: base64 of float32, one after the other. */
  readonly vectors?: string;
}

/** How far held-out questions were off, by how similar the nearest other question was. */
export interface ErrorBySimilarity {
  readonly protocol: "object" | "battery";
  /** Cosine of the nearest question that was not left out: from, to. */
  readonly similarity: readonly [number, number];
  readonly questions: number;
  /** Mean absolute error of yes, in points. */
  readonly mae_points: number;
  /** Share of the 95 % intervals that held yes. */
  readonly coverage: number;
}

export function toBase64(values: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(values).buffer).toString("base64");
}

export function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
