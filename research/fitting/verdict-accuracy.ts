import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { isTierOne, type LikelyMatch, type Match, QuestionMatcher } from "#engine/bank/matcher.ts";
import { invertedShares } from "#engine/bank/shares.ts";
import { range } from "#engine/numeric/columns.ts";
import { tenths } from "#engine/numeric/rounding.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { intervalOfDifference } from "#engine/verdict/compare.ts";
import { type HeldOutRow, mean as meanOf } from "./held-out-figures.ts";

/** What a trial of matching needs: a bank with its vectors, the encoder of all other texts, and the fitted weights. */
export interface MatchingTrial {
  readonly bank: readonly CalibratedQuestion[];
  readonly encoder: SentenceEncoder;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly weights: readonly number[];
}

/** Of a question the wordings that are put to the bank, by default none, and those that the bank keeps, by default all: without any it is away. */
type Round = (
  question: CalibratedQuestion,
) => { readonly asked?: readonly string[]; readonly kept?: readonly string[] };

/** Puts wordings to a bank, round after round; one that reaches no tier 1 is undefined. */
async function takenIn({ bank, encoder, vectors, weights }: MatchingTrial, rounds: readonly Round[]) {
  const taken: (Taken | undefined)[] = [];
  for (const round of rounds) {
    const known = bank.map((question) => ({
      ...question,
      wordings: round(question).kept ?? question.wordings,
    }))
      .filter(({ wordings }) => wordings.length > 0);
    const matcher = new QuestionMatcher(weights, encoder, known, vectors);
    for (const question of bank) {
      for (const wording of round(question).asked ?? []) {
        const { match } = await matcher.match(wording, null);
        const { best } = match;
        const by = bank.find(({ id }) => id === best?.id);
        const isTaken = best !== undefined && isTierOne({ ...match, best: { ...best, qualifiers: [] } });
        taken.push(isTaken && by !== undefined ? takenBy(question, by, best, match) : undefined);
      }
    }
  }
  return taken;
}

function takenBy(question: CalibratedQuestion, by: CalibratedQuestion, best: LikelyMatch, match: Match) {
  const isTurned = best.polarity === "opposite";
  const { yes } = invertedShares(by.overall, isTurned);
  return {
    question,
    by,
    points: 100 * Math.abs(yes - question.overall.yes),
    known: match.object,
    /** Whether it was read as the opposite. */
    isTurned,
    /** Whether a word kept it from tier 1 that asks for something else. */
    isQualified: !isTierOne(match),
  };
}

/** A question that reached tier 1, or would but for its qualifiers: whose it is, which one it was taken for, and by how many points that one's yes is off. */
type Taken = ReturnType<typeof takenBy>;

const reaching = (taken: readonly (Taken | undefined)[]): Taken[] =>
  taken.flatMap((each) => each === undefined || each.isQualified ? [] : [each]);

/** Parts of the objects that are left out together. */
const OBJECT_PARTS = 8;

export type MatchErrors = Awaited<ReturnType<typeof measureMatching>>;

