import { lazilyFor } from "#shared/lazily.ts";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../openai/clock.ts";
import { EngineError } from "../errors.ts";
import { MAX_FAILED_SHARE } from "../nonresponse.ts";
import type { ObtainedResponse } from "./call-model.ts";
import { type BudgetLimits, RunBudget } from "./run-budget.ts";
import { SharedCalls } from "./shared-calls.ts";

/** The state that the chunks of one run share within a process. */
export class RunLedger {
  readonly budget: RunBudget;
  /** Calls in flight by response key: chunks that run side by side share personas. */
  readonly calls = new SharedCalls<ObtainedResponse>();
  readonly #failedAgents = new Map<number, number>();

  constructor(limits: BudgetLimits, clock: Clock) {
    this.budget = new RunBudget(limits, clock);
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
    if (total > MAX_FAILED_SHARE * agents) {
      throw new EngineError(
        "too_many_failed",
        `The model's reply could not be read for ${total} of ${agents} agents so far, more than 2 %`,
      );
    }
  }
}

/** Ledgers in memory. The ledger of a run beyond them is rebuilt from the answer store. */
const MAX_LEDGERS = 200;

/** The ledgers of a process by their runs' ids: those that were used last. */
export function runLedgers(limits: BudgetLimits, clock: Clock): (runId: string) => RunLedger {
  return lazilyFor(() => new RunLedger(limits, clock), new LRUCache<string, RunLedger>({ max: MAX_LEDGERS }));
}
