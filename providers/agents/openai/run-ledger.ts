import { unlessAborted } from "#shared/in-time.ts";
import type { Clock } from "../../openai/clock.ts";
import { addUsage, costUsd, type ModelPrice, NO_TOKENS, totalTokens } from "../../openai/completion.ts";
import type { AnswerStore, StoredResponse, TokenUsage } from "#shared/answer-store.ts";
import { EngineError } from "../errors.ts";
import { assertFewFailed } from "../nonresponse.ts";
import { itemAt } from "#engine/numeric/columns.ts";
import type { CostEstimate } from "../engine.ts";

/** The state that the chunks of one run share within a process. */
export class RunLedger {
  readonly budget: RunBudget;
  /** By the response's key. */
  readonly #callsInFlight = new Map<string, Promise<StoredResponse>>();
  readonly #failedAgents = new Map<number, number>();

  constructor(limits: BudgetLimits, clock: Clock) {
    this.budget = new RunBudget(limits, clock);
  }

  /**
   * Makes the call, or waits for the one in flight under the same key: chunks that run side by side share personas. Makes the call after
   * all when that one ends because its own caller was stopped.
   * @param signal aborts the waiting; `call` has signals of its own.
   * @throws the signal's reason; the error of `call`.
   */
  async share(
    key: string,
    signal: AbortSignal,
    call: () => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    for (;;) {
      signal.throwIfAborted();
      const inFlight = this.#callsInFlight.get(key);
      if (inFlight === undefined) break;
      try {
        return await unlessAborted(inFlight, signal);
      } catch (error) {
        if (signal.aborted || error instanceof EngineError) throw error;
      }
    }
    const own = call().finally(() => this.#callsInFlight.delete(key));
    this.#callsInFlight.set(key, own);
    return await own;
  }

  /**
   * Records how many agents of a chunk, named by its first agent, have no readable answer so far.
   * @param agents in the whole run.
   * @throws EngineError `too_many_failed` over 2 % of the run: no later answer can lower that share.
   */
  recordFailedAgents(firstAgent: number, failed: number, agents: number): void {
    this.#failedAgents.set(firstAgent, failed);
    let total = 0;
    for (const count of this.#failedAgents.values()) total += count;
    assertFewFailed(total, agents, " so far");
  }
}

export interface BudgetLimits {
  /** Of one run, in US dollars; infinite or absent: unlimited. */
  readonly maxCostUsd?: number;
  /** Of one run; infinite or absent: unlimited. */
  readonly maxTokens?: number;
  readonly price: ModelPrice | null;
}

/** How old the figure of other workers' spending may be. */
const STORE_FIGURE_MS = 2_000;

/**
 * One run's spending and its hard limit. Each call first reserves the most it can use, so that the calls of this process never pass the
 * limit; a call waits while reservations of others may still be released. Other workers' spending is read from the store at most every
 * 2 s, so workers together can pass the limit by their spending of that time.
 */
export class RunBudget {
  readonly #limits: BudgetLimits;
  readonly #clock: Clock;
  /** Of all workers, when the store was last read. */
  #storedUsage: TokenUsage = NO_TOKENS;
  /** Of this process, stored since then. */
  #storedSinceRead: TokenUsage = NO_TOKENS;
  /** Of this process, not stored yet or never to be. */
  #unstoredUsage: TokenUsage = NO_TOKENS;
  #reservedUsage: TokenUsage = NO_TOKENS;
  #callsInFlight = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #waitingForRoom: (() => void)[] = [];

  constructor(limits: BudgetLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** By the whole run, as far as this process knows. */
  get spent(): TokenUsage {
    return addUsage(addUsage(this.#storedUsage, this.#storedSinceRead), this.#unstoredUsage);
  }

  /** In US dollars; null where the model's price is unknown. */
  get costUsd(): number | null {
    return costUsd(this.spent, this.#limits.price);
  }

  /** Whether a total keeps to the limits. */
  allows(total: TokenUsage): boolean {
    const { maxCostUsd = Infinity, maxTokens = Infinity, price } = this.#limits;
    return totalTokens(total) <= maxTokens && (costUsd(total, price) ?? 0) <= maxCostUsd;
  }

  /** Reads all workers' spending, unless it was read less than 2 s ago. */
  async refresh(store: AnswerStore): Promise<void> {
    if (this.#clock.now() - this.#readAt < STORE_FIGURE_MS) return;
    this.#reading ??= this.#read(store).finally(() => this.#reading = null);
    await this.#reading;
  }

  /**
   * Makes a call and records its usage as spent.
   * @param upperBound the most that the call can use.
   * @throws EngineError `budget_exceeded`, without a call, where the limit leaves no room for it; the error of `call`.
   */
  async spend<T extends { readonly usage: TokenUsage }>(
    upperBound: TokenUsage,
    call: () => Promise<T>,
  ): Promise<T> {
    await this.#reserve(upperBound);
    try {
      const result = await call();
      this.#unstoredUsage = addUsage(this.#unstoredUsage, result.usage);
      return result;
    } finally {
      this.#release(upperBound);
    }
  }

  /** Records that the store now has a usage that {@link spend} recorded. */
  recordStored(usage: TokenUsage): void {
    this.#unstoredUsage = addUsage(this.#unstoredUsage, usage, -1);
    this.#storedSinceRead = addUsage(this.#storedSinceRead, usage);
  }

  /** A usage stored during the read may count twice until the next read; none is left out. */
  async #read(store: AnswerStore): Promise<void> {
    this.#storedUsage = addUsage(this.#storedUsage, this.#storedSinceRead);
    this.#storedSinceRead = NO_TOKENS;
    this.#storedUsage = await store.spent();
    this.#readAt = this.#clock.now();
  }

  async #reserve(usage: TokenUsage): Promise<void> {
    while (!this.allows(addUsage(addUsage(this.spent, this.#reservedUsage), usage))) {
      if (this.#callsInFlight === 0) throw this.#exceeded();
      await new Promise<void>((resolve) => this.#waitingForRoom.push(resolve));
    }
    this.#reservedUsage = addUsage(this.#reservedUsage, usage);
    this.#callsInFlight++;
  }

  #release(usage: TokenUsage): void {
    this.#callsInFlight--;
    this.#reservedUsage = addUsage(this.#reservedUsage, usage, -1);
    for (const resolve of this.#waitingForRoom.splice(0)) resolve();
  }

  #exceeded(): EngineError {
    const { maxCostUsd = Infinity, maxTokens = Infinity } = this.#limits;
    const limits = [
      ...(maxCostUsd === Infinity ? [] : [`${maxCostUsd} USD`]),
      ...(maxTokens === Infinity ? [] : [`${maxTokens} tokens`]),
    ];
    const spent = [`${Math.round(totalTokens(this.spent))} tokens`];
    if (this.costUsd !== null) spent.push(`${this.costUsd.toFixed(4)} USD`);
    return new EngineError(
      "budget_exceeded",
      `The run's budget of ${limits.join(" and ")} is used up: ${spent.join(", ")} spent`,
    );
  }
}

/** Takes at most `size`, evenly spread. */
export function sampleOf<T>(population: readonly T[], size: number): readonly T[] {
  const taken = Math.min(size, population.length);
  return Array.from(
    { length: taken },
    (_, i) => itemAt(population, Math.floor((i + 0.5) * population.length / taken)),
  );
}

/** What an estimate knows of a run. */
interface Measured {
  /** By the run, with its sample. */
  readonly spent: TokenUsage;
  /** The sample's responses that the run had before. */
  readonly known: readonly StoredResponse[];
  /** The first call for the others, alone, which fills the server's prompt cache. */
  readonly cold: readonly StoredResponse[];
  /** Those after it, which find the cache filled, as the rest of the run will. */
  readonly warm: readonly StoredResponse[];
}

/**
 * Extrapolates a run's cost from its sample.
 * @param calls that the run needs, and of these how many it still has to make.
 * @param allows whether a usage keeps to the run's budget.
 */
export function estimateCost(
  { spent, known, cold, warm }: Measured,
  calls: { readonly all: number; readonly left: number },
  price: ModelPrice | null,
  allows: (usage: TokenUsage) => boolean,
): CostEstimate {
  const alike = [...known, ...warm];
  const typical = alike.length > 0 ? alike : cold;
  const usage = addUsage(spent, sum(typical), calls.left / Math.max(1, typical.length));
  return {
    calls: calls.all,
    sampled: cold.length + warm.length,
    usage,
    cost_usd: costUsd(usage, price),
    prices_as_of: price?.as_of ?? null,
    exceeds_budget: !allows(usage),
  };
}

function sum(responses: readonly StoredResponse[]): TokenUsage {
  return responses.reduce((total, { usage }) => addUsage(total, usage), NO_TOKENS);
}
