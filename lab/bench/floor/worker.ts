import process from "node:process";
import { Client } from "@temporalio/client";
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from "@temporalio/worker";
import { stack } from "#testing/stack.ts";
import { activityInfo } from "@temporalio/activity";
import { DELIVERIES_FLOOR_QUEUE, FLOOR_QUEUE } from "../client.ts";
import { perSecond } from "../measure.ts";
import type { FloorActivities } from "./workflows.ts";

/** The floor's workers: a process of their own with bare workflows, and with the sizes of the service's workers. */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const { temporalAddress, namespace } = stack();
const connection = await NativeConnection.connect({ address: temporalAddress });
const client = new Client({ connection, namespace });

const ends = new Map<string, () => void>();

const activities: FloorActivities = {
  recordEnd() {
    const { workflowId } = activityInfo().workflowExecution ?? {};
    if (workflowId !== undefined) ends.get(workflowId)?.();
    return Promise.resolve();
  },
  runBare: ({ type, queue, eager, total, atOnce }) =>
    perSecond(total, atOnce, async () => {
      const workflowId = `floor/${crypto.randomUUID()}`;
      const ended = new Promise<void>((resolve) => ends.set(workflowId, resolve));
      await client.workflow.start(type, {
        taskQueue: queue,
        workflowId,
        args: [],
        requestEagerStart: eager,
      });
      await ended;
      ends.delete(workflowId);
    }),
};

const simulationsSize: WorkerOptions = {
  connection,
  namespace,
  taskQueue: FLOOR_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: new URL("workflows.ts", import.meta.url).pathname,
    logger: new DefaultLogger("ERROR"),
  }),
  activities,
  maxCachedWorkflows: 100,
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
};
const deliveriesSize: WorkerOptions = {
  ...simulationsSize,
  taskQueue: DELIVERIES_FLOOR_QUEUE,
  maxCachedWorkflows: 500,
  maxConcurrentWorkflowTaskExecutions: 200,
  maxConcurrentLocalActivityExecutions: 200,
};
const workers = await Promise.all([Worker.create(simulationsSize), Worker.create(deliveriesSize)]);
console.log("floor ready");
await Promise.all(workers.map((worker) => worker.run()));
process.exit(0);
