import type { AnswersOffered } from "../bank/answers-offered.ts";
import type { PriceElasticity } from "../bank/methodology.ts";
import type { Shares as AnswerShares } from "./answer-model.ts";
import { logistic, logit } from "../random/normal.ts";
import type { Shares } from "../bank/shares.ts";
import { dollarsPerMonth, type MoneyAmount, moneyIn } from "../question/money.ts";

/** What of the scenario changed the prediction, and what was given and not used. */
export interface AppliedScenario {
  readonly applied: Readonly<Record<string, number | string>>;
  readonly read_from: "context" | "question" | null;
  /** Fields of the context, and words of the question. */
  readonly ignored: readonly string[];
  /** What the applied values add to the logits of yes. */
  readonly shift: number;
}

/** The response is an assumption, which is stretched no further than four doublings or halvings of the reference. */
const MAX_DOUBLINGS = 4;

/**
 * Reads the fields that responses know: from the context first, else from the question where exactly one amount of the unit
 * stands in it. All other amounts are listed as ignored.
 * @param offered which answers are offered, where the prediction heeds it.
 */
export function readScenario(
  question: string,
  context: Readonly<Record<string, unknown>>,
  responses: readonly PriceElasticity[],
  offered: AnswersOffered | null = null,
): AppliedScenario {
  const applied: Record<string, number | string> = offered === null ? {} : { answers_offered: offered };
  let readFrom: AppliedScenario["read_from"] = offered === null ? null : "context";
  let shift = 0;
  const amounts = moneyIn(question);
  const used = new Set<MoneyAmount>();
  for (const response of responses) {
    const given = context[response.field];
    const fitting = amounts.filter((amount) => valueOf(amount, response) !== null);
    let value: number | undefined;
    if (typeof given === "number" && Number.isFinite(given) && given >= 0) {
      [value, readFrom] = [given, "context"];
    } else if (fitting.length === 1 && fitting[0] !== undefined) {
      value = valueOf(fitting[0], response) ?? undefined;
      readFrom ??= "question";
      used.add(fitting[0]);
    }
    if (value === undefined) continue;
    applied[response.field] = value;
    shift += shiftOf(response, value);
  }
  const ignored = [
    ...Object.keys(context).filter((field) => !Object.hasOwn(applied, field)),
    ...amounts.filter((amount) => !used.has(amount)).map(({ text }) => text),
  ];
  return { applied, read_from: readFrom, ignored, shift };
}

const valueOf = (amount: MoneyAmount, { unit }: PriceElasticity): number | null =>
  unit === "usd_per_month"
    ? dollarsPerMonth(amount)
    : amount.currency === "usd" && amount.per === null
    ? amount.value
    : null;

/** Logits that a value adds to the reference: `logits_per_doubling · log2(value / reference)`, never rising with a price. */
export function shiftOf(response: PriceElasticity, value: number): number {
  const doublings = Math.log2(value / response.reference);
  return Math.min(0, response.logits_per_doubling) *
    Math.min(MAX_DOUBLINGS, Math.max(-MAX_DOUBLINGS, doublings));
}

/**
 * Moves answers along their order no, maybe, yes by proportional odds (McCullagh 1980): the logits of yes and of yes or maybe
 * move by the same amount, so no share leaves 0 to 1 and yes follows the sign of the shift.
 */
function shiftShares(shares: Shares, shift: number): Shares {
  if (shift === 0) return shares;
  const yes = logistic(logit(shares.yes) + shift);
  const some = Math.max(yes, logistic(logit(shares.yes + shares.maybe) + shift));
  return { yes, maybe: shares.maybe === 0 ? 0 : some - yes, no: shares.maybe === 0 ? 1 - yes : 1 - some };
}

/** Moves the answers of those whom the question fits along no, maybe, yes. */
export function shiftAnswering(shares: AnswerShares, shift: number): AnswerShares {
  const answering = 1 - shares.n_a;
  if (shift === 0 || answering <= 0) return shares;
  const { yes, maybe, no } = shiftShares({
    yes: shares.yes / answering,
    maybe: shares.maybe / answering,
    no: shares.no / answering,
  }, shift);
  return { yes: yes * answering, maybe: maybe * answering, no: no * answering, n_a: shares.n_a };
}
