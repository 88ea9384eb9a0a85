import assert from "node:assert/strict";
import { wordVector } from "#providers/embeddings/built-in.ts";
import { cosine } from "#providers/embeddings/embedder.ts";

const alike = (a: string, b: string) => cosine(wordVector(a), wordVector(b));

describe("the word vectors", () => {
  it("gives vectors of length 1", () => {
    const vector = wordVector("Would you buy this product?");
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  });

  it("gives zeros, whose cosine is 0, for a text without a known word", () => {
    assert.ok(wordVector("zqxjkv 123 ?!").every((x) => x === 0));
    assert.equal(alike("zqxjkv", "Would you buy this product?"), 0);
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

  it("ignores negation, so polarity needs its own check", () => {
    assert.ok(alike("Would you watch this show?", "Would you not watch this show?") > 0.85);
  });
});

describe("cosine", () => {
  it("refuses vectors of different lengths", () => {
    assert.throws(() => cosine(new Float32Array(2), new Float32Array(3)), /2 and 3 dimensions/);
  });

  it("stays within −1 … 1 despite rounding", () => {
    const vector = wordVector("Would you trust this brand?");
    assert.ok(cosine(vector, vector) <= 1);
  });
});
