import type { Methodology } from "../methodologies/methodology.ts";

/** Cosine of literal and KPI question from which on a verdict may count as calibrated. */
export const CALIBRATED_SIMILARITY = 0.85;

/** What may be claimed about a result, as the API shows it. */
export interface CalibrationBoundary {
  readonly tier: 1 | 2 | 3;
  readonly kind: "calibrated" | "topic_uncalibrated" | "generic_population";
  /** The API shows it word for word. */
  readonly disclaimer: string;
  /** The methodology's slug; null on tier 3. */
  readonly methodology_id: string | null;
  /** Cosine of the literal and the KPI question; 1 where no question was given, null where there is no KPI question. */
  readonly similarity: number | null;
  /** Null unless the tier is 1 and the accuracy has been computed. */
  readonly accuracy_pct: number | null;
  readonly confirm_mean_pct: number | null;
}

/** Accuracy on held-out calibration rows, and when it was computed (ISO 8601). */
export interface ComputedAccuracy {
  readonly accuracy_pct: number;
  readonly confirm_mean_pct: number;
  readonly computed_at: string;
}

export interface BoundaryInput {
  readonly methodology: Methodology | null;
  /** The caller's question; null: the KPI question is asked. */
  readonly question: string | null;
  /** By the embedder `embedderId`; not read without a question. */
  readonly similarity: number | null;
  readonly embedderId: string;
  /** See `samePolarity`; not read without a question. */
  readonly samePolarity: boolean;
  /** Of the question in this methodology, 0 to 1; not read on tier 1. */
  readonly routingConfidence: number;
  /** Confidence from which on a question counts as the methodology's topic. */
  readonly floor: number;
  readonly accuracy: ComputedAccuracy | null;
  /** `embedded` does not read the question; a model does. */
  readonly engine: "embedded" | "model";
}

/** Decides the tier of a run, and states in plain sentences what may be claimed about its result. */
export function calibrationBoundary(input: BoundaryInput): CalibrationBoundary {
  const { methodology, question, accuracy } = input;
  if (methodology === null) return genericPopulation(input, null);
  const similarity = question === null ? 1 : input.similarity;
  const calibrated = similarity !== null &&
    (question === null || (similarity >= CALIBRATED_SIMILARITY && input.samePolarity));
  if (calibrated) {
    return {
      tier: 1,
      kind: "calibrated",
      disclaimer: [
        matchSentence(input, methodology, similarity),
        accuracySentence(accuracy),
        tableSentence(methodology, accuracy),
        engineSentence(input, "the methodology's prior"),
      ].join(" "),
      methodology_id: methodology.slug,
      similarity,
      accuracy_pct: accuracy?.accuracy_pct ?? null,
      confirm_mean_pct: accuracy?.confirm_mean_pct ?? null,
    };
  }
  if (input.routingConfidence < input.floor) return genericPopulation(input, similarity);
  return {
    tier: 2,
    kind: "topic_uncalibrated",
    disclaimer: [
      topicSentence(input, methodology),
      engineSentence(input, "the methodology's prior"),
      ...reversedSentence(input),
    ]
      .join(" "),
    methodology_id: methodology.slug,
    similarity,
    accuracy_pct: null,
    confirm_mean_pct: null,
  };
}

function genericPopulation(input: BoundaryInput, similarity: number | null): CalibrationBoundary {
  return {
    tier: 3,
    kind: "generic_population",
    disclaimer:
      "The question fits no published methodology, so simulated respondents of a generic U.S. adult population " +
      "were asked. No calibration and no accuracy is claimed. " + engineSentence(input, "a generic prior"),
    methodology_id: null,
    similarity,
    accuracy_pct: null,
    confirm_mean_pct: null,
  };
}

function matchSentence(
  { question, embedderId }: BoundaryInput,
  { name }: Methodology,
  similarity: number,
): string {
  if (question === null) {
    return `No question was given, so the calibrated question of the methodology ${name} was asked.`;
  }
  return `The question matches the calibrated question of the methodology ${name} ` +
    `(similarity ${similarity.toFixed(2)} by the embedder ${embedderId}).`;
}

function accuracySentence(accuracy: ComputedAccuracy | null): string {
  if (accuracy === null) return "Its accuracy has not been computed yet, so none is stated.";
  const day = accuracy.computed_at.slice(0, 10);
  return `Its accuracy of ${
    accuracy.accuracy_pct.toFixed(1)
  } % was computed on ${day} on held-out rows of the calibration ` +
    "table, which were not used for fitting.";
}

function tableSentence({ calibration }: Methodology, accuracy: ComputedAccuracy | null): string {
  if (!calibration.illustrative) return `The calibration table's source: ${calibration.source}`;
  const unproven = accuracy === null ? "the verdict says" : "neither the verdict nor the accuracy says";
  const negated = accuracy === null ? "nothing" : "anything";
  return `The calibration table is illustrative: its figures were made up and are not a survey's, so ${unproven} ` +
    `${negated} about real people.`;
}

function topicSentence(input: BoundaryInput, { name }: Methodology): string {
  const similarity = input.similarity === null
    ? ""
    : `similarity ${input.similarity.toFixed(2)} by the embedder ${input.embedderId}, `;
  return `The question fits the topic of the methodology ${name} but is worded differently from its calibrated question ` +
    `(${similarity}routing confidence ${
      input.routingConfidence.toFixed(2)
    }). The methodology's population was ` +
    "simulated; the result is not calibrated for this wording and no accuracy is claimed.";
}

function engineSentence({ engine }: BoundaryInput, prior: string): string {
  return engine === "embedded"
    ? `The embedded engine does not read the question: the result reflects ${prior}, not the wording.`
    : "The answers were drawn from what a language model says about such respondents; no person was asked.";
}

function reversedSentence({ engine, samePolarity }: BoundaryInput): string[] {
  if (engine === "model" || samePolarity) return [];
  return [
    "The question points the other way than the calibrated one, or does not ask for yes or no, so the verdict's yes and no " +
    "answer the calibrated question and not this one.",
  ];
}
