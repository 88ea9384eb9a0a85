import process from "node:process";
import { answerAgents, EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";
import type { AgentChunk } from "#engine/simulation/answers.ts";
import type { Run } from "#engine/simulation/run.ts";
import type { AgentEngineConfig } from "./config.ts";
import type { AgentEngine, CostEstimate, EngineReport } from "./engine.ts";
import { OpenAiCompatibleAgents } from "./openai/openai-agents.ts";

/**
 * Creates the engine of a process. A process creates one, because all of its chunks share rate limits, concurrency and circuit breaker.
 * @throws ConfigError when the environment variable that the configuration names for the key is missing.
 */
export function createAgentEngine(
  config: AgentEngineConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
): AgentEngine {
  return config.kind === "embedded" ? new EmbeddedAgents() : new OpenAiCompatibleAgents(config, env);
}

/** The engine without a model: about 1 µs of CPU an agent, free, and never unavailable. */
class EmbeddedAgents implements AgentEngine {
  readonly name = EMBEDDED_ENGINE.name;
  readonly version = EMBEDDED_ENGINE.version;
  /** The largest run: its agents take 40 ms of processor time, and in one chunk it ends in half the time of four. */
  readonly chunkSize = 10_000;
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
