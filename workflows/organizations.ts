import {
  continueAsNew,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { ErasureActivities } from "#activities/organizations/erase.ts";
import type { OrganizationDeletionInput, OrganizationInput } from "#temporal/organizations.ts";
import { STAGE } from "#temporal/search-attributes.ts";
import { finish, regularActivities } from "./steps.ts";

/** Rounds of cancelling, with waits of up to 10 s between them, before runs that are left are terminated: about a minute. */
const CANCELLING_ROUNDS = 9;
/** Longer than the API takes to start a run after its commit, and Temporal to list it. */
const LATE_START = "10s";

const options = { startToCloseTimeout: "2m", heartbeatTimeout: "15s" } as const;
const { stopRuns } = regularActivities<ErasureActivities>("stop runs", options);
const { cancelSubscriptions } = regularActivities<ErasureActivities>("cancel subscriptions", {
  startToCloseTimeout: "5m",
});
const { eraseUploads } = regularActivities<ErasureActivities>("delete uploads", {
  ...options,
  startToCloseTimeout: "1h",
});
const { eraseRows } = regularActivities<ErasureActivities>("delete rows", options);
const { eraseOrganization } = regularActivities<ErasureActivities>("delete the organization");

/** Deletes an organization: stops what runs, cancels its subscriptions at the billing provider, deletes its uploads and its rows, and at last its own row. */
export async function deleteOrganization({ organization_id, rows = 0 }: OrganizationDeletionInput) {
  const organization: OrganizationInput = { organization_id };
  await stopAllRuns(organization);
  enter("cancelling subscriptions");
  await cancelSubscriptions(organization);
  enter("deleting uploads");
  await eraseUploads(organization);
  enter("deleting rows");
  while (true) {
    const erased = await eraseRows(organization);
    rows += erased.rows;
    setCurrentDetails(`Rows deleted: ${rows}.`);
    if (!erased.more) break;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof deleteOrganization>({ organization_id, rows });
    }
  }
  await eraseOrganization(organization);
  // A request that was accepted before the organization was locked may have started a run meanwhile.
  enter("stopping late runs");
  await sleep(LATE_START);
  await stopAllRuns(organization);
  return finish({ outcome: "deleted", rows }, `, ${rows} rows`);
}

/** Cancels the organization's runs until none is open. */
async function stopAllRuns(organization: OrganizationInput): Promise<void> {
  for (let round = 0;; round++) {
    const { open } = await stopRuns({ ...organization, force: round >= CANCELLING_ROUNDS });
    setCurrentDetails(`Runs that were open: ${open}.`);
    if (open === 0) return;
    await sleep(Math.min(1_000 * 2 ** round, 10_000));
  }
}

function enter(stage: string): void {
  upsertSearchAttributes([{ key: STAGE, value: stage }]);
}
