import { answerAgents, EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import type { Run } from "#engine/simulation/run.ts";
import type { AgentEngine, CostEstimate, EngineReport } from "./engine.ts";

/** The engine that needs no model: milliseconds of CPU a chunk, nothing to pay, nothing to wait for. */
export class EmbeddedAgents implements AgentEngine {
  readonly name = EMBEDDED_ENGINE.name;
  readonly version = EMBEDDED_ENGINE.version;
  readonly chunkSize = 2_500;
  readonly bounded = true;

  answer(run: Run, first: number, count: number): Promise<AgentChunk> {
    return Promise.resolve(answerAgents(run, first, count));
  }

  estimate(): Promise<CostEstimate | null> {
    return Promise.resolve(null);
  }

  report(): Promise<EngineReport | null> {
    return Promise.resolve(null);
  }
}
