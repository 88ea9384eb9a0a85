/** The entry of the bundle that workers run: each export is a workflow type. */
export { accountMail, checkoutLink, mailInvitation, notifyWebhookDisabled } from "./mail.ts";
export { deleteOrganization } from "./organizations.ts";
export { reading } from "./reading.ts";
export { dataRetention, reconcile } from "./scheduled-workflows.ts";
export { simulation } from "./simulation.ts";
export { trainingRun } from "./training-run.ts";
export { webhookDelivery } from "./webhook-delivery.ts";
export { recoverMissed, retryDeliveries, settleSubscription } from "./webhook-operations.ts";
