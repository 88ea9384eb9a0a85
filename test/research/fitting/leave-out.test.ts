import assert from "node:assert/strict";
import type { BankQuestion } from "#engine/bank/shares.ts";
import { encodedText } from "#engine/bank/wording-vectors.ts";
import { predictLeftOut, prepareBank, type Protocol, PROTOCOLS } from "#research/fitting/leave-out.ts";

function question(
  id: string,
  survey: string,
  yes: number,
  { object = id, battery = `${survey}/${id}` } = {},
): BankQuestion {
  return {
    id,
    survey,
    wordings: [`Do you like ${id}?`],
    overall: { yes, maybe: 0, no: 1 - yes },
    respondents: 1_000,
    effective_n: 1_000,
    has_maybe: false,
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

/** The yes of "Do you like apples?" in logits, without apples, beside a topline that this share says yes to. */
function predicted(protocol: Protocol, yes: number, place: { object?: string; battery?: string }): number {
  const topline = question("plums", "gss-toplines", yes, place);
  const texts = [...BANK, topline].flatMap(({ wordings }) => wordings.map(encodedText));
  const vectors = new Map(texts.map((text, k) => [text, Float32Array.of(Math.cos(k / 4), Math.sin(k / 4))]));
  const predictions = predictLeftOut(prepareBank(BANK, vectors, [topline]), protocol);
  assert.deepEqual(predictions.map(({ question }) => question).sort(), [0, 1, 2, 3]);
  return predictions.find(({ question }) => question === 0)!.logits.yes;
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
});
