import { linesOf, sentencesOf, stemOf, wordsOf } from "./words.ts";

/** How a yes to one question reads in the other, when both are about the same thing. */
export type RelativePolarity = "same" | "opposite" | "unknown";

/** 1: a yes speaks for what the question names; −1: against it; 0: the question cannot be answered with yes or no. */
export type Polarity = 1 | -1 | 0;

/**
 * Which way a yes points. Every word of refusing, ending, forbidding, lessening or harming turns the question once, so two
 * cancel: "oppose a ban" speaks for the thing.
 */
export const polarityOf = (question: string): Polarity => polarityOfForm(question, positiveFormOf(question));

/** The same where the question's positive form is known, which takes most of the time. */
export function polarityOfForm(question: string, { turns, judgements }: PositiveForm): Polarity {
  const asking = sentencesOf(question).filter((sentence) => sentence.asks);
  if (asking.length === 0 || asking.some((sentence) => isOpen(sentence.text))) return 0;
  return (turns + judgements) % 2 === 0 ? 1 : -1;
}

/** What the polarity between two questions follows from; read once a question. */
interface ComparedPolarity {
  readonly polarity: Polarity;
  readonly comparison: Comparison | undefined;
}

/**
 * Whether a yes to one question is a yes or a no to the other, given that they are about the same thing. A word of ending
 * that is itself the thing asked about stands in both and cancels. Unknown where either is an open question.
 */
export function polarityBetween(a: ComparedPolarity, b: ComparedPolarity): RelativePolarity {
  const product = a.polarity * b.polarity * (reversesComparison(a.comparison, b.comparison) ? -1 : 1);
  return product === 0 ? "unknown" : product > 0 ? "same" : "opposite";
}

/** The same from the texts. */
export function relativePolarity(a: string, b: string): RelativePolarity {
  const of = (question: string) => ({ polarity: polarityOf(question), comparison: comparisonOf(question) });
  return polarityBetween(of(a), of(b));
}

/** Whether two questions compare the same two things the other way round. Word vectors cannot see it. */
function reversesComparison(left: Comparison | undefined, right: Comparison | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const same = new Set([...left.after].filter((word) => right.after.has(word)));
  const [leftAfter, rightAfter] = [without(left.after, same), without(right.after, same)];
  return haveCommon(leftAfter, right.before) && haveCommon(left.before, rightAfter);
}

/** What the second side of a comparison follows: "over" after a verb of choosing only, and the last of two "as". */
const COMPARING =
  / (?:than|outweighs?|instead of|rather than|as opposed to|(?<= (?:choose|prefer|pick|favor) .*)over|(?<= as .*)as(?!.* as )) /;

/** The two sides of "more conflict than peace" or "as good as men", as stems; undefined where a question compares nothing. */
export function comparisonOf(text: string) {
  const words = ` ${wordsOf(text).join(" ")} `;
  const found = COMPARING.exec(words);
  if (found === null) return undefined;
  const after = stemsOf(words.slice(found.index + found[0].length));
  return { before: without(stemsOf(words.slice(0, found.index)), after), after };
}

type Comparison = Exclude<ReturnType<typeof comparisonOf>, undefined>;

const stemsOf = (words: string): Set<string> =>
  new Set(words.split(" ").filter((word) => word !== "").map(stemOf).filter((word) => !SMALL.has(word)));

const without = (words: ReadonlySet<string>, left: ReadonlySet<string>): Set<string> =>
  new Set([...words].filter((word) => !left.has(word)));

const SMALL = new Set("the a an is are it its to of do does be in on for".split(" "));

const haveCommon = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => b.has(word));

/** What a clause begins with that cannot be answered with yes or no. */
const OPEN_BEGINNING =
  /^(?:(?:who|whom|whose|why|when|where|which)\b|how (?:often|many|long|old|soon|far|big|fast|come)\b|how (?:do|does|did|is|are|was|were|can|could|should) (?!you feel|you like)|how much (?:do|did|does|would|will|are|is|should) (?:you |it |this |that |the )?(?:pay|spend|cost|earn|weigh)|what\b)/;

