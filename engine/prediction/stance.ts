import { type Rating, RATINGS, stancesIn } from "./lexicon/stances.ts";

/** Words of a question, and how they stand in it. */
export interface NamedPart {
  readonly words: string;
  /** `against`: a harm that is acted against; `case`: the circumstances asked about ("after a rape"); `plain`: the rest. */
  readonly kind: "plain" | "against" | "case";
}

/** "Would it be good if …" names what is asked about, no circumstance of it. */
const CIRCUMSTANCES =
  / (?:(?<!(?:it|good|bad|better|worse|best|right|wrong|fine|okay|ok|nice|happy|mind|matter|care|wonder) )if|when|because|unless|after|in case|due to|no matter) /;

/** What a question names, from the words of its positive form. */
export function namedParts(positiveWords: string): NamedPart[] {
  return positiveWords.split(" , ").flatMap((clause): NamedPart[] => {
    const text = ` ${clause} `;
    const at = text.search(CIRCUMSTANCES);
    const main = at < 0 ? text : text.slice(0, at + 1);
    const pieces = main.split(/(‹[^›]*›)/).map((words): NamedPart => ({
      words: words.replace(/[‹›]/g, " "),
      kind: words.startsWith("‹") ? "against" : "plain",
    }));
    return at < 0 ? pieces : [...pieces, { words: text.slice(at), kind: "case" }];
  });
}

/** What a yes to a question's positive form would speak for, by the list of stances. */
export type QuestionStance = Readonly<Record<Rating, number>> & {
  /** Phrases of the list that were found. */
  readonly found: number;
};

/**
 * Adds up what a question's positive form names. Acting against a harm is as welcome as the harm is unwelcome; what only
 * says in which case ("after a rape") adds need and no appeal. The sums are divided by the square root of the phrases found,
 * so that long questions do not count for more than they say.
 */
export function stanceOf(positiveWords: string): QuestionStance {
  const sums = Object.fromEntries(RATINGS.map((name) => [name, 0])) as Record<Rating, number>;
  let found = 0;
  for (const { words, kind } of namedParts(positiveWords)) {
    for (const { ratings } of stancesIn(words)) {
      found++;
      sums.need += ratings.need;
      if (kind === "case") continue;
      const turn = kind === "against" && ratings.appeal < 0 ? -1 : 1;
      for (const name of RATINGS) if (name !== "need") sums[name] += turn * ratings[name];
    }
  }
  const scale = 1 / Math.sqrt(Math.max(1, found));
  for (const name of RATINGS) sums[name] *= scale;
  return { ...sums, found };
}
