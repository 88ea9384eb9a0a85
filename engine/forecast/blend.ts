import { logistic, logit } from "../random/normal.ts";
import {
  type Deviation,
  type Deviations,
  type ErrorModel,
  maybeLogit,
  samplingVariance,
  shrunkVariance,
  spreadOf,
} from "./uncertainty.ts";
import type { Prediction } from "./predictor.ts";
import type { CalibratedQuestion } from "../bank/calibrated-survey.ts";
import type { LikelyMatch } from "../bank/matcher.ts";
import {
  type BankQuestion,
  boundedLogit,
  invertedShares,
  rescaled,
  type Shares,
  sharesOfBoth,
} from "../bank/shares.ts";

/**
 * Standard deviation, in logits, between wordings of one question: of what matching takes for a calibrated question with a high chance, nine in ten
 * lie within 8 points of its table (research/unasked-questions.md).
 */
const WORDING_SD = 0.29;
/** The same where the question is the calibrated one word for word: our wording is still not the questionnaire's. */
const SAME_WORDS_SD = 0.18;

/** A calibrated question that may be asked, as it was matched, with its table. */
export interface TablePart extends LikelyMatch {
  readonly table: CalibratedQuestion;
  /** Whether its yes is the question's no. */
  readonly inverted: boolean;
  /** Years from when its survey was fielded to those of whom the agents are drawn; 0 or more. */
  readonly age: number;
  /** Share of maybe that is expected on the scale asked for; null where the table has that kind of scale. */
  readonly middle: number | null;
}

/**
 * Mixes tables with the prediction by their chances (a soft match). Around the shares lie those of the mixture: sampling of the
 * survey, other wordings, the years since and a misread turn for a table, the measured error for the prediction.
 * @param stated the table that is the answer itself, whatever the chances (tier 1); null for the mixture's mean.
 * @returns expected shares with what is not known of them, overall and by `dimension=segment`.
 */
export function blend(
  prediction: Prediction,
  parts: readonly TablePart[],
  errors: ErrorModel,
  stated: TablePart | null,
) {
  const rest = Math.max(0, 1 - parts.reduce((sum, { chance }) => sum + chance, 0));
  const sharesOf = (name?: string): Shares => {
    if (stated !== null) return sharesIn(stated, name);
    const predicted = name === undefined ? prediction.shares : segmentShares(prediction, name);
    const mean = (answer: keyof Shares) =>
      parts.reduce((sum, part) => sum + part.chance * sharesIn(part, name)[answer], rest * predicted[answer]);
    return parts.reduce((shares, part) => withinDemand(shares, part, name), {
      yes: mean("yes"),
      maybe: mean("maybe"),
      no: mean("no"),
    });
  };
  // What is stated is doubted less than a mixture: it passed what tier 1 asks for besides.
  const read = stated === null ? parts : [{ ...stated, chance: 1 - errors.doubt * (1 - stated.chance) }];
  const left = Math.max(0, 1 - read.reduce((sum, { chance }) => sum + chance, 0));
  const ways = read.flatMap((part) => waysOf(part, errors));
  const deviationsOf = (shares: Shares, name?: string): Deviations => {
    const spread = spreadOf(errors, prediction.logits, name?.split("=")[0]);
    const of = (answer: keyof Shares): readonly Deviation[] => {
      if (answer === "maybe" && prediction.offered === "yes_no") return NEVER_CHOSEN;
      const center = boundedLogit(shares[answer], 0.005);
      const all = [
        ...ways.map((part) => tableDeviation(part, answer, errors, center, name)),
        { weight: left, offset: predictedLogit(prediction, answer, name) - center, sd: spread[answer] },
      ];
      return all.filter(({ weight }) => weight > 1e-3);
    };
    return { yes: of("yes"), maybe: of("maybe"), no: of("no") };
  };
  const shares = sharesOf();
  const segments = Array.from(prediction.segments.keys(), (name) => {
    const own = sharesOf(name);
    return [name, { shares: own, deviations: deviationsOf(own, name) }] as const;
  });
  return { shares, deviations: deviationsOf(shares), segments: new Map(segments) };
}

export type Blend = ReturnType<typeof blend>;

/** An answer that is not offered has no share. */
const NEVER_CHOSEN: readonly Deviation[] = [{ weight: 1, offset: 0, sd: 0 }];

/** Chance that a question of the same thing in another intensity is asked for, from which on its table bounds the mixture. */
const BOUNDING = 0.3;

/** Of "trust at all" as many people say yes as of "trust a great deal", or more. */
function withinDemand(shares: Shares, part: TablePart, name?: string): Shares {
  if (part.demand === "same" || part.inverted || part.chance < BOUNDING) return shares;
  const { yes: bound } = sharesIn(part, name);
  const yes = part.demand === "less" ? Math.max(bound, shares.yes) : Math.min(bound, shares.yes);
  const others = shares.maybe + shares.no;
  if (others === 0) return { yes, maybe: 0, no: 1 - yes };
  const scale = (1 - yes) / others;
  return { yes, maybe: shares.maybe * scale, no: shares.no * scale };
}

/** A table as it is read, and where it is turned round, as it would be if that was a misreading. */
const waysOf = (part: TablePart, { misread }: ErrorModel): TablePart[] =>
  part.inverted
    ? [
      { ...part, chance: part.chance * (1 - misread) },
      { ...part, chance: part.chance * misread, inverted: false },
    ]
    : [part];

const OPPOSITE = { yes: "no", maybe: "maybe", no: "yes" } as const;

function tableDeviation(
  part: TablePart,
  answer: keyof Shares,
  { drift, maybe }: ErrorModel,
  center: number,
  name?: string,
): Deviation {
  const share = sharesIn(part, name)[answer];
  const row = name === undefined ? undefined : rowOf(part.table, name);
  const wording = part.sameWords ? SAME_WORDS_SD : WORDING_SD;
  const middle = part.middle !== null && answer === "maybe" ? maybe : 0;
  const sampling = samplingVariance(share, Math.max(5, part.table.effective_n));
  const told = part.inverted ? OPPOSITE[answer] : answer;
  return {
    weight: part.chance,
    offset: boundedLogit(share, 0.005) - center,
    sd: Math.sqrt(
      sampling + (row === undefined ? 0 : shrunkVariance(part.table, row, told)) + wording ** 2 +
        middle ** 2 + drift * part.age,
    ),
  };
}

/** A segment's shares: its differences on the logit scale, maybe what is left. */
function segmentShares(prediction: Prediction, name: string): Shares {
  const { yes, no } = prediction.segments.get(name) ?? { yes: 0, no: 0 };
  const moved = (share: number, by: number) => logistic(logit(share) + by);
  const { shares } = prediction;
  return sharesOfBoth(moved(shares.yes, yes), moved(shares.no, no), shares.maybe >= 1e-9);
}

function predictedLogit(prediction: Prediction, answer: keyof Shares, name?: string): number {
  if (answer === "maybe") return maybeLogit(prediction.logits);
  return prediction.logits[answer] +
    (name === undefined ? 0 : prediction.segments.get(name)?.[answer] ?? 0);
}

const rowOf = (table: BankQuestion, name: string) =>
  table.segments.find((row) => `${row.dimension}=${row.segment}` === name);

function sharesIn({ table, inverted, middle }: TablePart, name?: string): Shares {
  const row = name === undefined ? undefined : rowOf(table, name);
  const { yes, maybe, no } = row ?? table.overall;
  const shares = invertedShares({ yes, maybe, no }, inverted);
  return middle === null ? shares : rescaled(shares, middle);
}
