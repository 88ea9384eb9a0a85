import type { ModelTier } from "#engine/readings/boundary.ts";
import type { FactSheet, TextKey } from "#engine/readings/fact-sheet.ts";
import type { ReadingTexts } from "#engine/readings/texts.ts";
import { NO_TOKENS, type TokenUsage } from "../openai/usage.ts";

/** Rewrites a Reading's texts: the synthesis and the descriptions of patterns and themes. It changes nothing else. */
export interface ReadingRewriter {
  /**
   * Returns a text for every key of `computed`: the rewritten one, or the computed one where rewriting failed.
   * @throws the signal's reason, and nothing else.
   */
  rewrite(request: RewriteRequest, signal?: AbortSignal): Promise<RewrittenReading>;
}

export interface RewriteRequest {
  /** The only facts that the texts may state. */
  readonly facts: FactSheet;
  /** The texts composed without a model. */
  readonly computed: ReadingTexts;
}

export interface RewrittenReading {
  readonly texts: ReadingTexts;
  readonly model_tier: ModelTier;
  /** Keys of the texts that the model rewrote. */
  readonly rewritten: readonly TextKey[];
  /** Tokens of all calls; estimated where `counted` is false. */
  readonly usage: TokenUsage;
  /** False where the server did not count a call: it sent no answer, or one without a count. */
  readonly counted: boolean;
  readonly calls: number;
  /** US dollars; 0 without a model, null where the model's price is unknown. */
  readonly cost_usd: number | null;
  /** Why computed texts remain, one line each, for the log; empty when the model rewrote them all. */
  readonly problems: readonly string[];
}

/** The rewriter without a model: it returns the computed texts, at no cost. */
export const computedRewriter: ReadingRewriter = {
  rewrite({ computed }, signal) {
    signal?.throwIfAborted();
    return Promise.resolve({
      texts: computed,
      model_tier: "computed",
      rewritten: [],
      usage: NO_TOKENS,
      counted: true,
      calls: 0,
      cost_usd: 0,
      problems: [],
    });
  },
};
