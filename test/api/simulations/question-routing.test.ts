import assert from "node:assert/strict";
import { answeringEncoder } from "#api/simulations/auto.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { EmbeddingError } from "#providers/embeddings/embedder.ts";

const [FIRST] = PUBLISHED as readonly [Methodology];

/** A routing whose encoder fails for this reason. */
function failing(error: Error) {
  const weights = readRoutingWeights();
  const encoder = answeringEncoder({ id: weights.embedder_id, embed: () => Promise.reject(error) });
  const matcher = { matchAmong: () => encoder.embed([]).then(() => Promise.reject(error)) };
  return new QuestionRouting(() => new TrainedRouting(encoder, weights), () => matcher, 0.65);
}

describe("The routing of a question", () => {
  const QUESTION = "Would you buy this oat drink for your breakfast?";

  it("answers 503 with a Retry-After while the encoder cannot read it", async () => {
    const routing = failing(new EmbeddingError("the thread has ended", true));
    for (const asked of [routing.route(QUESTION, []), routing.confidence(QUESTION, FIRST)]) {
      await assert.rejects(asked, {
        code: "service_unavailable",
        status: 503,
        headers: { "Retry-After": "2" },
      });
    }
  });

  it("compares a methodology that is named with this release's and itself, whatever else an organization has", async () => {
    const own = { ...FIRST, id: crypto.randomUUID(), slug: "own" };
    const asked: (readonly Methodology[])[] = [];
    const trained = {
      route: (_: string, rivals: readonly Methodology[]) => {
        asked.push(rivals);
        return Promise.resolve(rivals.map(({ slug }) => ({ slug, confidence: 1 / rivals.length })));
      },
    };
    const routing = new QuestionRouting(() => trained, () => assert.fail("no match is asked for"), 0.65);
    assert.equal(await routing.confidence(QUESTION, FIRST), 1 / PUBLISHED.length);
    assert.equal(await routing.confidence(QUESTION, own), 1 / (PUBLISHED.length + 1));
    for (const rivals of asked.slice(2)) assert.deepEqual(rivals, [own, ...PUBLISHED]);
  });

  it("leaves a fault of its own as it is", async () => {
    await assert.rejects(failing(new TypeError("a fault")).route(QUESTION, []), TypeError);
  });
});