/** "What" also begins questions on a scale. */
export const SCALE_BEGINNING =
  /^what(?: is| are| would be| s)? (?:the |your )?(?:likelihood|chances?|odds|probability|level|degree|extent|intention|interest)\b/;

/** Whether a sentence asks why, who, when or how much. The clause that asks is the last, or the first if it stands alone. */
export function isOpen(sentence: string): boolean {
  const clauses = sentence.split(/[,;:–—]/).map((clause) => wordsOf(clause).join(" ")).filter((clause) =>
    clause !== ""
  );
  const first = clauses[0] ?? "";
  const last = clauses.at(-1) ?? "";
  const asks = clauses.length > 1 && /^(?:who|whom|why|which|what|how)\b/.test(first) ? first : last;
  return OPEN_BEGINNING.test(asks) && !SCALE_BEGINNING.test(asks) && !isStatement(sentence, asks);
}

/** "What Washington does affects my life." */
function isStatement(sentence: string, clause: string): boolean {
  return !sentence.includes("?") &&
    /^what (?!do |does |did |is |are |was |were |would |will |should |can |could )/.test(clause) &&
    !/\byou\b/.test(clause);
}

/** The lists of `turning-words.txt` by name: expressions, each with what stands for it in the positive form. */
const LISTS = new Map<string, [positive: string, expression: string][]>();
let name = "";
for (const line of linesOf("turning-words.txt")) {
  const [, head, positive = "", expression = line] = /^(?:\[([a-z ]+)\]|([a-z ]+): (.+))$/.exec(line) ?? [];
  if (head === undefined) listOf(name).push([positive, expression]);
  else LISTS.set(name = head, []);
}

function listOf(name: string) {
  const list = LISTS.get(name);
  if (list === undefined) throw new RangeError(`Cannot find the list "${name}" of turning words`);
  return list;
}

/** Any expression of a list. */
const anyOf = (name: string): string => listOf(name).map(([, expression]) => expression).join("|");

