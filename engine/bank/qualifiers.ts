import { contentOf, parseQuestion } from "../question/parsed-question.ts";
import { stemOf, wordsOf } from "../question/words.ts";

/** Parts of one question that are looked at; each is encoded. */
const MAX_PARTS = 12;

/**
 * The words of content that none of a calibrated question's wordings has, each alone and with the new words beside it: "violent", "to first
 * graders". Whether they are other words for the same or ask for something else, meaning decides.
 * @param asked and wordings: positive forms.
 * @returns each part, and the question without it.
 */
export function addedParts(asked: string, wordings: readonly string[]) {
  const known = new Set(wordings.flatMap(wordsOf).map(stemOf));
  const content = new Set(contentOf(asked));
  const words = asked.split(" ");
  const isNew = words.map((word) => word !== "," && !known.has(stemOf(word)));
  const parts: { readonly words: string; readonly without: string }[] = [];
  const add = (from: number, to: number) => {
    const part = words.slice(from, to);
    if (!part.some((word) => content.has(word))) return;
    parts.push({ words: part.join(" "), without: words.toSpliced(from, to - from).join(" ") });
  };
  for (let from = 0; from < words.length; from++) {
    if (isNew[from] !== true) continue;
    add(from, from + 1);
    if (isNew[from - 1] === true) continue;
    const end = isNew.indexOf(false, from);
    const to = end < 0 ? words.length : end;
    if (to > from + 1) add(from, to);
  }
  return parts.slice(0, MAX_PARTS);
}

/** Of whom, how often or by what duty something is asked: words that say so, and what else may mean it. */
const RESTRICTIONS: readonly { readonly said: RegExp; readonly meant?: RegExp }[] = [
  {
    said: /\b(?:(?<!\b(?:at|after|above) )all|every|everybody|everyone|each|entire|entirely|whole)\b/,
    meant: /\bany\b|\bwhatever\b/,
  },
  { said: /\b(?:only|solely|exclusively|(?:nobody|nothing|no one) but)\b/, meant: /\balone\b/ },
  {
    said:
      /\b(?:mandatory|compulsory|obligatory|requir(?:e|es|ed|ing|ements?)|mandates?|mandated|forced|forcing|obliged|obligation|made to)\b/,
    meant: /\b(?:must|need|(?:have|has|had|having|needs) to)\b/,
  },
  { said: /\b(?:voluntary|voluntarily|optional)\b/ },
  { said: /\bnever\b/ },
  { said: /\balways\b/ },
  { said: /\b(?:some|few|certain)\b/ },
  { said: /\b(?:most|majority)\b/ },
  { said: /\b(?:nothing(?! but)|anything|zero)\b/ },
  {
    said:
      /\b(?:pay\w* (?:\S+ ){0,5}taxes|(?:higher|lower|rais(?:e|es|ed|ing)|cut\w*|reduc\w*|increas\w*) (?:\S+ ){0,3}taxes|taxes (?:\S+ ){0,2}(?:up|down|cut|raised|lowered|reduced|increased|higher|lower)|taxed|tax (?:cuts?|increases?|hikes?|breaks?))\b/,
    meant: /\btaxing\b/,
  },
];

/** Restricting words that a question has and no wording of a calibrated one means, or that most wordings have and it does not mean. */
export function restrictionsApart(asked: string, wordings: readonly string[]): string[] {
  const text = wordsOf(asked).join(" ");
  const others = wordings.map((wording) => wordsOf(wording).join(" "));
  return RESTRICTIONS.flatMap(({ said, meant }) => {
    const means = (each: string) => said.test(each) || meant?.test(each) === true;
    const having = others.flatMap((other) => said.exec(other)?.[0] ?? []);
    if (2 * having.length > others.length && !means(text)) return having.slice(0, 1);
    return others.some(means) ? [] : said.exec(text)?.slice(0, 1) ?? [];
  });
}

/** What is, or ought to be, allowed or against the law. */
const PERMITTING =
  /\b(?:allow(?:ed|s|ing)?|permit(?:ted|s)?|legali[sz](?:e|ed|ing))\b|\b(?:be|is|are|stay|remain|become|keep|make|made|kept) (?:\S+ ){0,4}(?:legal|lawful)\b/;
const FORBIDDING =
  /\b(?:bans?|banned|banning|prohibit(?:ed|s|ing)?|outlaw(?:ed|s|ing)?|forbid(?:den|s)?)\b|\b(?:be|is|are|stay|remain|become|make|made) (?:\S+ ){0,4}(?:illegal|unlawful)\b/;
/** What is liked or not, whatever ought to be allowed. */
const FAVORING =
  /\b(?:favou?r\w*|support\w*|oppos\w+|approv\w+|endors\w+|(?:dis)?agree(?:s|d|ing)?|back(?:s|ing)|(?:you|i|we|they) (?:back|want)|(?:are|am|be|im) (?:you )?(?:for|against))\b/;
const NEITHER = /^neither favou?r nor oppose$/i;

/**
 * A law that a question asks for where the calibrated one asked whom it pleases, with a middle answer for the others. Of five such pairs in the
 * bank, all on abortion, "should it be legal" has 6 to 43 points more yes than "do you favor it": about as many as are in the middle.
 * @param middle the answers that were offered between yes and no.
 * @returns the word that asks for the law, and whether it asks to allow: of those who neither favor nor oppose a thing many would.
 */
export function lawAsked(asked: string, middle: readonly string[]) {
  const text = wordsOf(asked).join(" ");
  if (!middle.some((answer) => NEITHER.test(answer)) || FAVORING.test(text)) return undefined;
  const [permitting, forbidding] = [PERMITTING, FORBIDDING].map((law) =>
    law.exec(text)?.[0].split(" ").at(-1)
  );
  const word = forbidding ?? permitting;
  return word === undefined ? undefined : { word, isPermitting: forbidding === undefined };
}

/** The words of content that only a question has, and those that most wordings of a calibrated one have and it lacks; of both in their positive form. */
export function wordsBetween(
  question: string,
  wordings: readonly string[],
): { readonly added: readonly string[]; readonly dropped: readonly string[] } {
  const [asked, others] = [contentWords(question), wordings.map(contentWords)];
  const usual = [...new Set(others.flat())].filter((word) =>
    2 * others.filter((other) => hasWord(other, word)).length > others.length
  );
  return {
    added: asked.filter((word) => !others.some((other) => hasWord(other, word))),
    dropped: usual.filter((word, i) => !hasWord(asked, word) && !hasWord(usual.slice(0, i), word)),
  };
}

const contentWords = (text: string): string[] => [...new Set(contentOf(parseQuestion(text).positiveText))];

/** "Buy", "buys" and "buyback" count as one word. */
const hasWord = (words: readonly string[], word: string): boolean =>
  words.some((other) => {
    const [a, b] = [stemOf(word), stemOf(other)];
    return a.length > 2 && b.length > 2 ? a.startsWith(b) || b.startsWith(a) : a === b;
  });
