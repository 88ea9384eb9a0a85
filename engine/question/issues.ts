import * as stopwords from "stopword";
import { parseQuestion } from "./parsed-question.ts";
import { readCommonWords } from "./unmatched-entities.ts";
import { plainText, wordsOf } from "./words.ts";

/** What is wrong with a question, in the order in which it is told. */
export const QUESTION_ISSUES = ["gibberish", "not_english", "open", "double_barrelled"] as const;
export type QuestionIssue = (typeof QUESTION_ISSUES)[number];

/** From this share of English words a question is English, and below the other one, where nothing speaks for another language, gibberish. */
const MIN_ENGLISH = 0.5;
const MIN_READABLE = 0.3;
/** From this share of words that another language's sentences are built of, it is that language. */
const MIN_FOREIGN = 0.2;

const english = readCommonWords();

/** Words that build sentences in the languages written in Latin letters, without those that are English too. */
const foreign: ReadonlySet<string> = new Set(
  [
    ..."cat ces dan deu epo est eus fin fra gle hrv hun ind ita lat lav lit nld nob pol por porBr ron slk slv som spa swa swe tur vie yor"
      .split(" "),
  ].flatMap((language) =>
    wordsOf((stopwords as unknown as Readonly<Record<string, readonly string[]>>)[language]?.join(" ") ?? "")
  )
    .filter((word) => word.length > 1 && !english.has(word)),
);

/** What is wrong with a question that is to be answered with yes or no. Spelling and spaces change nothing. About 0.1 ms. */
export function questionIssues(question: string): QuestionIssue[] {
  const text = plainText(question);
  const words = wordsOf(text);
  const language = languageOf(text, words);
  if (language !== "english") return [language];
  return [
    ...(parseQuestion(text).closed ? [] : ["open" as const]),
    ...(SECOND_QUESTION.test(words.join(" ")) || TWO_JUDGEMENTS.test(words.join(" "))
      ? ["double_barrelled" as const]
      : []),
  ];
}

function languageOf(text: string, words: readonly string[]): "english" | "gibberish" | "not_english" {
  const share = (of: (word: string) => boolean) => words.filter(of).length / Math.max(1, words.length);
  const englishShare = share((word) => english.has(word));
  if (englishShare >= MIN_ENGLISH) return "english";
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const otherScript = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (otherScript > letters.length / 2 || share((word) => foreign.has(word)) >= MIN_FOREIGN) {
    return "not_english";
  }
  return englishShare >= MIN_READABLE ? "english" : "gibberish";
}

/**
 * What one does beside something else ("switch from Samsung and buy an iPhone", "and should it be cheaper"), what is done beside it ("taxes
 * be cut and wages be raised"), or what is had against it ("lower taxes but stronger unions").
 */
const SECOND_QUESTION = new RegExp(
  "\\b(?:should|would|will|do|does|did|can|could|is|are|must|to) .*(?<!\\b(?:go|go out|go ahead|come|sit|sit down|try) )\\band (?:also |then |not |instead )*(?:" +
    "(?:would|should|will|do|does|is|are|can|could|must) (?:you|they|we|he|she|it|the|there|be)\\b|should be\\b|" +
    "(?:abolish|adopt|allow|avoid|ban|become|build|buy|cancel|choose|close|create|cut|decrease|donate|download|eliminate|enforce|expand|fund|" +
    "give|hire|impose|increase|invest|join|keep|leave|legalize|legalise|lower|make|move|pay|permit|prohibit|protect|provide|raise|" +
    "recommend|reduce|remove|repeal|replace|require|restrict|sell|share|spend|start|stay|stop|subscribe|support|switch|take|tell|use|visit|vote|" +
    "watch)\\b(?! (?:hours|load|life|force|place|cuts?|breaks?)\\b))" +
    "|\\bbe .*\\band .*\\bbe \\w+(?:ed|t|n)\\b|\\bbut (?:also )?(?:more|less|fewer|lower|higher|stronger|weaker|cheaper|better)\\b",
);

/** Adjectives of judgement by their endings, and those without one. */
const JUDGEMENTS =
  "(?!religious|various|serious)[a-z]{3,}(?:ible|ous|ful|less)|[a-z]{3,}(?<!veget|coun)able|accurate|bad|boring|clean|cheap|competent|consistent|corrupt|dishonest|easy|" +
  "effective|efficient|ethical|expensive|fair|fast|friendly|fun|good|healthy|honest|impartial|independent|innovative|intelligent|interesting|just|" +
  "kind|legal|modern|moral|necessary|neutral|open|pleasant|popular|safe|secure|simple|smart|strong|tasty|tolerant|transparent|trustworthy|unbiased|" +
  "weak|wise";

/** Two judgements of one thing: "fair and honest", "safe and affordable". */
const TWO_JUDGEMENTS = new RegExp(`\\b(?:${JUDGEMENTS}) and (?:also |very )?(?:${JUDGEMENTS})\\b`);
