import type { FailureCode } from "#db/simulations/simulations.ts";

/** What the simulation workflow asks of its activities: ids and counts in, counts out. */
export interface SimulationActivities {
  /**
   * Marks the simulation as running and plans its chunks. A run of one short chunk is carried out on the spot, start to verdict,
   * which costs Temporal nothing more.
   */
  beginSimulation(input: { simulation_id: string }): Promise<BeginResult>;
  /** Measures on a few agents what a run that costs money will come to, and fails it when that is over its limit. */
  estimateSimulation(input: { simulation_id: string }): Promise<Estimate>;
  /** Answers for agents `first` … `first + count − 1` and stores them, once. */
  answerChunk(input: { simulation_id: string; first: number; count: number }): Promise<{ agents: number }>;
  /** Weighs the answers, writes the verdict and what follows from it. */
  completeSimulation(input: { simulation_id: string }): Promise<RunResult>;
  /** Fails the simulation, unless it has ended already. */
  failSimulation(input: { simulation_id: string; code: FailureCode; message: string }): Promise<RunResult>;
}

/** `terminal`: the simulation had ended before this activity came to it, and stays as it was. */
export interface RunResult {
  readonly kind: "ended";
  readonly outcome: "completed" | "failed" | "terminal";
}

export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
  /** Null where the model's price is unknown. */
  readonly cost_usd: number | null;
}

export interface Plan {
  readonly kind: "plan";
  readonly engine: string;
  /** Whether the run costs money, so that it is estimated first. */
  readonly paid: boolean;
  readonly chunk_size: number;
  /** Chunks under way at once. */
  readonly parallel: number;
  /** The longest honest time of one attempt at a chunk: a worker that died is replaced after it. */
  readonly chunk_timeout_seconds: number;
  /** After this long without an end the run fails. */
  readonly deadline_seconds: number;
}

export type BeginResult = RunResult | Plan;
