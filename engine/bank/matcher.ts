import { type ParsedQuestion, parseQuestion } from "../question/parsed-question.ts";
import { polarityBetween, type RelativePolarity } from "../question/polarity.ts";
import { type Intensity, intensityOf } from "../question/cues.ts";
import { type CommonWords, readCommonWords, unmatchedEntities } from "../question/unmatched-entities.ts";
import { cosine, type Embed } from "../question/vectors.ts";
import { plainText } from "../question/words.ts";
import { replacingWords } from "./alignment.ts";
import { calibratedBank, type CalibratedQuestion } from "./calibrated-survey.ts";
import type { Methodology } from "./methodology.ts";
import {
  type Matchable,
  matchableOf,
  matchChances,
  matchScore,
  type MatchVocabulary,
  matchVocabularyOf,
  roughScore,
} from "./soft-match.ts";

/** A question as it compares with the bank and with the calibrated questions of a methodology. */
export interface QuestionMatch {
  readonly text: string;
  readonly parsed: ParsedQuestion;
  /** The embedder's vector of its content. */
  readonly contentVector: Float32Array;
  /** Against the bank and the methodology's own calibrated questions. */
  readonly match: Match;
  /** The methodology's calibrated question that is most likely asked for; undefined where another question is likelier. */
  readonly own: { readonly question: CalibratedQuestion; readonly likely: LikelyMatch } | undefined;
  /** The made-up table's question beside the one asked; undefined where the methodology's KPI question is a survey's. */
  readonly kpi: LikelyMatch | undefined;
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
  /** Whether the question has the words of one of the wordings, but for its polarity. */
  readonly sameWords: boolean;
  /** How a yes reads in the calibrated question's first wording. */
  readonly polarity: RelativePolarity;
  /** Numbers and named things that the calibrated question lacks. */
  readonly lacking: readonly string[];
  /** Words that stand where the calibrated question has others of its own. */
  readonly replacing: readonly string[];
  /** Whether it asks for as much: "trust at all", "trust" and "trust a great deal" are three questions. */
  readonly sameIntensity: boolean;
}

/** The contract's threshold on similarity, and how likely it must be besides that the question was recognised. */
export const TIER_ONE = { similarity: 0.85, known: 0.5 } as const;

/**
 * Whether a match carries tier 1: similar, recognised, readable the same or the opposite way, of the same intensity, nothing lacking, nothing replaced.
 * @param similarity of the best one, by the embedder in use.
 */
export function isTierOne(match: Match, similarity = match.best?.similarity ?? 0): boolean {
  const { best } = match;
  return best !== undefined && similarity >= TIER_ONE.similarity &&
    (best.sameWords || 1 - match.none >= TIER_ONE.known) && isReadable(best) && best.replacing.length === 0 &&
    (best.sameWords || best.sameIntensity);
}

/** Whether a table can answer for a question: its yes reads the same or the opposite way, and no number or name is new. */
export const isReadable = ({ polarity, lacking }: LikelyMatch): boolean =>
  polarity !== "unknown" && lacking.length === 0;

/** Candidates that are compared word by word; the others have no chance. */
const CANDIDATES = 30;

/** A calibrated question whose wordings were read. */
interface Candidate {
  readonly id: string;
  readonly wordings: readonly MatchableText[];
}

interface MatchableText extends Matchable {
  readonly intensity: Intensity;
  /** The embedder's vector of the text as it stands. */
  readonly textVector: Float32Array;
}

interface OwnCandidates {
  /** Its calibrated questions that are not in the bank. */
  readonly others: readonly Candidate[];
  readonly all: readonly Candidate[];
  readonly questions: ReadonlyMap<string, CalibratedQuestion>;
  readonly kpi: Candidate | undefined;
}

/**
 * Finds calibrated questions: those of the bank, and a methodology's own. They need their wordings alone; vocabulary and weights stay
 * those of the fit.
 */
export class QuestionMatcher {
  readonly #weights: readonly number[];
  readonly #embed: Embed;
  readonly #vocabulary: MatchVocabulary;
  readonly #common: CommonWords;
  readonly #bank: readonly Candidate[];
  readonly #tables: ReadonlyMap<string, CalibratedQuestion>;
  readonly #prepared = new WeakMap<Methodology, OwnCandidates>();

  /** @param weights of the features, in the order of `MATCH_FEATURES`. */
  constructor(
    weights: readonly number[],
    embed: Embed,
    bank: readonly CalibratedQuestion[] = calibratedBank(),
  ) {
    this.#weights = weights;
    this.#embed = embed;
    this.#vocabulary = matchVocabularyOf(bank, embed);
    this.#common = readCommonWords();
    this.#tables = new Map(bank.map((question) => [question.id, question]));
    this.#bank = bank.map(({ id, wordings }) => this.#prepare(id, wordings));
  }

