import * as stopwords from "stopword";
import { parseQuestion } from "./parsed-question.ts";
import { SCALE_BEGINNING } from "./polarity.ts";
import { isCommon } from "./unmatched-entities.ts";
import { plainText, sentencesOf, wordsOf } from "./words.ts";

/** What is wrong with a question, in the order in which it is told. */
export const QUESTION_ISSUES = ["gibberish", "not_english", "open", "double_barrelled"] as const;
export type QuestionIssue = (typeof QUESTION_ISSUES)[number];

/** From this share of English words a question is English, and below the other one, where nothing speaks for another language, gibberish. */
const MIN_ENGLISH = 0.5;
const MIN_READABLE = 0.3;
/** From this share of words that another language's sentences are built of, it is that language. */
const MIN_FOREIGN = 0.2;

/** Words that build sentences in the languages written in Latin letters, without those that are English too. */
const foreign: ReadonlySet<string> = new Set(
  [
    ..."cat ces dan deu epo est eus fin fra gle hrv hun ind ita lat lav lit nld nob pol por porBr ron slk slv som spa swa swe tur vie yor"
      .split(" "),
  ].flatMap((language) =>
    wordsOf((stopwords as unknown as Readonly<Record<string, readonly string[]>>)[language]?.join(" ") ?? "")
  )
    .filter((word) => word.length > 1 && !isCommon(word)),
);

/** What is wrong with a question that is to be answered with yes or no. Spelling and spaces change nothing. About 0.1 ms. */
export function questionIssues(question: string): QuestionIssue[] {
  const text = plainText(question);
  const words = wordsOf(text);
  const language = languageOf(text, words);
  if (language !== "english") return [language];
  const sentences = sentencesOf(text.replace(/[?!](?=\p{Letter})/gu, "$& ")).map(({ text }) =>
    clausesOf(text)
  );
  const open = !parseQuestion(text).closed || sentences.flat().some(isOpen);
  const line = words.join(" ");
  const double = asksTwice(sentences) || TWO_THINGS.some((form) => form.test(line));
  return [...(open ? ["open" as const] : []), ...(double ? ["double_barrelled" as const] : [])];
}

/** The clauses of a sentence, in words, without what joins one to the clause before. */
const clausesOf = (sentence: string): string[] =>
  sentence.split(/[,;:–—]/).map((clause) => wordsOf(clause).join(" ").replace(JOINING, ""));

const JOINING = /^(?:(?:and|but|so|then|or|also|well|ok|okay|now|if so|if not) )+/;

function languageOf(text: string, words: readonly string[]): "english" | "gibberish" | "not_english" {
  const share = (of: (word: string) => boolean) => words.filter(of).length / Math.max(1, words.length);
  const englishShare = share((word) => isCommon(word));
  if (englishShare >= MIN_ENGLISH) return "english";
  const letters = text.match(/\p{Letter}/gu) ?? [];
  const otherScript = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (otherScript > letters.length / 2 || share((word) => foreign.has(word)) >= MIN_FOREIGN) {
    return "not_english";
  }
  return englishShare >= MIN_READABLE ? "english" : "gibberish";
}

const AUXILIARY = "should|would|will|do|does|did|can|could|is|are|was|were|has|have|had|must|shall";
const MODAL = "should|would|will|can|could|must|shall";

/** What asks how much of a feeling there is: answers on a scale, which a yes sums up. */
const DEGREE =
  /^how much (?:confidence|trust|faith|interest|influence|respect|attention|sympathy|pride|hope|of an? |(?:do|does|did) (?!.*\b(?:pays?|spend|costs?|earn|weigh|owe|charge)\b)|would you (?!pay|spend)|are you (?!(?:willing|ready|prepared|able) to (?:pay|spend)))/;

