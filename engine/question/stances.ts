import { linesOf, stemOf, wordsOf } from "./words.ts";

/** appeal, left, young, black, school. */
export type StanceVector = readonly [number, number, number, number, number];

const RATINGS = ["appeal", "left", "young", "black", "school"] as const;

/** One phrase of the list. */
interface Stance {
  /** Words that it spans. */
  readonly length: number;
  readonly ratings: StanceVector;
}

const MAX_PHRASE = 5;
/** Phrases as written, and by their stems; where two share their stems the first of the list holds. */
const byWords = new Map<string, Stance>();
const byStems = new Map<string, Stance>();

/**
 * What most adults in the United States think of things, as far as general knowledge goes. A hand-made word list, written
 * before any share of the calibration surveys was computed and not changed in the light of one.
 *
 * A line: ratings, a colon, words and phrases. `appeal` −3 … 3: would most people welcome, like, trust or approve of it. The rest say
 * who likes it more, −2 … 2: `left` Democrats (+) or Republicans (−), `young` the young and secular (+) or the old and religious (−),
 * `black` Black Americans, `school` people with degrees.
 */
for (const line of linesOf("stances.txt")) {
  const [head = "", list = ""] = line.split(": ");
  const given = new Map(head.split("; ").map((pair) => pair.split(" ") as [string, string]));
  const ratings = RATINGS.map((name) => Number(given.get(name) ?? 0)) as unknown as StanceVector;
  for (const phrase of list.split(", ")) {
    const words = plainWords(phrase);
    const stance = { length: words.length, ratings };
    const stems = words.map(stemOf).join(" ");
    if (!byWords.has(words.join(" "))) byWords.set(words.join(" "), stance);
    if (!byStems.has(stems)) byStems.set(stems, stance);
  }
}

/** Words without hyphens. */
function plainWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => word.split("-"));
}

/** The ratings of the list's phrases in a text, the longest first wherever several begin, without overlap. */
function ratingsIn(text: string): StanceVector[] {
  const words = plainWords(text);
  const stems = words.map(stemOf);
  const found: StanceVector[] = [];
  for (let at = 0; at < words.length;) {
    let stance: Stance | undefined;
    for (let end = Math.min(at + MAX_PHRASE, words.length); end > at && stance === undefined; end--) {
      stance = byWords.get(words.slice(at, end).join(" ")) ?? byStems.get(stems.slice(at, end).join(" "));
    }
    if (stance !== undefined) found.push(stance.ratings);
    at += stance?.length ?? 1;
  }
  return found;
}

/** "Would it be good if …" names what is asked about, no circumstance of it. */
const CIRCUMSTANCES =
  / (?:(?<!(?:it|good|bad|better|worse|best|right|wrong|fine|okay|ok|nice|happy|mind|matter|care|wonder) )if|when|because|unless|after|in case|due to|no matter) /;

/**
 * What a yes to a question's positive form would speak for: adds up what it names. Acting against a harm is as welcome as the harm is
 * unwelcome; what only says in which case ("after a rape") counts as nothing. The sums are divided by the square root of the phrases
 * found, so that long questions do not count for more than they say.
 */
export function stanceOf(positiveWords: string): StanceVector {
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let found = 0;
  for (const clause of positiveWords.split(" , ")) {
    const text = ` ${clause} `;
    const at = text.search(CIRCUMSTANCES);
    const main = at < 0 ? text : text.slice(0, at + 1);
    if (at >= 0) found += ratingsIn(text.slice(at)).length;
    // What acts against a harm is between ‹ and ›.
    for (const piece of main.split(/(‹[^›]*›)/)) {
      for (const ratings of ratingsIn(piece.replace(/[‹›]/g, " "))) {
        found++;
        const turn = piece.startsWith("‹") && ratings[0] < 0 ? -1 : 1;
        sums.forEach((sum, rating) => sums[rating] = sum + turn * (ratings[rating] ?? 0));
      }
    }
  }
  const scale = 1 / Math.sqrt(Math.max(1, found));
  return sums.map((sum) => scale * sum) as unknown as StanceVector;
}
