import assert from "node:assert/strict";
import { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import { readModelServer } from "#providers/openai/settings.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";

const read = (env: Record<string, string>) =>
  readSettings((settings) => readModelServer(settings, "READING"), env);

const MODEL = { READING_MODEL: "small-model", READING_BASE_URL: "https://models.example/v1/" };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
  return [];
}

describe("the Reading model's settings", () => {
  it("name no server without a model", () => assert.equal(read({}), null));

  it("are read with their defaults, the key wrapped", () => {
    const config = read({ ...MODEL, READING_API_KEY: "sk-secret" });
    assert.ok(config !== null);
    assert.equal(config.baseUrl, "https://models.example/v1");
    assert.equal(config.timeoutMs, 30_000);
    assert.equal(new ChatRewriter(config).longestSeconds, 126);
    assert.equal(config.price, null);
    assert.equal(config.apiKey?.reveal(), "sk-secret");
    assert.ok(!JSON.stringify(config).includes("sk-secret"));
  });

  it("take the model's price from the table of prices", () => {
    const price = { input: 0.1, output: 0.4, as_of: "2026-11-01" };
    const config = read({
      ...MODEL,
      MODEL_PRICES: JSON.stringify({ "small-model": price }),
    });
    assert.ok(config !== null);
    assert.deepEqual(config.price, price);
  });

  it("are rejected with every fault named", () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ READING_MODEL: "m" }, /READING_BASE_URL is missing/],
      [{ READING_BASE_URL: "https://x.example/v1" }, /READING_MODEL is missing/],
      [{ READING_API_KEY: "k" }, /READING_MODEL is missing/],
      [{ ...MODEL, READING_BASE_URL: "ftp://x.example" }, /READING_BASE_URL must be a URL/],
      [{ ...MODEL, READING_BASE_URL: "https://u:p@x.example/v1" }, /user or password/],
      [{ ...MODEL, READING_BASE_URL: "https://x.example/v1?key=1" }, /no query/],
      [{ ...MODEL, READING_TIMEOUT_MS: "soon" }, /READING_TIMEOUT_MS must be a whole number/],
      [{ ...MODEL, MODEL_PRICES: "{" }, /MODEL_PRICES must be JSON/],
    ];
    for (const [env, fault] of wrong) assert.match(faultsOf(env).join("\n"), fault);
    assert.equal(faultsOf({ READING_MODEL: "m", READING_TIMEOUT_MS: "1", MODEL_PRICES: "[]" }).length, 3);
  });
});
