import type { WorkerDeploymentVersion } from "@temporalio/common";
import { IDEMPOTENCY_WINDOW_HOURS } from "#db/idempotency.ts";
import type { SettingsReader } from "#shared/settings-reader.ts";
import type { RetentionPolicy } from "#activities/dependencies.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";
import { readMailConfig } from "#providers/mail/mailer.ts";
import { readModelServer } from "#providers/openai/settings.ts";
import { readStorageConfig } from "#providers/storage/storage.ts";

const DAY_SECONDS = 86_400;
const HUNDRED_YEARS = 36_500;

export type WorkerConfig = Readonly<ReturnType<typeof readWorkerConfig>>;

/** Reads the settings that only workers read. */
export function readWorkerConfig(read: SettingsReader) {
  const agents = readAgentEngineConfig(read);
  const hours = { min: IDEMPOTENCY_WINDOW_HOURS, max: 24 * HUNDRED_YEARS };
  return {
    agents,
    /** Null: the encoder that comes with the service. */
    embedder: readModelServer(read, "EMBEDDINGS"),
    /** Null where forecasts rest on surveys alone. */
    forecastModel: readModelServer(read, "FORECAST"),
    /** Null where Readings keep their computed texts. */
    readings: readModelServer(read, "READING"),
    storage: readStorageConfig(read),
    mail: readMailConfig(read),
    /** The bundle that `deno task bundle` has built; null bundles the workflows at start-up, which takes a second. */
    bundlePath: read.optional("WORKFLOW_BUNDLE"),
    /** Which version of the workflow code this is; null where Temporal is not to tell versions apart. */
    deployment: readVersion(read),
    /** A simulation that has not ended by then fails as `timed_out` or `engine_unavailable`. */
    simulationDeadlineSeconds: read.number(
      "SIMULATION_DEADLINE_SECONDS",
      { min: 1, max: 7 * DAY_SECONDS },
      agents.kind === "embedded" ? 600 : DAY_SECONDS,
    ),
    /** The attempts in flight of an organization, over all workers, from which on its callbacks wait: a tenth of what a process sends at once. */
    attemptsPerOrganization: read.number("WEBHOOK_ATTEMPTS_PER_ORGANIZATION", { min: 1, max: 5_000 }, 500),
    /** How long Temporal may leave the polls of a task queue unanswered before the worker counts as dead. */
    silenceSeconds: read.number("WORKER_SILENCE_SECONDS", { min: 65, max: 3_600 }, 150),
    /** An hourly workflow purges what is older. */
    retention: {
      idempotencyHours: read.number("IDEMPOTENCY_RETENTION_HOURS", hours, 24),
      deliveryDays: read.number("DELIVERY_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 90),
      auditDays: read.number("AUDIT_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 730),
      paymentDays: read.number("PAYMENT_RETENTION_DAYS", { min: 7, max: HUNDRED_YEARS }, 90),
      uploadDays: read.number("UPLOAD_RETENTION_DAYS", { min: 1, max: HUNDRED_YEARS }, 30),
    } satisfies RetentionPolicy,
  };
}

/** The version of the workers' code, as `temporal worker deployment` names it. */
function readVersion(read: SettingsReader): WorkerDeploymentVersion | null {
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
