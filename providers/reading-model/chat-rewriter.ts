import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { TextKey } from "#engine/readings/facts.ts";
import { type ReadingTexts, textFaults } from "#engine/readings/texts.ts";
import { completionOf } from "../openai/completion.ts";
import type { ChatModelConfig } from "./config.ts";
import { ModelCalls } from "./rewrite-calls.ts";
import { type Attempt, messagesFor } from "./prompt.ts";
import type { ReadingRewriter, RewriteRequest, RewrittenReading } from "./rewriter.ts";

/** The first answer, and a second to the complaints about it. */
const ATTEMPTS = 2;

/**
 * Any OpenAI-compatible `/v1/chat/completions`. Texts that break a rule, above all by a number that the fact sheet does not have,
 * are asked for once more with the complaint; what is still wrong then, or never came, keeps its computed text. With the repetitions
 * that {@link ModelCalls} allows itself a Reading takes four calls at the most.
 */
export function createChatRewriter(config: ChatModelConfig): ReadingRewriter {
  return {
    async rewrite(request, signal = new AbortController().signal) {
      const calls = new ModelCalls(config, signal);
      const accepted: Partial<Record<TextKey, string>> = {};
      const problems: string[] = [];
      let missing = Object.keys(request.computed) as TextKey[];
      let last: Attempt | null = null;
      for (let attempt = 1; attempt <= ATTEMPTS && missing.length > 0; attempt++) {
        const result = await calls.ask(messagesFor(request.facts, missing, last), missing);
        if (result.kind === "fault") {
          problems.push(`The model could not be used (${result.fault}): ${result.message}`);
          break;
        }
        const answer = completionOf(result.body).content;
        const { texts, complaints } = judge(request.facts, missing, answer);
        Object.assign(accepted, texts);
        missing = missing.filter((key) => texts[key] === undefined);
        last = { answer: answer.slice(0, 8_000), complaints };
        problems.push(...complaints.map((complaint) => `Attempt ${attempt}: ${complaint}`));
      }
      return { ...combined(request, accepted), ...calls.totals(), problems };
    },
  };
}

/** The accepted texts, the computed ones where there is none; a worded synthesis gets the sheet's closing. */
function combined(
  { facts, computed }: RewriteRequest,
  accepted: ReadingTexts,
): Pick<RewrittenReading, "texts" | "model_tier" | "rewritten"> {
  const rewritten = Object.keys(accepted) as TextKey[];
  const closed = accepted.synthesis === undefined
    ? {}
    : { synthesis: `${accepted.synthesis} ${facts.closing}` };
  const all = rewritten.length === Object.keys(computed).length;
  return {
    texts: { ...computed, ...accepted, ...closed },
    model_tier: rewritten.length === 0 ? "computed" : all ? "small" : "mixed",
    rewritten,
  };
}

/** The texts of an answer that can stand, and what is wrong with the others. */
function judge(
  facts: FactSheet,
  keys: readonly TextKey[],
  answer: string,
): { texts: ReadingTexts; complaints: string[] } {
  const object = parseObject(answer);
  if (object === null) {
    return { texts: {}, complaints: ["the answer is not the JSON object that was asked for"] };
  }
  const texts: Partial<Record<TextKey, string>> = {};
  const complaints: string[] = [];
  for (const key of keys) {
    const value = object[key];
    const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
    const faults = text === "" ? ["it is missing"] : textFaults(facts, key, text);
    if (faults.length === 0) texts[key] = text;
    else complaints.push(...faults.map((fault) => `${key}: ${fault}`));
  }
  return { texts, complaints };
}

/** The object in an answer, with or without a Markdown fence around it. */
function parseObject(answer: string): Record<string, unknown> | null {
  const text = answer.trim().replace(/^```(?:json)?\s*/i, "").replace(/\s*```$/, "");
  try {
    const value: unknown = JSON.parse(text);
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    return object ? value as Record<string, unknown> : null;
  } catch {
    return null;
  }
}
