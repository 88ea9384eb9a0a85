import { byteAt, floatAt, itemAt } from "#engine/numeric/columns.ts";
import type { QuestionResiduals } from "./residuals.ts";

/** Two questions that the same people answered, by their places in the list. */
export type Pair = Readonly<ReturnType<typeof pairsOf>[number]>;

/** Pairs with fewer people in common say too little. */
const MIN_EFFECTIVE = 200;

/** All pairs of questions with one survey's people in common, but not two forms of one object. */
export function pairsOf(questions: readonly QuestionResiduals[]) {
  return questions.flatMap((first, a) =>
    questions.flatMap((other, b) => {
      const pair = b > a && first.survey === other.survey ? pairOf(first, other) : null;
      return pair === null ? [] : [{ a, b, ...pair }];
    })
  );
}

function pairOf(p: QuestionResiduals, q: QuestionResiduals) {
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
    /** Kish's effective number of people who answered both. */
    effective_n,
    /** Of the latents beyond the segments. */
    correlation: Math.min(0.95, Math.max(-0.95, product / information)),
    /** Sampling variance of `correlation`. */
    variance: sum / (effective_n * information),
    /** Correlation of yes with yes among people who answered both. */
    phi: (both / sum - x * y) / spread,
  };
}

/** Yes of each agent, by question. */
export type Said = readonly Uint8Array[];

/** The phi coefficient of two columns of 0 and 1: their correlation. NaN where one of them is constant. */
export function phiOf(a: Uint8Array, b: Uint8Array): number {
  let [first, other, both] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [byteAt(a, i), byteAt(b, i)];
    first += x;
    other += y;
    both += x & y;
  }
  const [p, q] = [first / a.length, other / b.length];
  return (both / a.length - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
}

/** How far simulated phis lie from people's. */
export function comparePhis(pairs: readonly Pair[], said: Said) {
  const simulated = Float64Array.from(pairs, ({ a, b }) => phiOf(itemAt(said, a), itemAt(said, b)));
  const people = Float64Array.from(pairs, ({ phi }) => phi);
  const off = simulated.map((phi, k) => phi - floatAt(people, k));
  const mean = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [m, p] = [mean(simulated), mean(people)];
  const product = mean(simulated.map((x, k) => (x - m) * (floatAt(people, k) - p)));
  const spread = Math.sqrt(mean(simulated.map((x) => (x - m) ** 2)) * mean(people.map((x) => (x - p) ** 2)));
  return {
    pairs: pairs.length,
    /** Mean distance. */
    error: mean(off.map(Math.abs)),
    /** Simulated less people's, on the mean. */
    bias: mean(off),
    /** Of the two over the pairs. */
    correlation: product / spread,
    /** Mean distance where people's is 0.3 or more, either way. */
    strong_error: mean(off.filter((_, k) => Math.abs(floatAt(people, k)) >= 0.3).map(Math.abs)),
    /** Part of the pairs that are off by more than 0.2. */
    far: mean(off.map((x) => Math.abs(x) > 0.2 ? 1 : 0)),
  };
}
