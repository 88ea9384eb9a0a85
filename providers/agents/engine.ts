import type { Methodology } from "#engine/bank/methodology.ts";
import type { AgentChunk } from "#engine/sampling/chunks.ts";
import type { PreparedSimulation } from "#engine/sampling/prepared-simulation.ts";
import type { JsonObject } from "#shared/json.ts";
import type { AnswerStore, Capabilities, TokenUsage } from "#shared/answer-store.ts";
import type { NonresponseReport } from "./nonresponse.ts";

/** Answers for the agents of a run. Its name and version are part of every result; no engine stands in for another. */
export interface AgentEngine {
  /** `embedded`, or `model:` and the model's name. */
  readonly name: string;
  readonly version: string;
  /** Agents of one chunk, which is one activity. */
  readonly chunkSize: number;
  /** True where a chunk takes milliseconds of CPU, so that it may run as a local activity. */
  readonly bounded: boolean;

  /**
   * Answers for agents `first` … `first + count − 1`. The same run and the same stored responses give the same agents, whatever the chunks.
   * @throws EngineError; the signal's reason when `io.signal` aborts.
   */
  answer(run: PreparedSimulation, first: number, count: number, io: AnswerIo): Promise<AgentChunk>;

  /**
   * Estimates the cost of `agents` agents from a small sample of them, whose responses are stored and not paid for twice. Null where
   * answers are free.
   * @throws EngineError; the signal's reason when `io.signal` aborts.
   */
  estimate(run: PreparedSimulation, agents: number, io: AnswerIo): Promise<CostEstimate | null>;

  /**
   * Reports nonresponse and cost of a finished run, to be stored with its result. Null where neither can occur.
   * @param chunks all of the run's.
   * @throws EngineError `too_many_failed` when more than 2 % of the agents have no readable answer.
   */
  report(chunks: readonly AgentChunk[], store: AnswerStore): Promise<EngineReport | null>;
}

export interface AnswerIo {
  /** The simulation's id: the chunks of one run share its budget and its calls in flight. */
  readonly runId: string;
  /** The organization's id: organizations take turns for the model's calls. */
  readonly owner: string;
  /** Agents in the whole run. */
  readonly agents: number;
  /** The question in words; the embedded engine does not read it. */
  readonly survey: Survey;
  readonly signal: AbortSignal;
  readonly store: AnswerStore;
  /** Called at least every two seconds while a chunk is in progress. */
  heartbeat(progress: AnswerProgress): void;
}

export interface Survey {
  /** The literal question, or the methodology's KPI question where the customer gave none. */
  readonly question: string;
  readonly scenario: JsonObject | null;
  /** Null for a question without a methodology. */
  readonly methodology: Methodology | null;
}

export interface AnswerProgress {
  /** Agents of this chunk with an answer, of `total`. */
  readonly done: number;
  readonly total: number;
  /** Personas in progress in this process. */
  readonly running: number;
  /** Spent by the whole run, as far as this process knows: its figure of other workers is up to 2 s old. */
  readonly tokens: number;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
}

interface Spending {
  readonly usage: TokenUsage;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
  /** The ISO date of the price list, or null. */
  readonly prices_as_of: string | null;
}

export interface EngineReport extends Spending {
  readonly nonresponse: NonresponseReport;
  /** The server's, as recorded when the run began. */
  readonly capabilities: Capabilities | null;
}

export interface CostEstimate extends Spending {
  /** Calls that the run needs: one for each distinct persona. */
  readonly calls: number;
  /** Calls that were measured. */
  readonly sampled: number;
  /** True where the estimate passes the run's limit of US dollars or tokens. */
  readonly exceeds_budget: boolean;
}
