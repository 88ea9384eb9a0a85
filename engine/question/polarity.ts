import { sentencesOf, stemOf, wordsOf } from "./words.ts";
import { type PositiveForm, positiveFormOf } from "./positive-form.ts";

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
export interface ComparedPolarity {
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

/** The two sides of "more conflict than peace" or "as good as men", as stems. */
export interface Comparison {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
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

/** The comparison that a question makes, if it does. */
export function comparisonOf(text: string): Comparison | undefined {
  const words = ` ${wordsOf(text).join(" ")} `;
  const found = COMPARING.exec(words);
  if (found === null) return undefined;
  const after = stemsOf(words.slice(found.index + found[0].length));
  return { before: without(stemsOf(words.slice(0, found.index)), after), after };
}

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
const SCALE_BEGINNING =
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
