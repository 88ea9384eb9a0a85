import type { Skill } from "#engine/forecast/predictor.ts";
import {
  kernelWith,
  likenessesOf,
  ownKernel,
  segmentKernelWith,
  type Wording,
} from "#engine/forecast/kernel.ts";
import type { ParsedQuestion } from "#engine/question/parsed-question.ts";
import type { BankQuestion, LogitPrediction } from "#engine/bank/shares.ts";
import { fitParameters, fitSegmentParameters } from "./fit-parameters.ts";
import type { LikenessGrid } from "./likeness-grid.ts";
import type { HeldOutPrediction } from "./measure-errors.ts";
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
  readonly parsed: readonly (readonly ParsedQuestion[])[];
  readonly wordings: readonly (readonly Wording[])[];
  readonly grid: LikenessGrid;
}

/** One wording of one question, predicted without it, in its own direction. */
export interface LeftOutPrediction {
  readonly question: number;
  readonly wording: number;
  readonly logits: LogitPrediction;
  /** In the order of `SEGMENT_NAMES`. */
  readonly segmentYes: readonly number[];
  readonly segmentNo: readonly number[];
}

const PARTS = 10;

/**
 * Predicts every wording of every question by both protocols, nested: hyperparameters come from the parts of the bank that
 * a question's battery is not in; the weights from the questions that its protocol does not leave out; the skill from other surveys.
 */
export function predictLeftOut(
  prepared: PreparedBank,
  { mean, slope, segment_slope }: Skill,
): Record<Protocol, LeftOutPrediction[]> {
  const { bank, parsed, wordings, grid } = prepared;
  const first = parsed.flatMap((each) => each[0] ?? []);
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
          const said = predictOverall(overall, kernelWith(likenesses, p), ownKernel(wording, p));
          const logits = {
            yes: mean.yes + slope * (said.yes - overall.yes.mean),
            no: mean.no + slope * (said.no - overall.no.mean),
            variance: said.variance,
          };
          const [yes, no] = (["yes", "no"] as const).map((answer) =>
            predictSegments(segments, ks, answer).map((x) => segment_slope * x)
          ) as [number[], number[]];
          const { inverted } = wording.parsed;
          return {
            question,
            wording: w,
            logits: inverted ? { ...logits, yes: logits.no, no: logits.yes } : logits,
            segmentYes: inverted ? no : yes,
            segmentNo: inverted ? yes : no,
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

/** What is left out with a question when it is predicted: others about the same object, or also its whole battery. */
export type Protocol = "object" | "battery";
export const PROTOCOLS = ["object", "battery"] as const;

/** Whether a question must not be seen when the other one is predicted. */
export function isLeftOut(a: BankQuestion, b: BankQuestion, protocol: Protocol): boolean {
  return a.object === b.object || protocol === "battery" && a.battery === b.battery;
}

/** Questions of one fold are predicted from the same others. */
export interface Fold {
  readonly held: readonly number[];
  readonly train: readonly number[];
}

export function foldsOf(bank: readonly BankQuestion[], protocol: Protocol): Fold[] {
  const folds = new Map<string, { held: number[]; train: number[] }>();
  bank.forEach((question, i) => {
    const train = bank.flatMap((other, j) => isLeftOut(question, other, protocol) ? [] : [j]);
    const fold = folds.get(train.join()) ?? { held: [], train };
    fold.held.push(i);
    folds.set(train.join(), fold);
  });
  return [...folds.values()];
}

/**
 * Divides the questions into parts of about equal size for choosing hyperparameters: what is chosen for a part has seen
 * none of it. Batteries that share an object stay together.
 * @returns the part of each question.
 */
export function partsOf(bank: readonly BankQuestion[], parts: number): number[] {
  const root = bank.map((_, i) => i);
  const find = (i: number): number => root[i] === i ? i : find(root[i] ?? i);
  bank.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = bank[j];
      if (b !== undefined && isLeftOut(a, b, "battery")) root[find(i)] = find(j);
    }
  });
  const groups = new Map<number, number[]>();
  bank.forEach((_, i) => groups.set(find(i), [...groups.get(find(i)) ?? [], i]));
  const load = new Array<number>(parts).fill(0);
  const part = new Array<number>(bank.length).fill(0);
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] ?? 0) + group.length;
    for (const i of group) part[i] = least;
  }
  return part;
}
