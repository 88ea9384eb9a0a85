import type { Intensity, ParsedQuestion } from "../question/parsed-question.ts";
import { polarityBetween, type RelativePolarity } from "../question/polarity.ts";
import { unmatchedEntities } from "../question/unmatched-entities.ts";
import type { SentenceEncoder } from "../question/vectors.ts";
import { itemAt } from "../numeric/columns.ts";
import { plainText } from "../question/words.ts";
import { lazily, untilItFails } from "#shared/lazily.ts";
import { likeWords, replacingWords } from "./alignment.ts";
import { type CalibratedQuestion, foldOf } from "./calibrated-survey.ts";
import type { Methodology } from "./methodology.ts";
import {
  type Matchable,
  matchableOf,
  matchChances,
  type Matched,
  matchedOf,
  matchScore,
  type MatchVocabulary,
  matchVocabularyOf,
  roughScore,
} from "./soft-match.ts";
import { addedParts, lawAsked, restrictionsApart } from "./qualifiers.ts";
import { comparisonApart, holderApart, oppositesApart, placesChanged } from "./roles.ts";
import { alignedWords, encodedText, encodedTexts, type TextVectors, vectorIn } from "./wording-vectors.ts";

/** A question as it compares with the bank and with the calibrated questions of a methodology. */
export interface QuestionMatch {
  readonly text: string;
  readonly parsed: ParsedQuestion;
  /** The encoder's vector of its positive text. */
  readonly vector: Float32Array;
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
  /** Chance that the object of the likeliest is asked about: of its tables of any wording, year or house that can answer. 0 without candidates. */
  readonly object: number;
}

export interface LikelyMatch {
  readonly id: string;
  /** 0 to 1; with those of the others and of none at most 1. */
  readonly chance: number;
  /** Cosine of the positive forms' vectors: to the nearest wording, or to the mean of all, the larger. */
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
  /** Words of either, of those that are alike enough for tier 1, that ask for something else than the other: "violent", "only", "mandatory", a law that is asked for. */
  readonly qualifiers: readonly string[];
  /** What its yes takes beside the calibrated one's: "trust at all", "trust" and "trust a great deal" are three questions. */
  readonly demand: "less" | "same" | "more";
}

/** The contract's threshold on similarity, and how likely it must be besides that the question was recognised. */
export const TIER_ONE = { similarity: 0.85, known: 0.5 } as const;

/**
 * Whether a match carries tier 1: similar, its object recognised, readable the same or the opposite way, of the same intensity, nothing lacking, replaced or qualified.
 * @param similarity of the best one, by the embedder in use.
 */
export function isTierOne(match: Match, similarity = match.best?.similarity ?? 0): boolean {
  const { best } = match;
  return best !== undefined && similarity >= TIER_ONE.similarity &&
    (best.sameWords || match.object >= TIER_ONE.known) && isReadable(best) && best.replacing.length === 0 &&
    best.qualifiers.length === 0 && (best.sameWords || best.demand === "same");
}

/** Whether a table can answer for a question: its yes reads the same or the opposite way, and no number or name is new. */
export const isReadable = ({ polarity, lacking }: LikelyMatch): boolean =>
  polarity !== "unknown" && lacking.length === 0;

/** By how much a question is more like a calibrated one without words that ask for something else; cosine. */
const QUALIFYING = 0.02;

/** Words of one question that are encoded where the bank lacks them; further ones are like no other word. */
const ENCODED_WORDS = 20;

/** Candidates that are compared word by word; the others have no chance. */
const CANDIDATES = 30;

/** A calibrated question whose wordings were read. */
interface Candidate {
  readonly id: string;
  readonly object: string;
  /** The answers that its survey offered between yes and no. */
  readonly middle: readonly string[];
  readonly vectors: readonly Float32Array[];
  /** Made when the question is first among the nearest: a process's start pays for none. */
  readonly matched: () => Matched;
}

/**
 * Finds calibrated questions: those of the bank, and a methodology's own. They need their wordings alone; vocabulary and weights stay
 * those of the fit.
 */
export class QuestionMatcher {
  readonly #weights: readonly number[];
  readonly #encoder: SentenceEncoder;
  readonly #vectors: TextVectors;
  readonly #vocabulary: MatchVocabulary;
  readonly #bank: readonly Candidate[];
  readonly #tables: ReadonlyMap<string, CalibratedQuestion>;
  readonly #candidatesOf = untilItFails((methodology: Methodology) => this.#prepareOwn(methodology));

