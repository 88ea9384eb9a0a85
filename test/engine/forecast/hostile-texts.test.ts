import assert from "node:assert/strict";
import process from "node:process";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { moneyIn } from "#engine/question/money.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import { MAX_ALIGNED_WORDS } from "#engine/bank/wording-vectors.ts";
import { unmatchedEntities } from "#engine/question/unmatched-entities.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import { TEXT_LIMITS, textFaults } from "#engine/readings/texts.ts";
import { themeOf } from "#engine/readings/reasons.ts";
import { TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { MAX_READ_CHARACTERS, plainText } from "#engine/question/words.ts";
import { ENCODER_ID } from "#providers/embeddings/encoder.ts";

/** The longest question that the API takes, in characters. */
const LONGEST = 2_000;

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
const ORDINARY =
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
const HOSTILE: Readonly<Record<string, string>> = {
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

describe("hostile texts", () => {
  /** What readers give to the encoder, which every reader of a question does with every part that it reads. */
  const counted = { texts: 0, characters: 0 };
  const encoder = {
    id: ENCODER_ID,
    embed: (texts: readonly string[]) => {
      for (const text of texts) {
        counted.texts++;
        counted.characters += text.length;
      }
      return Promise.resolve(texts.map(() => new Float32Array(384)));
    },
  };
  const forecaster = new Forecaster(encoder);
  const router = new TrainedRouting(encoder, readRoutingWeights());
  const methodology = PUBLISHED.find(({ slug }) => slug === "subscription-pricing") ?? null;

  /** Steps that routing, matching and forecasting a question take: words and characters read, words compared, amounts, names. */
  async function stepsOf(text: string): Promise<number> {
    const before = { ...counted };
    await router.route(text, PUBLISHED);
    await forecaster.matchAmong(text, PUBLISHED);
    const read = await forecaster.read(text, methodology);
    const { scenario } = forecaster.forecast({ read, methodology, onTopic: true, scenario: {} });
    const { parsed: { contentTerms, pairTerms, positiveText } } = read;
    const aligned = Math.min(new Set(contentTerms).size, MAX_ALIGNED_WORDS);
    return counted.characters - before.characters + 10 * (counted.texts - before.texts) +
      positiveText.length +
      pairTerms.length + 100 * aligned + 50 * (scenario?.ignored.length ?? 0);
  }

  it("take at most six times the steps of an ordinary text of the longest kind", async () => {
    const ordinary = await stepsOf(ORDINARY);
    for (const [name, text] of Object.entries(HOSTILE)) {
      assert.ok(text.length <= LONGEST, name);
      const steps = await stepsOf(text);
      assert.ok(steps <= 6 * ordinary, `${name}: ${steps} steps, an ordinary text takes ${ordinary}`);
    }
  });

  it("take no reader a second of processor time, neither a question's nor that of a model's text or of a reason", async () => {
    const nothing = { facts: [], required: [], topics: [], opening: "", closing: "" };
    const sheet: FactSheet = { question: ORDINARY, situation: "clear", ...nothing };
    await stepsOf(ORDINARY);
    for (const [name, text] of Object.entries(HOSTILE)) {
      const begin = process.cpuUsage();
      await stepsOf(text);
      textFaults(sheet, "synthesis", text.slice(0, TEXT_LIMITS.synthesis.max));
      themeOf(text);
      const { user, system } = process.cpuUsage(begin);
      // Some 20 ms each; an expression that tries every way through 2,000 characters takes many seconds.
      assert.ok(user + system < 1_000_000, name);
    }
  });

  it("have at most twenty words encoded beside themselves that no calibrated question has", async () => {
    for (const name of ["invented words", "longer invented words"]) {
      const before = counted.texts;
      await forecaster.matchAmong(HOSTILE[name] ?? "", []);
      assert.equal(counted.texts - before, 21, name);
    }
  });

  it("are read no further than a question is long, whatever their compatibility forms are", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      assert.ok(plainText(text).length <= MAX_READ_CHARACTERS, name);
      assert.ok(parseQuestion(text).positiveText.length <= 4 * MAX_READ_CHARACTERS, name);
    }
    assert.equal(plainText(ORDINARY), ORDINARY);
  });

  it("have few amounts and numbers, and each is found in one try of a run of digits", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      assert.ok(moneyIn(plainText(text)).length <= 20, name);
    }
    // A run of digits that no amount may begin inside of: only then is it tried once instead of once for each digit.
    assert.deepEqual(moneyIn(`${"1".repeat(40)} dollars`), []);
    assert.deepEqual(
      moneyIn("nine hundred ninety nine thousand nine hundred ninety nine dollars").map(({ value }) => value),
      [
        999_999,
      ],
    );
  });

  it("name no more things than they have words", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      assert.ok(unmatchedEntities(plainText(text), []).length <= MAX_READ_CHARACTERS, name);
    }
  });

  it("make no reader throw, cut anywhere", async () => {
    for (const text of Object.values(HOSTILE)) {
      for (const length of [10, 11, 101, 1_999]) {
        const cut = text.slice(0, length);
        await forecaster.read(cut, methodology);
        await router.route(cut, PUBLISHED);
      }
    }
  });
});

describe("what readers remember", () => {
  it("is the readings of 800,000 characters of questions, and those of the bank among them at first", () => {
    const question = (n: number) =>
      `Would you support plan ${"abcdefghij"[n % 10]}${n}? ${ORDINARY}`.slice(0, LONGEST);
    const first = parseQuestion(question(0));
    assert.equal(parseQuestion(question(0)), first);
    for (let n = 1; n <= 600; n++) parseQuestion(question(n));
    assert.notEqual(parseQuestion(question(0)), first);
  });
});
