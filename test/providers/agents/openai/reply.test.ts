import assert from "node:assert/strict";
import { readElicitation } from "#providers/agents/openai/reply.ts";

const GOOD = {
  reaction: "Why not.",
  p: { yes: 60, maybe: 20, no: 15, n_a: 5 },
  intensity: 4,
  n_a_reason: null,
};

function body(content: unknown, extra: { finish?: string; refusal?: string } = {}) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const message = { role: "assistant", content: text, refusal: extra.refusal ?? null };
  return JSON.stringify({ choices: [{ message, finish_reason: extra.finish ?? "stop" }] });
}

const read = (content: unknown, extra?: Parameters<typeof body>[1]) =>
  readElicitation({ status: 200, raw: body(content, extra) });

const detail = (content: unknown) => {
  const reading = read(content);
  assert.ok(reading.kind === "failed" && reading.fault === "invalid");
  return reading.detail;
};

describe("a stored response", () => {
  it("reads as a distribution with its reaction", () => {
    assert.deepEqual(read(GOOD), {
      kind: "distribution",
      weights: [60, 20, 15, 5],
      intensity: 4,
      reaction: "Why not.",
      naReason: "not_applicable",
    });
  });

  it("reads JSON in a code fence or between words, for servers without a JSON mode", () => {
    const json = JSON.stringify(GOOD, null, 2);
    for (const content of ["```json\n" + json + "\n```", "Sure! Here it is:\n" + json + "\nAnything else?"]) {
      assert.equal(read(content).kind, "distribution");
    }
  });

  it("accepts shares that add up to 95 to 105", () => {
    assert.equal(read({ ...GOOD, p: { yes: 65, maybe: 20, no: 15, n_a: 5 } }).kind, "distribution");
    assert.match(detail({ ...GOOD, p: { yes: 66, maybe: 20, no: 15, n_a: 5 } }), /add up to 106/);
  });

  it("names the fault of a reply that breaks the schema", () => {
    assert.match(detail("I would say yes"), /not JSON/);
    assert.match(
      detail({ ...GOOD, p: { yes: 100, maybe: 0, no: 0 } }),
      /\/p must have required property 'n_a'/,
    );
    assert.match(detail({ ...GOOD, p: { yes: 110, maybe: -10, no: 0, n_a: 0 } }), /from 0 to 100/);
    assert.match(detail({ ...GOOD, intensity: 6 }), /intensity/);
    assert.match(detail({ ...GOOD, answer: "yes" }), /additional properties/);
    assert.match(detail({ ...GOOD, n_a_reason: "busy" }), /n_a_reason/);
  });

  it("reads the model's refusal and a content filter's as refusals", () => {
    assert.equal(read("", { refusal: "I can't help with that." }).kind, "model_refusal");
    assert.equal(read("", { finish: "content_filter" }).kind, "model_refusal");
    const azure = JSON.stringify({ error: { code: "content_filter", message: "The prompt was filtered" } });
    assert.equal(readElicitation({ status: 400, raw: azure }).kind, "model_refusal");
  });

  it("distinguishes a cut reply from an invalid one and from a rejected request", () => {
    const cut = read(JSON.stringify(GOOD).slice(0, 30), { finish: "length" });
    assert.ok(cut.kind === "failed" && cut.fault === "length");
    const rejected = readElicitation({
      status: 400,
      raw: JSON.stringify({ error: { message: "too long" } }),
    });
    assert.ok(rejected.kind === "failed" && rejected.fault === "rejected");
  });

  it("reads a complete reply even where the server reports it as cut", () => {
    assert.equal(read(GOOD, { finish: "length" }).kind, "distribution");
  });

  it("cuts a reaction to one line of at most 240 characters", () => {
    const reading = read({ ...GOOD, reaction: `Well,\n\u0007 ${"really ".repeat(60)}` });
    assert.ok(reading.kind === "distribution");
    assert.ok(reading.reaction.length <= 240);
    assert.match(reading.reaction, /^Well, really [^\p{Cc}]*really…$/u);
  });

  it("reads content in parts", () => {
    const parts = [{ type: "text", text: JSON.stringify(GOOD) }];
    const raw = JSON.stringify({ choices: [{ message: { content: parts }, finish_reason: "stop" }] });
    assert.equal(readElicitation({ status: 200, raw }).kind, "distribution");
  });
});
