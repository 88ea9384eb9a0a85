import { cholesky } from "#engine/numeric/cholesky.ts";
import { addAt, floatAt } from "#engine/numeric/columns.ts";
import { type ConfidenceLink, confidences } from "#engine/routing/weights.ts";

/** Scores of one question: the methodologies', then last the off-topic one. `right` is the index of the true class. */
export interface LabelledScores {
  readonly scores: Float64Array;
  readonly right: number;
  /** How much the question counts in the fit. */
  readonly weight: number;
}

/** Most steps of Newton's method; it converges in about ten. */
const MAX_STEPS = 50;

/** The link of the highest likelihood, by Newton's method: the logarithm of the likelihood is concave in its numbers. */
export function fitConfidence(questions: readonly LabelledScores[]): ConfidenceLink {
  let link: ConfidenceLink = { methodology: 1, off_topic: 1, off_topic_bias: 0 };
  for (let round = 0; round < MAX_STEPS; round++) {
    const { gradient, curvature } = derivatives(questions, link);
    // A trace of ridge keeps the step finite where every question is certain.
    const step = cholesky(curvature, 3, 1e-6).solve(gradient);
    const size = Math.hypot(...step);
    // Far from the top a full Newton step can overshoot.
    const length = Math.max(1, size);
    link = {
      methodology: link.methodology + floatAt(step, 0) / length,
      off_topic: link.off_topic + floatAt(step, 1) / length,
      off_topic_bias: link.off_topic_bias + floatAt(step, 2) / length,
    };
    if (size < 1e-9) break;
  }
  return link;
}

/** The gradient of the log likelihood in the link's three numbers, and minus its Hessian (3 × 3, row-major). */
function derivatives(
  questions: readonly LabelledScores[],
  link: ConfidenceLink,
): { gradient: Float64Array; curvature: Float64Array } {
  const gradient = new Float64Array(3);
  const curvature = new Float64Array(9);
  for (const { scores, right, weight } of questions) {
    const p = confidences(scores, link);
    const inputs = Array.from(scores, (score, c) => inputsOf(score, c === scores.length - 1));
    const mean = new Float64Array(3);
    inputs.forEach((input, c) => {
      const share = floatAt(p, c);
      input.forEach((x, i) => {
        addAt(mean, i, share * x);
        addAt(gradient, i, weight * ((c === right ? 1 : 0) - share) * x);
      });
    });
    inputs.forEach((input, c) => {
      const off = Float64Array.from(input, (x, i) => x - floatAt(mean, i));
      for (let i = 0; i < 9; i++) {
        const product = floatAt(off, Math.floor(i / 3)) * floatAt(off, i % 3);
        addAt(curvature, i, weight * floatAt(p, c) * product);
      }
    });
  }
  return { gradient, curvature };
}

/** The factors of the link's three numbers in the logit of one score. */
function inputsOf(score: number, offTopic: boolean): readonly [number, number, number] {
  return offTopic ? [0, score, 1] : [score, 0, 0];
}