/** A word of asking before the verb that it turns round: "how much should taxes be", "in your view what should we do". */
const OPEN_FORMS: readonly RegExp[] = [
  new RegExp(
    `^how much (?:more |less )?(?:(?!${AUXILIARY}|interested|likely)[a-z]+ ){0,4}(?:${AUXILIARY})\\b`,
  ),
  new RegExp(
    `^how (?:(?!(?:${AUXILIARY}) )[a-z]+ ){0,5}(?:should|must|shall)\\b`,
  ),
  /^how (?:can|could|might|has|have|would|will)\b(?! you (?:feel|rate|like|describe|judge|say|vote|mark|react)\b)/,
  new RegExp(`^(?:who|whom|why|where|what|which) (?:${AUXILIARY})\\b(?! you stand\\b)`),
  new RegExp(
    `^(?:whose|which|how many) (?:(?!${AUXILIARY})[a-z]+ ){1,5}(?:${AUXILIARY})\\b`,
  ),
  new RegExp(
    `^(?!(?:${AUXILIARY}) ).* (?:why|what|how|how much|how many|how (?:much|many) [a-z]+) (?:should|would|do|does|did|can|could|will) ` +
      "(?:you|we|they|i|it|the|people|our|your|this|that|a)\\b",
  ),
];

const isOpen = (clause: string): boolean =>
  !DEGREE.test(clause) && !SCALE_BEGINNING.test(clause) &&
  OPEN_FORMS.some((form) => form.test(clause));

/** A clause that asks something of its own, and neither how sure one is nor whether one agrees with what stands before. */
const ASKING = new RegExp(
  `^(?:(?:${AUXILIARY}) (?!not\\b)[a-z]+ [a-z]+|(?:who|why|where|what|which|how) (?:${AUXILIARY}|much|many)\\b)`,
);
const PROMPT =
  /^(?:what do you think|(?:do|would|are|is|did|can|could) (?:you|that|it|this|not)(?: (?:not|strongly|mostly|rather|say|think|believe|agree|disagree|or|for|against|in favor|approve|disapprove|support|oppose|true|right|correct|so|with|it|this|that|statement|please|answer|explain|feel))*)$/;

/** A further clause of a sentence: one may also go on after an insertion, "schools, not parents, should teach". */
const FURTHER = new RegExp(
  `^(?:${AUXILIARY}) (?:you|we|they|he|she|it|i|there|the|this|that|these|those|your|our|their|people)\\b`,
);

/** "Had the election been today, would you vote": the first clause is a condition. */
const isCondition = (first: string, clause: string): boolean =>
  /^(?:had|should|were) /.test(first) && /^(?:would|will) /.test(clause);

/** Two sentences or clauses with an opening of their own: "should taxes be lower? should schools get more money?" */
const asksTwice = (sentences: readonly (readonly string[])[]): boolean =>
  new Set(
    sentences.flatMap((clauses) =>
      clauses.filter((clause) => ASKING.test(clause) && !PROMPT.test(clause))
        .filter((clause, i, [first = ""]) => i === 0 || FURTHER.test(clause) && !isCondition(first, clause))
    ),
  ).size > 1;

/** What is done, or not. */
const ACTIONS =
  "abolish|adopt|allow|avoid|ban|become|build|buy|cancel|choose|close|create|cut|decrease|donate|download|eliminate|enforce|expand|" +
  "fund|give|hire|impose|increase|invest|join|keep|leave|legalize|legalise|lower|make|move|pay|permit|prohibit|protect|provide|raise|" +
  "recommend|reduce|remove|repeal|replace|require|restrict|sell|share|spend|start|stay|stop|subscribe|support|switch|take|tell|use|" +
  "visit|vote|watch";

/** "And should schools get", "or are they": not "can and should", and not the same thing denied, "or should it not". */
const SECOND_OPENING = new RegExp(
  `^(?:[a-z]+ ){0,12}?(?:${AUXILIARY}) .*(?<!\\b(?:${AUXILIARY}|to|not|if|when|who|that|what|as) )` +
    `(?:\\b(?:and|but) (?:also |then )*(?:${MODAL}) (?!(?:of|not|rather)\\b)|\\bor (?:then )?(?:${MODAL}|is|are|was|were|do|does|did) ` +
    "(?!not|of)(?!(?:[a-z]+ ){0,4}(?:not|against|oppose|disagree|disapprove)\\b))[a-z]+ [a-z]+" +
    "|^(is|are|was|were|did|has) .*\\band \\1 (?!not\\b|no\\b)[a-z]+ [a-z]+" +
    "|^(?:should|would|will|do you|did you|are you|is it|is this) .*\\band (?:if so )?(?:why|how|how much|by how much|how many|when|where)(?: not| or why not)?$",
);

