import { itemAt } from "../numeric/columns.ts";
import { linesOf, stemOf, wordsOf } from "../question/words.ts";
import type { LikeWords } from "./alignment.ts";

/** The two ends of each line of `opposites.txt`. */
const OPPOSITES = linesOf("opposites.txt").map((line) => {
  const [one = "", other = ""] = line.split(" | ").map((end) => `\\b(?:${end})\\b`);
  return [new RegExp(one), new RegExp(other)] as const;
});

/** Words at one end of a thing that a question has, where a calibrated one asks of the other end. Of positive forms. */
export function oppositesApart(asked: string, wordings: readonly string[]): string[] {
  return OPPOSITES.flatMap(([one, other]) =>
    ([[one, other], [other, one]] as const).flatMap(([end, far]) => {
      const isEnd = (text: string) => end.test(text) && !far.test(text);
      const isFar = (text: string) => far.test(text) && !end.test(text);
      const isApart = isEnd(asked) && !wordings.some(isEnd) && wordings.some(isFar);
      return isApart ? end.exec(asked)?.slice(0, 1) ?? [] : [];
    })
  );
}

/** "Than now" compares with what is, as every "more" does. */
const COMPARED =
  /\b(?:than|instead of|rather than|as opposed to|compared (?:to|with)) (?!(?:now|today|it (?:is|does)|they (?:are|do)|we do|currently|at present)\b)[^,]*/;
const COMPARING = /\b(?:than|over|outweighs?|rather|instead)\b/;

/** What a question compares with in new words, where no wording of a calibrated one compares: "than you used to". Of positive forms. */
export function comparisonApart(asked: string, wordings: readonly string[]): string[] {
  if (wordings.some((wording) => COMPARING.test(wording))) return [];
  const known = new Set(wordings.flatMap(wordsOf).map(stemOf));
  const isNew = (clause: string) =>
    clause.split(" ").slice(1).some((word) => !GRAMMAR.has(word) && !known.has(stemOf(word)));
  return COMPARED.exec(asked)?.map((clause) => clause.trim()).filter(isNew) ?? [];
}

const ATTITUDE =
  "(?:trust|have (?:(?!(?:your|my)\\b)\\S+ ){0,4}(?:trust|confidence|faith)|favor|support|oppose|welcome|approve)\\b";

/** Somebody else than who is asked has an attitude: "do police officers trust the public?". */
const HELD_BY_OTHERS = new RegExp(
  "^(?:do|does|did|would|are|is|have|has) (?!(?:most )?(?:you|i|we|people|americans)\\b)(?:(?:the|an?|your|my) )?" +
    `((?:(?!(?:your?|i|my|we|our|be|being|been|people|americans|deserves?|there)\\b)[a-z-]+ ){1,4}?)${ATTITUDE}`,
);
const HELD_BY_ASKED = new RegExp(`\\b(?:your?|i|my) (?:\\S+ ){0,5}?${ATTITUDE}`);

/** Who has an attitude in a question, where a calibrated one asks for that of who is asked. */
export function holderApart(asked: string, wordings: readonly string[]): string[] {
  const plain = (text: string) => wordsOf(text).join(" ");
  const holder = HELD_BY_OTHERS.exec(plain(asked))?.[1]?.trim();
  return holder !== undefined && wordings.some((each) => HELD_BY_ASKED.test(plain(each))) ? [holder] : [];
}

/** Words without a place of their own. */
const GRAMMAR = new Set(
  ("a an the is are am was were be been being do does did have has had will would should can could may might must it its that this these " +
    "there to in on at for with more most you your i we they he she").split(" "),
);

/** People and countries that the form words name. */
const ACTORS = new Set("people person public americans american america country".split(" "));

/** What tells how something is done may stand anywhere. */
const MANNER = /ly$|^(?:ahead|hard|alone|together)$/;

/** Where words are joined or compared they may change places. */
const JOINING = new Set("and or than as over outweigh outweighs rather".split(" "));

/** So far apart stand at most two words that change places. */
const MAX_AROUND = 10;

const PASSIVE =
  /\b(?:be|been|being|is|are|was|were|gets?) (?:\S+ ){0,3}?(?:[a-z]+(?:ed|en)|put|made|paid|sold|told|held|kept|keep|let|cut|brought|bought|taught|done)\b/;

/** A text's words in the order of their roles: who does it in the passive voice comes first. */
function rolesIn(text: string) {
  const active = text.replace(/^(.*) by (?!\w+ing\b)(.+?)(?= than | , |$)/, "$2 $1");
  return {
    words: active.split(" ").filter((word) => word !== "" && word !== "," && !GRAMMAR.has(word)),
    isPassive: active === text && PASSIVE.test(text),
  };
}

/**
 * The first two words that changed places around the same ones: "marriage before sex", "a man may hit an officer". No wording of the calibrated
 * question that has both around these words has them in that order. Of positive forms.
 * @param isLike whether two words can stand for each other.
 */
export function placesChanged(asked: string, wordings: readonly string[], isLike: LikeWords): string[] {
  const { words, isPassive } = rolesIn(asked);
  const others = wordings.map(rolesIn).filter((other) => other.isPassive === isPassive).map((other) =>
    other.words
  );
  const placed = words.flatMap((word, at) => {
    const isOnce = words.indexOf(word) === words.lastIndexOf(word) && !MANNER.test(word);
    const isHere = (each: string) => ACTORS.has(word) ? each === word : isLike(word, each);
    const places = isOnce ? others.map((other) => other.findIndex(isHere)) : [];
    return places.some((place) => place >= 0) ? [{ word, at, places }] : [];
  });
  for (const [i, x] of placed.entries()) {
    for (const y of placed.slice(i + 1)) {
      if (y.at - x.at > MAX_AROUND) break;
      const between = words.slice(x.at + 1, y.at);
      const turned = others.flatMap((other, w) => {
        const [a, b] = [itemAt(x.places, w), itemAt(y.places, w)];
        const there = a < 0 || b < 0 || Math.abs(a - b) > MAX_AROUND
          ? []
          : other.slice(Math.min(a, b) + 1, Math.max(a, b));
        return isAround(between, words, there, other) ? [b < a] : [];
      });
      if (turned.length > 0 && turned.every(Boolean)) return [x.word, y.word];
    }
  }
  return [];
}

/** Whether two rows have words in common, and what only one of them has came along with its neighbour: "crime rates". */
function isAround(
  one: readonly string[],
  text: readonly string[],
  other: readonly string[],
  otherText: readonly string[],
): boolean {
  const isIn = (word: string, row: readonly string[]) => row.some((each) => stemOf(each) === stemOf(word));
  return one.some((word) => isIn(word, other)) && ![...one, ...other].some((word) => JOINING.has(word)) &&
    one.every((word) => isIn(word, otherText)) && other.every((word) => isIn(word, text));
}
