import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Methodology } from "../methodologies/methodology.ts";
import { methodology } from "../methodologies/catalogue.ts";
import type { ConfidenceLink } from "./confidence.ts";
import offTopicExemplars from "./off-topic-exemplars.json" with { type: "json" };

/** What training leaves behind. `weights.json` holds it; `deno task train-routing` writes that file. */
export interface RoutingWeights {
  /** Day of training, ISO 8601. */
  readonly trained_on: string;
  /** Of the embedder whose vectors the coefficients belong to. */
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

/** What the router compares a question with: KPI and exemplar questions, then questions that belong to no methodology. */
export function referencesOf(methodologies: readonly Methodology[]): Reference[] {
  const own = methodologies.flatMap((each, belongs) => questionsOf(each).map((text) => ({ text, belongs })));
  return [...own, ...offTopicExemplars.map((text) => ({ text, belongs: methodologies.length }))];
}

export function questionsOf(methodology: Methodology): string[] {
  return [methodology.kpi_question, ...methodology.exemplar_questions];
}

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
 * version are enough to find them.
 * @throws Error when they are not the ones of the training any more.
 */
export function trainedReferences(weights: RoutingWeights): Reference[] {
  const trained = weights.methodologies.map(({ slug, version }) => methodology(slug, version));
  const references = referencesOf(trained.filter((each) => each !== undefined));
  if (trained.includes(undefined) || hashReferences(references) !== weights.references_sha256) {
    throw new Error(
      `Cannot use the routing weights of ${weights.trained_on}: the reference questions have changed since; ` +
        "run deno task train-routing",
    );
  }
  return references;
}

export function encodeCoefficients(columns: readonly Float64Array[]): string {
  const rows = columns[0]?.length ?? 0;
  const bytes = Buffer.alloc(4 * rows * columns.length);
  columns.forEach((column, c) =>
    column.forEach((x, r) => bytes.writeFloatLE(x, 4 * (r * columns.length + c)))
  );
  return bytes.toString("base64");
}

/** One column a methodology and a last one for off-topic. */
export function decodeCoefficients(weights: RoutingWeights): Float64Array[] {
  const count = weights.methodologies.length + 1;
  const bytes = Buffer.from(weights.coefficients, "base64");
  const rows = bytes.length / 4 / count;
  return Array.from(
    { length: count },
    (_, c) => Float64Array.from({ length: rows }, (_, r) => bytes.readFloatLE(4 * (r * count + c))),
  );
}
