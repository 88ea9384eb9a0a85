import process from "node:process";
import type { AgentEngineConfig } from "./config.ts";
import { EmbeddedAgents } from "./embedded.ts";
import type { AgentEngine } from "./engine.ts";
import { OpenAiCompatibleAgents } from "./openai/openai-agents.ts";

/**
 * The engine that a process uses, made once: limits, concurrency and the circuit breaker are shared by all of its chunks.
 * @throws ConfigError when the configuration names an environment variable for the key that isn't set.
 */
export function createAgentEngine(
  config: AgentEngineConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
): AgentEngine {
  return config.kind === "embedded" ? new EmbeddedAgents() : new OpenAiCompatibleAgents(config, env);
}
