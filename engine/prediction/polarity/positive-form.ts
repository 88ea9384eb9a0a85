import { askingClauses, hidden, hideSideClauses } from "./clauses.ts";
import { FIXED } from "./fixed-phrases.ts";
import { JUDGING_ADJECTIVES, JUDGING_PHRASES, JUDGING_WORDS } from "./judging-words.ts";
import { AGAINST_HARM, NOT_PREFIXED, TOO_LITTLE, TURNING_PHRASES, TURNING_WORDS } from "./turning-words.ts";

/** An expression over a text with one space between words and around it, and the word of the positive form. */
export interface TurningPattern {
  readonly positive: string;
  readonly expression: RegExp;
}

const stars = (phrase: string): string => phrase.replaceAll(" * ", " (?:[a-z]+ ){1,4}");
const whole = (alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<= )(?:${alternatives.map(stars).join("|")})(?= )`, "g");
const turning = (lists: readonly (readonly [string, string])[]): TurningPattern[] =>
  lists.map(([positive, expression]) => ({ positive, expression: whole([expression]) }));

/** What follows an adjective that is said of something; a noun follows one that describes it. */
const NO_NOUN =
  "(?= (?:$|,|for|to|that|if|of|about|when|where|than|by|in|on|at|and|or|these|now|today|nowadays|anymore|with|because|since|as|towards?|against|overall|enough) )|(?= $)";

export const PATTERNS = {
  fixed: whole(FIXED),
  againstHarm: whole([AGAINST_HARM]),
  tooLittle: whole([TOO_LITTLE]),
  tooOften: whole(["too (?:often|frequently|easily|many times)"]),
  /** Any single word that turns or judges. */
  anyWord: whole([...JUDGING_WORDS, ...TURNING_WORDS].map(([, expression]) => expression)),
  judgingPhrases: turning(JUDGING_PHRASES),
  judgingWords: [
    ...turning(JUDGING_WORDS),
    { positive: "good", expression: new RegExp(`(?<= )(?:${JUDGING_ADJECTIVES})(?:${NO_NOUN})`, "g") },
  ],
  /** All that turns, in the order in which it is looked for. */
  turning: [...turning(TURNING_PHRASES), ...turning(TURNING_WORDS)],
} as const;

/** A question as it would be asked the other way round as often as it turns: "oppose a ban on cars" is "support allowed cars". */
export interface PositiveForm {
  /** Its words in lower case, clauses divided by " , ", what acts against a harm between ‹ and ›. */
  readonly words: string;
  /** How often the question turns; an odd number makes its yes a no of the positive form. */
  readonly turns: number;
  /** How often it judges a thing to be bad, wrong or too much: a yes then speaks against the thing. */
  readonly judgements: number;
}

/** Begin the word that stands for a turning one, or for a judgement, while a text is read. */
const TURN = "¬";
const JUDGEMENT = "¤";

/** Reads the sentences that ask. English only; a parser's work done by word lists. */
export function positiveFormOf(question: string): PositiveForm {
  const forms = askingClauses(question).map(readClauses);
  return {
    words: forms.map((form) => form.words.trim()).join(" , "),
    turns: forms.reduce((sum, form) => sum + form.turns, 0),
    judgements: forms.reduce((sum, form) => sum + form.judgements, 0),
  };
}

/** Any of all patterns: most questions have none, and one search for all takes a tenth of a replacement for each. */
const ANY_PATTERN = new RegExp(
  [...PATTERNS.judgingPhrases, ...PATTERNS.turning, ...PATTERNS.judgingWords].map(({ expression }) =>
    expression.source
  ).join("|"),
);

function withPatternsMarked(clauses: string): string {
  let text = clauses;
  for (const { positive, expression } of PATTERNS.judgingPhrases) {
    text = text.replace(expression, marked(JUDGEMENT, positive));
  }
  for (const { positive, expression } of PATTERNS.turning) {
    text = text.replace(expression, marked(TURN, positive));
  }
  for (const { positive, expression } of PATTERNS.judgingWords) {
    text = text.replace(expression, marked(JUDGEMENT, positive));
  }
  return text;
}

function readClauses(clauses: string): PositiveForm {
  let text = hideSideClauses(clauses);
  text = text.replace(PATTERNS.fixed, hidden).replace(PATTERNS.againstHarm, (found) => `‹${hidden(found)}›`);
  text = text.replace(PATTERNS.tooLittle, hidden);
  // "Intolerant too often": how often a bad thing happens does not turn it back.
  if (text.search(PATTERNS.anyWord) >= 0) text = text.replace(PATTERNS.tooOften, hidden);
  if (text.search(ANY_PATTERN) >= 0) text = withPatternsMarked(text);
  text = text.split(" ").map((word, i, words) =>
    isPrefixed(word, words[i - 1]) ? marked(TURN, word.slice(2)) : word
  )
    .join(" ");
  // Two in a row joined by a conjunction say one thing twice: "impeached and removed", "never ever no".
  text = text.replace(/([¬¤])(\S*)(?: (?:and|or|nor) \1\S*)+/g, "$1$2").replace(/¬\S* enough/g, "_enough");
  return {
    words: text.replace(/[¬¤_]/g, " ").replace(/ +/g, " "),
    turns: count(text, TURN),
    judgements: count(text, JUDGEMENT),
  };
}

const marked = (mark: string, positive: string): string =>
  mark + positive.split(" ").map((word) => `_${word}`).join(" ");

const count = (text: string, mark: string): number => text.split(mark).length - 1;

/** A word turned by its prefix, such as unsafe; "anti" only where somebody is said to be it, not in "an anti-war book". */
function isPrefixed(word: string, before: string | undefined): boolean {
  if (NOT_PREFIXED.has(word)) return false;
  if (/^anti/.test(word)) return /^(?:you|i|are|am|is|be|being|feel|re|we|they|he|she)$/.test(before ?? "");
  return /^un[a-z]{4,}$/.test(word) && !/^(?:under|uni[a-z])/.test(word);
}
