import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { createRouter, type Router } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import type { Database } from "#db/database.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Config } from "#shared/config.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { createEmbedder } from "#providers/embeddings/config.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { createReadingRewriter } from "#providers/reading-model/chat-rewriter.ts";
import { longestRewriteSeconds } from "#providers/reading-model/config.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { createSender } from "#providers/webhooks/sender.ts";
import { EndpointConcurrencyLimiter } from "#providers/webhooks/endpoint-concurrency.ts";
import { createDataRetentionActivities } from "#activities/data-retention.ts";
import { CalibrationAssessor } from "#activities/simulations/calibration-assessor.ts";
import { PreparedRuns } from "#activities/simulations/prepared-runs.ts";
import { createReadingActivities } from "#activities/readings/reading.ts";
import { createSimulationActivities } from "#activities/simulations/simulation.ts";
import { createTrainingRunActivities, methodologyChooser } from "#activities/training/training-run.ts";
import { FastEndpoints } from "#activities/deliveries/endpoints.ts";
import { createWebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { createWebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import type { WorkerConfig } from "./config.ts";

export interface ActivityDependencies {
  readonly config: Config;
  readonly workerConfig: WorkerConfig;
  /** Sees every organization. */
  readonly database: Database;
  /** Executes commands right after their commit. */
  readonly dispatcher: OutboxDispatcher;
  readonly storage: ObjectStorage;
}

/** Composes the activities of each task queue, once in a process. */
export function composeActivities(dependencies: ActivityDependencies): Record<TaskQueue, object> {
  const { config, workerConfig, database, dispatcher, storage } = dependencies;
  const engine = createAgentEngine(workerConfig.agents);
  const router = lazyRouter();
  const embedder = createEmbedder(workerConfig.embedder);
  const assessor = new CalibrationAssessor({
    database,
    embedder,
    router,
    floor: config.routingFloor,
    engine,
  });
  return {
    simulations: createSimulationActivities({
      database,
      engine,
      runs: new PreparedRuns(assessor),
      dispatcher,
      baseUrl: config.baseUrl,
      deadlineSeconds: workerConfig.simulationDeadlineSeconds,
      parallelChunks: 4,
    }),
    readings: createReadingActivities({
      database,
      rewriter: createReadingRewriter(workerConfig.readings),
      rewriteSeconds: longestRewriteSeconds(workerConfig.readings),
      dispatcher,
    }),
    training: {
      ...createTrainingRunActivities({
        database,
        storage,
        choose: methodologyChooser(router, config.routingFloor),
      }),
      ...createDataRetentionActivities({ database, storage, policy: workerConfig.retention }),
    },
    deliveries: deliveryActivities(dependencies),
  };
}

function deliveryActivities({ config, database, dispatcher }: ActivityDependencies): object {
  return {
    ...createWebhookDeliveryActivities({
      database,
      secrets: new WebhookSecrets(config.keyring),
      sender: createSender({ allowLoopback: config.webhookAllowLoopback }),
      limiter: new EndpointConcurrencyLimiter(),
      fastEndpoints: new FastEndpoints(),
      schedule: config.webhookRetrySchedule,
      dispatcher,
    }),
    ...createWebhookOperationsActivities({ database, dispatcher, notifyUsers: null }),
  };
}

/** Creates the router at the first question: a worker that routes none saves 150 ms and the vectors. */
function lazyRouter(): () => Router {
  let router: Router | undefined;
  return () => router ??= createRouter(PUBLISHED, createBuiltInEmbedder(), readRoutingWeights());
}
