import assert from "node:assert/strict";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { cosine, similarityOf } from "#providers/embeddings/embedder.ts";

const embedder = createBuiltInEmbedder();
const alike = (a: string, b: string) => cosine(embedder.embedNow(a), embedder.embedNow(b));

describe("the built-in embedder", () => {
  it("gives vectors of length 1", () => {
    const vector = embedder.embedNow("Would you buy this product?");
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  });

  it("gives zeros, whose cosine is 0, for a text without a known word", () => {
    assert.ok(embedder.embedNow("zqxjkv 123 ?!").every((x) => x === 0));
    assert.equal(alike("zqxjkv", "Would you buy this product?"), 0);
  });

  it("gives many texts the vectors that it gives each one, in their order", async () => {
    const texts = ["a new vaccine", "an old movie"];
    assert.deepEqual(await embedder.embed(texts), texts.map((text) => embedder.embedNow(text)));
  });

  it("rejects at once when its signal is aborted", async () => {
    await assert.rejects(embedder.embed(["a"], AbortSignal.abort(new Error("enough"))), /enough/);
  });

  it("places a rewording closer than another question on the same subject", () => {
    const asked = "Would you donate money to this cause?";
    assert.ok(alike(asked, "Would you give money to this cause?") > 0.85);
    assert.ok(alike(asked, "Would you sponsor a child overseas?") < 0.7);
    assert.ok(alike(asked, "What is the capital of Australia?") < 0.6);
  });

  it("replaces an unknown word by its parts or by its form without an ending", () => {
    assert.ok(alike("a coffee-vaccine", "a coffee vaccine") > 0.99);
    assert.ok(alike("mammograming", "mammogram") > 0.99);
  });

  it("has vectors for words younger than its source", () => {
    assert.ok(alike("a covid shot", "an influenza shot") > 0.8);
    assert.ok(alike("ask a chatbot", "ask a robot") > 0.6);
  });

  it("ignores negation, so polarity needs its own check", async () => {
    const similarity = await similarityOf(
      embedder,
      "Would you watch this show?",
      "Would you not watch this show?",
    );
    assert.ok(similarity > 0.85);
  });
});

describe("cosine", () => {
  it("refuses vectors of different lengths", () => {
    assert.throws(() => cosine(new Float32Array(2), new Float32Array(3)), /2 and 3 dimensions/);
  });

  it("stays within −1 … 1 despite rounding", () => {
    const vector = embedder.embedNow("Would you trust this brand?");
    assert.ok(cosine(vector, vector) <= 1);
  });
});
