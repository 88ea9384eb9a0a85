import assert from "node:assert/strict";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";

const read = (env: Record<string, string>) => readSettings(readAgentEngineConfig, env);

describe("the agents' configuration", () => {
  it("is the embedded engine when nothing is set", () => {
    assert.deepEqual(read({}), { kind: "embedded" });
    assert.deepEqual(read({ AGENTS_BASE_URL: "" }), { kind: "embedded" });
  });

  it("fills in defaults and never shows the key", () => {
    const config = read({
      AGENTS_BASE_URL: "http://127.0.0.1:9/v1/",
      AGENTS_MODEL: "small",
      AGENTS_API_KEY: "sk-very-secret",
    });
    assert.ok(config.kind === "openai-compatible");
    assert.equal(config.apiKey?.reveal(), "sk-very-secret");
    assert.deepEqual(JSON.parse(JSON.stringify(config)), {
      kind: "openai-compatible",
      baseUrl: "http://127.0.0.1:9/v1",
      model: "small",
      apiKey: "[secret]",
      concurrency: 16,
      maxConcurrency: 128,
      temperature: 0.8,
      replicates: 1,
      timeoutMs: 60_000,
      price: null,
      // Infinity, which JSON has not.
      rpm: null,
      tpm: null,
      maxCostUsd: null,
      maxTokens: null,
    });
  });

  it("reads limits and prices", () => {
    const config = read({
      AGENTS_BASE_URL: "https://api.example.com/v1",
      AGENTS_MODEL: "small",
      AGENTS_RPM: "500",
      AGENTS_TPM: "200000",
      AGENTS_MAX_COST_USD: "2.5",
      AGENTS_MAX_TOKENS: "9000000",
      MODEL_PRICES: '{"small":{"input":0.15,"output":0.6,"as_of":"2026-11-01"}}',
    });
    assert.ok(config.kind === "openai-compatible");
    assert.deepEqual([config.rpm, config.tpm, config.maxCostUsd, config.maxTokens], [
      500,
      200_000,
      2.5,
      9_000_000,
    ]);
    assert.equal(config.price?.output, 0.6);
  });

  it("names all faults at once", () => {
    const env = {
      AGENTS_BASE_URL: "ftp://user:pw@example.com/v1?x=1",
      AGENTS_RPM: "many",
      AGENTS_CONCURRENCY: "64",
      AGENTS_MAX_CONCURRENCY: "32",
      AGENTS_TEMPERATURE: "3",
      AGENTS_MAX_COST_USD: "1",
      MODEL_PRICES: "none",
    };
    assert.throws(() => read(env), (error) => {
      assert.ok(error instanceof ConfigError);
      const faults = error.faults.join("\n");
      for (
        const part of [
          "AGENTS_BASE_URL must be a URL that begins with http",
          "must not carry a user",
          "no query",
          "AGENTS_MODEL is missing",
          "AGENTS_RPM must be a whole number",
          "AGENTS_CONCURRENCY must not be above",
          "AGENTS_TEMPERATURE must be a number from 0 to 2",
          "MODEL_PRICES must be JSON",
          "AGENTS_MAX_COST_USD needs the price",
        ]
      ) assert.ok(faults.includes(part), `${part} is not among:\n${faults}`);
      assert.ok(!faults.includes("pw@"));
      return true;
    });
  });

  it("names a setting of a model whose server is missing", () => {
    assert.throws(
      () => read({ AGENTS_MODEL: "small" }),
      /AGENTS_MODEL is set, but AGENTS_BASE_URL/,
    );
  });
});
