import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { createRouter, type Router } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import type { Database } from "#db/database.ts";
import type { WorkflowStarter } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { createEmbedder } from "#providers/embeddings/config.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { longestWordingSeconds, readingWriter } from "#providers/reading-model/config.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { createSender } from "#providers/webhooks/sender.ts";
import { createTargetGate } from "#providers/webhooks/endpoint-concurrency.ts";
import { createForgettingActivities } from "#activities/data-retention.ts";
import { CalibrationJudge } from "#activities/simulations/calibration-assessor.ts";
import { PreparedRuns } from "#activities/simulations/prepared-runs.ts";
import { methodologyChooser } from "#activities/training/question-routing.ts";
import { createReadingActivities } from "#activities/readings/reading.ts";
import { createSimulationActivities } from "#activities/simulations/simulation.ts";
import { createTrainingRunActivities } from "#activities/training/training-run.ts";
import { TargetSpeeds } from "#activities/deliveries/fast-endpoints.ts";
import { createWebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { createWebhookJobActivities } from "#activities/deliveries/operations.ts";
import type { WorkerConfig } from "./config.ts";

export interface ActivityParts {
  readonly config: Config;
  readonly workerConfig: WorkerConfig;
  /** Sees every organization. */
  readonly database: Database;
  /** Tells Temporal what the outbox holds, right after a commit. */
  readonly starter: WorkflowStarter;
  readonly storage: ObjectStorage;
}

/** The activities of each task queue, composed once a process. */
export function createActivities(
  { config, workerConfig, database, starter, storage }: ActivityParts,
): Record<TaskQueue, object> {
  const engine = createAgentEngine(workerConfig.agents);
  const router = lazyRouter();
  const embedder = createEmbedder(workerConfig.embedder);
  const judge = new CalibrationJudge({ database, embedder, router, floor: config.routingFloor, engine });
  return {
    simulations: createSimulationActivities({
      database,
      engine,
      runs: new PreparedRuns(judge),
      starter,
      baseUrl: config.baseUrl,
      deadlineSeconds: workerConfig.simulationDeadlineSeconds,
      parallelChunks: 4,
    }),
    readings: createReadingActivities({
      database,
      writer: readingWriter(workerConfig.readings),
      wordingSeconds: longestWordingSeconds(workerConfig.readings),
      starter,
    }),
    training: {
      ...createTrainingRunActivities({
        database,
        storage,
        choose: methodologyChooser(router, config.routingFloor),
      }),
      ...createForgettingActivities({ database, storage, keep: workerConfig.keep }),
    },
    deliveries: {
      ...createWebhookDeliveryActivities({
        database,
        secrets: new WebhookSecrets(config.keyring),
        sender: createSender({ allowLoopback: config.webhookAllowLoopback }),
        gate: createTargetGate(),
        speeds: new TargetSpeeds(),
        schedule: config.webhookRetrySchedule,
        starter,
      }),
      ...createWebhookJobActivities({ database, starter, tellUsers: null }),
    },
  };
}

/** Made at the first question: a worker that routes none spares the 150 ms and the vectors. */
function lazyRouter(): () => Router {
  let router: Router | undefined;
  return () => router ??= createRouter(PUBLISHED, createBuiltInEmbedder(), readRoutingWeights());
}
