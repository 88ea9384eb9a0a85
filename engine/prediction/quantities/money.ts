const UNITS: Readonly<Record<string, number>> = Object.fromEntries(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`.split(/\s+/).map((word, n) => [word, n]),
);
const TENS: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, n) => [word, 10 * (n + 2)]),
);
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/** A number in words, such as "twenty-five" or "a hundred and ten", and how many of the words it takes; null for none. */
export function readNumberWords(words: readonly string[]): { value: number; length: number } | null {
  let [total, current, at, found] = [0, 0, 0, false];
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "a" && /^(?:hundred|thousand|million|billion|trillion|dozen)$/.test(words[at + 1] ?? "")) {
      current += 1;
    } else if (word in UNITS) {
      // "nine ninety-nine" is two numbers; "twenty nine" is one.
      if (found && (current % 10 !== 0 || current === 0 && total === 0)) break;
      current += UNITS[word] ?? 0;
    } else if (word in TENS) {
      if (found && current % 100 !== 0) break;
      current += TENS[word] ?? 0;
    } else if (word === "hundred" && found) current = Math.max(1, current) * 100;
    else if (word === "dozen" && found) current = Math.max(1, current) * 12;
    else if (word in SCALES && found) {
      total += Math.max(1, current) * (SCALES[word] ?? 1);
      current = 0;
    } else if (!(word === "and" && found && (words[at + 1] ?? "") in { ...UNITS, ...TENS })) break;
    found = true;
  }
  return found && !(at === 1 && words[0] === "a") ? { value: total + current, length: at } : null;
}

/** Digits, with commas between thousands, a decimal point and k, m or bn behind; NaN for anything else. */
export function readDigits(text: string): number {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k|m|bn|b)?$/i.exec(text.trim());
  if (match === null) return NaN;
  const [, whole = "", decimals = "", suffix = ""] = match;
  const scale = { "": 1, k: 1e3, m: 1e6, b: 1e9, bn: 1e9 }[suffix.toLowerCase()] ?? 1;
  return Number(whole.replaceAll(",", "") + decimals) * scale;
}

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
const DIGITS = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?k?|\d+(?:\.\d+)?k?`;
const WORDS = `${NUMBER_WORD}(?:[ -](?:and )?${NUMBER_WORD})*`;
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
    String.raw`|(?<bare>${DIGITS}|\b${NUMBER_WORD}(?:[ -]${NUMBER_WORD})+)(?=${MONTH}|${YEAR})`,
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

/** The amounts of money in a text, in order. "$15 a month", "fifteen bucks monthly", "9.99/mo", "$1,000", "€ 12". */
export function moneyIn(text: string): MoneyAmount[] {
  const plain = text.toLowerCase().replace(/[’ʼ]/g, "'");
  return Array.from(plain.matchAll(AMOUNT), (match): MoneyAmount | undefined => {
    const { sign, signed, worth, dollars, other, cents, bare } = match.groups ?? {};
    const number = readAmount(signed ?? worth ?? bare ?? "");
    if (number === null) return undefined;
    const rest = plain.slice(match.index + match[0].length);
    const before = plain.slice(0, match.index);
    const per = PER.find(([, pattern]) => pattern.test(rest)) ??
      PER_BEFORE.find(([, pattern]) => pattern.test(before));
    const behind = per === undefined ? "" : per[1].exec(rest)?.[0] ?? "";
    const foreign = other !== undefined || sign !== undefined && !sign.endsWith("$") ||
      dollars === undefined &&
        sign === undefined && cents === undefined && bare === undefined;
    return {
      text: (match[0] + behind).trim(),
      value: cents === undefined ? number : number / 100,
      currency: foreign ? "other" : "usd",
      per: per?.[0] ?? null,
    };
  }).filter((amount) => amount !== undefined);
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
