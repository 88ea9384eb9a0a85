import type { Client } from "@temporalio/client";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { PublishedMethodologies } from "#db/methodologies/published.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import type { Database } from "#db/postgres/database.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import type { Config } from "#shared/config.ts";
import { ProcessorTurns } from "#shared/turns.ts";
import { lazily } from "#shared/lazily.ts";
import type { Mailer } from "#shared/mail.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { createCancelSubscription } from "#providers/billing/provider.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { OpenAiEmbedder } from "#providers/embeddings/openai-embedder.ts";
import { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { Sender } from "#providers/webhooks/sender.ts";
import { createAccountMailActivities } from "#activities/accounts/account-mail.ts";
import { createCheckoutLinkActivities } from "#activities/billing/checkout-link.ts";
import { createDataRetentionActivities } from "#activities/data-retention.ts";
import { ForecastKnowledge } from "#activities/forecast-knowledge.ts";
import { QuestionForecasts } from "#activities/question-forecasts.ts";
import { PreparedRuns } from "#activities/simulations/prepared-runs.ts";
import { createReadingActivities } from "#activities/readings/reading.ts";
import { createSimulationActivities } from "#activities/simulations/simulation.ts";
import { createTrainingRunActivities } from "#activities/training/training-run.ts";
import { type AttemptDependencies, AttemptsInFlight } from "#activities/deliveries/attempt.ts";
import { createWebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { createWebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import { createErasureActivities } from "#activities/organizations/erase.ts";
import { createNoticeActivities } from "#activities/organizations/notices.ts";
import { createReconcilerActivities } from "#activities/reconciler.ts";
import type { WorkerConfig } from "./config.ts";

export interface ActivityDependencies {
  readonly config: Config;
  readonly workerConfig: WorkerConfig;
  /** Sees every organization. */
  readonly database: Database;
  readonly dispatcher: Pick<OutboxDispatcher, "executeOnce">;
  readonly storage: ObjectStorage;
  readonly mailer: Mailer;
  readonly client: Client;
}

export interface ComposedActivities {
  readonly activities: Record<TaskQueue, object>;
  /** The attempts in flight, which outlive their activities. */
  readonly attempts: AttemptsInFlight;
}

/** Composes the activities of each task queue, once in a process. */
export function composeActivities(dependencies: ActivityDependencies): ComposedActivities {
  const { config, workerConfig, database, storage } = dependencies;
  const engine = createAgentEngine(workerConfig.agents);
  const methodologies = new PublishedMethodologies(database);
  const encoder = new Encoder();
  const trained = lazily(() => new TrainedRouting(encoder, readRoutingWeights()));
  const router = lazily(() => trained().to(PUBLISHED));
  const forecaster = lazily(() => new Forecaster(encoder));
  // Ahead of the first simulation, whose deadline would otherwise pay for it.
  setImmediate(forecaster);
  const forecasts = new QuestionForecasts(
    workerConfig.embedder === null ? encoder : new OpenAiEmbedder(workerConfig.embedder),
    forecaster,
    workerConfig.forecastModel &&
      new ForecastKnowledge(database, new ShareEstimator(workerConfig.forecastModel)),
  );
  const runs = new PreparedRuns({
    database,
    methodologies,
    forecasts,
    routerTo: (methodology) =>
      methodology.id === undefined ? router() : trained().to([methodology, ...PUBLISHED]),
    floor: config.routingFloor,
    engine,
  });
  const turns = new ProcessorTurns();
  const delivery = deliveryDependencies(dependencies);
  const attempts = new AttemptsInFlight(delivery);
  const simulations = createSimulationActivities({
    database,
    engine,
    runs,
    turns,
    baseUrl: config.baseUrl,
    deadlineSeconds: workerConfig.simulationDeadlineSeconds,
    parallelChunks: 4,
  });
  const activities = {
    simulations,
    "small-simulations": simulations,
    readings: createReadingActivities({
      database,
      methodologies,
      turns,
      rewriter: workerConfig.readings && new ChatRewriter(workerConfig.readings),
    }),
    training: createTrainingRunActivities({
      database,
      storage,
      predictions: { methodologies, forecasts, trained, floor: config.routingFloor },
    }),
    deliveries: createWebhookDeliveryActivities(delivery, attempts),
    operations: operationsActivities(dependencies),
  };
  return { activities, attempts };
}

function deliveryDependencies(
  { config, workerConfig, database, dispatcher }: ActivityDependencies,
): AttemptDependencies {
  return {
    database,
    secrets: new WebhookSecrets(config.keyring),
    sender: new Sender({ allowLoopback: config.webhookAllowLoopback }),
    schedule: config.webhookRetrySchedule,
    attemptsPerOrganization: workerConfig.attemptsPerOrganization,
    dispatcher,
  };
}

/** The control work: it waits for no endpoint, no engine and no model. */
function operationsActivities(
  { config, workerConfig, database, storage, mailer, client }: ActivityDependencies,
): object {
  return {
    ...createWebhookOperationsActivities({ database }),
    ...createAccountMailActivities({ database, mailer, baseUrl: config.baseUrl }),
    ...createCheckoutLinkActivities({ database, mailer, baseUrl: config.baseUrl }),
    ...createDataRetentionActivities({ database, storage, policy: workerConfig.retention }),
    ...createNoticeActivities({ database, mailer, baseUrl: config.baseUrl }),
    ...createErasureActivities({
      database,
      storage,
      client,
      cancelSubscription: createCancelSubscription(config.payments),
    }),
    ...createReconcilerActivities({ database, client, baseUrl: config.baseUrl }),
  };
}
