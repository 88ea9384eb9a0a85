import { Forecaster } from "#engine/prediction/forecaster.ts";
import { TrainedRouting } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { type AgentEngineConfig, type OpenAiCompatibleConfig } from "#providers/agents/config.ts";
import { modelEngine } from "#providers/agents/openai/openai-agents.ts";
import { createBillingPortal } from "#providers/billing/portal.ts";
import { type StorageConfig } from "#providers/storage/config.ts";
import { createStorage, type Storage } from "#providers/storage/create.ts";
import { calibrationUpload, MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import { isRegistered } from "#db/accounts/users.ts";
import { createDataSource, STATEMENT_SECONDS } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { assertRole } from "#db/fence.ts";
import { ModelForecasts } from "#db/methodologies/model-forecasts.ts";
import { PublishedMethodologies } from "#db/methodologies/published.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { type ApiDatabases, type Config, type DatabaseAccess } from "#shared/config.ts";
import { type Logger } from "#shared/log.ts";
import type { Mailer } from "#shared/mail.ts";
import { SharedSlots } from "#shared/turns.ts";
import { PasswordHasher } from "./accounts/password-hasher.ts";
import { createAuthenticator } from "./accounts/session-authenticator.ts";
import { SessionStore } from "./accounts/sessions.ts";
import { CursorCodec } from "./http/pagination.ts";
import { RateLimiter } from "./http/rate-limiter.ts";
import { RedisConnection } from "./http/redis.ts";
import { RequestHistory } from "./http/request-history.ts";
import type { AnsweringModel, FoundUpload, SystemServices, Uploads } from "./http/services.ts";
import { Waits } from "./http/waits.ts";
import { createKeyAuthenticator } from "./organizations/key-authenticator.ts";
import { KeyUsage } from "./organizations/key-usage.ts";
import { QuestionRouting } from "./simulations/question-routing.ts";
import { StatusReader } from "./system/status.ts";

/**
 * An organization's work in Postgres waits so long, less than a statement may take, while half of the connections do other work of the same organization: its creates lock the
 * month's counters one after another, and must not keep the others' requests waiting.
 */
const SHARE_WAIT_SECONDS = 3;

/** Connects to Postgres in the API's two roles. @throws UnfencedRole where a connection has another */
export async function connectDatabases(
  { databasePool, workerDatabase }: Config,
  { tenants, listenUrl }: ApiDatabases,
) {
  return {
    tenantDatabase: await connect(
      tenants,
      "app_api",
      databasePool,
      new SharedSlots(databasePool, Math.ceil(databasePool / 2), SHARE_WAIT_SECONDS),
    ),
    systemDatabase: await connect(workerDatabase, "app_worker", Math.max(4, Math.ceil(databasePool / 3))),
    waits: new Waits(listenUrl.reveal()),
  };
}

async function connect(
  { url, ownLogin }: DatabaseAccess,
  role: "app_api" | "app_worker",
  pool: number,
  shares: SharedSlots | null = null,
): Promise<Database> {
  const dataSource = createDataSource({
    url: url.reveal(),
    role,
    ownLogin,
    pool,
    applicationName: "api",
    statementSeconds: STATEMENT_SECONDS.app_api,
  });
  const database = new Database(await dataSource.initialize(), shares);
  await assertRole(database, role);
  return database;
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
  { config, tenantDatabase, systemDatabase, waits, storageConfig, agents, mailer, log }: Foundations,
) {
  const storage = await createStorage(storageConfig, {
    baseUrl: config.baseUrl,
    signingKeys: config.keyring.macKeys("uploads"),
  });
  const temporal = new LazyTemporalClient(config.temporal);
  const keyUsage = new KeyUsage(systemDatabase, log);
  const redis = new RedisConnection(config.redisUrl.reveal());
  const sessions = new SessionStore(redis);
  const { operatorKeyIds, operatorEmails, baseUrl } = config;
  const byKey = createKeyAuthenticator({ database: systemDatabase, keyUsage, operatorKeyIds });
  // Handlers find a methodology within their transaction: a second connection of the same pool could wait for the first for ever.
  const methodologies = new PublishedMethodologies(systemDatabase);
  const trained = new TrainedRouting(createBuiltInEmbedder(), readRoutingWeights());
  const forecaster = new Forecaster(createBuiltInEmbedder());
  return {
    config,
    log,
    now: () => new Date(),
    tenantDatabase,
    systemDatabase,
    authenticate: createAuthenticator(byKey, {
      sessions,
      database: systemDatabase,
      baseUrl,
      operatorEmails,
    }),
    keyUsage,
    redis,
    limiter: new RateLimiter(redis),
    sessions,
    passwords: new PasswordHasher(),
    mailer,
    isRegistered: (emailNormalized) => isRegistered(systemDatabase, emailNormalized),
    billingPortal: createBillingPortal(config.payments, config.baseUrl),
    requestHistory: new RequestHistory(redis, log),
    status: new StatusReader({ redis, database: systemDatabase, temporal, links: config.statusLinks }),
    dispatcher: new OutboxDispatcher(temporal, systemDatabase, log),
    temporal,
    uploads: uploadsIn(storage),
    cursors: new CursorCodec(config.keyring.macKeys("cursors")),
    methodologies,
    waits,
    routing: new QuestionRouting(methodologies, () => trained, forecaster, config.routingFloor),
    model: agents.kind === "embedded" ? null : answeringModel(agents, systemDatabase, forecaster),
  } satisfies SystemServices & { readonly keyUsage: KeyUsage; readonly redis: RedisConnection };
}

function answeringModel(
  { model, prices }: OpenAiCompatibleConfig,
  systemDatabase: Database,
  forecaster: Forecaster,
): AnsweringModel {
  const engine = modelEngine(model);
  return {
    engine: engine.name,
    price: prices?.[model] ?? null,
    forecasts: new ModelForecasts(systemDatabase, engine, () => forecaster),
  };
}

function uploadsIn(storage: Storage): Uploads {
  return {
    presign: (trainingId) => storage.presignPut(calibrationUpload(trainingId)),
    find: async (trainingId, signal) => foundUpload(await storage.head(uploadKey(trainingId), signal)),
    remove: (trainingId) => storage.remove(uploadKey(trainingId)),
    receive: storage.kind === "local-disk" ? storage.receive.bind(storage) : null,
  };
}

function foundUpload(object: { readonly bytes: number } | null): FoundUpload {
  if (object === null) return "none";
  return object.bytes > MAX_UPLOAD_BYTES ? "too_large" : "received";
}

/** Ends what still writes first, then the connections. */
export async function closeServices(services: Awaited<ReturnType<typeof createServices>>): Promise<void> {
  await services.dispatcher.drain();
  await services.keyUsage.close();
  services.methodologies.close();
  await services.requestHistory.flush();
  services.redis.close();
  services.mailer.close();
  await services.temporal.close();
  await Promise.all([services.tenantDatabase.close(), services.systemDatabase.close()]);
}
