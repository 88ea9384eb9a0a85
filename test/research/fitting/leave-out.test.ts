import assert from "node:assert/strict";
import { type BankQuestion, sharesFromLogits } from "#engine/bank/shares.ts";
import { encodedText } from "#engine/bank/wording-vectors.ts";
import { predictLeftOut, prepareBank, type Protocol, PROTOCOLS } from "#research/fitting/leave-out.ts";

function question(
  id: string,
  survey: string,
  yes: number,
  { object = id, battery = `${survey}/${id}`, maybe = 0 } = {},
): BankQuestion {
  return {
    id,
    survey,
    wordings: [`Do you like ${id}?`],
    overall: { yes, maybe, no: 1 - yes - maybe },
    respondents: 1_000,
    effective_n: 1_000,
    has_maybe: maybe > 0,
    segments: [],
    object,
    battery,
  };
}

const BANK = [
  question("apples", "gss-2016", 0.8),
  question("pears", "gss-2016", 0.7),
  question("trains", "anes-2020", 0.3),
  question("buses", "anes-2020", 0.4),
];

function leftOut(protocol: Protocol, bank: readonly BankQuestion[], topline: BankQuestion) {
  const texts = [...bank, topline].flatMap(({ wordings }) => wordings.map(encodedText));
  const vectors = new Map(texts.map((text, k) => [text, Float32Array.of(Math.cos(k / 4), Math.sin(k / 4))]));
  return predictLeftOut(prepareBank(bank, vectors, [topline]), protocol);
}

/** The yes of "Do you like apples?" in logits, without apples, beside a topline that this share says yes to. */
function predicted(protocol: Protocol, yes: number, place: { object?: string; battery?: string }): number {
  const predictions = leftOut(protocol, BANK, question("plums", "gss-toplines", yes, place));
  assert.deepEqual(predictions.map(({ question }) => question.id).sort(), [
    "apples",
    "buses",
    "pears",
    "trains",
  ]);
  return predictions.find(({ question }) => question.id === "apples")!.logits.yes;
}

describe("Leaving out", () => {
  it("takes the toplines of the same object, battery and house along, and predicts none", () => {
    const counts = (place: { object?: string; battery?: string }) =>
      PROTOCOLS.filter((protocol) =>
        Math.abs(predicted(protocol, 0.95, place) - predicted(protocol, 0.05, place)) > 1e-6
      );
    assert.deepEqual(counts({ object: "apples" }), []);
    assert.deepEqual(counts({ battery: "gss-2016/apples" }), ["object"]);
    assert.deepEqual(counts({}), ["object", "battery"]);
  });

  it("has the middle answer from questions that offer one alone, where it is told that one is offered", () => {
    const middle = question("figs", "anes-2020", 0.3, { maybe: 0.4 });
    const bank = [...BANK, middle, question("dates", "anes-2020", 0.4, { maybe: 0.4 })];
    const rows = leftOut("object", bank, question("plums", "gss-toplines", 0.5));
    const maybeOf = (id: string, of: "logits" | "told") => {
      const { yes, no } = rows.find((row) => row.question.id === id)![of];
      return sharesFromLogits(yes, no).maybe;
    };
    assert.ok(maybeOf("apples", "logits") > 0.02 && maybeOf("apples", "told") < 1e-9);
    assert.ok(maybeOf("figs", "logits") < 0.35);
    assert.ok(Math.abs(maybeOf("figs", "told") - 0.4) < 1e-6);
  });
});