  /** A question against the bank and the calibrated questions of a methodology. About 5 ms with 183 candidates of five wordings. */
  match(spelt: string, methodology: Methodology | null): QuestionMatch {
    const asked = this.#matchable(plainText(spelt));
    const own = methodology === null ? undefined : this.#candidatesOf(methodology);
    const match = this.#compare(asked, own === undefined ? this.#bank : own.all);
    const { best } = match;
    const question = best === undefined ? undefined : own?.questions.get(best.id);
    return {
      text: asked.text,
      parsed: asked.parsed,
      contentVector: asked.contentVector,
      match,
      own: best === undefined || question === undefined ? undefined : { question, likely: best },
      kpi: own?.kpi === undefined ? undefined : this.#compare(asked, [own.kpi]).best,
    };
  }

  /** A question against the bank and all calibrated questions of some methodologies. */
  matchAmong(spelt: string, methodologies: readonly Methodology[]): Match {
    const others = methodologies.flatMap((methodology) => this.#candidatesOf(methodology).others);
    return this.#compare(this.#matchable(plainText(spelt)), [...others, ...this.#bank]);
  }

  /** The table of a calibrated question; undefined where neither the bank nor the methodology has it. */
  table(id: string, methodology: Methodology | null): CalibratedQuestion | undefined {
    return this.#tables.get(id) ?? methodology?.calibrated_questions?.find((question) => question.id === id);
  }

  #candidatesOf(methodology: Methodology): OwnCandidates {
    const prepared = this.#prepared.get(methodology) ?? this.#prepareOwn(methodology);
    this.#prepared.set(methodology, prepared);
    return prepared;
  }

  #prepareOwn({ calibrated_questions = [], calibration, kpi_question, slug }: Methodology): OwnCandidates {
    const others = calibrated_questions.filter(({ id }) => !this.#tables.has(id))
      .map(({ id, wordings }) => this.#prepare(id, wordings));
    return {
      others,
      // The first of equals is matched: a published survey asked of its own people.
      all: [...others, ...this.#bank],
      questions: new Map(calibrated_questions.map((question) => [question.id, question])),
      kpi: calibration.illustrative ? this.#prepare(slug, [kpi_question]) : undefined,
    };
  }

  #prepare(id: string, wordings: readonly string[]): Candidate {
    return { id, wordings: wordings.map((text) => this.#matchable(text)) };
  }

  #matchable(text: string): MatchableText {
    const { positiveText, contentText } = parseQuestion(text);
    const [vector, textVector] = [this.#embed(positiveText), this.#embed(text)];
    return {
      ...matchableOf(text, vector, this.#embed(contentText), this.#vocabulary),
      textVector,
      intensity: intensityOf(text),
    };
  }

  #compare(asked: MatchableText, candidates: readonly Candidate[]): Match {
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
        sameWords: wordings.some(({ parsed }) => parsed.positiveText === asked.parsed.positiveText),
        polarity: relativeTo(asked, wordings, wording),
        replacing: replacingWords(asked.words, wordings.map(({ words }) => words)),
        sameIntensity: asked.intensity === usualIntensity(wordings),
        lacking: unmatchedEntities(asked.text, wordings.map(({ text }) => text), this.#common),
      }),
    );
    return { none, likely: likely.filter(({ chance }) => chance >= 0.01), best: likely[0] };
  }
}

/**
 * All wordings of a question mean the same, so each gives a polarity; the most frequent one counts, in a draw
 * that of the wording that was recognised. One wording that the rules misread then turns nothing.
 */
function relativeTo(asked: Matchable, wordings: readonly Matchable[], recognised: number): RelativePolarity {
  const polarities = wordings.map((wording) => polarityBetween(asked.polarity, wording.polarity));
  const votes = (polarity: RelativePolarity) => polarities.filter((each) => each === polarity).length;
  const lead = votes("same") - votes("opposite");
  if (lead !== 0) return lead > 0 ? "same" : "opposite";
  return polarities[recognised] ?? "unknown";
}

/** What most wordings name; one that says less or more than its question does not count. */
function usualIntensity(wordings: readonly MatchableText[]): Intensity {
  const votes = (intensity: Intensity) =>
    wordings.filter((wording) => wording.intensity === intensity).length;
  return (["great", "any"] as const).find((intensity) => votes(intensity) > wordings.length / 2) ?? null;
}

function nearest(asked: Matchable, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) => ({ candidate, rough: roughScore(asked, candidate.wordings) }))
    .sort((a, b) => b.rough - a.rough).slice(0, CANDIDATES).map(({ candidate }) => candidate);
}
