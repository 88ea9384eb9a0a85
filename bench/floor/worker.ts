import process from "node:process";
import { Client } from "@temporalio/client";
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { stack } from "#test/stack.ts";
import { perSecond } from "../measure.ts";
import * as activities from "./activities.ts";
import { FLOOR_QUEUE } from "./queue.ts";

/** The bare worker that ours is measured against: a process of its own, sized like ours. */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const { temporalAddress, namespace } = stack();
const connection = await NativeConnection.connect({ address: temporalAddress });
const client = new Client({ connection, namespace });

/** Starts workflows of one local activity from the worker's own process, and returns how many a second ended. */
function runEagerly(total: number, atOnce: number): Promise<number> {
  return perSecond(total, atOnce, async () => {
    const options = {
      taskQueue: FLOOR_QUEUE,
      workflowId: `floor/${crypto.randomUUID()}`,
      requestEagerStart: true,
    };
    await client.workflow.execute("oneLocalActivity", options);
  });
}

const worker = await Worker.create({
  connection,
  namespace,
  taskQueue: FLOOR_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: new URL("workflows.ts", import.meta.url).pathname,
    logger: new DefaultLogger("ERROR"),
  }),
  activities: { ...activities, runEagerly },
  maxCachedWorkflows: 500,
  maxConcurrentWorkflowTaskExecutions: 200,
  maxConcurrentLocalActivityExecutions: 200,
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
  activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 8 },
});
console.log("floor ready");
await worker.run();
process.exit(0);
