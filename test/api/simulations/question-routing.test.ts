import assert from "node:assert/strict";
import { answeringEncoder } from "#api/simulations/auto.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { EmbeddingError } from "#providers/embeddings/embedder.ts";

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
    for (const asked of [routing.route(QUESTION, []), routing.confidence(QUESTION, "slug", [])]) {
      await assert.rejects(asked, {
        code: "service_unavailable",
        status: 503,
        headers: { "Retry-After": "2" },
      });
    }
  });

  it("leaves a fault of its own as it is", async () => {
    await assert.rejects(failing(new TypeError("a fault")).route(QUESTION, []), TypeError);
  });
});
