import assert from "node:assert/strict";
import type { Capabilities } from "#shared/answer-store.ts";
import { requestBody, requestKeys } from "#providers/agents/openai/call-model.ts";

const CAPABILITIES: Capabilities = {
  format: "json_schema",
  seed: true,
  temperature: true,
  usage: true,
  limit: "max_tokens",
  max_tokens: 400,
};
const SURVEY = { population: "adults", topic: "cars", scenario: { price: 1 }, question: "Would you?" };
const PERSONA = {
  id: "",
  text: "You are a woman.",
  replicate: 0,
  options: ["yes", "maybe", "no", "n_a"],
  seed: 5,
};

describe("request key", () => {
  const key = (
    changes: { sampling?: object; capabilities?: object; survey?: object; persona?: object } = {},
  ) =>
    requestKeys(
      { model: "small", temperature: 0.8, ...changes.sampling },
      { ...CAPABILITIES, ...changes.capabilities },
      { ...SURVEY, ...changes.survey },
    )({ ...PERSONA, ...changes.persona });

  it("is a SHA-256 in hexadecimal, the same for the same request", () => {
    assert.match(key(), /^[0-9a-f]{64}$/);
    assert.equal(key(), key());
  });

  it("differs with everything that goes into a request, and with the replicate", () => {
    const keys = [
      key(),
      key({ sampling: { model: "large" } }),
      key({ sampling: { temperature: 0.7 } }),
      key({ capabilities: { format: "text" } }),
      key({ capabilities: { max_tokens: 1_600 } }),
      key({ capabilities: { seed: false } }),
      key({ survey: { question: "Would you not?" } }),
      key({ survey: { scenario: { price: 2 } } }),
      key({ survey: { population: "voters" } }),
      key({ persona: { text: "You are a man." } }),
      key({ persona: { options: ["no", "maybe", "yes", "n_a"] } }),
      key({ persona: { seed: 6 } }),
      key({ persona: { replicate: 1 } }),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });

  it("requires the schema in strict mode, with every field and no others", () => {
    const body = requestBody({ model: "small", temperature: 0.8, seed: 5 }, CAPABILITIES, []);
    const format = body.response_format as {
      type: string;
      json_schema: {
        strict: boolean;
        schema: { required: string[]; properties: object; additionalProperties: boolean };
      };
    };
    assert.deepEqual([format.type, format.json_schema.strict], ["json_schema", true]);
    const { schema } = format.json_schema;
    assert.deepEqual(schema.required, Object.keys(schema.properties));
    assert.deepEqual([schema.required[0], schema.additionalProperties], ["reaction", false]);
  });
});
