import { IDEMPOTENCY_WINDOW_HOURS } from "#db/idempotency.ts";
import type { SettingsReader } from "#shared/settings-reader.ts";
import type { RetentionPolicy } from "#activities/dependencies.ts";
import { type AgentEngineConfig, readAgentEngineConfig } from "#providers/agents/config.ts";
import { type MailConfig, readMailConfig } from "#providers/mail/mailer.ts";
import { readModelServer, type ServerConfig } from "#providers/openai/settings.ts";
import { readStorageConfig, type StorageConfig } from "#providers/storage/storage.ts";

/** The settings that only workers read. */
export interface WorkerConfig {
  readonly agents: AgentEngineConfig;
  /** Null: the encoder that comes with the service. */
  readonly embedder: ServerConfig | null;
  /** Null where forecasts rest on surveys alone. */
  readonly forecastModel: ServerConfig | null;
  /** Null where Readings keep their computed texts. */
  readonly readings: ServerConfig | null;
  readonly storage: StorageConfig;
  readonly mail: MailConfig;
  /** The bundle that `deno task bundle` has built; null bundles the workflows at start-up, which takes a second. */
  readonly bundlePath: string | null;
  /** Which version of the workflow code this is; null where Temporal is not to tell versions apart. */
  readonly deployment: WorkerVersion | null;
  /** A simulation that has not ended by then fails as `timed_out` or `engine_unavailable`. */
  readonly simulationDeadlineSeconds: number;
  /** The attempts in flight of an organization, over all workers, from which on its callbacks wait: a tenth of what a process sends at once. */
  readonly attemptsPerOrganization: number;
  /** How long Temporal may leave the polls of a task queue unanswered before the worker counts as dead. */
  readonly silenceSeconds: number;
  /** An hourly workflow purges what is older. */
  readonly retention: RetentionPolicy;
}

/** A version of the workers' code, as `temporal worker deployment` names it. */
export interface WorkerVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

const DAY_SECONDS = 86_400;
const HUNDRED_YEARS = 36_500;

export function readWorkerConfig(read: SettingsReader): WorkerConfig {
  const agents = readAgentEngineConfig(read);
  return {
    agents,
    embedder: readModelServer(read, "EMBEDDINGS"),
    forecastModel: readModelServer(read, "FORECAST"),
    readings: readModelServer(read, "READING"),
    storage: readStorageConfig(read),
    mail: readMailConfig(read),
    bundlePath: read.optional("WORKFLOW_BUNDLE"),
    deployment: readVersion(read),
    simulationDeadlineSeconds: read.number(
      "SIMULATION_DEADLINE_SECONDS",
      { min: 1, max: 7 * DAY_SECONDS },
      agents.kind === "embedded" ? 600 : DAY_SECONDS,
    ),
    attemptsPerOrganization: read.number("WEBHOOK_ATTEMPTS_PER_ORGANIZATION", { min: 1, max: 5_000 }, 500),
    silenceSeconds: read.number("WORKER_SILENCE_SECONDS", { min: 65, max: 3_600 }, 150),
    retention: {
      idempotencyHours: read.number("IDEMPOTENCY_RETENTION_HOURS", {
        min: IDEMPOTENCY_WINDOW_HOURS,
        max: 24 * HUNDRED_YEARS,
      }, 24),
      deliveryDays: read.number("DELIVERY_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 90),
      auditDays: read.number("AUDIT_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 730),
      paymentDays: read.number("PAYMENT_RETENTION_DAYS", { min: 7, max: HUNDRED_YEARS }, 90),
      uploadDays: read.number("UPLOAD_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 30),
    },
  };
}

function readVersion(read: SettingsReader): WorkerVersion | null {
  const buildId = read.optional("WORKER_BUILD_ID");
  const deploymentName = read.text("WORKER_DEPLOYMENT", "simulation-service");
  for (
    const [name, value] of Object.entries({ WORKER_BUILD_ID: buildId, WORKER_DEPLOYMENT: deploymentName })
  ) {
    if (value !== null && !/^[\w-][\w.-]{0,127}$/.test(value)) {
      read.faults.push(`${name} must be at most 128 letters, digits, hyphens, underscores and dots`);
    }
  }
  if (deploymentName.includes(".")) read.faults.push("WORKER_DEPLOYMENT must have no dot");
  return buildId === null ? null : { deploymentName, buildId };
}
