/** The entry of the bundle that workers run: each export is a workflow type. */
export { dataRetention } from "./data-retention.ts";
export { reading } from "./reading.ts";
export { simulation } from "./simulation.ts";
export { trainingRun } from "./training-run.ts";
export { webhookDelivery } from "./webhook-delivery.ts";
export { notifyWebhookDisabled, releaseHeldDeliveries, retryDeliveries } from "./webhook-operations.ts";
