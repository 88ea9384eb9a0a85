import type { Capabilities, StoredResponse } from "../answer-store.ts";
import { addUsage, tokensOfText } from "../../openai/usage.ts";
import type { TokenUsage } from "../../openai/usage.ts";
import type { RunBudget } from "./run-budget.ts";
import { completionOf } from "../../openai/completion.ts";
import { elicited } from "./elicited.ts";
import type { CallSignals, ModelClient, Reply } from "../../openai/client.ts";
import type { Persona } from "./persona.ts";
import { LAST_LIMIT, LIMIT_STEP } from "./probe-capabilities.ts";
import { messages, repairMessages } from "./prompt.ts";
import type { Message, SurveySheet } from "./prompt.ts";
import { requestBody } from "./request.ts";

/** One call to make: a persona of a run, and the name of its response. */
export interface Question {
  readonly key: string;
  readonly persona: Persona;
}

export interface Asking {
  readonly client: ModelClient;
  readonly model: string;
  readonly temperature?: number;
  readonly capabilities: Capabilities;
  readonly survey: SurveySheet;
  readonly budget: RunBudget;
  readonly signals: CallSignals;
}

/**
 * The model's last word on one persona. A reply that was cut is asked for once more with more room, and one that can't be read once more
 * with what was wrong with it; after that it is stored as it is, and reads as failed.
 * @throws EngineError `engine_unavailable` or `budget_exceeded`; the signal's reason.
 */
export async function ask(asking: Asking, { key, persona }: Question): Promise<Paid> {
  let asked = messages(asking.survey, persona);
  let limit = asking.capabilities.max_tokens;
  let last = await call(asking, persona, asked, limit);
  let { usage, counted } = last;
  let calls = 1;
  const chances = new Set(["length", "invalid"]);
  for (;;) {
    const reading = elicited(last.reply);
    if (reading.kind !== "failed" || !chances.delete(reading.fault)) break;
    if (reading.fault === "length") limit = Math.min(limit * LIMIT_STEP, LAST_LIMIT);
    else asked = repairMessages(asked, completionOf(last.reply.body ?? {}).content, reading.detail);
    last = await call(asking, persona, asked, limit);
    usage = addUsage(usage, last.usage);
    counted &&= last.counted;
    calls++;
  }
  const { status, raw, latencyMs } = last.reply;
  return {
    latencyMs,
    response: {
      key,
      persona: persona.id,
      replicate: persona.replicate,
      options: persona.options.join(","),
      status,
      raw,
      usage,
      counted,
      calls,
      reused: false,
    },
  };
}

export interface Paid {
  readonly response: StoredResponse;
  /** Of the last call. */
  readonly latencyMs: number;
}

async function call(
  asking: Asking,
  persona: Persona,
  asked: readonly Message[],
  limit: number,
): Promise<{ reply: Reply; usage: TokenUsage; counted: boolean }> {
  const body = JSON.stringify(requestBody(sampling(asking, persona), asking.capabilities, asked, limit));
  // Most servers count the schema as part of the prompt, so the whole body stands for it. Two bytes a token is more than any script needs.
  const most = { prompt: Math.ceil(body.length / 2), cached: 0, completion: limit, reasoning: 0 };
  return await asking.budget.during(most, async () => {
    const reply = await asking.client.send(
      body,
      tokensOfText(body) + EXPECTED_COMPLETION,
      asking.signals,
    );
    return { reply, usage: reply.usage ?? guess(asked, reply), counted: reply.usage !== null };
  });
}

/** Tokens that a reply is expected to take, for the limit of tokens a minute; corrected by the server's count. */
const EXPECTED_COMPLETION = 120;

/** For servers that don't count. A request that was rejected is not billed. */
function guess(asked: readonly Message[], reply: Reply): TokenUsage {
  const text = asked.map(({ content }) => content).join("");
  const said = reply.body === null ? "" : completionOf(reply.body).content;
  return {
    prompt: reply.body === null ? 0 : tokensOfText(text),
    cached: 0,
    completion: tokensOfText(said),
    reasoning: 0,
  };
}

function sampling({ model, temperature }: Pick<Asking, "model" | "temperature">, { seed }: Persona) {
  return { model, seed, ...(temperature === undefined ? {} : { temperature }) };
}
