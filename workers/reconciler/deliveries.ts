import type { Database } from "#db/database.ts";
import { cancelDelivery } from "#db/deliveries/attempts.ts";
import { filterPendingDeliveries, overdueDeliveries } from "#db/deliveries/reconcile.ts";
import { deliveryStart, deliveryWorkflowId, WEBHOOK_DELIVERY_WORKFLOW } from "#temporal/webhook-delivery.ts";
import { CLOSED_MESSAGES, type ReconciledKind } from "../reconciled-resources.ts";

/** Webhook deliveries: one whose run was ended from outside is cancelled, and can be sent by hand like any other. */
export function deliveries(database: Database): ReconciledKind {
  return {
    workflowType: WEBHOOK_DELIVERY_WORKFLOW,
    workflowId: deliveryWorkflowId,
    filterActive: (ids) => filterPendingDeliveries(database, ids),
    async fail(id, how) {
      await cancelDelivery(database, id, CLOSED_MESSAGES[how]);
    },
    async stale(minutes) {
      const rows = await overdueDeliveries(database, minutes);
      return rows.map((row) => ({
        id: row.id,
        organizationId: row.organization_id,
        start: deliveryStart(row),
      }));
    },
  };
}
