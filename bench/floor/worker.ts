import process from "node:process";
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { stack } from "#test/stack.ts";
import * as activities from "./activities.ts";
import { FLOOR_QUEUE } from "./queue.ts";

/** The bare worker that ours is measured against: a process of its own, sized like ours. */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const { temporalAddress, namespace } = stack();
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: temporalAddress }),
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
});
console.log("floor ready");
await worker.run();
process.exit(0);
