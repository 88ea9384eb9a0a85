import { cholesky } from "../numeric/cholesky.ts";

/** Turns a question's scores into probabilities: a softmax whose three numbers were fitted to questions with known answers. */
export interface ConfidenceLink {
  /** Factor of every methodology's score. */
  readonly methodology: number;
  /** Factor of the off-topic score, and what is added to it. */
  readonly off_topic: number;
  readonly off_topic_bias: number;
}

/** Scores of one question: the methodologies', then last the off-topic one. `right` is the index of the true one. */
export interface LabelledScores {
  readonly scores: Float64Array;
  readonly right: number;
  /** How much the question counts in the fit. */
  readonly weight: number;
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

/** The link of the highest likelihood, by Newton's method: the logarithm of the likelihood is concave in its numbers. */
export function fitConfidence(questions: readonly LabelledScores[]): ConfidenceLink {
  let link: ConfidenceLink = { methodology: 1, off_topic: 1, off_topic_bias: 0 };
  for (let round = 0; round < 50; round++) {
    const gradient = new Float64Array(3);
    const curvature = new Float64Array(9);
    for (const { scores, right, weight } of questions) {
      const p = confidences(scores, link);
      const mean = [0, 0, 0];
      scores.forEach((score, c) => {
        inputsOf(score, c === scores.length - 1).forEach((x, i) => {
          mean[i] = (mean[i] ?? 0) + (p[c] ?? 0) * x;
          gradient[i] = (gradient[i] ?? 0) + weight * ((c === right ? 1 : 0) - (p[c] ?? 0)) * x;
        });
      });
      scores.forEach((score, c) => {
        const off = inputsOf(score, c === scores.length - 1).map((x, i) => x - (mean[i] ?? 0));
        for (let i = 0; i < 9; i++) {
          const product = (off[Math.floor(i / 3)] ?? 0) * (off[i % 3] ?? 0);
          curvature[i] = (curvature[i] ?? 0) + weight * (p[c] ?? 0) * product;
        }
      });
    }
    // A trace of ridge keeps the step finite where every question is certain.
    const step = cholesky(curvature, 3, 1e-6).solve(gradient);
    // Far from the top a full Newton step can overshoot.
    const length = Math.max(1, Math.hypot(...step));
    link = {
      methodology: link.methodology + (step[0] ?? 0) / length,
      off_topic: link.off_topic + (step[1] ?? 0) / length,
      off_topic_bias: link.off_topic_bias + (step[2] ?? 0) / length,
    };
    if (Math.hypot(...step) < 1e-9) break;
  }
  return link;
}

/** What multiplies the link's three numbers in the logit of one score. */
function inputsOf(score: number, offTopic: boolean): readonly [number, number, number] {
  return offTopic ? [0, score, 1] : [score, 0, 0];
}
