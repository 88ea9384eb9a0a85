import type { AgentChunk } from "#engine/simulation/answers.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import type { Run } from "#engine/simulation/run.ts";
import type { JsonObject } from "#shared/json.ts";
import type { AnswerStore, Capabilities } from "./answer-store.ts";
import type { NonresponseReport } from "./nonresponse.ts";
import type { TokenUsage } from "../openai/usage.ts";

/** What answers for the agents. Its name and version stand in every result; one engine never stands in for another. */
export interface AgentEngine {
  /** `embedded`, or `model:` and the model's name. */
  readonly name: string;
  readonly version: string;
  /** Agents that one chunk, which is one activity, should take. */
  readonly chunkSize: number;
  /** True where a chunk is milliseconds of CPU, so that it may run as a local activity. */
  readonly bounded: boolean;

  /**
   * Agents `first` … `first + count − 1`. The same run and the same stored responses give the same agents, whatever the chunks.
   * @throws EngineError; the signal's reason when `io.signal` aborts.
   */
  answer(run: Run, first: number, count: number, io: AnswerIo): Promise<AgentChunk>;

  /**
   * What `agents` agents will cost, measured on a small sample of them whose answers are stored and so not paid for twice.
   * Null where nothing is paid for.
   * @throws EngineError
   */
  estimate(run: Run, agents: number, io: AnswerIo): Promise<CostEstimate | null>;

  /**
   * What is to be kept beside a finished run's result. Null where there is nothing to say.
   * @param chunks all of the run's.
   * @throws EngineError `too_many_failed` when more than 2 % of the agents have no readable answer.
   */
  report(chunks: readonly AgentChunk[], store: AnswerStore): Promise<EngineReport | null>;
}

export interface AnswerIo {
  /** The simulation's id: budgets and calls in flight are shared by the chunks of one run. */
  readonly runId: string;
  /** Agents in the whole run. */
  readonly agents: number;
  /** What is asked, in words; the embedded engine does not read it. */
  readonly survey: Survey;
  readonly signal: AbortSignal;
  readonly store: AnswerStore;
  /** True: ask again even where another run has stored an answer. What this run has stored is always kept. */
  readonly fresh: boolean;
  /** Called at least every two seconds while a chunk is under way. */
  heartbeat(progress: AnswerProgress): void;
}

export interface Survey {
  /** The literal question, or the methodology's KPI question when none was given. */
  readonly question: string;
  readonly scenario: JsonObject | null;
  /** Null for a question that belongs to none. */
  readonly methodology: Methodology | null;
}

export interface AnswerProgress {
  /** Agents of this chunk whose answer is known, of `total`. */
  readonly done: number;
  readonly total: number;
  /** Calls under way in this process. */
  readonly running: number;
  /** Spent by the whole run so far, as far as this process knows: other workers' spending is a moment old. */
  readonly tokens: number;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
}

export interface EngineReport {
  readonly no_answers: NonresponseReport;
  readonly usage: TokenUsage;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
  /** The day of the price list, or null. */
  readonly prices_as_of: string | null;
  /** What the server turned out to understand when the run began. */
  readonly capabilities: Capabilities | null;
}

export interface CostEstimate {
  /** Calls that the run needs: its distinct personas. */
  readonly calls: number;
  /** Calls that were measured. */
  readonly sampled: number;
  readonly usage: TokenUsage;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
  /** The day of the price list, or null. */
  readonly prices_as_of: string | null;
  /** At least this long, by the request and token limits and the measured latency; null where no call was measured. */
  readonly seconds: number | null;
  /** True when the run's limit of US dollars or tokens will stop it. */
  readonly exceeds_budget: boolean;
}
