import { lazilyFor } from "#shared/lazily.ts";
import { LRUCache } from "lru-cache";
import { linesOf, plainText, stemOf, wordsIn, wordsOf } from "./words.ts";
import { polarityOfForm, positiveFormOf } from "./polarity.ts";
import { stanceOf, type StanceVector } from "./stances.ts";
import { type TermWeights, wordPairs } from "./vectors.ts";

/** Everything that the predictor takes from a question's words. */
export type ParsedQuestion = ReturnType<typeof parse>;

/** Of the questions that are remembered as parsed, which takes some 30 bytes for each. */
const MAX_REMEMBERED_CHARACTERS = 800_000;

/** The last questions: the bank's wordings are parsed for the predictor, for the matcher and for the tables of each methodology. Twice as many as the bank's wordings. */
const PARSED = new LRUCache<string, ParsedQuestion>({
  max: 7_500,
  maxSize: MAX_REMEMBERED_CHARACTERS,
  sizeCalculation: (_, question) => question.length + 1,
});

/** Parses a question. Spelling, capitals, spaces and a question mark change nothing. About 1 ms, and nothing for a question of late. */
export function parseQuestion(question: string): ParsedQuestion {
  return parsed(plainText(question));
}

const parsed = lazilyFor(parse, PARSED);

/** Counts in how many questions each term occurs; a question is the terms of all its wordings. */
export function rarityOf(
  questions: readonly { readonly wordings: readonly string[] }[],
  termsOf: (wording: ParsedQuestion) => readonly string[],
): TermWeights {
  const frequency = new Map<string, number>();
  for (const { wordings } of questions) {
    const terms = new Set(wordings.flatMap((wording) => termsOf(parseQuestion(wording))));
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return { questions: questions.length, frequency };
}

function parse(question: string) {
  const form = positiveFormOf(question);
  const words = withoutOpening(form.words.replace(/[‹›]/g, " ").replace(/ +/g, " "));
  const content = contentOf(words);
  const judgement: 1 | -1 = form.judgements % 2 === 0 ? 1 : -1;
  const polarity = polarityOfForm(question, form);
  return {
    /** Whether it can be answered with yes or no. */
    closed: polarity !== 0,
    /** Which way its yes points; 0 where it is not closed. */
    polarity,
    /** Whether its yes is the no of its positive form. */
    inverted: form.turns % 2 === 1,
    /** −1 when it judges what it names to be bad, wrong or too much. */
    judgement,
    /** The words of the positive form, without an opening such as "do you think that": a question and its opposite have the same. */
    positiveText: words.trim(),
    /** The words of the positive form that say what it is about. */
    contentText: content.join(" "),
    /** Cues of form, 0 or 1. */
    cues: cuesOf(words),
    /** What a yes to the positive form speaks for, by the list of stances; the judgement is part of it. */
    stance: stanceOf(form.words).map((sum) => judgement * sum) as unknown as StanceVector,
    contentTerms: content.map(stemOf),
    pairTerms: wordPairs(wordsOf(words).map(stemOf)),
  };
}

/** Words of grammar, and those that say how an answer is given or on which scale: they carry no subject. */
const FORM = wordsIn("form-words.txt");

/** The words that say what a question is about; all words where nothing else is left. */
export function contentOf(question: string): string[] {
  const words = wordsOf(question);
  const content = words.filter((word) => !FORM.has(word));
  return content.length > 0 ? content : words;
}

/** The cues of `cues.txt`, by whose expressions they are found. */
const CUES = linesOf("cues.txt").map((line) => new RegExp(line.slice(line.indexOf(": ") + 2)));

/** Openings that ask for an opinion and change nothing of what it is about: "Do you think that …". */
const OPENING =
  /^(?:(?:in your (?:opinion|view)|generally speaking|overall|personally|honestly|(?:do|would|are) you (?:personally |really |generally |honestly )?(?:think|believe|feel|agree|say|of the opinion)(?! (?:in|of|about)\b)(?: that)?|is it (?:true|the case) that|i (?:think|believe|feel)(?! (?:in|of|about)\b)(?: that)?|would you agree(?: that)?) )+/;

/** The words of a question without such openings. */
const withoutOpening = (words: string): string => words.trim().replace(OPENING, "");

/** The cues of a question's words, 0 or 1 each, in the order of `cues.txt`, and whether it begins like a question of fact. */
function cuesOf(words: string): number[] {
  const text = withoutOpening(words);
  const opening = /^(?:is|are|was|do|does|did|has|have|can)\b/.test(text) ? 1 : 0;
  return [...CUES.map((cue) => cue.test(text) ? 1 : 0), opening];
}

/** In how many cues two questions differ. */
export function cuesApart({ cues }: ParsedQuestion, other: ParsedQuestion): number {
  let apart = 0;
  cues.forEach((cue, c) => apart += cue === other.cues[c] ? 0 : 1);
  return apart;
}

/** How much of something a yes takes: a great deal of it, any of it at all; null where a question says neither. */
export type Intensity = "great" | "any" | null;

const GREAT =
  /\b(?:great deal|a lot|lots|very|extremely|highly|deeply|completely|complete|fully|full|totally|total|absolutely|absolute|entirely|strongly|enormously|plenty|tons|(?<!how |too |as |so )much(?! (?:more|less))|really (?:really|trust|believe)|always|never ever|big problem|serious)\b/;
const ANY =
  /\b(?:at all|(?:any|some) (?:trust|confidence|faith|interest|influence|respect|understanding)|somewhat|slightly|even a little|a little|a bit|at least (?:some|a little|sometimes)|to some extent|in any way|hardly|partly)\b/;

/** The intensity that a question's words name. "At all" wins: whoever asks for any of it asks for little. */
export function intensityOf(question: string): Intensity {
  const words = wordsOf(question).join(" ");
  if (ANY.test(words)) return "any";
  return GREAT.test(words) ? "great" : null;
}
