import { EngineError } from "../errors.ts";
import { MAX_FAILED_SHARE } from "../nonresponse.ts";
import { RunBudget } from "./run-budget.ts";
import type { BudgetLimits } from "./run-budget.ts";
import type { Clock } from "../../openai/clock.ts";
import type { Got } from "./collect-responses.ts";
import { SharedCalls } from "./shared-calls.ts";

/** What the chunks of one run share within a process. */
export class RunLedger {
  readonly budget: RunBudget;
  /** Calls under way by key: chunks that run side by side meet in the same personas. */
  readonly calls = new SharedCalls<Got>();
  readonly #failedAgents = new Map<number, number>();

  constructor(limits: BudgetLimits, clock: Clock) {
    this.budget = new RunBudget(limits, clock);
  }

  /**
   * Books a chunk's agents without a readable answer.
   * @throws EngineError `too_many_failed` once they are more than 2 % of the run: nothing that follows can save it.
   */
  failed(firstAgent: number, failed: number, agents: number): void {
    this.#failedAgents.set(firstAgent, failed);
    let total = 0;
    for (const count of this.#failedAgents.values()) total += count;
    if (total > MAX_FAILED_SHARE * agents) {
      throw new EngineError(
        "too_many_failed",
        `The model's reply could not be read for ${total} of ${agents} agents so far, more than 2 %`,
      );
    }
  }
}

/** Runs that a process remembers: what it forgets it reads from the store again. */
const REMEMBERED_RUNS = 200;

export class RunLedgers {
  readonly #limits: BudgetLimits;
  readonly #clock: Clock;
  readonly #ledgers = new Map<string, RunLedger>();

  constructor(limits: BudgetLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  of(runId: string): RunLedger {
    const ledger = this.#ledgers.get(runId) ?? new RunLedger(this.#limits, this.#clock);
    // Last used is last in the map, so the first one is the longest unused.
    this.#ledgers.delete(runId);
    this.#ledgers.set(runId, ledger);
    const oldest = this.#ledgers.keys().next().value;
    if (this.#ledgers.size > REMEMBERED_RUNS && oldest !== undefined) this.#ledgers.delete(oldest);
    return ledger;
  }
}
