import type { Server } from "node:http";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";
import { createMailer, readMailConfig } from "#providers/mail/mailer.ts";
import { readStorageConfig } from "#providers/storage/storage.ts";
import { WrongDatabaseRole } from "#db/postgres/fence.ts";
import { registerMethodologies } from "#db/methodologies/methodologies.ts";
import { measurePool, measureQueues } from "#db/queue-metrics.ts";
import { installRuntime, type SdkMetrics } from "#temporal/connection.ts";
import { readApiDatabases, readConfig } from "#shared/config.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { createLogger, type Logger } from "#shared/log.ts";
import { beforeScrape, HTTP, measureProcess } from "#shared/metrics.ts";
import { serveOperatorPages } from "#shared/metrics-server.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { stopTracing } from "#shared/tracing.ts";
import {
  closeServices,
  type ComposedServices,
  connectDatabases,
  createServices,
} from "./compose-services.ts";
import { createApp } from "./app.ts";
import { apiDocument } from "./document.ts";
import type { Readiness } from "./http/observe.ts";
import { closeServer, createHttpServer, listen } from "./http/server.ts";
import { ROUTES } from "./routes.ts";
import { consoleRoutes, docsRoutes, linkPages } from "./system/pages.ts";
import { healthRoutes, readReason } from "./system/status.ts";
import { uploadRoutes } from "./training/runs.ts";

async function main(): Promise<void> {
  const { config, databases, storageConfig, agents, mail } = readSettings((read) => ({
    config: readConfig(read),
    databases: readApiDatabases(read),
    mail: readMailConfig(read),
    storageConfig: readStorageConfig(read),
    agents: readAgentEngineConfig(read),
  }));
  const log = createLogger("api", config.logLevel);
  const sdkMetrics = await installRuntime({ withMetrics: config.metrics !== null });
  const connected = await connectDatabases(config, databases);
  const mailer = createMailer(mail, log);
  const services = await createServices({ config, ...connected, storageConfig, agents, mailer, log });
  await Promise.all([services.redis.start(), services.passwords.dummyHash()]);
  await services.systemDatabase.transaction((tx) => registerMethodologies(tx, PUBLISHED));
  await services.methodologies.start((err) =>
    log.warn({ err }, "Methodologies cannot be read; known ones hold")
  );
  services.longPolls.start();

  const readiness: Readiness = { draining: false };
  const pages = await showMetrics(services, readiness, sdkMetrics, log);
  const webConsole = consoleRoutes(config.baseUrl, config.consoleDir);
  const app = createApp({
    routes: ROUTES,
    unchargedRouters: [healthRoutes(services.tenantDatabase, readiness), webConsole.files],
    plainRouters: [
      docsRoutes(apiDocument, config.baseUrl),
      uploadRoutes(services),
      webConsole.pages,
      linkPages(),
    ],
    services,
    readiness,
  });
  const server = createHttpServer(app.callback());
  const port = await listen(server, config);
  log.info({ host: config.host, port }, "api ready");

  await waitForShutdown(log);
  readiness.draining = true;
  await services.longPolls.close();
  await sleep(config.drainSeconds * 1000);
  await closeServer(server);
  pages?.close();
  await closeServices(services);
  log.info("api stopped");
}

/** Shows operators the process's metrics and health, where a port is set for them. */
async function showMetrics(
  { config, tenantDatabase, systemDatabase, longPolls }: ComposedServices,
  readiness: Readiness,
  otherMetrics: SdkMetrics,
  log: Logger,
): Promise<Server | null> {
  if (config.metrics === null) return null;
  measureProcess("api");
  measureQueues(systemDatabase);
  measurePool("tenant", tenantDatabase);
  measurePool("system", systemDatabase);
  beforeScrape(() => HTTP.waits.set(longPolls.count));
  return await serveOperatorPages(config.metrics, {
    otherMetrics,
    reasonDead: () => Promise.resolve(null),
    reasonUnready: readReason(tenantDatabase, readiness),
  }, log);
}

try {
  await main();
  await stopTracing();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof WrongDatabaseRole ? error.message : error);
  process.exit(1);
}
