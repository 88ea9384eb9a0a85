import assert from "node:assert/strict";
import { QuestionRouting } from "#api/simulations/auto.ts";
import { EmbeddingError } from "#providers/embeddings/embedder.ts";

type Parts = ConstructorParameters<typeof QuestionRouting>;

/** A routing whose encoder fails for this reason. */
function failing(error: Error): QuestionRouting {
  const router = { route: () => Promise.reject(error) };
  const methodologies = { usableBy: () => Promise.resolve([]) } as unknown as Parts[0];
  const trained = (() => ({ to: () => router })) as unknown as Parts[1];
  return new QuestionRouting(methodologies, trained, () => ({}) as ReturnType<Parts[2]>, 0.65);
}

describe("The routing of a question", () => {
  const QUESTION = "Would you buy this oat drink for your breakfast?";

  it("answers 503 with a Retry-After while the encoder cannot read it", async () => {
    const routing = failing(new EmbeddingError("the thread has ended", true));
    for (const asked of [routing.route(QUESTION, "o"), routing.confidence(QUESTION, "slug", "o")]) {
      await assert.rejects(asked, {
        code: "service_unavailable",
        status: 503,
        headers: { "Retry-After": "2" },
      });
    }
  });

  it("leaves a fault of its own as it is", async () => {
    await assert.rejects(failing(new TypeError("a fault")).route(QUESTION, "o"), TypeError);
  });
});
