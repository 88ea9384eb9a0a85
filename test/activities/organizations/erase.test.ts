import assert from "node:assert/strict";
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createErasureActivities } from "#activities/organizations/erase.ts";
import type { Database } from "#db/postgres/database.ts";
import { newId } from "#shared/ids.ts";
import type { StopRunsInput } from "#temporal/organizations.ts";
import { eventually } from "#testing/times.ts";
import { connectAs, temporalClient, type TestTemporalClient } from "#testing/stack.ts";

const cancelSubscription = () => Promise.reject(new Error("Nothing is paid for here"));

describe("Stopping an organization's runs", () => {
  let temporal: TestTemporalClient;
  let database: Database;
  before(async () => {
    temporal = await temporalClient();
    database = await connectAs("app_worker");
  });
  after(async () => {
    await temporal?.close();
    await database?.close();
  });

  /** A run that no worker carries out, so that a cancellation does not end it. */
  async function newStuckRun(organizationId: string): Promise<string> {
    const workflowId = `stuck/${newId()}`;
    await temporal.client.workflow.start("stuck", {
      workflowId,
      taskQueue: "nobody",
      typedSearchAttributes: new TypedSearchAttributes([{
        key: defineSearchAttributeKey("OrganizationId", "KEYWORD"),
        value: organizationId,
      }]),
    });
    return workflowId;
  }

  it("cancels them first, and by force terminates what a cancellation has not ended, its own alone", async () => {
    const [organization_id, other] = [newId(), newId()];
    const [stuck, theirs] = [await newStuckRun(organization_id), await newStuckRun(other)];
    const storage = { remove: () => Promise.reject(new Error("not a matter of files")) };
    const { stopRuns } = createErasureActivities({
      database,
      storage,
      client: temporal.client,
      cancelSubscription,
    });
    const stop = (force: boolean) =>
      new MockActivityEnvironment().run<[StopRunsInput], { readonly open: number }, typeof stopRuns>(
        stopRuns,
        {
          organization_id,
          force,
        },
      );
    const status = async (id: string) =>
      (await temporal.client.workflow.getHandle(id).describe()).status.name;
    try {
      await eventually("the run to be listed", async () => (await stop(false)).open === 1 || undefined);
      assert.equal(await status(stuck), "RUNNING");
      assert.equal((await stop(true)).open, 1);
      assert.equal(await status(stuck), "TERMINATED");
      await eventually("no run to be open", async () => (await stop(true)).open === 0 || undefined);
      assert.equal(await status(theirs), "RUNNING");
    } finally {
      await temporal.client.workflow.getHandle(theirs).terminate();
    }
  });

  it("takes the id of an organization alone, which it puts into a query", async () => {
    const storage = { remove: () => Promise.resolve() };
    const { stopRuns } = createErasureActivities({
      database,
      storage,
      client: temporal.client,
      cancelSubscription,
    });
    const injected = { organization_id: `x" OR OrganizationId != "x`, force: true };
    await assert.rejects(new MockActivityEnvironment().run(stopRuns, injected), RangeError);
  });
});
