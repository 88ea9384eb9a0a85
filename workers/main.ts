import type { Server } from "node:http";
import process from "node:process";
import type { Worker } from "@temporalio/worker";
import { connectAs } from "#db/data-source.ts";
import { measurePool, measureQueues } from "#db/queue-metrics.ts";
import { WrongDatabaseRole } from "#db/postgres/fence.ts";
import { dequeue } from "#db/outbox/outbox.ts";
import { createOutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { createMailer } from "#providers/mail/mailer.ts";
import { createStorage } from "#providers/storage/create.ts";
import { type Config, readConfig } from "#shared/config.ts";
import { createLogger, type Logger } from "#shared/log.ts";
import { measureProcess } from "#shared/metrics.ts";
import { serveOperatorPages } from "#shared/metrics-server.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { stopTracing } from "#shared/tracing.ts";
import { clientOn, connectToTemporal, installRuntime } from "#temporal/connection.ts";
import { composeActivities } from "./compose-activities.ts";
import { readWorkerConfig } from "./config.ts";
import { measurePolls, reasonUnready, watchPolls } from "./health.ts";
import { runRelay } from "./outbox-relay.ts";
import { wakeParked } from "./parked-deliveries.ts";
import { createSchedules } from "./schedules.ts";
import { createWorkers, queuesToRun, sdkLoggerTo } from "./temporal-workers.ts";

/** How long a worker that stops waits for outcomes. Later ones stay unknown, and their attempts are made again. */
const DRAIN_MS = 15_000;

/** Runs the task queues that the command line names, or all of them, in one process. */
async function main(): Promise<void> {
  const { config, workerConfig, queues } = readSettings((read) => ({
    config: readConfig(read),
    workerConfig: readWorkerConfig(read),
    queues: queuesToRun(process.argv.slice(2), read.faults),
  }));
  const log = createLogger("worker", config.logLevel);
  const sdkLogger = sdkLoggerTo(log);
  const sdkMetrics = await installRuntime({ logger: sdkLogger, withMetrics: config.metrics !== null });

  // An eager start runs on the process that asks for it, whatever version is the current one.
  const eager = workerConfig.deployment === null;
  const services = await connect(config, log, eager);
  const { database, dispatcher, connection, client } = services;
  const storage = await createStorage(workerConfig.storage, {
    baseUrl: config.baseUrl,
    signingKeys: config.keyring.macKeys("uploads"),
  });
  const mailer = createMailer(workerConfig.mail, log);
  const { activities, attempts } = composeActivities({ config, workerConfig, ...services, storage, mailer });
  const workers = await createWorkers(queues, {
    connection,
    namespace: config.temporal.namespace,
    workerConfig,
    sdkLogger,
    activities,
  });

  let pages: Server | null = null;
  if (config.metrics !== null) {
    measureProcess("worker");
    measureQueues(database);
    measurePool("worker", database);
    const watch = watchPolls(queues, sdkMetrics, workerConfig.silenceSeconds);
    measurePolls(watch);
    pages = await serveOperatorPages(config.metrics, {
      otherMetrics: sdkMetrics,
      reasonDead: () => watch.reasonSilent(),
      reasonUnready: () => reasonUnready(workers, client, database),
    }, log);
  }
  const { attemptsPerOrganization } = workerConfig;
  const running = runUntilShutdown(workers, { ...services, attemptsPerOrganization, log, eager });
  log.info({ queues }, "worker ready");
  await running;
  await attempts.drain(DRAIN_MS);
  await dispatcher.drain();
  pages?.close();
  mailer.close();
  await connection.close();
  await database.close();
  log.info("worker stopped");
}

async function connect({ workerDatabase, databasePool, temporal }: Config, log: Logger, eager: boolean) {
  const pool = { applicationName: "worker", pool: databasePool };
  const database = await connectAs("app_worker", workerDatabase, pool);
  const connection = await connectToTemporal(temporal);
  // It has the workers' own connection: Temporal can hand what it starts straight to this process.
  const client = clientOn(connection, temporal);
  const temporalClient = { get: () => Promise.resolve(client) };
  const dispatcher = createOutboxDispatcher(temporalClient, (ids) => dequeue(database, ids), log, { eager });
  database.dispatchBy(dispatcher);
  return { database, connection, client, dispatcher };
}

/** Runs the workers and the process's background tasks until a signal, and then until each has finished. */
async function runUntilShutdown(
  workers: readonly Worker[],
  services: Omit<Parameters<typeof runRelay>[0] & Parameters<typeof wakeParked>[0], "signal">,
): Promise<void> {
  const stopping = new AbortController();
  const dependencies = { ...services, signal: stopping.signal };
  const background = [
    runRelay(dependencies),
    wakeParked(dependencies),
    createSchedules(dependencies),
  ];
  void waitForShutdown(services.log).then(() => {
    stopping.abort();
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  });
  await Promise.all(workers.map((worker) => worker.run()));
  stopping.abort();
  await Promise.all(background);
}

try {
  await main();
  await stopTracing();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof WrongDatabaseRole ? error.message : error);
  process.exit(1);
}
