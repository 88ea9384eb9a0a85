import { NO_TOKENS } from "../openai/usage.ts";
import type { ReadingRewriter } from "./rewriter.ts";

/** No model: the texts as they were computed, at no cost. */
export function createComputedRewriter(): ReadingRewriter {
  return {
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
}
