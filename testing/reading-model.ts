import { chatCompletion, type ChatRequest } from "./stub-server.ts";
import type { Behaviour, Received, Receiver } from "./webhooks.ts";

/** The path at which a receiver plays the model that rewrites Readings. */
export const COMPLETIONS = "/v1/chat/completions";

/** The usage of every answer, which costs 0.002 USD at {@link PRICES}: 2,000 tokens in at 0.5 and 500 out at 2 USD a million. */
const USAGE = { prompt_tokens: 2_000, completion_tokens: 500, total_tokens: 2_500 };
export const PRICES = { "small-model": { input: 0.5, output: 2, as_of: "2026-11-01" } };
export const COST_OF_CALL_USD = 0.002;

/** The settings of a worker whose Readings a receiver rewrites. */
export function readingModelSettings({ url }: Receiver, model = "small-model"): Record<string, string> {
  return {
    READING_MODEL: model,
    READING_BASE_URL: `${url}/v1`,
    READING_TIMEOUT_MS: "3000",
    MODEL_PRICES: JSON.stringify(PRICES),
  };
}

/** A model's answer with this text. */
export function completion(content: string): Behaviour {
  return chatCompletion({ content, usage: USAGE });
}

/** The answer of a model that rewrites every text as its prompt demands. */
export function obedient({ event }: Received): Behaviour {
  return completion(JSON.stringify(obedientTexts(event)));
}

interface SheetShown {
  facts: { placeholder: string; means: string; about: string }[];
  must_state: string[];
  write: Record<string, string>;
}

/** The sheet in the first user message of a request. */
export function sheetShown(request: Pick<ChatRequest, "messages">): SheetShown {
  return JSON.parse(String(request.messages.find(({ role }) => role === "user")?.content));
}

/** What an obedient model writes: its own words around the sheet's placeholders. */
export function obedientTexts(request: Pick<ChatRequest, "messages">): Record<string, string> {
  const { facts, must_state, write } = sheetShown(request);
  return Object.fromEntries(
    Object.keys(write).map((key) => {
      if (key === "synthesis") {
        return [key, `The simulated respondents lean to a side. To be stated: ${must_state.join("; ")}.`];
      }
      const own = facts.find(({ placeholder }) => placeholder === `{${key}_pct}`);
      return [
        key,
        `In the model's words it is ${own?.placeholder}, within the group that the text is about.`,
      ];
    }),
  );
}
