import { hostname } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  bundleWorkflowCode,
  DefaultLogger,
  type Logger as SdkLogger,
  type NativeConnection,
  Worker,
  type WorkerOptions,
} from "@temporalio/worker";
import type { Logger } from "#shared/log.ts";
import { activityInterceptors, TRACE_SINKS } from "#temporal/tracing.ts";
import { TASK_QUEUES, type TaskQueue } from "#temporal/command.ts";
import type { WorkerConfig } from "./config.ts";

export interface TemporalWorkersDependencies {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workerConfig: WorkerConfig;
  readonly sdkLogger: SdkLogger;
  readonly activities: Record<TaskQueue, object>;
}

/** Creates a worker for each of these task queues; none of them polls yet. */
export async function createWorkers(
  queues: readonly TaskQueue[],
  { connection, namespace, workerConfig, sdkLogger, activities }: TemporalWorkersDependencies,
): Promise<Worker[]> {
  const workflowBundle = await loadWorkflowBundle(workerConfig.bundlePath, sdkLogger);
  return await Promise.all(queues.map((queue) =>
    Worker.create({
      ...CAPACITY[queue],
      ...slotsOfRuns(queue, workerConfig),
      ...versioning(queue, workerConfig.deployment),
      connection,
      namespace,
      taskQueue: queue,
      workflowBundle,
      activities: activities[queue],
      interceptors: { activity: activityInterceptors() },
      sinks: TRACE_SINKS,
      identity: `${process.pid}@${hostname()}/${queue}`,
      // Longer than any chunk of the embedded engine, so that a deployment interrupts none.
      shutdownGraceTime: "15s",
      shutdownForceTime: "20s",
    })
  ));
}

/**
 * What becomes of a run when another version becomes the current one. Short runs end on the version that began them, whose workers stay
 * until then, so their code may change freely. Those that wait for days go on under the new version: its code must replay their
 * histories, with `patched` where it differs.
 */
const UPGRADED: readonly TaskQueue[] = ["deliveries", "operations"];

function versioning(queue: TaskQueue, version: WorkerConfig["deployment"]): Partial<WorkerOptions> {
  if (version === null) return {};
  const defaultVersioningBehavior = UPGRADED.includes(queue) ? "AUTO_UPGRADE" : "PINNED";
  return { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior } };
}

async function loadWorkflowBundle(bundlePath: string | null, logger: SdkLogger) {
  if (bundlePath !== null) return { codePath: bundlePath };
  return await bundleWorkflowCode({ ...WORKFLOW_CODE, logger });
}

const pathOf = (module: string) => fileURLToPath(new URL(module, import.meta.url));
const WORKFLOWS = pathOf("../workflows/all-workflows.ts");
const TRACE = pathOf("../workflows/trace.ts");
/**
 * What a bundle of the workflow code is made of. Its modules are evaluated once for a process, not for each run: they keep no state of their
 * own, and are frozen.
 */
export const WORKFLOW_CODE = {
  workflowsPath: WORKFLOWS,
  workflowInterceptorModules: [TRACE],
  preloadModules: [WORKFLOWS, TRACE],
};

const POLLERS: Partial<WorkerOptions> = {
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
};
/**
 * Two cores carry about a hundred workflows a second. Without a bound of the cache the process keeps growing. Tasks wait in Temporal, where
 * organizations take turns, and not here behind those of one organization: so a queue has few slots where its tasks take long.
 */
const CAPACITY: Readonly<Record<TaskQueue, Partial<WorkerOptions>>> = {
  simulations: { ...POLLERS, maxCachedWorkflows: 100, ...slots(4, 4, 4) },
  "small-simulations": {
    ...POLLERS,
    // A run is one workflow task of some milliseconds, which begin in the order of their arrival here: with 64 slots another organization's run
    // took twelve times its time alone beside 100 in flight, with 16 it takes five times. Where a poll waits for a task Temporal hands it over as it comes; else it
    // stores, reads and deletes it, which costs its server half as much again: so under load every slot polls. A worker without load has two polls:
    // for a minute Temporal gives tasks to the polls of one that has lost its network, and takes each back after five seconds.
    workflowTaskPollerBehavior: { type: "autoscaling", minimum: 2, initial: 2, maximum: 16 },
    maxCachedWorkflows: 100,
    ...slots(16, 16, 4),
  },
  readings: { ...POLLERS, maxCachedWorkflows: 50, ...slots(16, 16, 16) },
  training: { ...POLLERS, maxCachedWorkflows: 20, maxConcurrentActivityTaskExecutions: 4 },
  // A local activity takes one slot of each kind, for 1.5 s at most. Only steps that have failed locally and cancellations run as regular activities.
  deliveries: { ...POLLERS, maxCachedWorkflows: 500, ...slots(200, 200, 50) },
  operations: { ...POLLERS, maxCachedWorkflows: 50, maxConcurrentActivityTaskExecutions: 50 },
};

/** The most tasks of each kind at once. */
function slots(workflowTasks: number, localActivities: number, activities: number): Partial<WorkerOptions> {
  return {
    maxConcurrentWorkflowTaskExecutions: workflowTasks,
    maxConcurrentLocalActivityExecutions: localActivities,
    maxConcurrentActivityTaskExecutions: activities,
  };
}

/** Runs that mostly wait, for a model's answers or for the vector of a question, have other slots: their tasks take little processor time. */
function slotsOfRuns(queue: TaskQueue, { agents, embedder }: WorkerConfig): Partial<WorkerOptions> {
  if (queue !== "simulations" && queue !== "small-simulations") return {};
  const asksModel = agents.kind !== "embedded";
  if (!asksModel && embedder === null) return {};
  // A chunk has some 150 calls, of which 128 are made at once, in turns of organizations: further chunks only make up for one that ends slowly. A
  // large run's first task takes milliseconds, and estimates and chunks follow it: as many runs begun at once take the processor from all others.
  return queue === "simulations" && asksModel ? slots(2, 2, 4) : slots(16, 16, 8);
}

/** Reads the task queues that the command line names; without any, all of them. @param faults gets the unknown names. */
export function queuesToRun(names: readonly string[], faults: string[]): TaskQueue[] {
  if (names.length === 0) return [...TASK_QUEUES];
  const unknown = names.filter((name) => !TASK_QUEUES.some((queue) => queue === name));
  if (unknown.length > 0) {
    faults.push(`unknown task queue ${unknown.join(", ")}: choose among ${TASK_QUEUES.join(", ")}`);
  }
  return TASK_QUEUES.filter((queue) => names.includes(queue));
}

/** Writes the SDK's messages to this process's log, an error with its stack and cause; its INFO is our debug. */
export function sdkLoggerTo(log: Logger): SdkLogger {
  const levels = { TRACE: "trace", DEBUG: "debug", INFO: "debug", WARN: "warn", ERROR: "error" } as const;
  return new DefaultLogger(
    "TRACE",
    ({ level, message, meta: { error: err, ...sdk } = {} }) => log[levels[level]]({ sdk, err }, message),
  );
}
