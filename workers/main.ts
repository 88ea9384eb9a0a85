import process from "node:process";
import { Client } from "@temporalio/client";
import { Runtime } from "@temporalio/worker";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { createStorage } from "#providers/storage/create.ts";
import { type Config, readConfig } from "#shared/config.ts";
import { createLogger } from "#shared/log.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { connectToTemporal } from "#temporal/client.ts";
import { composeActivities } from "./compose-activities.ts";
import { readWorkerConfig } from "./config.ts";
import { runRelay } from "./outbox-relay.ts";
import { runReconciler } from "./reconciler.ts";
import { scheduleDataRetention } from "./schedules.ts";
import { createWorkers, queuesToRun, sdkLoggerTo } from "./temporal-workers.ts";

/** Runs the task queues that the command line names, or all of them, in one process. */
async function main(): Promise<void> {
  const { config, workerConfig, queues } = readSettings((read) => ({
    config: readConfig(read),
    workerConfig: readWorkerConfig(read),
    queues: queuesToRun(process.argv.slice(2), read.faults),
  }));
  const log = createLogger("worker", config.logLevel);
  const sdkLogger = sdkLoggerTo(log);
  Runtime.install({ logger: sdkLogger, shutdownSignals: [] });

  const database = await connectToDatabase(config);
  const connection = await connectToTemporal(config.temporal);
  const { namespace } = config.temporal;
  // The client has the workers' own connection: Temporal can hand what it starts straight to this process.
  const client = new Client({ connection, namespace });
  const dispatcher = new OutboxDispatcher({ get: () => Promise.resolve(client) }, database, log, {
    eager: true,
  });
  const storage = await createStorage(workerConfig.storage, {
    baseUrl: config.baseUrl,
    signingKey: config.keyring.derive("uploads"),
  });
  const activities = composeActivities({ config, workerConfig, database, dispatcher, storage });
  const workers = await createWorkers(queues, {
    connection,
    namespace,
    workerConfig,
    sdkLogger,
    activities,
  });

  const stopping = new AbortController();
  const { signal } = stopping;
  const background = [
    runRelay({ client, database, log, signal }),
    runReconciler({ client, database, dispatcher, baseUrl: config.baseUrl, log, signal }),
    scheduleDataRetention({ client, log, signal }),
  ];
  void waitForShutdown(log).then(() => {
    stopping.abort();
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  log.info({ queues }, "worker ready");

  await running;
  stopping.abort();
  await Promise.all(background);
  await dispatcher.drain();
  await connection.close();
  await database.close();
  log.info("worker stopped");
}

async function connectToDatabase({ databaseUrl, databasePool }: Config): Promise<Database> {
  const dataSource = createDataSource({
    url: databaseUrl.reveal(),
    role: "app_worker",
    pool: databasePool,
    applicationName: "worker",
  });
  return new Database(await dataSource.initialize());
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
