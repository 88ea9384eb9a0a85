import type { AnswersOffered } from "../bank/shares.ts";
import type { PriceElasticity } from "../bank/methodology.ts";
import type { Shares } from "./answer-model.ts";
import type { ScenarioApplied } from "./forecast.ts";
import { logistic, logit } from "../random/normal.ts";
import { dollarsPerMonth, type MoneyAmount, moneyIn } from "../question/money.ts";

/** The response is an assumption, which is stretched no further than four doublings or halvings of the reference. */
const MAX_DOUBLINGS = 4;

/**
 * Reads the fields that responses know: from the context first, else from the question where exactly one amount of the unit
 * stands in it. All other amounts are listed as ignored.
 * @param offered which answers are offered, where the prediction heeds it.
 * @returns what is shown of it, null where nothing was given, and what the values add to the logits of yes.
 */
export function readScenario(
  question: string,
  context: Readonly<Record<string, unknown>>,
  responses: readonly PriceElasticity[] = [],
  offered: AnswersOffered | null = null,
): { readonly shown: ScenarioApplied | null; readonly shift: number } {
  const applied: Record<string, number | string> = offered === null ? {} : { answers_offered: offered };
  let readFrom: ScenarioApplied["read_from"] = offered === null ? null : "context";
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
  const isGiven = readFrom !== null || ignored.length > 0;
  return { shown: isGiven ? { ...applied, read_from: readFrom, ignored } : null, shift };
}

const valueOf = (amount: MoneyAmount, { unit }: PriceElasticity): number | null =>
  unit === "usd_per_month"
    ? dollarsPerMonth(amount)
    : amount.currency === "usd" && amount.per === null
    ? amount.value
    : null;

/** Logits that a value adds to the reference: `logits_per_doubling · log2(value / reference)`, never rising with a price. */
function shiftOf(response: PriceElasticity, value: number): number {
  const doublings = Math.log2(value / response.reference);
  return Math.min(0, response.logits_per_doubling) *
    Math.min(MAX_DOUBLINGS, Math.max(-MAX_DOUBLINGS, doublings));
}

/**
 * Moves the answers of those whom the question fits along their order no, maybe, yes by proportional odds (McCullagh 1980): the logits of yes
 * and of yes or maybe move by the same amount, so no share leaves 0 to 1 and yes follows the sign of the shift.
 */
export function shiftAnswering(shares: Shares, shift: number): Shares {
  const answering = 1 - shares.n_a;
  if (shift === 0 || answering <= 0) return shares;
  const moved = (share: number) => logistic(logit(share) + shift);
  const yes = moved(shares.yes / answering);
  // Of a scale without a middle answer yes and no are all.
  const some = shares.maybe === 0
    ? yes
    : Math.max(yes, moved(shares.yes / answering + shares.maybe / answering));
  return {
    yes: yes * answering,
    maybe: (some - yes) * answering,
    no: (1 - some) * answering,
    n_a: shares.n_a,
  };
}
