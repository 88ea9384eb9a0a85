import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { isTierOne, QuestionMatcher } from "#engine/bank/matcher.ts";
import { boundedLogit, invertedShares } from "#engine/bank/shares.ts";
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

/** A question that reached tier 1, or would but for its qualifiers: whose it is, which one it was taken for, and by how many logits that one's yes is off. */
interface Taken {
  readonly question: CalibratedQuestion;
  readonly by: CalibratedQuestion;
  readonly error: number;
  readonly points: number;
  readonly known: number;
  /** Whether it was read as the opposite. */
  readonly isTurned: boolean;
  /** Whether a word kept it from tier 1 that asks for something else. */
  readonly isQualified: boolean;
}

/** Puts wordings to a bank; one that reaches no tier 1 is undefined. */
async function takenBy(
  { encoder, vectors, weights }: MatchingTrial,
  bank: readonly CalibratedQuestion[],
  asked: readonly { readonly question: CalibratedQuestion; readonly wording: string }[],
): Promise<(Taken | undefined)[]> {
  const matcher = new QuestionMatcher(weights, encoder, bank, vectors);
  const byId = new Map(bank.map((question) => [question.id, question]));
  const taken: (Taken | undefined)[] = [];
  for (const { question, wording } of asked) {
    const { match } = await matcher.match(wording, null);
    const by = byId.get(match.best?.id ?? "");
    const { best } = match;
    if (
      best === undefined || by === undefined || !isTierOne({ ...match, best: { ...best, qualifiers: [] } })
    ) {
      taken.push(undefined);
      continue;
    }
    const { yes } = invertedShares(by.overall, best.polarity === "opposite");
    taken.push({
      question,
      by,
      error: boundedLogit(yes) - boundedLogit(question.overall.yes),
      points: 100 * Math.abs(yes - question.overall.yes),
      known: match.object,
      isTurned: best.polarity === "opposite",
      isQualified: !isTierOne(match),
    });
  }
  return taken;
}

const reaching = (taken: readonly (Taken | undefined)[]): Taken[] =>
  taken.filter((each) => each !== undefined && !each.isQualified) as Taken[];

/** Parts of the objects that are left out together. */
const OBJECT_PARTS = 8;

export type MatchErrors = Awaited<ReturnType<typeof measureMatching>>;

/** How sure tier 1 is: asks each wording of the bank without itself, and without its whole object; and each that asks for the opposite. */
export async function measureMatching(trial: MatchingTrial) {
  const { bank } = trial;
  const present: (Taken | undefined)[] = [];
  for (let w = 0; w < 3; w++) {
    const rest = bank.map((question) =>
      question.wordings.length > w + 1
        ? { ...question, wordings: question.wordings.filter((_, other) => other !== w) }
        : question
    );
    const asked = bank.flatMap((question) =>
      question.wordings.length > w + 1 ? [{ question, wording: question.wordings[w] ?? "" }] : []
    );
    present.push(...await takenBy(trial, rest, asked));
  }
  const objects = [...new Set(bank.map(({ object }) => object))];
  const gone: (Taken | undefined)[] = [];
  for (let part = 0; part < OBJECT_PARTS; part++) {
    const left = new Set(objects.filter((_, i) => i % OBJECT_PARTS === part));
    const rest = bank.filter(({ object }) => !left.has(object));
    const asked = bank.filter(({ object }) => left.has(object)).flatMap((question) =>
      question.wordings.slice(0, 3).map((wording) => ({ question, wording }))
    );
    gone.push(...await takenBy(trial, rest, asked));
  }
  const inverted = bank.flatMap((question) =>
    (question.asked.inverted_wordings ?? []).map((wording) => ({ question, wording }))
  );
  const own = (taken: readonly (Taken | undefined)[]) =>
    reaching(taken).filter(({ question, by }) => question.id === by.id);
  const opposites = own(await takenBy(trial, bank, inverted));
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
  const twins = [...objects.values()].filter((questions) => questions.length > 1);
  const rounds = Math.max(...twins.map((questions) => questions.length));
  const rows: { observed: number; error: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const left = new Set(twins.flatMap((questions) => questions[round] ?? []));
    const rest = bank.filter((question) => !left.has(question));
    const asked = [...left].flatMap((question) =>
      question.wordings.map((wording) => ({ question, wording }))
    );
    const taken = Map.groupBy(
      reaching(await takenBy(trial, rest, asked)),
      ({ question }) => question,
    );
    for (const [{ overall }, own] of taken) {
      rows.push({ observed: 100 * overall.yes, error: meanOf(own.map(({ points }) => points)) });
    }
  }
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
