import type { ModelTier } from "#engine/readings/boundary.ts";
import type { FactSheet } from "#engine/readings/fact-sheet.ts";
import type { TextKey } from "#engine/readings/facts.ts";
import type { ReadingTexts } from "#engine/readings/texts.ts";
import type { TokenUsage } from "../openai/usage.ts";

/** Words a Reading: the synthesis, and what patterns and themes are described as. It changes nothing else. */
export interface ReadingRewriter {
  /**
   * Always gives a text for every key of `computed`; one that could not be worded is the computed one.
   * @throws the signal's reason, and nothing else.
   */
  rewrite(request: RewriteRequest, signal?: AbortSignal): Promise<RewrittenReading>;
}

export interface RewriteRequest {
  /** All that the texts may say. */
  readonly facts: FactSheet;
  /** The texts composed without a model. */
  readonly computed: ReadingTexts;
}

export interface RewrittenReading {
  readonly texts: ReadingTexts;
  readonly model_tier: ModelTier;
  /** Keys of the texts that the model worded. */
  readonly rewritten: readonly TextKey[];
  /** Tokens of all calls; estimated where `counted` is false. */
  readonly usage: TokenUsage;
  /** False where the server did not say what a call used: no answer came, or one without a count. */
  readonly counted: boolean;
  readonly calls: number;
  /** US dollars; 0 without a model, null where the model's price is not known. */
  readonly cost_usd: number | null;
  /** Why texts fell to the computed ones, a line each, for the log; empty when none did. */
  readonly problems: readonly string[];
}
