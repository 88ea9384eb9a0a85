import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Runtime } from "@temporalio/worker/lib/runtime.js";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { Forecaster } from "#engine/prediction/forecaster.ts";
import { createRouter } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { type AgentEngineConfig, readAgentEngineConfig } from "#providers/agents/config.ts";
import { readStorageConfig, type StorageConfig } from "#providers/storage/config.ts";
import { createStorage, type Storage } from "#providers/storage/create.ts";
import { calibrationUpload, MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { assertFenced, UnfencedRole } from "#db/fence.ts";
import { registerMethodologies } from "#db/methodologies/methodologies.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { type Config, readConfig } from "#shared/config.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { createLogger, type Logger } from "#shared/log.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { createApp } from "./app.ts";
import { CursorCodec } from "./http/pagination.ts";
import { RateLimiter } from "./http/rate-limiter.ts";
import { closeServer, createHttpServer, listen } from "./http/server.ts";
import type { FoundUpload, SystemServices, Uploads } from "./http/services.ts";
import { createKeyAuthenticator } from "./organizations/key-authenticator.ts";
import { KeyUsage } from "./organizations/key-usage.ts";
import { ROUTES } from "./routes.ts";
import { QuestionRouting } from "./simulations/question-routing.ts";
import { docsRoutes } from "./system/docs.ts";
import { healthRoutes, type Readiness } from "./system/health.ts";
import { uploadRoutes } from "./training/uploads.ts";

/** A request's statements take milliseconds; one that takes so long is answered 503. */
const STATEMENT_SECONDS = 5;

async function main(): Promise<void> {
  const { config, storageConfig, agents } = readSettings((read) => ({
    config: readConfig(read),
    storageConfig: readStorageConfig(read),
    agents: readAgentEngineConfig(read),
  }));
  const log = createLogger("api", config.logLevel);
  // The process handles its signals itself: the SDK would end it before the drain.
  Runtime.install({ shutdownSignals: [] });
  const services = await createServices(config, storageConfig, agents, log);
  await assertFenced(services.tenantDatabase);
  await services.limiter.start();
  await services.systemDatabase.transaction((tx) => registerMethodologies(tx, PUBLISHED));
  await services.routing.prepare();

  const readiness: Readiness = { draining: false };
  const server = createHttpServer(composeApp(services, readiness).callback());
  const port = await listen(server, config);
  log.info({ host: config.host, port }, "api ready");

  await waitForShutdown(log);
  readiness.draining = true;
  await sleep(config.drainSeconds * 1000);
  await closeServer(server);
  await closeServices(services);
  log.info("api stopped");
}

async function createServices(
  config: Config,
  storageConfig: StorageConfig,
  agents: AgentEngineConfig,
  log: Logger,
) {
  const storage = await createStorage(storageConfig, {
    baseUrl: config.baseUrl,
    signingKeys: config.keyring.macKeys("uploads"),
  });
  const tenantDatabase = await connect(config, "app_api", config.databasePool);
  const systemDatabase = await connect(config, "app_worker", Math.max(4, Math.ceil(config.databasePool / 3)));
  const temporal = new LazyTemporalClient(config.temporal);
  const keyUsage = new KeyUsage(systemDatabase, log);
  const { operatorKeyIds } = config;
  return {
    config,
    log,
    tenantDatabase,
    systemDatabase,
    authenticate: createKeyAuthenticator({ database: systemDatabase, keyUsage, operatorKeyIds }),
    keyUsage,
    limiter: new RateLimiter(config.redisUrl.reveal()),
    dispatcher: new OutboxDispatcher(temporal, systemDatabase, log),
    temporal,
    uploads: uploadsIn(storage),
    cursors: new CursorCodec(config.keyring.macKeys("cursors")),
    routing: new QuestionRouting(
      tenantDatabase,
      (methodologies) => createRouter(methodologies, createBuiltInEmbedder(), readRoutingWeights()),
      new Forecaster(createBuiltInEmbedder()),
      config.routingFloor,
    ),
    modelCost: agents.kind === "embedded"
      ? null
      : { engine: `model:${agents.model}`, price: agents.prices?.[agents.model] ?? null },
  } satisfies SystemServices & { readonly keyUsage: KeyUsage };
}

function composeApp(services: SystemServices, readiness: Readiness) {
  return createApp({
    routes: ROUTES,
    probes: healthRoutes(services.tenantDatabase, readiness),
    plainRouters: [
      docsRoutes(ROUTES, services.config.baseUrl),
      uploadRoutes(services),
    ],
    services,
    readiness,
  });
}

/** Ends what still writes first, then the connections. */
async function closeServices(services: Awaited<ReturnType<typeof createServices>>): Promise<void> {
  await services.dispatcher.drain();
  await services.keyUsage.close();
  services.limiter.close();
  await services.temporal.close();
  await Promise.all([services.tenantDatabase.close(), services.systemDatabase.close()]);
}

async function connect({ databaseUrl }: Config, role: DatabaseRole, pool: number): Promise<Database> {
  const dataSource = createDataSource({
    url: databaseUrl.reveal(),
    role,
    pool,
    applicationName: "api",
    statementSeconds: STATEMENT_SECONDS,
  });
  return new Database(await dataSource.initialize());
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

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof UnfencedRole ? error.message : error);
  process.exit(1);
}
