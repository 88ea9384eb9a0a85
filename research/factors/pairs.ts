import { byteAt, floatAt, itemAt } from "#engine/numeric/columns.ts";
import type { QuestionResiduals } from "./residuals.ts";

/** Two questions that the same people answered. */
export interface Pair {
  /** Places of the questions in the list. */
  readonly a: number;
  readonly b: number;
  /** Kish's effective number of people who answered both. */
  readonly effective_n: number;
  /** Correlation of the latents beyond the segments. */
  readonly correlation: number;
  /** Sampling variance of `correlation`. */
  readonly variance: number;
  /** Correlation of yes with yes among people who answered both. */
  readonly phi: number;
}

/** Pairs with fewer people in common say too little. */
const MIN_EFFECTIVE = 200;

/** All pairs of questions with one survey's people in common, but not two forms of one object. */
export function pairsOf(questions: readonly QuestionResiduals[]): Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < questions.length; a++) {
    for (let b = a + 1; b < questions.length; b++) {
      const [first, other] = [itemAt(questions, a), itemAt(questions, b)];
      if (first.survey !== other.survey) continue;
      const pair = pairOf(first, other);
      if (pair !== null) pairs.push({ a, b, ...pair });
    }
  }
  return pairs;
}

function pairOf(p: QuestionResiduals, q: QuestionResiduals): Omit<Pair, "a" | "b"> | null {
  let [sum, squares, product, information, yesP, yesQ, both] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < p.weight.length; i++) {
    const w = Math.min(floatAt(p.weight, i), floatAt(q.weight, i));
    if (w === 0) continue;
    sum += w;
    squares += w * w;
    product += w * floatAt(p.residual, i) * floatAt(q.residual, i);
    information += w * floatAt(p.information, i) * floatAt(q.information, i);
    const [yp, yq] = [byteAt(p.yes, i), byteAt(q.yes, i)];
    yesP += w * yp;
    yesQ += w * yq;
    both += w * yp * yq;
  }
  const effective_n = sum * sum / squares;
  if (!(effective_n >= MIN_EFFECTIVE)) return null;
  const [x, y] = [yesP / sum, yesQ / sum];
  const spread = Math.sqrt(x * (1 - x) * y * (1 - y));
  if (!(spread > 0)) return null;
  return {
    effective_n,
    correlation: Math.min(0.95, Math.max(-0.95, product / information)),
    variance: sum / (effective_n * information),
    phi: (both / sum - x * y) / spread,
  };
}
