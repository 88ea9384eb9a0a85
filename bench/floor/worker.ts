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
import { stack } from "#test/support/stack.ts";
import { perSecond } from "../measure.ts";
import * as activities from "./activities.ts";
import { DELIVERIES_FLOOR_QUEUE, FLOOR_QUEUE } from "./queue.ts";

/** The bare workers that ours are measured against: a process of their own, sized like ours. */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const { temporalAddress, namespace } = stack();
const connection = await NativeConnection.connect({ address: temporalAddress });
const client = new Client({ connection, namespace });

/** Starts workflows of one local activity from the worker's own process, and returns how many a second ended. */
function runEagerly(total: number, atOnce: number): Promise<number> {
  return perSecond(total, atOnce, async () => {
    const options = {
      taskQueue: DELIVERIES_FLOOR_QUEUE,
      workflowId: `floor/${crypto.randomUUID()}`,
      requestEagerStart: true,
    };
    await client.workflow.execute("oneLocalActivity", options);
  });
}

const shared: WorkerOptions = {
  connection,
  namespace,
  taskQueue: FLOOR_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: new URL("workflows.ts", import.meta.url).pathname,
    logger: new DefaultLogger("ERROR"),
  }),
  activities: { ...activities, runEagerly },
  maxCachedWorkflows: 100,
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
};
const workers = await Promise.all([
  Worker.create(shared),
  Worker.create({
    ...shared,
    taskQueue: DELIVERIES_FLOOR_QUEUE,
    maxCachedWorkflows: 500,
    maxConcurrentWorkflowTaskExecutions: 200,
    maxConcurrentLocalActivityExecutions: 200,
  }),
]);
console.log("floor ready");
await Promise.all(workers.map((worker) => worker.run()));
process.exit(0);
