import { wordsOf } from "./words.ts";

/**
 * Cues of form: what kind of answer a question wants, whatever it is about. A cue is 1 when its expression is found in the
 * question's words (lower case, one space apart, contractions spelt out), else 0.
 */
export const CUES: Readonly<Record<string, RegExp>> = {
  spending:
    /\b(?:spend|spends|spending|spent|money|budgets?|funds?|funded|funding|tax dollars|invest|investing|pay for|paying for|financial(?:ly)?)\b/,
  more:
    /\b(?:more|extra|additional|increased?|increasing|raised?|raising|boost|go up|bigger|larger|greater|higher|too little|too few|not enough|expand(?:ed)?|grow)\b/,
  less:
    /\b(?:less|fewer|cut|cutting|reduced?|reducing|lower|decreased?|shorter|smaller|loosen(?:ing)?|easier)\b/,
  trust: /\b(?:trust|trusts|trusted|trustworthy|confidence|confident|faith in|rely on)\b/,
  strongly:
    /\b(?:great deal|plenty|highly|deeply|completely|fully|lots?|a lot|very|strongly|entirely|totally|absolutely|much|great interest|great faith)\b/,
  government_duty:
    /\b(?:job of the government|government job|(?:government|state) be responsible|(?:government|state) responsible|(?:government|state) (?:have|has) (?:a duty|to)|must (?:the )?government|government must|responsibility|(?:up to|task of|job of|duty of|role of) (?:the )?government|government (?:see to|make sure|guarantee|take care|provide))\b/,
  government: /\b(?:government|federal|state|country|nation|washington|public money)\b/,
  in_favor:
    /\b(?:support|supports|favou?r|in favou?r|back|endorse|are you for|be for|approve|want|welcome|like to see)\b/,
  allowed: /\b(?:allow|allowed|permit|permitted|may|able to|right to|possible|free to|let)\b/,
  legal: /\b(?:legal|legally|illegal|law|laws|courts?|ban|banned|outlaw|outlawed|prohibit|prohibited)\b/,
  should: /\b(?:should|ought)\b/,
  obligation: /\b(?:must|have to|has to|need to|needs to|duty|required|require|make sure|force|forced)\b/,
  would: /\b(?:would|could)\b/,
  personal: /\b(?:you|your|i|my|me)\b/,
  own_action:
    /\b(?:do you (?:follow|read|watch|keep|buy|use|own|have|go|find|understand|know)|will you|are you (?:following|interested|going)|would you (?:buy|pay|use|watch|donate|apply|get|try)|i (?:am|follow|read|keep|understand))\b/,
  opinion_of: /\b(?:opinion of|attitude|positive|favorable|view of|feelings? (?:about|toward))\b/,
  interest: /\b(?:interest|interests|interested|follow|following)\b/,
  wrong: /\b(?:wrong|right|moral|morally|immoral|sin|sinful|okay|ok|acceptable)\b/,
  exists: /\b(?:is there|exists?|believe in|happen|real)\b/,
  good_for: /\b(?:good|best|better|benefits?|improve|best off)\b/,
  harm:
    /\b(?:suffer|suffers|harm|harmed|hurt|bad|worse|conflict|problem|dangerous|danger|lazy|intolerant|strange)\b/,
  compared: /\b(?:than|rather|instead|as well as|more important)\b/,
  safe: /\b(?:safe|secure|protected|reliable|fraud|manipulation)\b/,
  affects: /\b(?:affect|affects|affected|impact|touch|influence|matters?|difference|important)\b/,
  good_citizen: /\b(?:good american|good americans|good citizens?)\b/,
  because: /\b(?:because|reason|cause|causes|due to|make people|makes people|make)\b/,
  too: /\btoo [a-z]+/,
  any_case: /\b(?:any reason|whatever|no matter|every|always|all|only|never|everyone|nobody)\b/,
  ever: /\b(?:ever|sometimes|situations?|can it|at times)\b/,
  in_case: /\b(?:if|when|after a|in case)\b/,
  most_people: /\b(?:people|most people|most|society|everyone|ordinary)\b/,
  women_and_men: /\b(?:women|woman|men|man|wife|wives|husbands?|mothers?|mom|dad|father)\b/,
  future: /\b(?:will|future|next|soon|years)\b/,
};

export const CUE_NAMES: readonly string[] = Object.keys(CUES);

/** Openings that ask for an opinion and change nothing of what it is about: "Do you think that …". */
const OPENING =
  /^(?:(?:in your (?:opinion|view)|generally speaking|overall|personally|honestly|(?:do|would|are) you (?:personally |really |generally |honestly )?(?:think|believe|feel|agree|say|of the opinion)(?! (?:in|of|about)\b)(?: that)?|is it (?:true|the case) that|i (?:think|believe|feel)(?! (?:in|of|about)\b)(?: that)?|would you agree(?: that)?) )+/;

/** The words of a question without such openings. */
export const withoutOpening = (words: string): string => words.trim().replace(OPENING, "");

/** The cues of a question's words, 0 or 1 each, in the order of `CUE_NAMES`, and whether it begins like a question of fact. */
export function cuesOf(words: string): number[] {
  const text = withoutOpening(words);
  const opening = /^(?:is|are|was|do|does|did|has|have|can)\b/.test(text) ? 1 : 0;
  return [...Object.values(CUES).map((cue) => cue.test(text) ? 1 : 0), opening];
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
