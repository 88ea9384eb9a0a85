import { sentencesOf, wordsOf } from "./words.ts";

/**
 * The direction of a question. `affirmed`: a yes is for the subject, or a scale runs from against to for it. `negated`: a yes is
 * against the subject. `open`: yes and no are no answers (why, who, when, how often).
 */
export type Polarity = "affirmed" | "negated" | "open";

/**
 * Whether an answer means the same for both questions; never for an open question. Word vectors do not show it: "Would you
 * refuse to buy this product?" is as close to the purchase question as "Would you buy it?" is.
 */
export function samePolarity(a: string, b: string): boolean {
  const polarity = polarityOf(a);
  return polarity !== "open" && polarity === polarityOf(b);
}

/** The polarity of the sentences that are questions; each negation turns it once, so two cancel. English only. */
export function polarityOf(question: string): Polarity {
  const asking = sentencesOf(question).filter((sentence) => sentence.asks).map((sentence) => sentence.text);
  if (asking.some(isOpen)) return "open";
  let text = wordsOf(asking.join(" ")).join(" ");
  for (const choice of BALANCED_CHOICES) text = text.replace(choice, " ");
  const turns = NEGATIONS.reduce((sum, negation) => sum + (text.match(negation)?.length ?? 0), 0);
  return turns % 2 === 0 ? "affirmed" : "negated";
}

/** Phrases that offer both ends at once, which leave the direction as it is. */
const BALANCED_CHOICES: readonly RegExp[] = [
  /\b(?:whether )?or not\b/g,
  /\byes or no\b|\bno or yes\b|\byes no\b/g,
  /\bfor or against\b|\bagainst or for\b/g,
  /\bor (?:oppose|disagree|disapprove|distrust|mistrust|dislike|reject|refuse|decline)\b/g,
  /\b(?:oppose|disagree|disapprove|distrust|dislike|reject) or\b/g,
  /\bor (?:less|unlikely)\b|\b(?:less|unlikely) or\b/g,
  /\bno (?:matter|doubt)\b/g,
];

const NEGATIONS: readonly RegExp[] = [
  /\b(?:not|never|no|neither|nor|none|nobody|nothing|nowhere|hardly|barely|scarcely|rarely|seldom|without)\b/g,
  // Verbs of refusal, distrust and ending.
  /\b(?:refus(?:e|es|ed|ing|al)|reject(?:s|ed|ing)?|oppos(?:e|es|ed|ing)|avoid(?:s|ed|ing)?|declin(?:e|es|ed|ing))\b/g,
  /\b(?:boycott(?:s|ed|ing)?|shun(?:s|ned|ning)?|forgo(?:es|ing)?|abstain(?:s|ed|ing)?|withhold(?:s|ing)?)\b/g,
  /\b(?:distrust(?:s|ed|ing)?|mistrust(?:s|ed|ing)?|doubt(?:s|ed|ing)?|dislik(?:e|es|ed|ing)|hat(?:e|es|ed|ing))\b/g,
  /\b(?:disagree(?:s|d|ing)?|disapprov(?:e|es|ed|ing)|disbeliev(?:e|es|ed|ing)|den(?:y|ies|ied|ying))\b/g,
  /\b(?:resist(?:s|ed|ing)?|ignor(?:e|es|ed|ing)|skip(?:s|ped|ping)?|cancel(?:s|ed|led|ing|ling)?|hesitat(?:e|es|ed|ing))\b/g,
  /\b(?:quit(?:s|ting)?|stop(?:s|ped|ping)?|lack(?:s|ed|ing)?|los(?:e|es|t|ing)|fail(?:s|ed|ing)?|lie[sd]?|lying)\b/g,
  /\b(?:against|object(?:s|ed|ing)? to|objections?|turn(?:s|ed|ing)? (?:it |this |that |them )?down|vot(?:e|ed|ing) down)\b/g,
  /\b(?:would|do|did) you mind\b|\bopt(?:ed|ing)? out\b|\b(?:walk|stay|keep)(?:ed|ing)? away\b|\b(?:pass|passing) (?:on|up)\b/g,
  /\b(?:break(?:s|ing)?|broke) (?:its|their|a|the) (?:promises?|word)\b|\bmislead(?:s|ing)?\b/g,
  // Phrases of being held back.
  /\b(?:put|turn|scare)s? you off\b|\b(?:deter|discourage|dissuade|prevent)s? you\b|\b(?:keep|stop|hold)s? you (?:from|back)\b/g,
  // Opposites of the words that questions use.
  /\b(?:unlikely|improbable|implausible|impossible|unwilling|reluctant|unable|averse|hostile|wary|suspicious)\b/g,
  /\b(?:unlikelihood|reluctance|unwillingness|opposition)\b/g,
  /\b(?:uninterested|disinterested|unappealing|unattractive|unconvinc(?:ed|ing)|unimpress(?:ed|ive)|unmoved|indifferent)\b/g,
  /\b(?:untrustworthy|unreliable|undependable|dishonest|distrustful|mistrustful|skeptical|sceptical|unsafe|untrue)\b/g,
  /\b(?:unacceptable|unreasonable|unfair|unfavou?rabl[ey]|unsupportive|uncomfortable|unhappy|unwelcome|unwanted)\b/g,
  /\bless\b(?! than)|\b(?:decreas|reduc|lower|weaken|diminish)(?:e|es|ed|ing|s)? your (?:interest|trust|support|desire)\b/g,
  /\btoo [a-z]+/g,
];

/** Beginnings of an open clause. */
const OPEN_BEGINNING =
  /^(?:(?:who|whom|whose|why|when|where|which)\b|how (?:often|many|long|old|soon|far|big|fast|come)\b|how (?:do|does|did|is|are|was|were|can|could|should) (?!you feel|you like)|how much (?:do|did|does|would|will|are|is|should) (?:you |it |this |that |the )?(?:pay|spend|cost|earn|weigh)|what\b)/;

/** Beginnings with "what" of questions on a scale. */
const SCALE_BEGINNING =
  /^what(?: is| are| would be| s)? (?:the |your )?(?:likelihood|chances?|odds|probability|level|degree|extent|intention|interest)\b/;

/**
 * Whether the clause that asks is open. A subordinate clause may begin with when or where, so that is the last clause, or the
 * first where it begins with another open word.
 */
function isOpen(sentence: string): boolean {
  const clauses = sentence.split(/[,;:–—]/).map((clause) => wordsOf(clause).join(" "))
    .filter((clause) => clause !== "");
  const [first, ...others] = clauses;
  if (first === undefined) return false;
  const firstAsks = /^(?:who|whom|why|which|what|how)\b/.test(first);
  const asking = firstAsks ? first : others.at(-1) ?? first;
  return OPEN_BEGINNING.test(asking) && !SCALE_BEGINNING.test(asking);
}
