/** The longest question that the API takes, in characters. */
export const LONGEST = 2_000;

const filled = (unit: string, length = LONGEST): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Words of this many letters, no two the same and none of any language. */
function inventedWords(letters: number, seed: number): string {
  let state = seed;
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + state % 26);
  };
  const word = () => Array.from({ length: letters }, letter).join("");
  return Array.from({ length: Math.floor(LONGEST / (letters + 1)) }, word).join(" ");
}

/** A long question as somebody might type it: the yardstick of what a text may cost. */
export const ORDINARY =
  "Our county has grown quickly over the last ten years, and the council is now discussing what to do about it. Families who moved here say " +
  "that classrooms are crowded, that the clinic near the station closes early, and that buses stop running before the late shift at the " +
  "hospital ends. Shop owners on the main street worry about parking, farmers about water, and older residents about property taxes that " +
  "rise faster than their pensions. A citizens' panel listened to engineers, nurses, teachers and builders, visited three neighboring towns " +
  "and wrote a report of forty pages. It proposes a new primary school beside the library, a second clinic with weekend hours, electric " +
  "buses on the two busiest routes, and two hundred apartments above the shops, of which a third would be kept affordable for people who " +
  "earn less than the median wage. The plan would cost each household $9 a month for twelve years, which the council says is less than a " +
  "streaming subscription; critics answer that earlier projects ran late, that the bridge repair was never finished, and that rents fell " +
  "nowhere after similar promises. Supporters point to the grant that the state would pay, to the jobs during construction, and to young " +
  "nurses who turned offers down because they found no home. The treasurer expects that the fund stays balanced if interest rates do not " +
  "climb again, and an auditor from the university agrees with most of her figures, though not with the forecast for tourism. Ballots will " +
  "be mailed in October, the debate is on the radio next Tuesday, and volunteers translate the report into Spanish, Polish and Korean. " +
  "Thinking of your own street as well as the whole county, would you support this plan?";

/**
 * Texts that cost much where reading has no bound: each repeats what some expression, list or cache of the service looks for. All pass the
 * API's schema.
 */
export const HOSTILE: Readonly<Record<string, string>> = {
  "digits that compatibility doubles": filled("⑳"),
  "a ligature of eighteen letters": filled("\ufdfa"),
  "one-letter words": filled("a b c d e f g h i j k l m n o p q r s t u v w x y z "),
  "one-letter words of another script": Array.from(
    { length: LONGEST / 2 },
    (_, i) => String.fromCodePoint(0x4e00 + i),
  ).join(" "),
  "invented words": inventedWords(4, 7),
  "longer invented words": inventedWords(9, 11),
  "one number": filled("1"),
  "thousands without an end": filled("1,000,"),
  "decimal points": filled("1.1."),
  "number words": filled("one "),
  "hyphened number words": filled("a-"),
  "hundreds": filled("one hundred and "),
  "amounts of money": filled("$1 "),
  "amounts in words": filled("one dollar a month "),
  "amounts without a unit": filled("five hundred thousand "),
  "one word": filled("q"),
  "a word of endings": filled("unreing"),
  "a word of hyphens": filled("un-"),
  "negations": filled("not "),
  "turning phrases that do not end": filled("keep them all "),
  "phrases against harm": filled("fight crime "),
  "double judgements": filled("not too much enough "),
  "side clauses": filled("people who if "),
  "comparisons": filled(" than more "),
  "relative clauses": filled("that has that is "),
  "commas": filled(", "),
  "question marks": filled("x? "),
  "sentences": filled("abc. "),
  "quotes": filled('"'),
  "apostrophes": filled("n't "),
  "spaces": `Do you agree${" ".repeat(LONGEST - 20)}now?`,
  "combining marks": filled("a\u0301\u0302\u0303\u0304"),
  "joined emoji": filled("\u{1f469}\u200d"),
  "emoji": filled("😀"),
  "lone surrogates": filled("\ud83d"),
  "directions": filled("\u202ea\u202c"),
  "Hangul": filled("각"),
  "line breaks": filled("a\n"),
  "formulas": filled("=1+1,"),
  "braces": filled("{{a}}"),
  "slashes": filled("1 / / "),
};