  /**
   * @param weights of the features, in the order of `matchFeatures`.
   * @param vectors of the bank's encoded texts, which are not encoded again.
   */
  constructor(
    weights: readonly number[],
    encoder: SentenceEncoder,
    bank: readonly CalibratedQuestion[],
    vectors: TextVectors,
  ) {
    this.#weights = weights;
    this.#encoder = encoder;
    this.#vectors = vectors;
    this.#vocabulary = matchVocabularyOf(bank);
    this.#tables = new Map(bank.map((question) => [question.id, question]));
    this.#bank = bank.map((question) => this.#candidate(question, vectors, foldOf(question).maybe));
  }

  /**
   * A question against the bank and the calibrated questions of a methodology. About 8 ms with 720 candidates of five wordings, beside the
   * encoder's: 5 ms for the question, half of that for each of up to 20 words that the bank lacks, and 5 ms for each of up to twelve parts for each
   * calibrated question that it is much like, of ten at most. So it is 5 to 55 ms as a rule, and 655 ms at most.
   * @throws what the encoder throws; the signal's reason.
   */
  async match(
    spelt: string,
    methodology: Methodology | null,
    signal?: AbortSignal,
  ): Promise<QuestionMatch> {
    const text = plainText(spelt);
    const [asked, own] = await Promise.all([
      this.#encode(text, signal),
      methodology === null ? undefined : this.#candidatesOf(methodology),
    ]);
    const match = await this.#compare(asked, own === undefined ? this.#bank : own.all, signal);
    const { best } = match;
    const question = methodology?.calibrated_questions?.find(({ id }) => id === best?.id);
    return {
      text,
      parsed: asked.parsed,
      vector: asked.vector,
      match,
      own: best === undefined || question === undefined ? undefined : { question, likely: best },
      kpi: own?.kpi === undefined ? undefined : (await this.#compare(asked, [own.kpi], signal)).best,
    };
  }

  /** A question against the bank and all calibrated questions of some methodologies. */
  async matchAmong(
    spelt: string,
    methodologies: readonly Methodology[],
    signal?: AbortSignal,
  ): Promise<Match> {
    const [asked, ...own] = await Promise.all([
      this.#encode(plainText(spelt), signal),
      ...methodologies.map((methodology) => this.#candidatesOf(methodology)),
    ]);
    return this.#compare(asked, [...own.flatMap(({ others }) => others), ...this.#bank], signal);
  }

  /** The table of a calibrated question; undefined where neither the bank nor the methodology has it. */
  table(id: string, methodology: Methodology | null): CalibratedQuestion | undefined {
    return this.#tables.get(id) ?? methodology?.calibrated_questions?.find((question) => question.id === id);
  }

  async #prepareOwn({ calibrated_questions = [], calibration, kpi_question, slug }: Methodology) {
    const own = calibrated_questions.filter(({ id }) => !this.#tables.has(id));
    const kpi = calibration.illustrative ? [kpi_question] : [];
    const vectors = await this.#vectorsOf([...own.flatMap(({ wordings }) => wordings), ...kpi]);
    const others = own.map((question) => this.#candidate(question, vectors, foldOf(question).maybe));
    return {
      /** Its calibrated questions that are not in the bank. */
      others,
      // The first of equals is matched: a published survey asked of its own people.
      all: [...others, ...this.#bank],
      kpi: kpi.length === 0 ? undefined : this.#candidate({ id: slug, object: slug, wordings: kpi }, vectors),
    };
  }

  async #encode(text: string, signal: AbortSignal | undefined): Promise<Matchable> {
    return matchableOf(text, await this.#vectorsOf([text], signal), this.#vocabulary);
  }

  /** The vectors that matching knows these questions by; the bank's are at hand, its words' among them. */
  async #vectorsOf(
    questions: readonly string[],
    signal?: AbortSignal,
  ): Promise<TextVectors> {
    const isUnknown = (text: string) => !this.#vectors.has(text);
    const unknown = [
      ...new Set([
        ...questions.map(encodedText).filter(isUnknown),
        ...questions.flatMap((question) => alignedWords(question).filter(isUnknown).slice(0, ENCODED_WORDS)),
      ]),
    ];
    const encoded = await this.#encoder.embed(unknown, signal);
    const others = new Map(unknown.map((text, i) => [text, itemAt(encoded, i)]));
    const nothing = new Float32Array(encoded[0]?.length ?? 0);
    return new Map(
      encodedTexts(questions).map((text) => [text, others.get(text) ?? this.#vectors.get(text) ?? nothing]),
    );
  }

  #candidate(
    { id, object, wordings }: Pick<CalibratedQuestion, "id" | "object" | "wordings">,
    vectors: TextVectors,
    middle: readonly string[] = [],
  ): Candidate {
    return {
      id,
      object,
      middle,
      vectors: wordings.map((text) => vectorIn(vectors, encodedText(text))),
      matched: lazily(() => matchedOf(wordings.map((text) => matchableOf(text, vectors, this.#vocabulary)))),
    };
  }

  async #compare(
    asked: Matchable,
    candidates: readonly Candidate[],
    signal: AbortSignal | undefined,
  ): Promise<Match> {
    const near = nearest(asked, candidates);
    const scored = near.map((candidate) => {
      const matched = candidate.matched();
      return { candidate, ...matched, ...matchScore(asked, matched, this.#weights) };
    });
    const { chances, none } = matchChances(scored.map(({ score }) => score));
    const ranked = scored.map((each, i) => ({ ...each, chance: chances[i] ?? 0 })).sort((a, b) =>
      b.score - a.score
    ).filter(({ chance }, i) => i === 0 || chance >= 0.01).slice(0, 10);
    const likely: LikelyMatch[] = [];
    for (const { candidate, wordings, chance, similarity, wording, intensity } of ranked) {
      const law = lawAsked(asked.text, candidate.middle);
      const sameWords = wordings.some(({ parsed }) => parsed.positiveText === asked.parsed.positiveText);
      likely.push({
        id: candidate.id,
        chance,
        similarity: Math.min(1, similarity),
        wording: wordings[wording]?.text ?? "",
        sameWords,
        polarity: relativeTo(asked, wordings, wording),
        replacing: replacingWords(asked.words, wordings.map(({ words }) => words)),
        // One after the other: a question has one call at the encoder.
        qualifiers: [
          ...(law === undefined ? [] : [law.word]),
          ...(sameWords || similarity < TIER_ONE.similarity
            ? []
            : await this.#qualifiers(asked, candidate, wordings, signal)),
        ],
        demand: law?.isPermitting === true ? "less" : demandOf(asked.intensity, intensity),
        lacking: unmatchedEntities(asked.text, wordings.map(({ text }) => text)),
      });
    }
    const [best] = likely;
    const object = ranked[0]?.candidate.object;
    return {
      none,
      likely: likely.filter(({ chance }) => chance >= 0.01),
      best,
      object: likely.reduce((sum, each, i) => {
        const answers = ranked[i]?.candidate.object === object && isReadable(each) &&
          each.replacing.length === 0;
        return answers ? sum + each.chance : sum;
      }, 0),
    };
  }

  async #qualifiers(
    asked: Matchable,
    { vectors }: Candidate,
    wordings: readonly Matchable[],
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const texts = wordings.map(({ text }) => text);
    const positives = wordings.map(({ parsed }) => parsed.positiveText);
    const parts = addedParts(asked.parsed.positiveText, positives);
    const without = await this.#encoder.embed(parts.map((part) => part.without), signal);
    const likeness = roughScore(asked, vectors);
    const added = parts.filter((_, i) =>
      roughScore({ vector: itemAt(without, i) }, vectors) >= likeness + QUALIFYING
    );
    const [text, positive] = [asked.text, asked.parsed.positiveText];
    const isLike = likeWords(asked.words, wordings.flatMap(({ words }) => words));
    const named = [
      ...restrictionsApart(text, texts),
      ...oppositesApart(positive, positives),
      ...comparisonApart(positive, positives),
      ...holderApart(text, texts),
      ...placesChanged(positive, positives, isLike),
      ...added.map(({ words }) => words).sort((a, b) => a.split(" ").length - b.split(" ").length),
    ];
    // What is in a row with a word that is named says nothing more.
    return named.filter((words, i) =>
      !named.slice(0, i).some((earlier) => ` ${words} `.includes(` ${earlier} `))
    );
  }
}

const INTENSITIES: readonly Intensity[] = ["any", null, "great"];

function demandOf(asked: Intensity, calibrated: Intensity): LikelyMatch["demand"] {
  const more = INTENSITIES.indexOf(asked) - INTENSITIES.indexOf(calibrated);
  return more === 0 ? "same" : more > 0 ? "more" : "less";
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

function nearest(asked: Matchable, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((candidate) => ({ candidate, rough: roughScore(asked, candidate.vectors) }))
    .sort((a, b) => b.rough - a.rough).slice(0, CANDIDATES).map(({ candidate }) => candidate);
}
