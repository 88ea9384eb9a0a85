import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Methodology } from "../bank/methodology.ts";
import { fromBase64, range } from "../numeric/columns.ts";
import { methodologyVersion } from "../bank/catalogue.ts";
import { logitOf } from "./logistic.ts";
import offTopicExemplars from "./off-topic-exemplars.json" with { type: "json" };

/** Turns a question's logits into probabilities: a softmax whose three numbers were fitted to labelled questions. */
export interface ConfidenceLink {
  /** Factor of every methodology's logit. */
  readonly methodology: number;
  /** Factor of the off-topic logit, and a constant added to it. */
  readonly off_topic: number;
  readonly off_topic_bias: number;
}

/** The result of training. `weights.json` holds it; `deno task train-routing` writes that file. */
export interface RoutingWeights {
  /** Day of training, ISO 8601. */
  readonly trained_on: string;
  /** Id of the embedder whose vectors the coefficients belong to. */
  readonly embedder_id: string;
  /** SHA-256 of the reference questions, in order. */
  readonly references_sha256: string;
  readonly methodologies: readonly { readonly slug: string; readonly version: number }[];
  readonly confidence: ConfidenceLink;
  /** Base64 of float32, little-endian: the weights and the constant of each methodology and, last, of off-topic, one after the other. */
  readonly columns: string;
}

/**
 * The questions that a question is compared with: KPI and exemplar questions, then questions of no methodology. Each belongs to an index into the
 * methodologies, or to their number for off-topic.
 */
export function referencesOf(methodologies: readonly Methodology[]) {
  const own = methodologies.flatMap((methodology, belongs) =>
    questionsOf(methodology).map((text) => ({ text, belongs }))
  );
  return [...own, ...offTopicExemplars.map((text) => ({ text, belongs: methodologies.length }))];
}

type Reference = ReturnType<typeof referencesOf>[number];

/** A methodology's KPI question, then its exemplars. */
export function questionsOf(methodology: Methodology): string[] {
  return [methodology.kpi_question, ...methodology.exemplar_questions];
}

/** SHA-256 of the references in order, in hexadecimal. */
export function hashReferences(references: readonly Reference[]): string {
  const hash = createHash("sha256");
  for (const { text, belongs } of references) hash.update(`${belongs} ${text}\n`);
  return hash.digest("hex");
}

/** The weights that come with the service. */
export function readRoutingWeights(): RoutingWeights {
  return JSON.parse(readFileSync(new URL("./weights.json", import.meta.url), "utf8"));
}

/**
 * The reference questions that weights were trained on. A published version of a methodology never changes, so its slug and
 * version identify its questions.
 * @throws Error when the questions have changed since the training.
 */
export function trainedReferences(weights: RoutingWeights): Reference[] {
  const trained = weights.methodologies.map(({ slug, version }) => methodologyVersion(slug, version));
  const references = referencesOf(trained.filter((methodology) => methodology !== undefined));
  if (trained.includes(undefined) || hashReferences(references) !== weights.references_sha256) {
    throw new Error(
      `Cannot use the routing weights of ${weights.trained_on}: the reference questions have changed since; ` +
        "run deno task train-routing",
    );
  }
  return references;
}

/** One column a methodology, and a last one for off-topic: weights of a vector's numbers, then a constant. */
export function decodeColumns({ columns, methodologies }: RoutingWeights): Float64Array[] {
  const numbers = Float64Array.from(fromBase64(columns));
  const size = numbers.length / (methodologies.length + 1);
  return range(methodologies.length + 1).map((c) => numbers.subarray(c * size, (c + 1) * size));
}

/** The logits of a vector, in the order of the columns. */
export function logitsOf(columns: readonly Float64Array[], vector: Float32Array): Float64Array {
  return Float64Array.from(columns, (column) => logitOf(column, vector));
}

/** The vectors of the reference questions as the service comes with them, 1.2 MB, by which untrained methodologies are learnt. */
export function readReferenceVectors(): Buffer {
  return readFileSync(new URL("./references.vectors", import.meta.url));
}

/** Probabilities in the order of the scores; they add up to 1. */
export function confidences(scores: Float64Array, link: ConfidenceLink): Float64Array {
  const last = scores.length - 1;
  const logits = scores.map((score, c) =>
    c === last ? link.off_topic * score + link.off_topic_bias : link.methodology * score
  );
  const highest = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - highest));
  const sum = odds.reduce((total, x) => total + x, 0);
  return odds.map((x) => x / sum);
}
