import assert from "node:assert/strict";
import { LLMock } from "@copilotkit/aimock";
import { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import type { ServerConfig } from "#providers/openai/settings.ts";
import { Secret } from "#shared/settings-reader.ts";
import { obedientTexts, sheetShown, stopMock } from "#testing/stub-server.ts";
import { QUESTION, rewriteRequest } from "./rewrite-request.ts";

const request = rewriteRequest();
const keys = Object.keys(request.computed).sort();
const USAGE = { prompt_tokens: 2_000, completion_tokens: 500, total_tokens: 2_500 };
const PRICE = { input: 0.5, output: 2, as_of: "2026-11-01" };

describe("a model behind /v1/chat/completions", () => {
  let server: LLMock;
  beforeEach(async () => {
    server = new LLMock({ port: 0 });
    await server.start();
  });
  afterEach(() => stopMock(server));

  const config = (change: Partial<ServerConfig> = {}): ServerConfig => ({
    model: "small-model",
    baseUrl: `${server.url}/v1`,
    apiKey: new Secret("sk-test"),
    timeoutMs: 5_000,
    price: PRICE,
    ...change,
  });

  /** Makes the server answer the n-th call by the n-th of `answers`, later ones by the last. */
  function answering(...answers: ((asked: Parameters<typeof obedientTexts>[0]) => string)[]): void {
    let call = 0;
    server.on({ endpoint: "chat" }, (asked) => {
      const answer = answers[Math.min(call++, answers.length - 1)]!;
      return { content: answer(asked as Parameters<typeof obedientTexts>[0]), usage: USAGE };
    });
  }
  const obedient = (asked: Parameters<typeof obedientTexts>[0]) => JSON.stringify(obedientTexts(asked));
  const bodies = () =>
    server.getRequests().map(({ body }) =>
      body as unknown as Record<string, unknown> & Parameters<typeof sheetShown>[0]
    );

  it("rewrites every text at the cost of the tokens that the server counted", async () => {
    answering(obedient);
    const written = await new ChatRewriter(config()).rewrite(request);
    assert.deepEqual(written.problems, []);
    assert.equal(written.model_tier, "small");
    assert.deepEqual([...written.rewritten].sort(), keys);
    assert.deepEqual(Object.keys(written.texts).sort(), keys);
    assert.match(written.texts.pattern_1 ?? "", /^In the model's words it is \d+%/);
    assert.deepEqual(written.usage, { prompt: 2_000, cached: 0, completion: 500, reasoning: 0 });
    assert.equal(written.counted, true);
    assert.equal(written.calls, 1);
    assert.ok(Math.abs(written.cost_usd! - (2_000 * 0.5 + 500 * 2) / 1e6) < 1e-12);
  });

  it("leaves the statement about calibration to the fact sheet's closing, which follows its synthesis", async () => {
    answering(obedient);
    const { texts } = await new ChatRewriter(config()).rewrite(request);
    assert.ok(texts.synthesis!.startsWith("The simulated respondents lean to a side."));
    assert.ok(texts.synthesis!.endsWith(` ${request.facts.closing}`));
  });

  it("receives rules first, then the fact sheet alone, the question as data, and a strict schema", async () => {
    answering(obedient);
    await new ChatRewriter(config()).rewrite(request);
    const [body] = bodies();
    assert.deepEqual(body!.messages.map(({ role }) => role), ["system", "user"]);
    assert.ok(!String(body!.messages[0]!.content).includes("Ignore all rules"));
    assert.equal((sheetShown(body!) as unknown as { question: string }).question, QUESTION);
    assert.ok(!JSON.stringify(body).includes("(agent "), "no quote is sent");
    assert.deepEqual((body!.response_format as { json_schema: unknown }).json_schema, {
      name: "reading_texts",
      strict: true,
      schema: {
        type: "object",
        properties: Object.fromEntries(Object.keys(request.computed).map((key) => [key, { type: "string" }])),
        required: Object.keys(request.computed),
        additionalProperties: false,
      },
    });
  });

  it("receives a complaint about a text with a number of its own, and a request for that text only", async () => {
    answering(
      (asked) =>
        JSON.stringify({ ...obedientTexts(asked), pattern_1: "In all 99% of the older ones said no to it." }),
      obedient,
    );
    const written = await new ChatRewriter(config()).rewrite(request);
    assert.equal(written.model_tier, "small");
    assert.equal(written.calls, 2);
    assert.deepEqual(written.usage, { prompt: 4_000, cached: 0, completion: 1_000, reasoning: 0 });
    assert.deepEqual(written.problems, [
      'Attempt 1: pattern_1: it writes "9" itself, where a placeholder belongs',
    ]);
    const second = bodies()[1]!;
    assert.deepEqual(second.messages.map(({ role }) => role), ["system", "user", "assistant", "user"]);
    assert.match(String(second.messages[3]!.content), /it writes "9" itself/);
    assert.deepEqual(Object.keys(sheetShown(second).write), ["pattern_1"]);
  });

  it("that repeats its number has that text replaced by the computed one", async () => {
    answering((asked) =>
      JSON.stringify({
        ...obedientTexts(asked),
        synthesis: "Two fifths of the simulated respondents said no; half of them did not care at all.",
      })
    );
    const written = await new ChatRewriter(config()).rewrite(request);
    assert.equal(written.model_tier, "mixed");
    assert.equal(written.calls, 2);
    assert.equal(written.texts.synthesis, request.computed.synthesis);
    assert.notEqual(written.texts.pattern_1, request.computed.pattern_1);
    assert.ok(!written.rewritten.includes("synthesis"));
  });

  const rubbish: [string, string][] = [
    ["prose", "Sure! Here is the report: 99% said yes."],
    ["cut JSON", '{"synthesis": "The simulated respo'],
    ["another shape", '[{"synthesis": 1}]'],
    ["empty texts", JSON.stringify(Object.fromEntries(keys.map((key) => [key, ""])))],
    [
      "markup",
      JSON.stringify(
        Object.fromEntries(keys.map((key) => [key, "<b>Most of the people asked said yes.</b>"])),
      ),
    ],
    ["nothing", ""],
  ];
  for (const [name, content] of rubbish) {
    it(`that answers ${name} leaves the computed texts, and its calls are paid for`, async () => {
      answering(() => content);
      const written = await new ChatRewriter(config()).rewrite(request);
      assert.equal(written.model_tier, "computed");
      assert.deepEqual(written.texts, request.computed);
      assert.deepEqual(written.rewritten, []);
      assert.equal(written.calls, 2);
      assert.ok(Math.abs(written.cost_usd! - 2 * 0.002) < 1e-12);
      assert.ok(written.problems.length >= 2);
    });
  }

  it("may put its JSON into a Markdown fence", async () => {
    answering((asked) => `\`\`\`json\n${obedient(asked)}\n\`\`\``);
    assert.equal((await new ChatRewriter(config()).rewrite(request)).model_tier, "small");
  });

  it("that is overloaded once gets a second call", async () => {
    answering(obedient);
    server.nextRequestError(503, { message: "busy" });
    const written = await new ChatRewriter(config()).rewrite(request);
    assert.equal(written.model_tier, "small");
    assert.equal(written.calls, 2);
    assert.equal(written.usage.prompt, 2_000);
    assert.equal(written.counted, true);
  });

  it("that refuses the key gets no second call, costs nothing and is named as the problem", async () => {
    server.nextRequestError(401, { message: "Incorrect API key provided: sk-test", code: "invalid_api_key" });
    const written = await new ChatRewriter(config()).rewrite(request);
    assert.equal(written.model_tier, "computed");
    assert.equal(written.calls, 1);
    assert.equal(written.cost_usd, 0);
    assert.match(written.problems.join(), /unauthorized/);
    assert.ok(!written.problems.join().includes("sk-test"));
  });

  it("with an unknown price has an unknown cost, not 0", async () => {
    answering(obedient);
    const written = await new ChatRewriter(config({ price: null })).rewrite(request);
    assert.equal(written.cost_usd, null);
    assert.equal(written.usage.prompt, 2_000);
  });
});
