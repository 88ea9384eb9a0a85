import { readFileSync } from "node:fs";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { isTierOne } from "#engine/bank/matcher.ts";
import { BANK_ENCODER } from "#engine/bank/wording-vectors.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { intervalAround } from "#engine/forecast/uncertainty.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { markdownTable } from "#testing/documentation-page.ts";

type MatchingFigures = Awaited<ReturnType<typeof matchingFigures>>;

/** Chance, that some calibrated question is asked, from which on results name the likeliest. */
const NAMED_FROM = 0.3;
/** So many agents that their sampling says nothing. */
const MANY_AGENTS = 1e6;

/** The figures of one list of rewordings and one of near misses. */
async function matchingFigures(forecaster: Forecaster, prefix: "" | "fresh-") {
  const bank = new Map(calibratedBank().map((question) => [question.id, question]));
  /** What became of one rewording. */
  const recognise = async (line: string) => {
    const [id = "", text = ""] = line.split("\t");
    const match = await forecaster.matchAmong(text, PUBLISHED);
    const named = 1 - match.none >= NAMED_FROM ? match.best?.id : undefined;
    const methodology =
      PUBLISHED.find(({ calibrated_questions = [] }) =>
        calibrated_questions.some((question) => question.id === match.best?.id)
      ) ?? null;
    const read = await forecaster.read(text, methodology);
    const { overall, uncertainty } = forecaster.forecast({ read, methodology, onTopic: true, scenario: {} });
    const asked = bank.get(id);
    const public_yes = asked?.overall.yes ?? 0;
    const { low, high } = intervalAround(overall.yes, MANY_AGENTS, uncertainty?.overall.yes ?? []);
    return {
      isRight: named === id,
      isSameObject: named !== undefined && named !== id && bank.get(named)?.object === asked?.object,
      isNamed: named !== undefined,
      isTierOne: isTierOne(match),
      error: 100 * Math.abs(overall.yes - public_yes),
      isHeld: public_yes >= low && public_yes <= high,
      half: 50 * (high - low),
    };
  };
  const results: Awaited<ReturnType<typeof recognise>>[] = [];
  for (const line of linesOf(`${prefix || "free-"}rewordings.tsv`)) results.push(await recognise(line));
  const takenOf = async (texts: readonly string[]) => {
    let taken = 0;
    for (const text of texts) if (isTierOne(await forecaster.matchAmong(text, PUBLISHED))) taken++;
    return taken;
  };
  const [nearMisses, qualified] = [linesOf(`${prefix}near-misses.txt`), linesOf(`${prefix}qualified.txt`)];
  const count = (is: (result: typeof results[number]) => boolean) => results.filter(is).length;
  const [right, sameObject] = [count(({ isRight }) => isRight), count(({ isSameObject }) => isSameObject)];
  return {
    questions: results.length,
    right,
    sameObject,
    wrong: count(({ isNamed }) => isNamed) - right - sameObject,
    tierOne: count((result) => result.isTierOne),
    error: results.reduce((sum, { error }) => sum + error, 0) / results.length,
    /** Percent of the questions whose public yes share lies in its interval. */
    held: 100 * count(({ isHeld }) => isHeld) / results.length,
    halfWidth: results.map(({ half }) => half).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? NaN,
    nearMisses: nearMisses.length,
    nearMissesTaken: await takenOf(nearMisses),
    /** Calibrated questions with words added or left out that ask for something else. */
    qualified: qualified.length,
    qualifiedTaken: await takenOf(qualified),
  };
}

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`../evaluation/${name}`, import.meta.url), "utf8").trimEnd().split("\n");

/** What became of questions in other words: of lists that the threshold was chosen on, and of lists written afterwards. */
export async function matchingTable(): Promise<string> {
  const encoder = new Encoder();
  if (encoder.id !== BANK_ENCODER) {
    throw new RangeError(`Cannot match with ${encoder.id}`);
  }
  const forecaster = new Forecaster(encoder);
  const tuned = await matchingFigures(forecaster, "");
  const fresh = await matchingFigures(forecaster, "fresh-");
  await encoder.close();
  const row = (name: string, of: (each: MatchingFigures) => string | number) => [name, of(tuned), of(fresh)];
  return markdownTable(["", "lists it was chosen on", "lists written afterwards"], [
    row("questions in other words", ({ questions }) => questions),
    row("the right one is matched", ({ right }) => right),
    row("another wording of the same object", ({ sameObject }) => sameObject),
    row("a wrong one", ({ wrong }) => wrong),
    row("reach tier 1", ({ tierOne }) => tierOne),
    row("mean error of yes over all, points", ({ error }) => points(error)),
    row("95 % intervals that hold the question's own share", ({ held }) => `${points(held)} %`),
    row("half-width of the interval, median, points", ({ halfWidth }) => points(halfWidth)),
    row("near misses that reach tier 1", (each) => `${each.nearMissesTaken} of ${each.nearMisses}`),
    row(
      "questions with a qualifier that reach tier 1",
      (each) => `${each.qualifiedTaken} of ${each.qualified}`,
    ),
  ]);
}

const points = (x: number): string => x.toFixed(1);
