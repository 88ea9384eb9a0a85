import { type BankQuestion, boundedLogit, invertedShares, type Shares } from "#engine/bank/shares.ts";
import { roughScore } from "#engine/bank/soft-match.ts";
import {
  DECIDED,
  kernelsWith,
  logitsOf,
  MAYBE,
  ownKernel,
  readWordings,
  SEGMENTS,
} from "#engine/forecast/predictor.ts";
import { dot, factor, solve } from "#engine/numeric/cholesky.ts";
import { floatAt, itemAt, range } from "#engine/numeric/columns.ts";
import { DIMENSION_NAMES, segmentKeys } from "#engine/population/dimensions.ts";
import { lazilyFor, lazilyOf } from "#shared/lazily.ts";

/** `dimension=segment` of every segment of the frame, in order. */
export const SEGMENT_NAMES: readonly string[] = range(DIMENSION_NAMES.length).flatMap(segmentKeys);

/** What is left out with a question when it is predicted: others about the same object, also its whole battery, or all of its house's surveys. */
export const PROTOCOLS = ["object", "battery", "house"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The house that fielded a survey: the General Social Survey, the American National Election Studies, Ipsos. */
export const houseOf = ({ survey }: { readonly survey: string }): string =>
  survey.startsWith("gss") ? "GSS" : survey.startsWith("anes") ? "ANES" : "Ipsos";

/** Whether a question must not be seen when the other one is predicted. */
function isLeftOut(a: BankQuestion, b: BankQuestion, protocol: Protocol): boolean {
  return a.object === b.object || (protocol !== "object" && a.battery === b.battery) ||
    (protocol === "house" && houseOf(a) === houseOf(b));
}

const SEGMENT_FLOOR = 0.01;

/** A question's shares in its positive form, by the rules' reading of its first wording. */
function targetOf(question: BankQuestion, inverted: boolean) {
  const overall = invertedShares(question.overall, inverted);
  const difference = (segment: Shares, answer: "yes" | "no") =>
    boundedLogit(segment[answer], SEGMENT_FLOOR) - boundedLogit(overall[answer], SEGMENT_FLOOR);
  return {
    /** Logit of yes among those who decide, and the share of maybe. */
    decided: boundedLogit(overall.yes / (overall.yes + overall.no)),
    maybe: overall.maybe,
    /** Difference from the whole in logits; undefined without respondents. */
    segments: SEGMENT_NAMES.map((name) => {
      const row = question.segments.find((each) => `${each.dimension}=${each.segment}` === name);
      if (row === undefined) return undefined;
      const segment = invertedShares(row, inverted);
      return { yes: difference(segment, "yes"), no: difference(segment, "no") };
    }),
  };
}

/**
 * Reads and compares all wordings of a bank; a minute for 720 questions of five wordings.
 * @param teaching questions that teach the predictor and that no trial predicts.
 */
export function prepareBank(
  predicted: readonly BankQuestion[],
  vectors: ReadonlyMap<string, Float32Array>,
  teaching: readonly BankQuestion[] = [],
) {
  const bank = [...predicted, ...teaching];
  const { questions } = readWordings(bank, vectors);
  const known = questions.map((own) => own.map(({ vector }) => vector));
  /** Each with its kernels, and its largest cosine, with each question. */
  const wordings = questions.map((own) =>
    own.map((wording) => ({
      wording,
      ...kernelsWith(wording, questions),
      cosines: Float64Array.from(known, (others) => roughScore(wording, others)),
    }))
  );
  const targets = bank.map((question, q) => targetOf(question, questions[q]?.[0]?.parsed.inverted ?? false));
  return { bank, predicted: predicted.length, wordings, targets };
}

/** A bank whose wordings were read and compared with each other: the questions that trials predict, then those that only teach. */
type PreparedBank = ReturnType<typeof prepareBank>;

/**
 * Predicts every wording of every question by one protocol. Nothing is chosen by the questions that are predicted but the kernel's form; each
 * fold's weights follow from the inverse of the whole by its blocks.
 */
export function predictLeftOut(prepared: PreparedBank, protocol: Protocol) {
  const { bank, predicted, wordings } = prepared;
  const trained = trainBank(prepared);
  return foldsOf(prepared, protocol).flatMap(({ held, left }) => {
    const cutOf = lazilyOf((inverse: Inverse) => inverse.without(left));
    const [d, m, middle] = [trained.decided, trained.maybe, trained.middle].map((process) =>
      process.weights(cutOf)
    ) as [Weights, Weights, Weights];
    const bySegment = trained.bySegment.map(({ yes, no }) => ({
      yes: yes.weights(cutOf).weights,
      no: no.weights(cutOf).weights,
    }));
    const kept = range(bank.length).filter((i) => !left.includes(i));
    const others = kept.filter((i) => i < predicted);
    const meanYes = (among: readonly number[]) =>
      among.reduce((sum, i) => sum + (bank[i]?.overall.yes ?? 0), 0) / among.length;
    const ofKind = Map.groupBy(others, (i) => bank[i]?.has_maybe);
    const constantYes = meanYes(others);
    const { inverse } = trained.decided;
    const variance = (k: Float64Array, own: number): number => {
      const rest = 1 - dot(k, d.ones);
      const known = dot(k, cutOf(inverse)(inverse.times(k)));
      return Math.max(0, own - known) + DECIDED.noise + rest * rest / d.precision;
    };
    return held.flatMap((at) => {
      const question = itemAt(bank, at);
      const constantTold = meanYes(ofKind.get(question.has_maybe) ?? others);
      return itemAt(wordings, at).map((asked, w) => {
        const { inverted } = asked.wording.parsed;
        const decided = d.mean + dot(d.weights, asked.decided);
        const maybe = m.mean + dot(m.weights, asked.maybe);
        const logits = logitsOf(decided, maybe, variance(asked.decided, ownKernel(asked.wording)));
        const offered = question.has_maybe ? middle.mean + dot(middle.weights, asked.maybe) : 0;
        const told = logitsOf(decided, offered, logits.variance);
        const segments = SEGMENT_NAMES.map((name, s) => {
          const { yes, no } = itemAt(bySegment, s);
          const differences = { yes: dot(yes, asked.segments), no: dot(no, asked.segments) };
          return [name, invertedShares(differences, inverted)] as const;
        });
        return {
          question,
          wording: w,
          logits: invertedShares(logits, inverted),
          /** The same, told whether a middle answer was offered. */
          told: invertedShares(told, inverted),
          /** Differences by `dimension=segment`, in logits. */
          segments: new Map(segments),
          /** Largest cosine to a wording that was not left out. */
          likeness: Math.max(...kept.map((i) => floatAt(asked.cosines, i))),
          /** Mean yes share of the questions that were not left out: what saying one share to everything says. */
          constantYes,
          /** The same of those of them with the same kind of scale. */
          constantTold,
        };
      });
    });
  });
}

/** One wording of one question, predicted without it, in its own direction. */
export type LeftOutPrediction = ReturnType<typeof predictLeftOut>[number];

/** A variance so large that a question says nothing. */
const IGNORED = 1e9;

type Inverse = ReturnType<typeof inverseOf>;

/**
 * The inverse of a kernel with its noise, of which blocks can be left out without inverting anew.
 * @param kernel n × n, row-major.
 * @param known whether a question counts; by default each does.
 * @throws RangeError when the kernel is not positive definite.
 */
function inverseOf(
  kernel: Float64Array,
  n: number,
  noise: number,
  known: (i: number) => boolean = () => true,
) {
  const matrix = Float64Array.from(kernel);
  for (let i = 0; i < n; i++) if (!known(i)) matrix[i * n + i] = IGNORED;
  const lower = factor(matrix, n, noise);
  if (lower === undefined) {
    throw new RangeError(`Cannot factor a kernel of ${n} questions: it is not positive definite`);
  }
  const rows = range(n).map((i) => solve(lower, Float64Array.from({ length: n }, (_, j) => i === j ? 1 : 0)));
  return {
    lower,
    times: (right: ArrayLike<number>) => Float64Array.from(rows, (row) => dot(row, right)),
    /** Turns a product with this inverse into one with the inverse of the kernel without some questions, for which it is 0. */
    without(left: readonly number[]): (product: Float64Array) => Float64Array {
      const b = left.length;
      const block = new Float64Array(b * b);
      left.forEach((i, r) => left.forEach((j, c) => block[r * b + c] = rows[i]?.[j] ?? 0));
      const own = factor(block, b, 0) ?? new Float64Array();
      return (product) => {
        const carried = solve(own, left.map((i) => product[i] ?? 0));
        const rest = Float64Array.from(product);
        left.forEach((i, c) => {
          const row = rows[i];
          const x = carried[c] ?? 0;
          for (let j = 0; j < rest.length; j++) rest[j] = (rest[j] ?? 0) - (row?.[j] ?? 0) * x;
        });
        for (const i of left) rest[i] = 0;
        return rest;
      };
    },
  };
}

type Weights = ReturnType<ReturnType<typeof fitted>["weights"]>;

/** A process with one target. */
function fitted(inverse: Inverse, target: readonly number[], hasMean = true) {
  const whole = inverse.times(target);
  const allOnes = hasMean ? inverse.times(target.map(() => 1)) : undefined;
  return {
    inverse,
    /**
     * The weights, and the mean by generalised least squares, or 0.
     * @param cutOf gives what `without` of the inverse does; by default nothing is left out.
     */
    weights(cutOf?: (inverse: Inverse) => ReturnType<Inverse["without"]>) {
      const cut = cutOf?.(inverse) ?? ((product: Float64Array) => product);
      const product = cut(whole);
      if (allOnes === undefined) return { weights: product, mean: 0, ones: product, precision: 0 };
      const ones = cut(allOnes);
      const precision = ones.reduce((sum, x) => sum + x, 0);
      const mean = dot(ones, target) / precision;
      return { weights: product.map((x, i) => x - mean * (ones[i] ?? 0)), mean, ones, precision };
    },
  };
}

/** The processes of a bank. */
export function trainBank({ bank, targets, wordings }: PreparedBank) {
  const n = bank.length;
  /** Of questions with questions, row-major: the mean over both questions' wordings. */
  const kernelOf = (name: "decided" | "maybe" | "segments") =>
    Float64Array.from(
      wordings.flatMap((own) =>
        range(n).map((q) => own.reduce((sum, each) => sum + floatAt(each[name], q), 0) / own.length)
      ),
    );
  const [maybe, segments] = [kernelOf("maybe"), kernelOf("segments")];
  const hasMaybe = (i: number) => bank[i]?.has_maybe === true;
  const maybes = targets.map((each) => each.maybe);
  // Surveys that tell the same segments apart share an inverse.
  const inverseAmong = lazilyFor((known: string) =>
    inverseOf(segments, n, SEGMENTS.noise, (i) => known[i] === "1")
  );
  const bySegment = SEGMENT_NAMES.map((_, place) => {
    const own = targets.map((target) => target.segments[place]);
    const inverse = inverseAmong(own.map((target) => target === undefined ? 0 : 1).join(""));
    const of = (answer: "yes" | "no") => fitted(inverse, own.map((target) => target?.[answer] ?? 0), false);
    return { yes: of("yes"), no: of("no") };
  });
  return {
    decided: fitted(inverseOf(kernelOf("decided"), n, DECIDED.noise), targets.map((each) => each.decided)),
    maybe: fitted(inverseOf(maybe, n, MAYBE.noise), maybes),
    middle: fitted(inverseOf(maybe, n, MAYBE.noise, hasMaybe), maybes),
    bySegment,
  };
}

/** Questions that are predicted without the same others. */
function foldsOf({ bank, predicted }: PreparedBank, protocol: Protocol) {
  const folds = new Map<string, { held: number[]; left: number[] }>();
  bank.slice(0, predicted).forEach((question, i) => {
    const left = bank.flatMap((other, j) => isLeftOut(question, other, protocol) ? [j] : []);
    const fold = folds.get(left.join()) ?? { held: [], left };
    fold.held.push(i);
    folds.set(left.join(), fold);
  });
  return [...folds.values()];
}

/** The same predictions, and the same constant, told whether a middle answer was offered. */
export const toldPredictions = (predictions: readonly LeftOutPrediction[]): LeftOutPrediction[] =>
  predictions.map((each) => ({ ...each, logits: each.told, constantYes: each.constantTold }));
