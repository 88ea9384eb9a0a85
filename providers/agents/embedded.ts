import { answerAgents, EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import type { Run } from "#engine/simulation/run.ts";
import type { AgentEngine, CostEstimate, EngineReport } from "./engine.ts";

/** The engine without a model: about 1 µs of CPU an agent, free, and never unavailable. */
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
