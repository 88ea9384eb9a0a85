const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number below a million in English, with or without "and". */
export function inWords(number: number, and: boolean): string {
  if (number >= 1_000) {
    const rest = number % 1_000;
    const link = rest > 0 && rest < 100 && and ? " and " : " ";
    return `${inWords(Math.floor(number / 1_000), and)} thousand${
      rest === 0 ? "" : link + inWords(rest, and)
    }`;
  }
  if (number >= 100) {
    const rest = number % 100;
    return `${ONES[Math.floor(number / 100)]} hundred${
      rest === 0 ? "" : (and ? " and " : " ") + inWords(rest, and)
    }`;
  }
  if (number < 20) return ONES[number]!;
  return TENS[Math.floor(number / 10) - 2]! + (number % 10 === 0 ? "" : `-${ONES[number % 10]}`);
}
