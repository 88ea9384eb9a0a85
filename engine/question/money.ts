import { readDigits, readNumberWords } from "./number-words.ts";

export type Period = "day" | "week" | "month" | "year";

/** An amount of money as a text has it. */
export interface MoneyAmount {
  /** The words it was read from. */
  readonly text: string;
  readonly value: number;
  /** Dollars only can be used; another currency is said to be ignored. */
  readonly currency: "usd" | "other";
  /** What it is paid for; null where nothing says so. */
  readonly per: Period | null;
}

const NUMBER_WORD =
  "(?:a|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)";
// Each expression is tried once for a run of digits, and looks at a bounded number of words: a text of digits alone takes linear time.
const DIGITS = String.raw`(?<!\d)(?:\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,9})?k?|\d{1,15}(?:\.\d{1,9})?k?)`;
const WORDS = `${NUMBER_WORD}(?:[ -](?:and )?${NUMBER_WORD}){0,15}`;
const DOLLARS = String.raw`(?:us |u\.s\. )?(?:dollars?|bucks?|usd)\b`;
const OTHER = String
  .raw`(?:euros?|eur|pounds?(?: sterling)?|gbp|quid|yen|jpy|rupees?|inr|pesos?|francs?|chf|yuan|rmb|cad|aud|canadian dollars?|australian dollars?)\b`;
const CENTS = String.raw`cents?\b`;
const MONTH = String
  .raw`(?:\s*\/\s*mo(?:nth)?\b|\s*(?:-\s*)?(?:a|per|each|every|by the)[ -]month\b|\s*monthly\b|\s*p\.?m\.?(?![a-z]))`;
const YEAR = String
  .raw`(?:\s*\/\s*(?:yr|year)\b|\s*(?:a|per|each|every)[ -]year\b|\s*(?:yearly|annually|annual|per annum|p\.?a\.?(?![a-z])))`;
const WEEK = String.raw`(?:\s*\/\s*(?:wk|week)\b|\s*(?:a|per|each|every)[ -]week\b|\s*weekly\b)`;
const DAY = String.raw`(?:\s*\/\s*day\b|\s*(?:a|per|each|every)[ -]day\b|\s*daily\b)`;

/** An amount with its currency before or behind, then what it is paid for; groups are named. */
const AMOUNT = new RegExp(
  String.raw`(?<sign>us\$|\$|€|£|¥)\s?(?<signed>${DIGITS})` +
    String
      .raw`|(?<worth>${DIGITS}|\b${WORDS})[ -]?(?:(?<dollars>\$|${DOLLARS})|(?<other>€|£|¥|${OTHER})|(?<cents>¢|${CENTS}))` +
    String.raw`|(?<bare>${DIGITS}|\b${NUMBER_WORD}(?:[ -]${NUMBER_WORD}){1,15})(?=${MONTH}|${YEAR})`,
  "g",
);
const PER: readonly (readonly [Period, RegExp])[] = [
  ["month", new RegExp(`^(?:\\s+(?:fee|price|charge|subscription|payment|membership|plan))?${MONTH}`)],
  ["year", new RegExp(`^${YEAR}`)],
  ["week", new RegExp(`^${WEEK}`)],
  ["day", new RegExp(`^${DAY}`)],
];
/** "A monthly fee of $15". */
const PER_BEFORE: readonly (readonly [Period, RegExp])[] = [
  ["month", /(?:monthly|per[ -]month|a month)(?: [a-z]+){0,4}\s*$/],
  ["year", /(?:yearly|annual|annually|per year|a year)(?: [a-z]+){0,4}\s*$/],
  ["week", /(?:weekly|per week|a week)(?: [a-z]+){0,4}\s*$/],
];

/** Amounts of a text that are read, and characters around one that say what it is paid for. */
const MAX_AMOUNTS = 20;
const MAX_NEARBY_CHARACTERS = 80;

/** The first 20 amounts of money in a text, in order. "$15 a month", "fifteen bucks monthly", "9.99/mo", "$1,000", "€ 12". */
export function moneyIn(text: string): MoneyAmount[] {
  const plain = text.toLowerCase().replace(/[’ʼ]/g, "'");
  const amounts: MoneyAmount[] = [];
  for (const match of plain.matchAll(AMOUNT)) {
    if (amounts.length === MAX_AMOUNTS) break;
    const { sign, signed, worth, dollars, other, cents, bare } = match.groups ?? {};
    const number = readAmount(signed ?? worth ?? bare ?? "");
    if (number === null) continue;
    const end = match.index + match[0].length;
    const rest = plain.slice(end, end + MAX_NEARBY_CHARACTERS);
    const before = plain.slice(Math.max(0, match.index - MAX_NEARBY_CHARACTERS), match.index);
    const per = PER.find(([, pattern]) => pattern.test(rest)) ??
      PER_BEFORE.find(([, pattern]) => pattern.test(before));
    const behind = per === undefined ? "" : per[1].exec(rest)?.[0] ?? "";
    const foreign = other !== undefined || sign !== undefined && !sign.endsWith("$") ||
      dollars === undefined &&
        sign === undefined && cents === undefined && bare === undefined;
    amounts.push({
      text: (match[0] + behind).trim(),
      value: cents === undefined ? number : number / 100,
      currency: foreign ? "other" : "usd",
      per: per?.[0] ?? null,
    });
  }
  return amounts;
}

function readAmount(text: string): number | null {
  const digits = readDigits(text);
  if (!Number.isNaN(digits)) return digits;
  const words = text.split(/[ -]+/);
  const spoken = readNumberWords(words);
  if (spoken === null) return text === "a" ? 1 : null;
  if (spoken.length === words.length) return spoken.value;
  // "Nine ninety-nine" is 9.99.
  const cents = readNumberWords(words.slice(spoken.length));
  return cents !== null && cents.length === words.length - spoken.length && cents.value < 100
    ? spoken.value + cents.value / 100
    : null;
}

const MONTHS: Readonly<Record<Period, number>> = { day: 12 / 365.25, week: 12 / 52.18, month: 1, year: 12 };

/** Dollars a month, to the cent; null for an amount that is paid once or in another currency. */
export function dollarsPerMonth(amount: MoneyAmount): number | null {
  if (amount.currency !== "usd" || amount.per === null) return null;
  return Math.round(100 * amount.value / MONTHS[amount.per]) / 100;
}
