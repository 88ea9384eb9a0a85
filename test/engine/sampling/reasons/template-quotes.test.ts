import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { QUOTE_LIMIT } from "#engine/sampling/reasons.ts";
import { answerAgents } from "#engine/sampling/answer-agents.ts";
import { prepareSimulation } from "#engine/sampling/prepared-simulation.ts";

describe("quotes", () => {
  it("come from 8 to 12 % of agents, the same ones whatever the question, and never from n_a", () => {
    const [a, b] = PUBLISHED;
    assert.ok(a && b);
    const [first, second] = [a, b].map((methodology) =>
      answerAgents(
        prepareSimulation({ seed: 12, methodology, tier: 1 }),
        0,
        10_000,
      )
    );
    const speakers = (chunk: typeof first) =>
      new Set(chunk!.quote.flatMap((quote, k) => quote === null ? [] : [k]));
    for (const chunk of [first!, second!]) {
      assert.ok(speakers(chunk).size > 800 && speakers(chunk).size < 1_200);
      chunk.quote.forEach((quote, k) => assert.ok(quote === null || chunk.answer[k] !== 3));
    }
    const both = speakers(first).intersection(speakers(second)).size;
    assert.ok(both > 0.9 * speakers(first).size, `${both}`);
  });

  it("hold the agent's own reason, complete, within their length", () => {
    for (const methodology of PUBLISHED) {
      const run = prepareSimulation({ seed: 6, methodology, tier: 2 });
      const { quote, reason, reasons } = answerAgents(run, 0, 1_500);
      const texts = quote.flatMap((text, k) => text === null ? [] : [{ text, own: reasons[reason[k]!]! }]);
      assert.ok(
        texts.every(({ text, own }) =>
          text.length <= QUOTE_LIMIT && text.includes(own) && !text.includes("{")
        ),
      );
      assert.ok(new Set(texts.map(({ text }) => text)).size > 75);
    }
  }).timeout(120_000);
});
