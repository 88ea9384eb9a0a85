import type { IncomingMessage } from "node:http";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { QuestionRouting, TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import type { AgentEngineConfig, OpenAiCompatibleConfig } from "#providers/agents/config.ts";
import { modelEngine } from "#providers/agents/openai/openai-agents.ts";
import { createBillingPortal } from "#providers/billing/provider.ts";
import type { StorageConfig } from "#providers/storage/storage.ts";
import { createStorage } from "#providers/storage/create.ts";
import type { AdmitUpload } from "#providers/storage/local-disk.ts";
import { UploadError } from "#providers/storage/upload.ts";
import { isRegistered } from "#db/accounts/users.ts";
import { type Claimant, claimPurchase, pageOfPurchases } from "#db/billing/payments.ts";
import { connectAs, STATEMENT_SECONDS } from "#db/data-source.ts";
import type { Database } from "#db/postgres/database.ts";
import type { PageRequest } from "#db/postgres/paginate.ts";
import { forecastsByModel } from "#engine/forecast/model-forecasts.ts";
import { findModelError } from "#db/methodologies/evaluated-models.ts";
import { PublishedMethodologies } from "#db/methodologies/published.ts";
import { dequeue } from "#db/outbox/outbox.ts";
import { createOutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { admitUpload, settleUpload } from "#db/training/upload-usage.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import type { ApiDatabases, Config } from "#shared/config.ts";
import { lazily } from "#shared/lazily.ts";
import type { Logger } from "#shared/log.ts";
import type { Mailer } from "#shared/mail.ts";
import { FairSemaphore } from "#shared/turns.ts";
import { PasswordHasher } from "./accounts/password.ts";
import { createAuthenticator } from "./accounts/authenticator.ts";
import { createSessionStore } from "./accounts/sessions.ts";
import { createRateLimiter } from "./http/rate-limiter.ts";
import { RedisConnection } from "./http/redis.ts";
import { createRequestHistory } from "./http/request-history.ts";
import { LongPolls } from "./http/long-polls.ts";
import { createKeyUsage } from "./organizations/api-keys.ts";
import { answeringEncoder, type AnsweringModel } from "./simulations/auto.ts";
import { statusReader } from "./system/status.ts";
import { uploadRefusal } from "./training/runs.ts";

/**
 * An organization's work in Postgres waits so long, less than a statement may take, while half of the connections do other work of the same organization: its creates lock the
 * month's counters one after another, and must not keep the others' requests waiting.
 */
const SHARE_WAIT_SECONDS = 3;

/** Connects to Postgres in the API's two roles. @throws WrongDatabaseRole where a connection has another */
export async function connectDatabases(
  { databasePool, workerDatabase }: Config,
  { tenants, listenUrl }: ApiDatabases,
) {
  const ofRequests = { applicationName: "api", statementSeconds: STATEMENT_SECONDS.app_api };
  const systemPool = Math.max(4, Math.ceil(databasePool / 3));
  const shares = new FairSemaphore(databasePool, Math.ceil(databasePool / 2), SHARE_WAIT_SECONDS);
  return {
    tenantDatabase: await connectAs("app_api", tenants, { ...ofRequests, pool: databasePool }, shares),
    systemDatabase: await connectAs("app_worker", workerDatabase, { ...ofRequests, pool: systemPool }),
    longPolls: new LongPolls(listenUrl.reveal()),
  };
}

interface Foundations extends Awaited<ReturnType<typeof connectDatabases>> {
  readonly config: Config;
  readonly storageConfig: StorageConfig;
  readonly agents: AgentEngineConfig;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** Creates what the handlers are given. */
export async function createServices(
  { config, tenantDatabase, systemDatabase, longPolls, storageConfig, agents, mailer, log }: Foundations,
) {
  const storage = await createStorage(storageConfig, {
    baseUrl: config.baseUrl,
    signingKeys: config.keyring.macKeys("uploads"),
  });
  const admit = countUploads(systemDatabase, log);
  const temporal = new LazyTemporalClient(config.temporal);
  const dispatcher = createOutboxDispatcher(temporal, (ids) => dequeue(systemDatabase, ids), log);
  for (const database of [tenantDatabase, systemDatabase]) database.dispatchBy(dispatcher);
  const keyUsage = createKeyUsage(systemDatabase, log);
  const redis = new RedisConnection(config.redisUrl.reveal());
  const sessions = createSessionStore(redis);
  // Handlers find a methodology within their transaction: a second connection of the same pool could wait for the first for ever.
  const methodologies = new PublishedMethodologies(systemDatabase);
  const encoder = new Encoder();
  const reading = answeringEncoder(encoder);
  const trained = lazily(() => new TrainedRouting(reading, readRoutingWeights()));
  const forecaster = lazily(() => new Forecaster(reading));
  if (!config.lazyStart) {
    for (const prepare of [trained, forecaster]) prepare();
    await encoder.embed(["Is the encoder ready?"]);
  }
  return {
    config,
    log,
    now: () => new Date(),
    tenantDatabase,
    systemDatabase,
    authenticate: createAuthenticator({ sessions, database: systemDatabase, keyUsage, config }),
    keyUsage,
    redis,
    limiter: createRateLimiter(redis),
    sessions,
    /** Forgets the sessions of a person, which Postgres has ended already. Never throws. */
    forgetSessions: (userId: string): void => void sessions.endAll(userId).catch(() => {}),
    passwords: new PasswordHasher(),
    mailer,
    /**
     * Whether any organization has a person who has proved this normalised address, or this one a person who has not: all that a customer's
     * route may know of the others'.
     */
    isRegistered: (emailNormalized: string, organizationId: string) =>
      isRegistered(systemDatabase, emailNormalized, organizationId),
    billingPortal: createBillingPortal(config.payments, config.baseUrl),
    /** The purchases of a person's proved address, which are no organization's before they are claimed. */
    purchases: {
      list: (userId: string, page: PageRequest) => pageOfPurchases(systemDatabase, userId, page),
      /** Null for an unknown id. */
      claim: (id: string, claimant: Claimant, requestId: string) =>
        claimPurchase(systemDatabase, id, claimant, {
          actor_user_id: claimant.userId,
          request_id: requestId,
        }),
    },
    requestHistory: createRequestHistory(redis, log),
    readStatus: statusReader(redis, systemDatabase, temporal, config.statusLinks),
    dispatcher,
    temporal,
    /** The calibration files of training runs, each under its run's id. */
    uploads: storage,
    /** Takes the PUT of a URL that the service signed for itself, to its last byte or not at all; null where customers PUT to a store. */
    receiveUpload: storage.kind === "local-disk"
      ? (token: string, put: IncomingMessage) => storage.receive(token, put.headers, put, admit)
      : null,
    cursorKeys: config.keyring.macKeys("cursors"),
    methodologies,
    longPolls,
    routing: new QuestionRouting(trained, forecaster, config.routingFloor),
    forecaster,
    /** The model that answers for agents; null for the embedded engine. */
    model: agents.kind === "embedded" ? null : answeringModel(agents, systemDatabase),
  };
}

function answeringModel({ model, price }: OpenAiCompatibleConfig, systemDatabase: Database): AnsweringModel {
  const engine = modelEngine(model);
  const forecastOf = forecastsByModel(() => findModelError(systemDatabase, engine));
  return { engine: engine.name, price, forecastOf };
}

/** Counts the files that this service itself receives, by the plans of their organizations. */
function countUploads(database: Database, log: Logger): AdmitUpload {
  return async (id, bytes) => {
    const admission = await admitUpload(database, id, bytes);
    switch (admission.kind) {
      case "gone":
        throw new UploadError("gone", "There is no such training run any more.");
      case "closed":
        throw new UploadError("started", "The training run was started already; it takes no file any more.");
      case "refused": {
        const { message, meta, headers } = uploadRefusal(admission.refusal, new Date());
        const reason = admission.refusal.bound === "perDay" ? "daily_bytes" : "stored_bytes";
        throw new UploadError(reason, message, { meta, headers });
      }
    }
    // What is not settled stays counted as it was announced.
    return (came, stored) =>
      settleUpload(database, admission, came, stored).catch((err) => {
        log.warn({ err, training_id: admission.trainingId }, "An upload was not settled");
        return true;
      });
  };
}

export type ComposedServices = Awaited<ReturnType<typeof createServices>>;

declare module "./http/services.ts" {
  /** What the resources' handlers need: nothing that reaches every organization. */
  interface Services
    extends
      Pick<ComposedServices, "sessions" | "forgetSessions" | "passwords" | "mailer" | "isRegistered">,
      Pick<
        ComposedServices,
        "billingPortal" | "purchases" | "methodologies" | "routing" | "forecaster" | "model"
      >,
      Pick<ComposedServices, "readStatus" | "receiveUpload" | "temporal"> {
    readonly uploads: Pick<ComposedServices["uploads"], "presignPut" | "head" | "remove">;
  }
}

/** Ends what still writes first, then the connections. */
export async function closeServices(services: ComposedServices): Promise<void> {
  await services.dispatcher.drain();
  await services.keyUsage.close();
  services.methodologies.close();
  await services.requestHistory.flush();
  services.redis.close();
  services.mailer.close();
  await services.temporal.close();
  await Promise.all([services.tenantDatabase.close(), services.systemDatabase.close()]);
}