const COMPARATIVE =
  "more|less|fewer|lower|higher|better|worse|stronger|weaker|cheaper|larger|bigger|smaller|stricter|tougher|looser|easier|harder|shorter|longer|" +
  "safer|cleaner|faster|slower|greater|stiffer|fairer|healthier|smarter|richer|poorer|nicer|older|younger|tastier|happier|greener";

/** Words of a thing, up to what would join another. */
const things = (most: number): string =>
  `(?:(?!(?:and|or|but|than|who|that|if|with|be|${COMPARATIVE}) )[a-z]+ ){1,${most}}`;

/** "Less on defense and more on education", "lower taxes or better schools": each with a thing of its own, and none of a group of people. */
const TWO_COMPARISONS = new RegExp(
  `(?<=[a-z] )(?<!\\b(?:with|who|whose|from|between|of|have|has|having) (?:[a-z]+ )?)\\b(?:${COMPARATIVE}) ${
    things(6)
  }` +
    `(?:and (?:also )?(?:[a-z]+ )?|or (?!less|fewer|lower|worse))(?:${COMPARATIVE}) (?!or\\b|and\\b)[a-z]+`,
);

/** A choice of one or the other: a yes takes neither. */
const CHOICE = new RegExp(
  [
    "\\brather (?!than\\b).*[a-z] or (?!not?\\b)",
    "\\b(?:do|would|did) (?:you|people|most people|americans) (?:[a-z]+ )?(?:prefer|choose|pick) .*[a-z] or (?!not?\\b)",
    "^(?:is|was|would) it (?:be )?better to .* or (?!not\\b)",
    `^(?:should|is|are|was|were|will|do|does|did) (?!(?:you|i|we|most|all|any|some|little|very|fairly|more|it|there) )${
      things(4)
    }or ` +
    `(?!(?:your|my|very|fairly|mostly|always|all|some|no|not|any|other) )(?!.* (?:than|likely)\\b)[a-z]+ (?:[a-z]+ ){0,6}?(?:${COMPARATIVE}|best|worst|most|first|priority|win)\\b`,
    `^should ${things(4)}(?:${ACTIONS}) (?!(?:up|down|out) or\\b)${
      things(5)
    }or (?:instead )?(?:${ACTIONS}|fix|repair|improve|help) [a-z]+`,
    `^(?:is|are|was|were) (?!(?:you|there) )(?:[a-z]+ ){1,4}?an? ${
      things(2)
    }or an? (?!no\\b)(?:[a-z]+ ?){1,2}$`,
  ].join("|"),
);

/**
 * What one does beside something else ("switch from Samsung and buy an iPhone", "and should it be cheaper"), what is done beside it ("taxes
 * be cut and wages be raised"), or what is had against it ("lower taxes but stronger unions").
 */
const SECOND_QUESTION = new RegExp(
  "\\b(?:should|would|will|do|does|did|can|could|is|are|must|to) .*(?<!\\b(?:go|go out|go ahead|come|sit|sit down|try) )\\band (?:also |then |not |instead )*(?:" +
    "(?:would|should|will|do|does|is|are|can|could|must) (?:you|they|we|he|she|it|the|there|be)\\b|should be\\b|" +
    `(?:${ACTIONS})\\b(?! (?:hours|load|life|force|place|cuts?|breaks?)\\b))` +
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

/** The ways in which one sentence asks two things. */
const TWO_THINGS = [SECOND_QUESTION, SECOND_OPENING, TWO_JUDGEMENTS, TWO_COMPARISONS, CHOICE];
