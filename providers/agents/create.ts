import { answerAgents, EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import type { AgentEngineConfig } from "./config.ts";
import type { AgentEngine } from "./engine.ts";
import { OpenAiCompatibleAgents } from "./openai/openai-agents.ts";

/**
 * Creates the engine of a process. A process creates one, because all of its chunks share rate limits, concurrency and circuit breaker.
 */
export function createAgentEngine(config: AgentEngineConfig): AgentEngine {
  return config.kind === "embedded" ? EMBEDDED : new OpenAiCompatibleAgents(config);
}

/** The engine without a model: about 1 µs of CPU an agent, free, and never unavailable. */
const EMBEDDED: AgentEngine = {
  ...EMBEDDED_ENGINE,
  // The largest run: its agents take 40 ms of processor time, and in one chunk it ends in half the time of four.
  chunkSize: 10_000,
  bounded: true,
  answer: (run, first, count) => Promise.resolve(answerAgents(run, first, count)),
  estimate: () => Promise.resolve(null),
  report: () => Promise.resolve(null),
};
