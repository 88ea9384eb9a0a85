import type { CalibratedQuestion } from "../bank/calibrated-survey.ts";
import { itemAt } from "../numeric/columns.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import { cosine, unitOf } from "../question/vectors.ts";

/** A calibrated question by its vector. */
export interface Landmark {
  /** The question's name among all surveys'. */
  readonly name: string;
  /** Of length 1, of its positive form. */
  readonly vector: Float32Array;
  /** Whether its first wording's yes is its positive form's no. */
  readonly inverted: boolean;
}

/** A calibrated question that a question resembles, with its weight in the direction of the positive form. */
export interface Resembling {
  readonly name: string;
  readonly weight: number;
}

/** The name of a calibrated question among all surveys'. */
export function calibratedKey({ id, source }: Pick<CalibratedQuestion, "id" | "source">): string {
  return `${source.survey}/${id}`;
}

/** The landmark of a calibrated question: the mean of its wordings' vectors. */
export function landmarkOf(question: CalibratedQuestion, vectors: readonly Float32Array[]): Landmark {
  const sum = itemAt(vectors, 0).map((_, d) => vectors.reduce((all, vector) => all + (vector[d] ?? 0), 0));
  return {
    name: calibratedKey(question),
    vector: unitOf(sum),
    inverted: parseQuestion(itemAt(question.wordings, 0)).inverted,
  };
}

/** How many landmarks a question's own part is mixed from, and the cosine over which a weight falls by a factor of e. */
const NEAREST = 8;
const WIDTH = 0.1;

/**
 * The calibrated questions that a question resembles, nearest first. Weights fall with the cosine down to 0 at the ninth, so that no landmark comes
 * or goes at once: two wordings have nearly the same weights, and different questions hardly any in common. Weights are thousandths; the encoder
 * of another processor may differ in the third decimal.
 */
export function resemblingTo(vector: Float32Array, landmarks: readonly Landmark[]): Resembling[] {
  const near = landmarks.map((landmark) => ({ landmark, likeness: cosine(vector, landmark.vector) }))
    .sort((a, b) => b.likeness - a.likeness || (a.landmark.name < b.landmark.name ? -1 : 1))
    .slice(0, NEAREST + 1);
  if (near.length <= NEAREST) return [];
  const [best, edge] = [itemAt(near, 0).likeness, itemAt(near, NEAREST).likeness];
  // A vector of zeros is as far from all.
  if (!(best > edge)) return [];
  const falling = (likeness: number) => Math.exp((likeness - best) / WIDTH);
  return near.slice(0, NEAREST).flatMap(({ landmark: { name, inverted }, likeness }) => {
    const part = (falling(likeness) - falling(edge)) / (1 - falling(edge));
    const weight = Math.round(1000 * part) / 1000;
    return weight === 0 ? [] : [{ name, weight: inverted ? -weight : weight }];
  });
}
