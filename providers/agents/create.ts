import process from "node:process";
import type { AgentEngineConfig } from "./config.ts";
import { EmbeddedAgents } from "./embedded.ts";
import type { AgentEngine } from "./engine.ts";
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
