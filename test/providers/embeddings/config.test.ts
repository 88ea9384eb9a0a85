import assert from "node:assert/strict";
import { readSettings } from "#shared/settings-reader.ts";
import { OpenAiEmbedder } from "#providers/embeddings/embedder.ts";
import { readModelServer } from "#providers/openai/settings.ts";

const read = (env: Record<string, string>) =>
  readSettings((settings) => readModelServer(settings, "EMBEDDINGS"), env);

describe("the embedder's configuration", () => {
  it("is the encoder without settings", () => {
    assert.equal(read({}), null);
  });

  it("is a server where there is an address, without a trailing slash", () => {
    const config = read({
      EMBEDDINGS_BASE_URL: "https://api.example.com/v1/",
      EMBEDDINGS_MODEL: "text-embedding-3-small",
      EMBEDDINGS_API_KEY: "sk-secret",
      EMBEDDINGS_TIMEOUT_MS: "2000",
    });
    assert.ok(config !== null);
    assert.deepEqual([config.baseUrl, config.timeoutMs], ["https://api.example.com/v1", 2_000]);
    assert.equal(config.apiKey?.reveal(), "sk-secret");
    assert.equal(new OpenAiEmbedder(config).id, "openai-compatible:text-embedding-3-small");
    assert.doesNotMatch(JSON.stringify(config), /sk-secret/);
  });

  it("names every fault at once", () => {
    assert.throws(() => read({ EMBEDDINGS_MODEL: "m" }), /EMBEDDINGS_BASE_URL is missing/);
    const env = { EMBEDDINGS_BASE_URL: "https://user:pw@example.com/v1?x=1", EMBEDDINGS_TIMEOUT_MS: "5" };
    assert.throws(() => read(env), (error: Error) => {
      for (
        const part of [
          /user or password/,
          /no query/,
          /EMBEDDINGS_MODEL is missing/,
          /EMBEDDINGS_TIMEOUT_MS must be/,
        ]
      ) {
        assert.match(error.message, part);
      }
      return true;
    });
  });
});
