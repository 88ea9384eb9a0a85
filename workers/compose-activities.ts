import { PublishedMethodologies } from "#db/methodologies/published.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import type { Config } from "#shared/config.ts";
import { ProcessorTurns } from "#shared/turns.ts";
import { lazily } from "#shared/lazily.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { createAgentEngine } from "#providers/agents/create.ts";
import { createCancelSubscription } from "#providers/billing/provider.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { OpenAiEmbedder } from "#providers/embeddings/embedder.ts";
import { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import { Sender } from "#providers/webhooks/sender.ts";
import { createMailActivities } from "#activities/mail.ts";
import { createDataRetentionActivities } from "#activities/data-retention.ts";
import type { Dependencies } from "#activities/dependencies.ts";
import { encoderOfActivities, ForecastKnowledge, QuestionForecasts } from "#activities/question-forecasts.ts";
import { PreparedRuns } from "#activities/simulations/prepared-runs.ts";
import { createReadingActivities } from "#activities/readings/reading.ts";
import { createSimulationActivities } from "#activities/simulations/simulation.ts";
import { createTrainingRunActivities } from "#activities/training/training-run.ts";
import { AttemptsInFlight } from "#activities/deliveries/attempt.ts";
import { createWebhookDeliveryActivities } from "#activities/deliveries/webhook-delivery.ts";
import { createWebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import { createErasureActivities } from "#activities/organizations/erase.ts";
import { createReconcilerActivities } from "#activities/reconciler.ts";
import type { WorkerConfig } from "./config.ts";

/** What composing takes: the connections of the process, and its settings. */
interface Given extends Pick<Dependencies, "database" | "client" | "dispatcher" | "storage" | "mailer"> {
  readonly config: Config;
  readonly workerConfig: WorkerConfig;
}

/** Composes the activities of each task queue, once in a process, and the attempts in flight, which outlive their activities. */
export function composeActivities({ config, workerConfig, ...connections }: Given) {
  const { database } = connections;
  const encoder = encoderOfActivities(new Encoder(), "The sentence encoder");
  const trained = lazily(() => new TrainedRouting(encoder, readRoutingWeights()));
  const forecaster = lazily(() => new Forecaster(encoder));
  // Ahead of the first simulation, whose deadline would otherwise pay for it.
  setImmediate(forecaster);
  const dependencies: Dependencies = {
    ...connections,
    baseUrl: config.baseUrl,
    retention: workerConfig.retention,
    cancelSubscription: createCancelSubscription(config.payments),
    methodologies: new PublishedMethodologies(database),
    forecasts: new QuestionForecasts(
      workerConfig.embedder === null
        ? encoder
        : encoderOfActivities(new OpenAiEmbedder(workerConfig.embedder), "The embeddings server"),
      forecaster,
      workerConfig.forecastModel &&
        new ForecastKnowledge(database, new ShareEstimator(workerConfig.forecastModel)),
    ),
    routing: new QuestionRouting(trained, forecaster, config.routingFloor),
    engine: createAgentEngine(workerConfig.agents),
    turns: new ProcessorTurns(),
    deadlineSeconds: workerConfig.simulationDeadlineSeconds,
    parallelChunks: 4,
    rewriter: workerConfig.readings && new ChatRewriter(workerConfig.readings),
    keyring: config.keyring,
    sender: new Sender({ allowLoopback: config.webhookAllowLoopback }),
    schedule: config.webhookRetrySchedule,
    attemptsPerOrganization: workerConfig.attemptsPerOrganization,
  };
  const attempts = new AttemptsInFlight(dependencies);
  const simulations = createSimulationActivities({ ...dependencies, runs: new PreparedRuns(dependencies) });
  const activities: Record<TaskQueue, object> = {
    simulations,
    "small-simulations": simulations,
    readings: createReadingActivities(dependencies),
    training: createTrainingRunActivities(dependencies),
    deliveries: createWebhookDeliveryActivities(dependencies, attempts),
    // The control work: it waits for no endpoint, no engine and no model.
    operations: {
      ...createWebhookOperationsActivities(dependencies),
      ...createMailActivities(dependencies),
      ...createDataRetentionActivities(dependencies),
      ...createErasureActivities(dependencies),
      ...createReconcilerActivities(dependencies),
    },
  };
  return { activities, attempts };
}
