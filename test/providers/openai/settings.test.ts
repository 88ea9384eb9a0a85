import assert from "node:assert/strict";
import { readBaseUrl, readModelPrices } from "#providers/openai/settings.ts";
import { SettingsReader } from "#shared/settings-reader.ts";

describe("the settings of a model server", () => {
  it("are an address without a trailing slash and a wrapped key", () => {
    const read = new SettingsReader({ X_BASE_URL: "https://api.example.com/v1/", X_API_KEY: "sk-secret" });
    assert.equal(readBaseUrl(read, "X"), "https://api.example.com/v1");
    assert.equal(read.secret("X_API_KEY")?.reveal(), "sk-secret");
    assert.equal(read.secret("Y_API_KEY"), null);
    assert.deepEqual(read.faults, []);
  });

  it("name every fault of the address without repeating a password", () => {
    const read = new SettingsReader({ X_BASE_URL: "ftp://user:pw@example.com/v1?x=1" });
    readBaseUrl(read, "X");
    assert.deepEqual(read.faults, [
      "X_BASE_URL must be a URL that begins with http:// or https://",
      "X_BASE_URL must not carry a user or password: use X_API_KEY",
      "X_BASE_URL must have no query and no fragment",
    ]);
  });

  it("name every setting whose server is missing", () => {
    const read = new SettingsReader({ X_MODEL: "small" });
    read.orphans("X_BASE_URL", ["X_MODEL", "X_API_KEY"]);
    assert.deepEqual(read.faults, ["X_MODEL is set, but X_BASE_URL is missing"]);
  });

  it("name every fault of a price table", () => {
    const faults: string[] = [];
    const pricesIn = (text: string) => {
      const read = new SettingsReader({ MODEL_PRICES: text });
      const prices = readModelPrices(read);
      faults.push(...read.faults);
      return prices;
    };
    const table = {
      good: { input: 0.15, cached_input: 0.075, output: 0.6, as_of: "2026-11-01" },
      free: { input: 0, output: 0, as_of: "2026-11-01" },
      noOutput: { input: 1, as_of: "2026-11-01" },
      negative: { input: -1, output: 1, as_of: "2026-11-01" },
      undated: { input: 1, output: 1 },
      typo: { input: 1, ouput: 1, output: 1, as_of: "2026-11-01" },
      text: "1",
    };
    assert.deepEqual(Object.keys(pricesIn(JSON.stringify(table))), ["good", "free"]);
    assert.equal(faults.length, 5);
    assert.match(
      faults.join("\n"),
      /noOutput needs "output"[^]*negative needs "input"[^]*undated needs "as_of"[^]*"ouput"[^]*text must/,
    );
    pricesIn("[");
    pricesIn("[]");
    assert.equal(faults.length, 7);
  });
});
