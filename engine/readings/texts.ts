import type { FactSheet } from "./fact-sheet.ts";
import type { TextKey } from "./facts.ts";
import { missingFacts, numberFaults } from "./number-check.ts";
import type { PostHoc } from "./schema.ts";

/** The texts of a Reading that a model may rewrite, by key. */
export type ReadingTexts = Readonly<Partial<Record<TextKey, string>>>;

/** Kinds of text that a Reading has several of. */
type DescribedKind = "pattern" | "reservation" | "attraction";

interface Described {
  readonly description: string;
  /** Composed from templates: there is nothing to word better. */
  readonly generated?: boolean;
}

/** The texts of a payload. */
export function readingTexts(reading: PostHoc): ReadingTexts {
  const texts: Partial<Record<TextKey, string>> = {};
  if (reading.synthesis !== null) texts.synthesis = reading.synthesis.text;
  const addDescriptions = (kind: DescribedKind, items: readonly Described[] = []) =>
    items.forEach(({ description, generated = false }, i) => {
      if (!generated) texts[`${kind}_${i + 1}`] = description;
    });
  addDescriptions("pattern", reading.patterns?.patterns);
  addDescriptions("reservation", reading.reservations?.reservations);
  addDescriptions("attraction", reading.attractions?.attractions);
  return texts;
}

/** The payload with these texts; a key that has none leaves the payload's own. Nothing but texts changes. */
export function replaceTexts(reading: PostHoc, texts: ReadingTexts): PostHoc {
  const describe = <Item extends { description: string }>(
    kind: DescribedKind,
    items: readonly Item[],
  ): Item[] =>
    items.map((item, i) => ({ ...item, description: texts[`${kind}_${i + 1}`] ?? item.description }));
  const { synthesis, patterns, reservations, attractions } = reading;
  return {
    ...reading,
    synthesis: synthesis && { ...synthesis, text: texts.synthesis ?? synthesis.text },
    patterns: patterns && { ...patterns, patterns: describe("pattern", patterns.patterns) },
    reservations: reservations && { reservations: describe("reservation", reservations.reservations) },
    attractions: attractions && { attractions: describe("attraction", attractions.attractions) },
  };
}

/** Characters that a synthesis, and a description, may have. */
export const TEXT_LIMITS = {
  synthesis: { min: 60, max: 1_600 },
  description: { min: 10, max: 400 },
} as const;

/** The faults that keep a rewritten text out of a Reading, one sentence each; empty when the text may stand. */
export function textFaults(sheet: FactSheet, key: TextKey, text: string): string[] {
  const { min, max } = key === "synthesis" ? TEXT_LIMITS.synthesis : TEXT_LIMITS.description;
  // One compatibility character may stand for eighteen: a text counts as long as what its numbers are looked for in.
  const length = Math.max(text.length, text.normalize("NFKC").length);
  if (length < min || length > max) return [`it has ${length} characters, not ${min} to ${max}`];
  const faults = numberFaults(sheet, key, text);
  if (/[\p{Cc}<>{}\[\]`*#|]|https?:|www\./u.test(text)) faults.push("it is not one paragraph of plain text");
  return key === "synthesis" ? [...faults, ...missingFacts(sheet, text)] : faults;
}
