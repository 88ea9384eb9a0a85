import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Runtime } from "@temporalio/worker/lib/runtime.js";
import { PUBLISHED } from "#engine/methodologies/catalogue.ts";
import { createRouter } from "#engine/routing/router.ts";
import { readRoutingWeights } from "#engine/routing/weights.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { registerMethodologies } from "#db/methodologies/methodologies.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { type Config, readConfig } from "#shared/config.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { createLogger } from "#shared/log.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { readStorageConfig } from "#providers/storage/config.ts";
import { createStorage, type Storage } from "#providers/storage/create.ts";
import { calibrationUpload, uploadKey } from "#providers/storage/upload.ts";
import { createApp } from "./app.ts";
import { CursorCodec } from "./http/cursor.ts";
import { KeyUsage } from "./organizations/key-usage.ts";
import { QuestionRouting } from "./simulations/question-routing.ts";
import { plainRoutes, type Readiness } from "./system/docs.ts";
import { RateLimiter } from "./http/rate-limiter.ts";
import { ROUTES } from "./routes.ts";
import { uploadRoutes } from "./training/receive-upload.ts";
import type { Services } from "./http/services.ts";
import type { Uploads } from "./training/uploads.ts";

/** Requests that are still open this long after the drain are cut off; a whole shutdown stays under 25 s. */
const LAST_REQUESTS_MS = 10_000;
/** A statement of a request takes milliseconds; one that takes so long is answered 503. */
const STATEMENT_SECONDS = 5;

async function main(): Promise<void> {
  const { config, storageConfig } = readSettings((read) => ({
    config: readConfig(read),
    storageConfig: readStorageConfig(read),
  }));
  const log = createLogger("api", config.logLevel);
  Runtime.install({ shutdownSignals: [] });
  const tenantDatabase = await connect(config, "app_api", config.databasePool);
  const systemDatabase = await connect(config, "app_worker", Math.max(4, Math.ceil(config.databasePool / 3)));
  const temporal = new LazyTemporalClient(config.temporal);
  const storage = await createStorage(storageConfig, {
    baseUrl: config.baseUrl,
    signingKey: config.keyring.derive("uploads"),
  });
  const limiter = new RateLimiter(config.redisUrl.reveal());
  await limiter.start();
  const services: Services = {
    config,
    log,
    tenantDatabase,
    systemDatabase,
    limiter,
    dispatcher: new OutboxDispatcher(temporal, systemDatabase, log),
    temporal,
    uploads: uploadsIn(storage),
    cursors: new CursorCodec(config.keyring.derive("cursors")),
    keyUsage: new KeyUsage(systemDatabase, log),
    routing: new QuestionRouting(
      systemDatabase,
      (methodologies) => createRouter(methodologies, createBuiltInEmbedder(), readRoutingWeights()),
    ),
  };
  await systemDatabase.transaction((tx) => registerMethodologies(tx, PUBLISHED));

  await services.routing.route("Is the router ready for its first question?");

  const readiness: Readiness = { draining: false };
  const plain = plainRoutes(ROUTES, config.baseUrl, tenantDatabase, readiness);
  plain.use(uploadRoutes(services).routes());
  const app = createApp(ROUTES, services, plain, readiness);
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(config.port, config.host, resolve));
  const { port } = server.address() as AddressInfo;
  log.info({ host: config.host, port }, "api ready");

  await waitForShutdown(log);
  readiness.draining = true;
  await sleep(config.drainSeconds * 1000);
  await close(server);
  await services.dispatcher.drain();
  await services.keyUsage.close();
  limiter.close();
  await temporal.close();
  await Promise.all([tenantDatabase.close(), systemDatabase.close()]);
  log.info("api stopped");
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

/** Calibration files, wherever they are kept. */
function uploadsIn(storage: Storage): Uploads {
  return {
    presign: (trainingId) => storage.presignPut(calibrationUpload(trainingId)),
    isReceived: async (trainingId, signal) => await storage.head(uploadKey(trainingId), signal) !== null,
    receive: storage.kind === "local-disk" ? storage.receive.bind(storage) : null,
  };
}

/** Lets open requests finish, then cuts what is left. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS);
  await closed;
  clearTimeout(patience);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
