import type { AnswerStore } from "../answer-store.ts";
import { EngineError } from "../errors.ts";
import { costUsd } from "../../openai/pricing.ts";
import type { ModelPrice } from "../../openai/pricing.ts";
import { addUsage, NO_TOKENS, scaleUsage, totalTokens } from "../../openai/usage.ts";
import type { TokenUsage } from "../../openai/usage.ts";
import type { Clock } from "../../openai/clock.ts";

export interface BudgetLimits {
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
  readonly price: ModelPrice | null;
}

/** How old the figure of other workers' spending may be. */
const STORE_FIGURE_MS = 2_000;

/**
 * What one run has spent, and the hard limit on it. Before a call the most it can use is set aside, so that the limit is never passed
 * by the calls of this process; a call waits while others under way may still leave room. What other workers spend is read from the
 * store at most every 2 s, so together they can pass the limit by what they spend in that time.
 */
export class RunBudget {
  readonly #limits: BudgetLimits;
  readonly #clock: Clock;
  /** Spent by all workers when the store was last read. */
  #stored: TokenUsage = NO_TOKENS;
  /** Put into the store since then by this process. */
  #since: TokenUsage = NO_TOKENS;
  /** Spent by this process on what isn't in the store yet, or never came to be. */
  #unstored: TokenUsage = NO_TOKENS;
  #reserved: TokenUsage = NO_TOKENS;
  #underWay = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #settled: (() => void)[] = [];

  constructor(limits: BudgetLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get spent(): TokenUsage {
    return addUsage(addUsage(this.#stored, this.#since), this.#unstored);
  }

  get costUsd(): number | null {
    return costUsd(this.spent, this.#limits.price);
  }

  /** Whether so much in all stays within the limits. */
  allows(usage: TokenUsage): boolean {
    const { maxCostUsd = Infinity, maxTokens = Infinity, price } = this.#limits;
    return totalTokens(usage) <= maxTokens && (costUsd(usage, price) ?? 0) <= maxCostUsd;
  }

  /** Brings in what other workers have spent since the last look. */
  async refresh(store: AnswerStore): Promise<void> {
    if (this.#clock.now() - this.#readAt < STORE_FIGURE_MS) return;
    this.#reading ??= this.#read(store).finally(() => this.#reading = null);
    await this.#reading;
  }

  /**
   * Sets aside the most that a call can use, runs it, and books what it did use.
   * @throws EngineError `budget_exceeded`, without calling, when the limit would be passed.
   */
  async during<T extends { readonly usage: TokenUsage }>(
    most: TokenUsage,
    call: () => Promise<T>,
  ): Promise<T> {
    while (!this.allows(addUsage(addUsage(this.spent, this.#reserved), most))) {
      if (this.#underWay === 0) throw this.#exceeded();
      await new Promise<void>((resolve) => this.#settled.push(resolve));
    }
    this.#reserved = addUsage(this.#reserved, most);
    this.#underWay++;
    try {
      const result = await call();
      this.#unstored = addUsage(this.#unstored, result.usage);
      return result;
    } finally {
      this.#underWay--;
      this.#reserved = addUsage(this.#reserved, scaleUsage(most, -1));
      const waiting = this.#settled;
      this.#settled = [];
      for (const resolve of waiting) resolve();
    }
  }

  /** What was spent is in the store now. */
  kept(usage: TokenUsage): void {
    this.#unstored = addUsage(this.#unstored, scaleUsage(usage, -1));
    this.#since = addUsage(this.#since, usage);
  }

  /** What is put while the figure is read may be counted twice until the next look; nothing is left out. */
  async #read(store: AnswerStore): Promise<void> {
    this.#stored = addUsage(this.#stored, this.#since);
    this.#since = NO_TOKENS;
    this.#stored = await store.spent();
    this.#readAt = this.#clock.now();
  }

  #exceeded(): EngineError {
    const { maxCostUsd, maxTokens } = this.#limits;
    const cost = this.costUsd;
    const limits = [
      ...(maxCostUsd === undefined ? [] : [`${maxCostUsd} USD`]),
      ...(maxTokens === undefined ? [] : [`${maxTokens} tokens`]),
    ];
    const spent = `${Math.round(totalTokens(this.spent))} tokens${
      cost === null ? "" : `, ${cost.toFixed(4)} USD`
    }`;
    return new EngineError(
      "budget_exceeded",
      `The run's budget of ${limits.join(" and ")} is used up: ${spent} spent`,
    );
  }
}