/** How sure tier 1 is: asks each wording of the bank without itself, and without its whole object; and each that asks for the opposite. */
export async function measureMatching(trial: MatchingTrial) {
  const present = await takenIn(
    trial,
    range(3).map((w): Round => ({ wordings }) =>
      wordings.length > w + 1 ? { asked: wordings.slice(w, w + 1), kept: wordings.toSpliced(w, 1) } : {}
    ),
  );
  const objects = [...new Set(trial.bank.map(({ object }) => object))];
  const gone = await takenIn(
    trial,
    range(OBJECT_PARTS).map((part): Round => ({ object, wordings }) =>
      objects.indexOf(object) % OBJECT_PARTS === part ? { asked: wordings.slice(0, 3), kept: [] } : {}
    ),
  );
  const inverted = await takenIn(trial, [({ asked }) => ({ asked: asked.inverted_wordings ?? [] })]);
  const own = (taken: readonly (Taken | undefined)[]) =>
    reaching(taken).filter(({ question, by }) => question.id === by.id);
  const opposites = own(inverted);
  const isTurned = (each: Taken) => each.isTurned;
  const turned = opposites.filter(isTurned).length / inverted.length;
  const straight = own(present).filter(isTurned).length / present.length;
  const [found, mistaken] = [reaching(present), reaching(gone)];
  const qualified = (taken: readonly (Taken | undefined)[], reached: readonly Taken[]) => {
    const all = taken.filter((each) => each !== undefined).length;
    return tenths(100 * (all - reached.length) / all);
  };
  const right = found.filter(({ question, by }) => question.object === by.object);
  const wrong = (found.length - right.length) / present.length + mistaken.length / gone.length;
  const doubts = [...found, ...mistaken].map(({ known }) => 1 - known);
  const share = wrong / (right.length / present.length + wrong);
  return {
    /** Wordings whose question was there in other words, and that reached tier 1 by it or another one of its object. */
    right_pct: tenths(100 * right.length / present.length),
    /** Wordings whose whole object was away, and that reached tier 1 all the same. */
    without_twin_pct: tenths(100 * mistaken.length / gone.length),
    /** The chance to be another question at tier 1, as a part of what matching itself leaves open; where as many questions have a twin as have none. */
    doubt: Math.round(100 * share / meanOf(doubts)) / 100,
    /** Of those at tier 1 that are read as turned round, how many are not, were as many questions asked each way. */
    misread: Math.round(1000 * straight / (straight + turned)) / 1000,
    /** Wordings that ask for the opposite, in percent: those that reach tier 1 by their question, and of these those that are read as its opposite. */
    turned_pct: {
      found: tenths(100 * opposites.length / inverted.length),
      right: tenths(100 * opposites.filter(isTurned).length / opposites.length),
    },
    /** Of those that would reach tier 1 otherwise, in percent, what a qualifier keeps from it: where their object was there, and where it was away. */
    qualified_pct: { present: qualified(present, found), away: qualified(gone, mistaken) },
  };
}

/**
 * How far tier-1 verdicts are off: each wording of each question whose object another one asks for too is put to all questions but its own.
 * One question of each object is left out at a time.
 */
export async function tierOneAccuracy(trial: MatchingTrial) {
  const { bank } = trial;
  const objects = Map.groupBy(bank, ({ object }) => object);
  const rounds = Math.max(...Array.from(objects.values(), (questions) => questions.length));
  const taken = await takenIn(
    trial,
    range(rounds).map((round): Round => (question) => {
      const twins = objects.get(question.object) ?? [];
      return twins.length > 1 && twins[round] === question ? { asked: question.wordings, kept: [] } : {};
    }),
  );
  const rows = Array.from(
    Map.groupBy(reaching(taken), ({ question }) => question),
    ([{ overall }, own]) => ({
      observed: 100 * overall.yes,
      error: meanOf(own.map(({ points }) => points)),
    }),
  );
  const mean = meanOf(bank.map(({ overall }) => 100 * overall.yes));
  return {
    /** 100 less the mean absolute error in points of the yes share. */
    accuracy_pct: tenths(100 - meanOf(rows.map(({ error }) => error))),
    baseline_pct: tenths(100 - meanOf(rows.map(({ observed }) => Math.abs(observed - mean)))),
    held_out_rows: rows.length,
    /** Their mean public yes share, in percent. */
    confirm_mean_pct: tenths(meanOf(rows.map(({ observed }) => observed))),
  };
}

export type PairFigures = ReturnType<typeof pairFigures>;

/**
 * The largest correlation of the errors of two verdicts' yes shares, in hundredths, up to which the intervals of differences still hold 95 % of
 * what people answered, over all pairs of questions; with the percent of them whose difference they hold, with that correlation and with none.
 */
export function pairFigures(rows: readonly HeldOutRow[]) {
  const coverageAt = (correlation: number) => {
    let held = 0;
    let pairs = 0;
    rows.forEach((first, i) => {
      for (const other of rows.slice(i + 1)) {
        const [low, high] = intervalOfDifference(sideOf(first), sideOf(other), correlation);
        const difference = other.public_yes - first.public_yes;
        if (difference >= low && difference <= high) held++;
        pairs++;
      }
    });
    return { pairs, coverage: 100 * held / pairs };
  };
  let correlation = -0.95;
  while (correlation < 0.95 && coverageAt(correlation + 0.01).coverage >= 95) {
    correlation = Math.round(100 * correlation + 1) / 100;
  }
  const { pairs, coverage } = coverageAt(correlation);
  return { pairs, correlation, coverage, coverage_independent: coverageAt(0).coverage };
}

const sideOf = ({ predicted_yes, interval }: HeldOutRow) => ({ share: predicted_yes, interval });
