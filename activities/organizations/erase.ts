import { activityInfo, cancellationSignal } from "@temporalio/activity";
import { openSubscriptions } from "#db/billing/payments.ts";
import {
  eraseBatch,
  type ErasedTable,
  erasedTables,
  eraseOrganization,
  trainingRunsOf,
  withdrawWork,
} from "#db/organizations/erase.ts";
import { isUuid } from "#shared/ids.ts";
import { ignoringClosed } from "#temporal/execute-command.ts";
import type { OrganizationInput, StopRunsInput } from "#temporal/organizations.ts";
import type { Dependencies } from "../dependencies.ts";
import { withHeartbeats } from "../heartbeats.ts";

interface ErasureDependencies extends Pick<Dependencies, "database" | "client" | "cancelSubscription"> {
  readonly storage: Pick<Dependencies["storage"], "remove">;
}

/** Runs that one activity cancels. */
const STOPPED_AT_ONCE = 500;
/** How long one activity goes on deleting. */
const ERASE_MS = 20_000;
/**
 * Rows that one statement deletes. A simulation takes up to 10,000 responses of a model with it, another row up to some hundred. Each
 * attempt that fails halves them, because a statement that takes 30 s is cancelled.
 */
const ROWS_AT_ONCE = { alone: 1_000, carrying: 20, simulations: 5 } as const;
const FILES_AT_ONCE = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

export type ErasureActivities = ReturnType<typeof createErasureActivities>;

/** The activities that delete an organization. Each may run again: what is gone is gone. Ids in, counts out. */
export function createErasureActivities(
  { database, client, storage, cancelSubscription }: ErasureDependencies,
) {
  return {
    /** Cancels, or terminates, the organization's workflows, and keeps others from starting. Counts those that were open. */
    stopRuns: ({ organization_id, force }: StopRunsInput) =>
      withHeartbeats(async () => {
        if (!isUuid(organization_id)) {
          throw new RangeError("Cannot stop runs: the organization's id is no UUID");
        }
        await withdrawWork(database, organization_id);
        const query = `OrganizationId = "${organization_id}" AND ExecutionStatus = "Running" ` +
          `AND WorkflowType != "deleteOrganization"`;
        let open = 0;
        for await (const { workflowId } of client.workflow.list({ query })) {
          cancellationSignal().throwIfAborted();
          const run = client.workflow.getHandle(workflowId);
          await ignoringClosed(() => force ? run.terminate("Its organization is deleted.") : run.cancel());
          if (++open >= STOPPED_AT_ONCE) break;
        }
        return { open };
      }),
    /** Cancels what its customers pay for at the billing provider. Fails while the provider does not, and Temporal tries again. */
    cancelSubscriptions: async ({ organization_id }: OrganizationInput) => {
      const ids = await openSubscriptions(database, organization_id);
      for (const id of ids) await cancelSubscription(id);
      return { cancelled: ids.length };
    },
    /** Removes the files of the organization's training runs. The data retention removes one that is still uploaded. */
    eraseUploads: ({ organization_id }: OrganizationInput) => {
      let files = 0;
      let after = activityInfo().heartbeatDetails as string | undefined ?? BEFORE_ALL;
      return withHeartbeats(async () => {
        while (true) {
          const ids = await trainingRunsOf(database, organization_id, after, FILES_AT_ONCE);
          for (const id of ids) {
            cancellationSignal().throwIfAborted();
            await storage.remove(id);
            files++;
            after = id;
          }
          if (ids.length < FILES_AT_ONCE) return { files };
        }
      }, () => after);
    },
    /** Deletes rows of the organization, for some seconds. Tells whether more may be left. */
    eraseRows: ({ organization_id }: OrganizationInput) =>
      withHeartbeats(async () => {
        const end = performance.now() + ERASE_MS;
        let rows = 0;
        for (const table of await erasedTables(database)) {
          const limit = rowsAtOnce(table, activityInfo().attempt);
          let erased: number;
          do {
            cancellationSignal().throwIfAborted();
            if (performance.now() > end) return { rows, more: true };
            erased = await eraseBatch(database, organization_id, table.name, limit);
            rows += erased;
          } while (erased === limit);
        }
        return { rows, more: false };
      }),
    /** Deletes the organization itself. */
    eraseOrganization: async ({ organization_id }: OrganizationInput): Promise<void> => {
      await eraseOrganization(database, organization_id);
    },
  };
}

function rowsAtOnce({ name, carries }: ErasedTable, attempt: number): number {
  const rows = ROWS_AT_ONCE[name === "simulations" ? name : carries ? "carrying" : "alone"];
  return Math.max(1, Math.floor(rows / 2 ** (attempt - 1)));
}
