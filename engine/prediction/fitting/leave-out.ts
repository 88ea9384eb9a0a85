import type { ErrorBySimilarity } from "../predictor.ts";
import { type ErrorModel, type HeldOutPrediction, intervalOf, spreadOf } from "../interval.ts";
import {
  kernelWith,
  likenessesOf,
  likenessOf,
  ownKernel,
  segmentKernelWith,
  type Wording,
} from "../kernel.ts";
import type { QuestionReading } from "../question-reading.ts";
import { type BankQuestion, type LogitPrediction, sharesFromLogits } from "../shares.ts";
import { fitParameters, fitSegmentParameters } from "./fit-parameters.ts";
import type { LikenessGrid } from "./likeness-grid.ts";
import { foldsOf, isLeftOut, partsOf, type Protocol, PROTOCOLS } from "./protocols.ts";
import {
  predictOverall,
  predictSegments,
  SEGMENT_NAMES,
  segmentTargetsOf,
  targetsOf,
  trainOverall,
  trainSegments,
} from "./trained.ts";

/** A bank whose wordings were read and compared. */
export interface PreparedBank {
  readonly bank: readonly BankQuestion[];
  readonly readings: readonly (readonly QuestionReading[])[];
  readonly wordings: readonly (readonly Wording[])[];
  readonly grid: LikenessGrid;
}

/** One wording of one question, predicted without it, in its own direction. */
export interface LeftOutPrediction {
  readonly question: number;
  readonly wording: number;
  /** The part of the bank that its hyperparameters were chosen without. */
  readonly part: number;
  readonly logits: LogitPrediction;
  /** In the order of `SEGMENT_NAMES`. */
  readonly segmentYes: readonly number[];
  readonly segmentNo: readonly number[];
}

const PARTS = 10;

/**
 * Predicts every wording of every question by both protocols, nested: hyperparameters come from the parts of the bank that
 * a question's battery is not in; the weights from the questions that its protocol does not leave out.
 */
export function predictLeftOut(prepared: PreparedBank): Record<Protocol, LeftOutPrediction[]> {
  const { bank, readings, wordings, grid } = prepared;
  const first = readings.flatMap((each) => each[0] ?? []);
  const targets = targetsOf(bank, first);
  const segmentTargets = segmentTargetsOf(bank, first, SEGMENT_NAMES);
  const parts = partsOf(bank, PARTS);
  const chosen = Array.from({ length: PARTS }, (_, part) => {
    const rows = bank.flatMap((_, i) => parts[i] === part ? [] : [i]);
    const p = fitParameters(grid, targets.yes, rows);
    const s = fitSegmentParameters(grid, segmentTargets, rows);
    return { p, s, kernel: grid.kernel(p), segmentKernel: grid.segmentKernel(s) };
  });
  const predictFolds = (protocol: Protocol): LeftOutPrediction[] =>
    foldsOf(bank, protocol).flatMap(({ held, train }) => {
      const part = parts[held[0] ?? 0] ?? 0;
      const choice = chosen[part];
      if (choice === undefined) return [];
      const { p, s } = choice;
      const overall = trainOverall(choice.kernel, bank.length, targets, train, p);
      const segments = trainSegments(choice.segmentKernel, bank.length, segmentTargets, train, s);
      return held.flatMap((question) =>
        (wordings[question] ?? []).map((wording, w): LeftOutPrediction => {
          const likenesses = likenessesOf(wording, wordings);
          const ks = segmentKernelWith(likenesses, s);
          const logits = predictOverall(overall, kernelWith(likenesses, p), ownKernel(wording, p));
          const [yes, no] = [predictSegments(segments, ks, "yes"), predictSegments(segments, ks, "no")];
          const { turned } = wording.reading;
          return {
            question,
            wording: w,
            part,
            logits: turned ? { ...logits, yes: logits.no, no: logits.yes } : logits,
            segmentYes: turned ? no : yes,
            segmentNo: turned ? yes : no,
          };
        })
      );
    });
  return { object: predictFolds("object"), battery: predictFolds("battery") };
}

/** The predictions beside the questions, as errors are measured on them. */
export function heldOutPredictions(
  bank: readonly BankQuestion[],
  predictions: readonly LeftOutPrediction[],
): HeldOutPrediction[] {
  const byName = (differences: readonly number[]) =>
    new Map(SEGMENT_NAMES.map((name, i) => [name, differences[i] ?? 0]));
  return predictions.flatMap(({ question: at, logits, segmentYes, segmentNo }) => {
    const question = bank[at];
    return question === undefined
      ? []
      : [{ question, logits, segmentYes: byName(segmentYes), segmentNo: byName(segmentNo) }];
  });
}

/** Cosines between which errors are reported. */
const BOUNDS = [-1, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];

/** Errors of the calibrated wordings by how similar the nearest question was that was not left out. */
export function errorTable(
  { bank, wordings }: PreparedBank,
  leftOut: Record<Protocol, readonly LeftOutPrediction[]>,
  errors: ErrorModel,
): ErrorBySimilarity[] {
  return PROTOCOLS.flatMap((protocol) => {
    const rows = leftOut[protocol].filter(({ wording }) => wording === 0).map(({ question, logits }) => {
      const own = wordings[question]?.[0];
      const observed = bank[question]?.overall.yes ?? 0;
      const nearest = wordings.flatMap((each, j) =>
        own === undefined || isLeftOut(bank[question] as BankQuestion, bank[j] as BankQuestion, protocol)
          ? []
          : each.map((other) => likenessOf(own, other).cosine)
      );
      const [low, high] = intervalOf(logits.yes, spreadOf(errors, logits).yes);
      return {
        cosine: Math.max(-1, ...nearest),
        error: 100 * Math.abs(sharesFromLogits(logits.yes, logits.no).yes - observed),
        held: observed >= low && observed <= high,
      };
    });
    return BOUNDS.slice(0, -1).flatMap((from, i): ErrorBySimilarity[] => {
      const to = BOUNDS[i + 1] ?? 1;
      const inside = rows.filter(({ cosine }) => cosine >= from && cosine < to);
      if (inside.length === 0) return [];
      return [{
        protocol,
        similarity: [Math.max(0, from), Math.min(1, to)],
        questions: inside.length,
        mae_points: Math.round(10 * inside.reduce((sum, { error }) => sum + error, 0) / inside.length) / 10,
        coverage: Math.round(1000 * inside.filter(({ held }) => held).length / inside.length) / 1000,
      }];
    });
  });
}
