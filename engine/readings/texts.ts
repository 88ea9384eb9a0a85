import type { FactSheet } from "./fact-sheet.ts";
import type { TextKey } from "./facts.ts";
import { missingFacts, numberFaults } from "./number-check.ts";
import type { PostHoc } from "./schema.ts";

/** The texts of a Reading that can be worded, by key. */
export type ReadingTexts = Readonly<Partial<Record<TextKey, string>>>;

/** The texts as the payload has them. */
export function textsOf(reading: PostHoc): ReadingTexts {
  const texts: Partial<Record<TextKey, string>> = {};
  if (reading.synthesis !== null) texts.synthesis = reading.synthesis.text;
  for (const [i, { description }] of (reading.patterns?.patterns ?? []).entries()) {
    texts[`pattern_${i + 1}`] = description;
  }
  for (const [i, { description }] of (reading.reservations?.reservations ?? []).entries()) {
    texts[`reservation_${i + 1}`] = description;
  }
  for (const [i, { description }] of (reading.attractions?.attractions ?? []).entries()) {
    texts[`attraction_${i + 1}`] = description;
  }
  return texts;
}

/** The payload with other texts in it; where there is none for a key, its own stays. Nothing but texts changes. */
export function withTexts(reading: PostHoc, texts: ReadingTexts): PostHoc {
  const described = <T extends { description: string }>(
    items: readonly T[],
    kind: "pattern" | "reservation" | "attraction",
  ) => items.map((item, i) => ({ ...item, description: texts[`${kind}_${i + 1}`] ?? item.description }));
  const { synthesis, patterns, reservations, attractions } = reading;
  return {
    ...reading,
    synthesis: synthesis && { ...synthesis, text: texts.synthesis ?? synthesis.text },
    patterns: patterns && { ...patterns, patterns: described(patterns.patterns, "pattern") },
    reservations: reservations && { reservations: described(reservations.reservations, "reservation") },
    attractions: attractions && { attractions: described(attractions.attractions, "attraction") },
  };
}

/** Characters that a synthesis, and a description, may have. */
export const TEXT_LIMITS = {
  synthesis: { min: 60, max: 1_600 },
  description: { min: 10, max: 400 },
} as const;

/** What keeps a text that somebody else worded out of a Reading, one sentence each; empty when it can stand. */
export function textFaults(sheet: FactSheet, key: TextKey, text: string): string[] {
  const { min, max } = key === "synthesis" ? TEXT_LIMITS.synthesis : TEXT_LIMITS.description;
  const faults = numberFaults(sheet, key, text);
  if (text.length < min || text.length > max) {
    faults.push(`it has ${text.length} characters, not ${min} to ${max}`);
  }
  if (/[\p{Cc}<>{}\[\]`*#|]|https?:|www\./u.test(text)) faults.push("it is not one paragraph of plain text");
  return key === "synthesis" ? [...faults, ...missingFacts(sheet, text)] : faults;
}
