import { hostname } from "node:os";
import process from "node:process";
import { Client } from "@temporalio/client";
import { bundleWorkflowCode, Runtime, Worker, type WorkerOptions } from "@temporalio/worker";
import { createDataSource } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { readConfig } from "#shared/config.ts";
import { ConfigError, readSettings } from "#shared/settings-reader.ts";
import { createLogger } from "#shared/log.ts";
import { connectToTemporal } from "#temporal/client.ts";
import { waitForShutdown } from "#shared/shutdown.ts";
import { TASK_QUEUES, type TaskQueue } from "#temporal/command.ts";
import { createStorage } from "#providers/storage/create.ts";
import { composeActivities } from "./compose-activities.ts";
import { readWorkerConfig } from "./config.ts";
import { scheduleDataRetention } from "./schedules.ts";
import { runReconciler } from "./reconciler.ts";
import { runRelay } from "./outbox-relay.ts";

/** Runs the task queues named on the command line, or all of them, in one process. */
async function main(): Promise<void> {
  const { config, workerConfig, queues } = readSettings((read) => ({
    config: readConfig(read),
    workerConfig: readWorkerConfig(read),
    queues: queuesToRun(process.argv.slice(2), read.faults),
  }));
  const log = createLogger("worker", config.logLevel);
  const sdkLogger = quiet(log);
  Runtime.install({ logger: sdkLogger, shutdownSignals: [] });

  const dataSource = createDataSource({
    url: config.databaseUrl.reveal(),
    role: "app_worker",
    pool: config.databasePool,
    applicationName: "worker",
  });
  const database = new Database(await dataSource.initialize());
  const { namespace } = config.temporal;
  const connection = await connectToTemporal(config.temporal);

  // The workers' own connection: what this process starts can begin here without passing through a task queue.
  const client = new Client({ connection, namespace });
  const dispatcher = new OutboxDispatcher({ get: () => Promise.resolve(client) }, database, log, {
    eager: true,
  });

  const { bundlePath } = workerConfig;
  const workflowBundle = bundlePath === null
    ? await bundleWorkflowCode({
      workflowsPath: new URL("../workflows/all-workflows.ts", import.meta.url).pathname,
      logger: sdkLogger,
    })
    : { codePath: bundlePath };
  const storage = await createStorage(workerConfig.storage, {
    baseUrl: config.baseUrl,
    signingKey: config.keyring.derive("uploads"),
  });
  const activities = composeActivities({ config, workerConfig, database, dispatcher, storage });
  const workers = await Promise.all(queues.map((queue) =>
    Worker.create({
      ...SIZES[queue],
      ...(queue === "deliveries" ? { maxActivitiesPerSecond: workerConfig.slowAttemptsPerSecond } : {}),
      connection,
      namespace,
      taskQueue: queue,
      workflowBundle,
      activities: activities[queue],
      identity: `${process.pid}@${hostname()}/${queue}`,
      // Longer than any chunk of the embedded engine: a deploy interrupts nothing.
      shutdownGraceTime: "15s",
      shutdownForceTime: "20s",
    })
  ));

  const stopping = new AbortController();
  const background = [
    runRelay({ client, database, log, signal: stopping.signal }),
    runReconciler({ client, database, dispatcher, baseUrl: config.baseUrl, log, signal: stopping.signal }),
    scheduleDataRetention({ client, log, signal: stopping.signal }),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));
  void waitForShutdown(log).then(() => {
    stopping.abort();
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  });
  log.info({ queues }, "worker ready");
  await running;
  stopping.abort();
  await Promise.all(background);
  await dispatcher.drain();
  await connection.close();
  await database.close();
  log.info("worker stopped");
}

// Two cores carry about a hundred workflows a second; the cache is bounded, or the process would keep growing.
const SHARED: Partial<WorkerOptions> = {
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
};
const SIZES: Readonly<Record<TaskQueue, Partial<WorkerOptions>>> = {
  simulations: { ...SHARED, maxCachedWorkflows: 100, maxConcurrentActivityTaskExecutions: 32 },
  readings: { ...SHARED, maxCachedWorkflows: 50, maxConcurrentActivityTaskExecutions: 16 },
  training: { ...SHARED, maxCachedWorkflows: 20, maxConcurrentActivityTaskExecutions: 4 },
  deliveries: {
    ...SHARED,
    maxCachedWorkflows: 500,
    // Short steps take these two, each for a second at most.
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentLocalActivityExecutions: 200,
    // A hanging target holds its place for 20 s: thousands can, without others waiting.
    maxConcurrentActivityTaskExecutions: 5_000,
  },
};

function queuesToRun(named: readonly string[], faults: string[]): TaskQueue[] {
  const unknown = named.filter((name) => !TASK_QUEUES.includes(name as TaskQueue));
  if (unknown.length > 0) {
    faults.push(`unknown task queue ${unknown.join(", ")}: choose among ${TASK_QUEUES.join(", ")}`);
  }
  return named.length === 0 ? [...TASK_QUEUES] : named as TaskQueue[];
}

/** The SDK's own messages in our log. */
function quiet(log: ReturnType<typeof createLogger>) {
  const levels = { TRACE: "trace", DEBUG: "debug", INFO: "debug", WARN: "warn", ERROR: "error" } as const;
  const write = (level: keyof typeof levels, message: string, meta?: object) =>
    log[levels[level]]({ sdk: meta }, message);
  return {
    log: write,
    trace: (message: string, meta?: object) => write("TRACE", message, meta),
    debug: (message: string, meta?: object) => write("DEBUG", message, meta),
    info: (message: string, meta?: object) => write("INFO", message, meta),
    warn: (message: string, meta?: object) => write("WARN", message, meta),
    error: (message: string, meta?: object) => write("ERROR", message, meta),
  };
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
