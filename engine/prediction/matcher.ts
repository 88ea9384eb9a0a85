import { replacingWords } from "./alignment.ts";
import { polarityBetween, type RelativePolarity } from "./polarity/polarity.ts";
import {
  cosine,
  type Matchable,
  matchableOf,
  matchChances,
  matchScore,
  type MatchVocabulary,
  roughScore,
} from "./soft-match.ts";
import { type CommonWords, thingsLacking } from "./unlike-things.ts";

/** A calibrated question that can be matched: its wordings and the embedder's vectors of them, and nothing of a fit. */
export interface Candidate {
  readonly id: string;
  readonly wordings: readonly CandidateWording[];
}

export interface CandidateWording {
  readonly text: string;
  /** The embedder's vector of `readQuestion(text).positiveText`. */
  readonly vector: Float32Array;
  /** Its vector of the text as it stands. */
  readonly textVector: Float32Array;
  /** The embedder's vector of `readQuestion(text).contentText`. */
  readonly contentVector: Float32Array;
}

/** How a question compares with the calibrated ones. */
export interface Match {
  /** Chance that none of them is what is asked. */
  readonly none: number;
  /** Those with a chance of 1 % or more, likeliest first. */
  readonly likely: readonly LikelyMatch[];
  /** The likeliest, whatever its chance; undefined without candidates. */
  readonly best: LikelyMatch | undefined;
}

export interface LikelyMatch {
  readonly id: string;
  readonly chance: number;
  /** Cosine of the texts' vectors, as they stand or in their positive form, the largest over the wordings. */
  readonly similarity: number;
  /** The wording that was recognised. */
  readonly wording: string;
  /** Whether the question has the words of one of the wordings, but for its direction. */
  readonly sameWords: boolean;
  /** How a yes reads in the calibrated question's first wording. */
  readonly polarity: RelativePolarity;
  /** Numbers and named things that the calibrated question lacks. */
  readonly lacking: readonly string[];
  /** Words that stand where the calibrated question has others of its own. */
  readonly replacing: readonly string[];
}

/** The contract's threshold on similarity, and how likely it must be besides that the question was recognised. */
export const TIER_ONE = { similarity: 0.85, known: 0.5 } as const;

/**
 * Whether a match carries tier 1: similar, recognised, readable the same or the opposite way, nothing lacking, nothing replaced.
 * @param similarity of the best one, by the embedder in use.
 */
export function isTierOne(match: Match, similarity = match.best?.similarity ?? 0): boolean {
  const { best } = match;
  return best !== undefined && similarity >= TIER_ONE.similarity &&
    (best.sameWords || 1 - match.none >= TIER_ONE.known) && isReadable(best) && best.replacing.length === 0;
}

/** Whether a table can answer for a question: its yes reads the same or the opposite way, and no number or name is new. */
export const isReadable = ({ polarity, lacking }: LikelyMatch): boolean =>
  polarity !== "unknown" && lacking.length === 0;

/** Candidates that are compared word by word; the others have no chance. */
const CANDIDATES = 30;

/** A candidate whose wordings were read. */
export interface PreparedCandidate {
  readonly id: string;
  readonly wordings: readonly MatchableText[];
}

interface MatchableText extends Matchable {
  readonly textVector: Float32Array;
}

/**
 * Finds calibrated questions. Candidates need their wordings alone; vocabulary and weights stay those of the fit. A question
 * takes about 5 ms with 183 candidates of five wordings.
 */
export class Matcher {
  readonly #vocabulary: MatchVocabulary;
  readonly #weights: readonly number[];
  readonly #common: CommonWords;

  constructor(vocabulary: MatchVocabulary, weights: readonly number[], common: CommonWords) {
    this.#vocabulary = vocabulary;
    this.#weights = weights;
    this.#common = common;
  }

  prepare({ id, wordings }: Candidate): PreparedCandidate {
    return { id, wordings: wordings.map((wording) => this.#matchable(wording)) };
  }

  match(question: CandidateWording, candidates: readonly PreparedCandidate[]): Match {
    const asked = this.#matchable(question);
    const scored = nearest(asked, candidates).map(({ id, wordings }) => ({
      id,
      wordings,
      ...matchScore(asked, wordings, this.#weights),
    }));
    const { chances, none } = matchChances(scored.map(({ score }) => score));
    const ranked = scored.map((each, i) => ({ ...each, chance: chances[i] ?? 0 })).sort((a, b) =>
      b.score - a.score
    );
    const likely = ranked.filter(({ chance }, i) => i === 0 || chance >= 0.01).slice(0, 10).map(
      ({ id, wordings, chance, similarity, wording }): LikelyMatch => ({
        id,
        chance,
        similarity: Math.max(
          similarity,
          ...wordings.map((each) => cosine(asked.textVector, each.textVector)),
        ),
        wording: wordings[wording]?.text ?? "",
        sameWords: wordings.some(({ reading }) => reading.positiveText === asked.reading.positiveText),
        polarity: relativeTo(asked, wordings, wording),
        replacing: replacingWords(asked.words, wordings.map(({ words }) => words)),
        lacking: thingsLacking(question.text, wordings.map(({ text }) => text), this.#common),
      }),
    );
    return { none, likely: likely.filter(({ chance }) => chance >= 0.01), best: likely[0] };
  }

  #matchable({ text, vector, textVector, contentVector }: CandidateWording): MatchableText {
    return { ...matchableOf(text, vector, contentVector, this.#vocabulary), textVector };
  }
}

/**
 * All wordings of a question mean the same, so each gives a reading of the polarity; the most frequent one counts, in a draw
 * that of the wording that was recognised. One wording that the rules misread then turns nothing.
 */
function relativeTo(asked: Matchable, wordings: readonly Matchable[], recognised: number): RelativePolarity {
  const readings = wordings.map((wording) => polarityBetween(asked.direction, wording.direction));
  const votes = (polarity: RelativePolarity) => readings.filter((reading) => reading === polarity).length;
  const lead = votes("same") - votes("opposite");
  if (lead !== 0) return lead > 0 ? "same" : "opposite";
  return readings[recognised] ?? "unknown";
}

function nearest(asked: Matchable, candidates: readonly PreparedCandidate[]): readonly PreparedCandidate[] {
  return candidates.map((candidate) => ({ candidate, rough: roughScore(asked, candidate.wordings) }))
    .sort((a, b) => b.rough - a.rough).slice(0, CANDIDATES).map(({ candidate }) => candidate);
}
