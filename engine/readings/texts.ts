import { SMALL } from "../question/number-words.ts";
import type { Fact, FactSheet, TextKey } from "./fact-sheet.ts";
import { capitalized } from "./phrases.ts";
import type { PostHoc } from "./schema.ts";

/** The texts of a Reading that a model may rewrite, by key. */
export type ReadingTexts = Readonly<Partial<Record<TextKey, string>>>;

/** The payload with what `wordingOf` makes of each text that a model may rewrite. Nothing but texts changes. */
function reworded(reading: PostHoc, wordingOf: (key: TextKey, text: string) => string): PostHoc {
  // What is composed from templates is worded no better.
  const describe = <Item extends { readonly description: string; readonly generated?: boolean }>(
    kind: "pattern" | "reservation" | "attraction",
    items: readonly Item[],
  ): Item[] =>
    items.map((item, i) => ({
      ...item,
      description: item.generated ? item.description : wordingOf(`${kind}_${i + 1}`, item.description),
    }));
  const { synthesis, patterns, reservations, attractions } = reading;
  return {
    ...reading,
    synthesis: synthesis && { ...synthesis, text: wordingOf("synthesis", synthesis.text) },
    patterns: patterns && { ...patterns, patterns: describe("pattern", patterns.patterns) },
    reservations: reservations && { reservations: describe("reservation", reservations.reservations) },
    attractions: attractions && { attractions: describe("attraction", attractions.attractions) },
  };
}

/** The texts of a payload. */
export function readingTexts(reading: PostHoc): ReadingTexts {
  const texts: Partial<Record<TextKey, string>> = {};
  reworded(reading, (key, text) => texts[key] = text);
  return texts;
}

/** The payload with these texts; a key that has none leaves the payload's own. */
export function replaceTexts(reading: PostHoc, texts: ReadingTexts): PostHoc {
  return reworded(reading, (key, text) => texts[key] ?? text);
}

/** Characters that a synthesis, and a description, may have. */
export const TEXT_LIMITS = {
  synthesis: { min: 60, max: 1_600 },
  description: { min: 10, max: 400 },
} as const;

const PLACEHOLDER = /\{([a-z_0-9]+)\}/g;
/** Any number that stands in no placeholder, whatever its script; "one" too, which may count. */
const NUMBER = new RegExp(
  `[\\p{N}%‰]|\\b(?:${[...SMALL.keys()].join("|")}|(?:hundred|thousand|million|billion|dozen)s?|couple|` +
    "half|halves|thirds?|quarters?|(?:four|fif|six|seven|eigh|nin|ten|hundred)ths?|fold|twice|thrice|" +
    "(?:doubl|tripl|quadrupl)\\w+|(?:two|three|four|five|ten)fold|per ?cent\\w*)\\b",
  "iu",
);
const SAID = "said|say|answered|answer|chose|replied|responded";
/** "{yes_pct} of women said yes", "{yes_pct} yes"; not "{yes_pct} of those who said yes". */
const ANSWER_AFTER = new RegExp(
  `\\{([a-z_0-9]+)\\}(?:(?: of [^.;:,]{1,80}?)?(?<!who) (?:${SAID}))? ["“']?(yes|no|maybe)\\b(?! or)`,
  "g",
);
/** "yes at {yes_pct}", "no ({no_pct})", "maybe came to {maybe_pct}". */
const ANSWER_BEFORE = /\b(yes|no|maybe)["”']?(?: (?:at|with|was|is|came to)|:)? ?\(?\{([a-z_0-9]+)\}/gi;

/**
 * The faults that keep a model's text out of a Reading, one clause each; empty when it may stand. Its figures are placeholders of facts
 * that the text may use, it gives no share to another answer than its own, and it writes no number itself.
 */
export function textFaults(sheet: FactSheet, key: TextKey, text: string): string[] {
  const { min, max } = key === "synthesis" ? TEXT_LIMITS.synthesis : TEXT_LIMITS.description;
  const length = fillPlaceholders(sheet, text).length;
  if (length < min || length > max) return [`it has ${length} characters, not ${min} to ${max}`];
  const facts = new Map(
    sheet.facts.filter(({ about }) => key === "synthesis" || about === "verdict" || about === key)
      .map((fact) => [fact.id, fact]),
  );
  const stated = new Set(Array.from(text.matchAll(PLACEHOLDER), ([, id = ""]) => id));
  const unknown = [...stated].filter((id) => !facts.has(id)).map((id) =>
    `{${id}} is no placeholder of this text`
  );
  const words = text.replace(PLACEHOLDER, "").normalize("NFKC");
  const number = NUMBER.exec(words);
  const given = [
    ...Array.from(text.matchAll(ANSWER_AFTER), ([, id = "", answer = ""]) => [id, answer] as const),
    ...Array.from(text.matchAll(ANSWER_BEFORE), ([, answer = "", id = ""]) => [id, answer] as const),
  ];
  const misgiven = given.filter(([id, answer]) => isOfAnother(facts.get(id), answer.toLowerCase()));
  const missing = sheet.facts.filter(({ id }) =>
    key === "synthesis" && sheet.required.includes(id) && !stated.has(id)
  );
  return [
    ...unknown,
    ...(number === null ? [] : [`it writes "${number[0]}" itself, where a placeholder belongs`]),
    ...misgiven.map(([id, answer]) => `{${id}} is not a share that said ${answer.toLowerCase()}`),
    ...(/[\p{Cc}\p{Cf}<>{}\[\]`*#|]|https?:|www\./u.test(words)
      ? ["it is not one paragraph of plain text"]
      : []),
    ...missing.map(({ id, means }) => `{${id}}, the ${means}, is missing`),
  ];
}

const isOfAnother = (fact: Fact | undefined, answer: string): boolean =>
  fact !== undefined && fact.answer !== answer && (fact.answer !== null || fact.written.endsWith("%"));

/** The text with each fact in its placeholder's place, in upper case where a sentence begins. Unknown placeholders stay. */
export function fillPlaceholders({ facts }: FactSheet, text: string): string {
  const written = new Map(facts.map((fact) => [fact.id, fact.written]));
  return text.replace(
    /([.!?] )?\{([a-z_0-9]+)\}/g,
    (placeholder, begin: string | undefined, id: string, at: number) => {
      const figure = written.get(id);
      if (figure === undefined) return placeholder;
      return at === 0 || begin !== undefined ? (begin ?? "") + capitalized(figure) : figure;
    },
  );
}
