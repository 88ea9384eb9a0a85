import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Methodology } from "../methodologies/methodology.ts";
import { range } from "../numeric/columns.ts";
import { methodologyVersion } from "../methodologies/catalogue.ts";
import type { ConfidenceLink } from "./confidence.ts";
import offTopicExemplars from "./off-topic-exemplars.json" with { type: "json" };

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
  /** Base64 of float32, little-endian: for each reference one coefficient a methodology and one for off-topic. */
  readonly coefficients: string;
}

/** A question whose class is known: an index into the methodologies, or their number for off-topic. */
export interface Reference {
  readonly text: string;
  readonly belongs: number;
}

/** The questions that a question is compared with: KPI and exemplar questions, then questions of no methodology. */
export function referencesOf(methodologies: readonly Methodology[]): Reference[] {
  const own = methodologies.flatMap((methodology, belongs) =>
    questionsOf(methodology).map((text) => ({ text, belongs }))
  );
  return [...own, ...offTopicExemplars.map((text) => ({ text, belongs: methodologies.length }))];
}

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

/** The columns as `RoutingWeights.coefficients`: base64 of float32, little-endian, reference by reference. */
export function encodeCoefficients(columns: readonly Float64Array[]): string {
  const entries = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = Buffer.alloc(4 * entries);
  columns.forEach((column, c) =>
    column.forEach((x, r) => bytes.writeFloatLE(x, 4 * (r * columns.length + c)))
  );
  return bytes.toString("base64");
}

/** The columns again: one a methodology, and a last one for off-topic. */
export function decodeCoefficients(weights: RoutingWeights): Float64Array[] {
  const count = weights.methodologies.length + 1;
  const bytes = Buffer.from(weights.coefficients, "base64");
  const rows = bytes.length / 4 / count;
  return range(count).map((c) =>
    Float64Array.from({ length: rows }, (_, r) => bytes.readFloatLE(4 * (r * count + c)))
  );
}