/** "You like it, don't you?" asks whether you like it. */
const TAG =
  /,? (?:(?:(?:do|does|did|is|are|was|were|wo|would|ca|could|should|has|have|had|ai)(?:n['’]?t)|do|does|did|is|are|was|were|will|would|can|could|should|has|have|had) (?:you|i|we|they|it|he|she|there|this|that)(?: (?:think|say|agree))?|right|innit|correct|ok|no)(?=\W*$)/i;

/** The sentences of a question that ask, each as words between spaces with a comma between clauses. */
function askingClauses(question: string): string[] {
  return sentencesOf(question).filter((sentence) => sentence.asks).map((sentence) =>
    clausesOf(withoutLeadingNegation(withoutTag(sentence.text)))
  );
}

/** A tag follows a comma and a statement. */
const withoutTag = (sentence: string): string =>
  sentence.replace(TAG, (tag) => tag.startsWith(",") ? "" : tag);

/** "Don't you …?" asks the same as "Do you …?". */
function withoutLeadingNegation(sentence: string): string {
  return sentence.replace(
    /^(\W*(?:so |but |and |well )?)(do|does|did|is|are|was|were|wo|would|ca|could|should|has|have|had)(?:n['’]t|nt|n t)\b/i,
    (_, before: string, auxiliary: string) => `${before}${/^ca$/i.test(auxiliary) ? "can" : auxiliary}`,
  );
}

function clausesOf(sentence: string): string {
  const clauses = sentence.split(/[,;:()–—"“”]|\.{2,}/).map((clause) =>
    wordsOf(clause).join(" ").replace(/-/g, " ")
  );
  return ` ${clauses.filter((clause) => clause !== "").join(" , ")} `;
}

/** Words after which "that" begins what is asked, no side clause. */
const BEFORE_WHAT_IS_ASKED =
  "agree|disagree|think|believe|say|feel|true|false|right|wrong|idea|opinion|fair|unfair|good|bad|approve|sure|likely|unlikely|know|fact|case|important|happy|mean|claim|hope|expect|confident|so|this|certain|doubt|worried|of|for|support|oppose";

/** "That" begins a side clause after a noun, and what is asked before a subject of its own. */
const RELATIVE_THAT =
  `(?<! (?:${BEFORE_WHAT_IS_ASKED}) )that(?= (?:has|have|had|is|are|was|were|does|do|did|can|could|will|would|cannot|may|might|offend|cost|costs|hurt|harm|make|makes) )`;

/** What a thing does is no part of what is asked about it ("a vaccine that prevents shingles"), but what a law does is. */
const FUNCTION_THAT =
  `(?<! (?:laws?|bills?|polic(?:y|ies)|measures?|rules?|amendments?|bans?|acts?|proposals?|plans?|orders?|tax|taxes|programs?|${BEFORE_WHAT_IS_ASKED}) )that(?= (?:prevents?|avoids?|blocks?|stops?|never|helps?|filters?|reduces?|cuts?|kills?|quits?|removes?|fights?) )`;

const SUBORDINATE = new RegExp(
  ` (who|whom|whose|because|if|when|unless|while|although|though|where|since|whenever|even though|so that|${RELATIVE_THAT}|${FUNCTION_THAT}) ` +
    String
      .raw`(?:(?! , ).)*?(?= , | (?:should|would) (?:be|have|lose|keep|get) | (?:have|has) (?:been|gone) | (?:little|hardly) or | be (?:able|given|taken|put|made|sent|[a-z]+ed) | $)`,
  "g",
);

/** "People who refuse vaccines lose their jobs": the clause ends before the verb of the whole. */
const WHO_CLAUSE =
  / who (?!(?:is|are|was|were|do|does|did|says?|thinks?|believes?|claims?|feels?) )[a-z]+ (?:[a-z]+ ){1,6}?(?=(?:is|are|should|would|must|can|could|will) )| who [a-z]+ (?:[a-z]+ ){1,6}?(?=(?:lose|keep|get|pay|face|receive|serve|stay|go|still) )/g;

/** What something is compared with: "more often helpful than selfish". */
const COMPARED_WITH = / (?:than|instead of|rather than|as opposed to) (?:(?! , ).)*?(?= , | $)/g;

/**
 * Hides the words of side clauses, which do not turn what is asked ("people who cannot afford it", "if it is not too
 * expensive"), and of what something is compared with. Hidden words begin with an underscore, which no expression knows.
 */
function hideSideClauses(clauses: string): string {
  return clauses.replace(WHO_CLAUSE, hidden).replace(SUBORDINATE, hidden).replace(COMPARED_WITH, hidden);
}

/** Words that no expression finds. */
const hidden = (words: string): string => words.replace(/(?<= |^)(?=[a-z])/g, "_");

/** A question as it would be asked the other way round as often as it turns: "oppose a ban on cars" is "support allowed cars". */
interface PositiveForm {
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

/** What a dash at a word's end stands for: the endings of verbs and of nouns made from them. */
const ENDINGS = "(?:e|es|ed|en|s|n|d|ing|ion|al|ment|ful)?";

/** A star stands for one to four words, a dash at a word's end for its endings. */
const expanded = (expression: string): string =>
  expression.replaceAll(" * ", " (?:[a-z]+ ){1,4}").replace(/-(?=\||$)/g, ENDINGS);
/** Any of these, in a text with one space between words and around it. */
const whole = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<= )(?:${expanded(alternatives.join("|"))})(?= )`, "g");

/** What follows an adjective that is said of something; a noun follows one that describes it. */
const NO_NOUN =
  "(?= (?:$|,|for|to|that|if|of|about|when|where|than|by|in|on|at|and|or|these|now|today|nowadays|anymore|with|because|since|as|towards?|against|overall|enough|job|thing|idea|place|choice|decision|move|deal|_[a-z]+) )|(?= $)";

const said = (adjectives: string): RegExp => new RegExp(`(?<= )(?:${adjectives})(?:${NO_NOUN})`, "g");

/** A mark and the words of the positive form, which no expression finds. */
const marked = (mark: string, positive: string): string =>
  mark + positive.split(" ").map((word) => `_${word}`).join(" ");

/** All that turns or judges, with what takes its place, in the order in which it is looked for. */
const REPLACED: readonly (readonly [expression: RegExp, mark: string])[] = [
  ...listOf("judging phrases").map(([positive, words]) =>
    [whole(words), marked(JUDGEMENT, positive)] as const
  ),
  ...listOf("turning phrases").map(([positive, words]) => [whole(words), marked(TURN, positive)] as const),
  [said("illegal|unlawful"), marked(TURN, "legal")],
  ...listOf("turning words").map(([positive, words]) => [whole(words), marked(TURN, positive)] as const),
  ...listOf("judging words").map(([positive, words]) => [whole(words), marked(JUDGEMENT, positive)] as const),
  [said(anyOf("judging adjectives")), marked(JUDGEMENT, "good")],
];

/** Any of them: most questions have none, and one search for all takes a tenth of a replacement for each. */
const ANY_REPLACED = new RegExp(REPLACED.map(([expression]) => expression.source).join("|"));

/** Any single word that turns or judges. */
const ANY_WORD = whole(anyOf("judging words"), anyOf("turning words"));
const SET_PHRASES = whole(anyOf("fixed"));
const HARM_OPPOSED = whole(
  anyOf("against a harm").replaceAll("{harms}", anyOf("harms")).replaceAll("{link}", anyOf("link")),
);
const LITTLE = whole(anyOf("too little"));
const OFTEN = whole("too (?:often|frequently|easily|many times)");

/** Reads the sentences that ask. English only; a parser's work done by word lists. */
export function positiveFormOf(question: string): PositiveForm {
  const forms = askingClauses(question).map(readClauses);
  return {
    words: forms.map((form) => form.words.trim()).join(" , "),
    turns: forms.reduce((sum, form) => sum + form.turns, 0),
    judgements: forms.reduce((sum, form) => sum + form.judgements, 0),
  };
}

function readClauses(clauses: string): PositiveForm {
  let text = hideSideClauses(clauses);
  text = text.replace(SET_PHRASES, hidden);
  if (!LESSENING_EFFECT.test(text)) {
    text = text.replace(HARM_OPPOSED, (found) => `‹${hidden(found)}›`);
  }
  text = text.replace(LITTLE, hidden);
  // "Intolerant too often": how often a bad thing happens does not turn it back.
  if (text.search(ANY_WORD) >= 0) text = text.replace(OFTEN, hidden);
  if (ANY_REPLACED.test(text)) {
    for (const [expression, mark] of REPLACED) text = text.replace(expression, mark);
  }
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

/** "Does it reduce crime?" is the opposite of "Does it increase crime?", while "Should we reduce crime?" names an aim. */
const LESSENING_EFFECT =
  /^ (?:do|does|did|has|have|will) (?!you |we |i ).* (?:reduc|lower|decreas|lessen|bring)/;

const count = (text: string, mark: string): number => text.split(mark).length - 1;

/** "Unselfish" and "unbiased" praise: the prefix takes a judgement away. */
const JUDGED = new RegExp(`^(?:${expanded(anyOf("judging words"))}|${anyOf("judging adjectives")})$`);
const NOT_PREFIXED = new RegExp(anyOf("not prefixed"));

/** A word turned by its prefix, such as unsafe; "anti" only where somebody is said to be it, not in "an anti-war book". */
function isPrefixed(word: string, before: string | undefined): boolean {
  if (NOT_PREFIXED.test(word) || JUDGED.test(word.slice(2))) return false;
  if (/^anti/.test(word)) return /^(?:you|i|are|am|is|be|being|feel|re|we|they|he|she)$/.test(before ?? "");
  return /^un[a-z]{4,}$/.test(word);
}
