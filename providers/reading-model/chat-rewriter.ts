import type { ModelTier } from "#engine/readings/boundary.ts";
import type { FactSheet, TextKey } from "#engine/readings/fact-sheet.ts";
import { fillPlaceholders, type ReadingTexts, textFaults } from "#engine/readings/texts.ts";
import { OpenAiClient } from "../openai/client.ts";
import { completionOf, objectIn } from "../openai/completion.ts";
import type { ServerConfig } from "../openai/settings.ts";
import { type Attempt, messagesFor } from "./prompt.ts";
import { type CallTotals, RewriteCalls } from "./rewrite-calls.ts";

export interface RewriteRequest {
  /** The only facts that the texts may state. */
  readonly facts: FactSheet;
  /** The texts composed without a model. */
  readonly computed: ReadingTexts;
}

export interface RewrittenReading extends CallTotals {
  readonly texts: ReadingTexts;
  readonly model_tier: ModelTier;
  /** Keys of the texts that the model rewrote. */
  readonly rewritten: readonly TextKey[];
  /** Why computed texts remain, one line each, for the log; empty when the model rewrote them all. */
  readonly problems: readonly string[];
}

/** The model's first reply, and a second one to the complaints about it. */
const ATTEMPTS = 2;
/** Characters of a rejected reply that the next prompt repeats. */
const MAX_REPEATED_REPLY = 8_000;

/**
 * Rewrites a Reading's texts, the synthesis and the descriptions of patterns and themes, by any OpenAI-compatible `/v1/chat/completions`.
 * The model writes placeholders, which the fact sheet's figures replace. A text that breaks a rule, above all by a number of its own, is
 * requested once more with the complaint; one that is still wrong or missing keeps its computed form. With the repetitions of
 * {@link RewriteCalls} a Reading takes at most four calls.
 */
export class ChatRewriter {
  /** The longest that rewriting one Reading can take: four calls and the pause before a retry. */
  readonly longestSeconds: number;
  readonly #client: OpenAiClient;
  readonly #server: ServerConfig;

  constructor(server: ServerConfig) {
    this.longestSeconds = (4 * server.timeoutMs + 6_000) / 1_000;
    this.#client = new OpenAiClient({ purpose: "readings", server });
    this.#server = server;
  }

  /**
   * Returns a text for every key of `computed`: the rewritten one, or the computed one where rewriting failed.
   * @throws the signal's reason, and nothing else.
   */
  async rewrite(
    request: RewriteRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<RewrittenReading> {
    const calls = new RewriteCalls(this.#client, this.#server.model, signal);
    const accepted: Partial<Record<TextKey, string>> = {};
    const problems: string[] = [];
    let missing = Object.keys(request.computed) as TextKey[];
    let last: Attempt | null = null;
    for (let attempt = 1; attempt <= ATTEMPTS && missing.length > 0; attempt++) {
      const outcome = await calls.send(messagesFor(request.facts, missing, last), missing);
      if (outcome.kind === "failure") {
        problems.push(`The model could not be used (${outcome.fault}): ${outcome.message}`);
        break;
      }
      const answer = completionOf(outcome.body).content;
      const { texts, complaints } = assess(request.facts, missing, answer);
      Object.assign(accepted, texts);
      missing = missing.filter((key) => texts[key] === undefined);
      last = { answer: answer.slice(0, MAX_REPEATED_REPLY), complaints };
      problems.push(...complaints.map((complaint) => `Attempt ${attempt}: ${complaint}`));
    }
    return { ...combine(request, accepted), ...calls.totals(this.#server.price), problems };
  }
}

/** Takes the accepted texts, computed ones for the rest. A rewritten synthesis stands between the fact sheet's opening and closing. */
function combine(
  { facts, computed }: RewriteRequest,
  accepted: ReadingTexts,
): Pick<RewrittenReading, "texts" | "model_tier" | "rewritten"> {
  const rewritten = Object.keys(accepted) as TextKey[];
  const closed = accepted.synthesis === undefined
    ? {}
    : { synthesis: `${facts.opening} ${accepted.synthesis} ${facts.closing}`.trim() };
  const allRewritten = rewritten.length === Object.keys(computed).length;
  return {
    texts: { ...computed, ...accepted, ...closed },
    model_tier: rewritten.length === 0 ? "computed" : allRewritten ? "small" : "mixed",
    rewritten,
  };
}

/** Splits an answer into the texts that keep to the rules and complaints about the others. */
function assess(
  facts: FactSheet,
  keys: readonly TextKey[],
  answer: string,
): { texts: ReadingTexts; complaints: string[] } {
  const object = objectIn(answer);
  if (object === null) {
    return { texts: {}, complaints: ["the answer is not the requested JSON object"] };
  }
  const texts: Partial<Record<TextKey, string>> = {};
  const complaints: string[] = [];
  for (const key of keys) {
    const value = object[key];
    const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
    const faults = text === "" ? ["it is missing"] : textFaults(facts, key, text);
    if (faults.length === 0) texts[key] = fillPlaceholders(facts, text);
    else complaints.push(...faults.map((fault) => `${key}: ${fault}`));
  }
  return { texts, complaints };
}
