import process from "node:process";
import { ConfigError, SettingsReader } from "#shared/config.ts";
import { type AgentEngineConfig, readAgentEngineConfig } from "#providers/agents/config.ts";

/** Settings that only workers need. */
export interface WorkerConfig {
  readonly agents: AgentEngineConfig;
  /** A bundle built ahead (`deno task bundle`); null bundles the workflows at start, which takes a second. */
  readonly bundlePath: string | null;
  /** A run that has not ended by then fails as `timed_out` or `engine_unavailable`. */
  readonly simulationDeadlineSeconds: number;
}

const DAY_SECONDS = 86_400;

/** @throws ConfigError naming every setting that is wrong. */
export function loadWorkerConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): WorkerConfig {
  const read = new SettingsReader(env);
  const agents = readAgentEngineConfig(read);
  const config: WorkerConfig = {
    agents,
    bundlePath: read.optional("WORKFLOW_BUNDLE"),
    simulationDeadlineSeconds: read.number(
      "SIMULATION_DEADLINE_SECONDS",
      { min: 1, max: 7 * DAY_SECONDS },
      agents.kind === "embedded" ? 600 : DAY_SECONDS,
    ),
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}
