import type { FactSheet } from "./fact-sheet.ts";
import type { Fact, TextKey } from "./facts.ts";
import { type NumberMention, numbersIn } from "./numbers.ts";
import { normalize } from "./quantities.ts";

/** Numbers that a text may have: a synthesis of the greatest length states some thirty. */
const MAX_NUMBERS = 80;

/**
 * The faults of a text's numbers, one sentence each. There are none when every number is in the fact sheet within the rounding
 * it is written to, with its unit, and no share is given to another answer than its own.
 */
export function numberFaults(sheet: FactSheet, key: TextKey, text: string): string[] {
  const facts = sheet.facts.filter(({ about }) =>
    key === "synthesis" || about === "verdict" || about === key
  );
  const plain = withoutNames(text, sheet.names);
  const mentions = numbersIn(plain);
  if (mentions.length > MAX_NUMBERS) return [`it has ${mentions.length} numbers, over ${MAX_NUMBERS}`];
  return mentions.flatMap((mention) => {
    if (!supported(mention, facts)) return [`"${mention.text}" is not a number of the fact sheet`];
    const answer = answerOf(mention, plain);
    if (answer === null || supported(mention, facts.filter((fact) => fact.answer === answer))) return [];
    return [`"${mention.text}" is not a share that said ${answer}`];
  });
}

/** The facts that a synthesis must state and does not, one clause each. */
export function missingFacts(sheet: FactSheet, text: string): string[] {
  const mentions = numbersIn(withoutNames(text, sheet.names));
  return sheet.facts
    .filter((fact) =>
      sheet.required.includes(fact.id) && !mentions.some((mention) => supported(mention, [fact]))
    )
    .map(({ means, written }) => `the ${means}, ${written}, is missing`);
}

/**
 * Whether one of the facts supports a number:
 * - digits and words: a fact of the same unit rounds to it at the places written; counts are exact.
 * - "more than", "less than": a fact is on that side by no more than one.
 * - "6 of the 8": both are facts. Parts such as "two thirds" and "one in four": a share within 1 point, within 2.5 points when
 *   hedged ("about"), or within 15 points on the side named ("more than half"), within 4 for "almost" and "just over".
 * - multiples such as "twice": never, since no fact is a ratio.
 */
function supported(mention: NumberMention, facts: readonly Fact[]): boolean {
  if (Number.isNaN(mention.value) || mention.unit === "times") return false;
  if (mention.sides?.every((side) => facts.some(({ unit, value }) => unit === "plain" && value === side))) {
    return true;
  }
  return facts.some((fact) => {
    if (mention.part) return fact.unit === "percent" && near(mention, fact.value - mention.value);
    if (fact.unit !== mention.unit && fact.unit !== mention.inherited) return false;
    const difference = fact.value - mention.value;
    if (Math.abs(difference) <= 0.5 * 10 ** -mention.decimals + 1e-9) return true;
    if (mention.hedge === "over" || mention.hedge === "just_over") return difference > 0 && difference < 1;
    return (mention.hedge === "under" || mention.hedge === "just_under") && difference < 0 && difference > -1;
  });
}

function near({ hedge }: NumberMention, difference: number): boolean {
  switch (hedge) {
    case "about":
      return Math.abs(difference) <= 2.5;
    case "over":
      return difference > 0 && difference <= 15;
    case "under":
      return difference < 0 && difference >= -15;
    case "just_over":
      return difference > 0 && difference <= 4;
    case "just_under":
      return difference < 0 && difference >= -4;
    case null:
      return Math.abs(difference) <= 1;
  }
}

/** The normalised text with a blank for each name that holds digits, where it stands as whole words and no unit follows. */
function withoutNames(text: string, names: readonly string[]): string {
  let plain = normalize(text);
  const byLength = names.map(normalize).filter((name) => /\p{N}/u.test(name)).sort((a, b) =>
    b.length - a.length
  );
  for (const name of byLength) {
    const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    plain = plain.replace(
      new RegExp(
        `(?<![\\p{L}\\p{N}.$])${pattern}(?![\\p{L}\\p{N}]|[.,]\\p{N}|\\s*(?:%|per\\s?cent|pct|points?\\b|pp\\b))`,
        "gu",
      ),
      "\u25a1",
    );
  }
  return plain;
}

const SAID = "said|say|answered|answer|chose|replied|responded";
/** "63% of women said yes", "two thirds said yes", "63% yes"; not "63% of those who said yes". */
const ANSWER_AFTER = new RegExp(
  `^\\s*(?:%|percent|per cent|pct)?(?:(?: of [^.;:,%]{1,80}?)?(?<!who) (?:${SAID}))? ["“']?(yes|no|maybe)\\b(?! or)`,
);
/** "yes at 63%", "no (21%)", "maybe came to 12%". */
const ANSWER_BEFORE = /\b(yes|no|maybe)["”']?(?: (?:at|with|was|is|came to)|:)? ?\(?$/;

/** The answer whose share a text gives with a number, or null. */
function answerOf({ start, end, unit }: NumberMention, text: string): string | null {
  if (unit !== "percent") return null;
  return ANSWER_AFTER.exec(text.slice(end))?.[1] ?? ANSWER_BEFORE.exec(text.slice(0, start))?.[1] ?? null;
}
