import assert from "node:assert/strict";
import { ask, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";
import {
  ended,
  endedRun,
  HEADER,
  KPI,
  newSimulation,
  newTrainingRun,
  startRun,
  uploadedRun,
} from "#testing/simulations.ts";
import {
  delivery,
  endedDelivery,
  newDelivery,
  newWebhook,
  type Receiver,
  runBecomes,
  startReceiver,
  waitingDelivery,
} from "#testing/webhooks.ts";

/** A run that is skipped, since one is under way, leaves its work to the schedule's next one after twenty seconds; on a busy machine it is late. */
const SECONDS = 90;

/** What a failover or a restore leaves: rows and runs of different times. `test/workflows/reconciler.test.ts` has the rest. */
describe("Where one store is older than the other, the reconciler", function () {
  this.timeout(180_000);
  let own: TestOrganization;
  let receiver: Receiver;
  let temporal: TestTemporalClient;
  before(async () => {
    [own, receiver, temporal] = await Promise.all([newOrganization(), startReceiver(), temporalClient()]);
  });
  after(async () => {
    await receiver.close();
    await temporal.close();
  });

  /** Starts a run ahead of its schedule, as an operator can. */
  const reconcile = () => temporal.client.schedule.getHandle("reconciler").trigger();

  /** Makes a completed simulation what an older database holds of it: running, without answers and events. */
  async function beforeItsEnd(id: string): Promise<void> {
    await ask("DELETE FROM events WHERE simulation_id = $1", [id]);
    await ask("DELETE FROM simulation_chunks WHERE simulation_id = $1", [id]);
    await ask(
      `UPDATE simulations SET status = 'running', agents_completed = 0, completed_at = NULL, verdict = NULL, digest = NULL,
         created_at = now() - interval '6 minutes' WHERE id = $1`,
      [id],
    );
  }
  const digestOf = async (id: string) =>
    (await ask<{ digest: string }>("SELECT encode(digest, 'hex') AS digest FROM simulations WHERE id = $1", [
      id,
    ]))[0]?.digest;
  const run = (workflowId: string) => temporal.client.workflow.getHandle(workflowId).describe();

  it("runs a simulation again that Temporal has completed: the same agents, and no failure", async () => {
    const id = await newSimulation(own.call);
    await ended(own.call, id);
    assert.equal(await temporal.closed(`simulation/${id}`), "COMPLETED");
    const [first, digest] = [await run(`simulation/${id}`), await digestOf(id)];
    await beforeItsEnd(id);
    await reconcile();
    const { status, failure_message } = await ended(own.call, id, SECONDS);
    assert.equal(status, "completed", failure_message);
    assert.equal(await digestOf(id), digest);
    const again = await run(`simulation/${id}`);
    assert.notEqual(again.runId, first.runId);
    assert.deepEqual(again.memo, { prior_runs: 1 });
  });

  it("runs it twice at most, and then fails it", async () => {
    const id = await newSimulation(own.call);
    await ended(own.call, id);
    assert.equal(await temporal.closed(`simulation/${id}`), "COMPLETED");
    const options = {
      workflowId: `simulation/${id}`,
      taskQueue: "simulations",
      args: [{ simulation_id: id, agent_count: 100 }],
      memo: { prior_runs: 2 },
    };
    await temporal.client.workflow.start("simulation", options);
    assert.equal(await temporal.closed(`simulation/${id}`), "COMPLETED");
    await beforeItsEnd(id);
    await reconcile();
    const { status, failure_code } = await ended(own.call, id, SECONDS);
    assert.deepEqual([status, failure_code], ["failed", "internal"]);
  });

  /** Makes a completed training run what an older database holds of it. @param bytes of its file, which is removed by now */
  const beforeItsResults = (id: string, bytes: number) =>
    ask(
      `UPDATE training_runs SET status = 'RUNNING', results = NULL, completed_at = NULL, upload_received = false, upload_bytes = $2,
         started_at = now() - interval '6 minutes' WHERE id = $1`,
      [id, bytes],
    );

  it("makes a training run's mock figures again, and says where a file would have to be scored that is gone", async () => {
    const file = `${HEADER}\noverall,${KPI},40\n`;
    const [mock, scored] = [await newTrainingRun(own.call), await uploadedRun(own.call, file)];
    for (const { id } of [mock, scored]) {
      await startRun(own.call, id);
      await endedRun(own.call, id);
      assert.equal(await temporal.closed(`training/${id}`), "COMPLETED");
    }
    await beforeItsResults(mock.id, 0);
    await beforeItsResults(scored.id, file.length);
    await reconcile();
    assert.equal((await endedRun(own.call, mock.id, SECONDS)).status, "COMPLETED");
    const { status, failure_message } = await endedRun(own.call, scored.id, SECONDS);
    assert.equal(status, "FAILED");
    assert.match(failure_message, /results were lost on our side.*Create another run/);
  });

  it("sends a delivery again whose run has completed", async () => {
    const webhook = await newWebhook(own.call, `${receiver.url}/again`);
    const id = await newDelivery(own.call, webhook.id);
    await endedDelivery(own.call, id);
    await runBecomes(temporal.client, id, "COMPLETED");
    await ask(
      `UPDATE deliveries SET status = 'pending', completed_at = NULL, attempt_count = 0, scheduled_attempts = 0,
         next_retry_at = now() - interval '6 minutes' WHERE id = $1`,
      [id],
    );
    await ask("DELETE FROM delivery_attempts WHERE delivery_id = $1", [id]);
    await reconcile();
    assert.equal((await endedDelivery(own.call, id, SECONDS)).status, "succeeded");
    assert.equal(new Set(receiver.at("/again").map(({ event }) => event.id)).size, 1);
  });

  it("wakes a delivery that is overdue and whose run sleeps, since Temporal has lost its signal", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/asleep");
    await ask("UPDATE deliveries SET next_retry_at = now() - interval '6 minutes' WHERE id = $1", [id]);
    await reconcile();
    assert.equal((await endedDelivery(own.call, id, SECONDS)).status, "succeeded");
  });

  it("carries out a retry by hand of a waiting delivery whose signal is lost", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/by-hand");
    await ask(
      "UPDATE deliveries SET retry_requested = 'lost', retry_requested_at = now() - interval '6 minutes' WHERE id = $1",
      [id],
    );
    await reconcile();
    assert.equal((await endedDelivery(own.call, id, SECONDS)).status, "succeeded");
  });

  it("wakes a probe that sleeps as if it were parked, and with it all that wait for its endpoint", async () => {
    const { id, webhook } = await waitingDelivery(own.call, receiver, "/probe");
    await ask(
      `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery,
         down_since, probe_id)
       SELECT endpoint_id, organization_id, 2, 2, 2, id, now(), id FROM deliveries WHERE id = $1
       ON CONFLICT (endpoint_id) DO UPDATE SET down_since = now(), probe_id = excluded.probe_id`,
      [id],
    );
    const parked = await newDelivery(own.call, webhook.id);
    await eventually("the second to be parked", async () => {
      const [row] = await ask<{ parked: string | null }>("SELECT parked FROM deliveries WHERE id = $1", [
        parked,
      ]);
      return row?.parked === "endpoint_down" || undefined;
    });
    // The database forgets that it parked the second and made it the probe's successor; its run has not.
    await ask("UPDATE deliveries SET parked = 'endpoint_down' WHERE id = $1", [id]);
    await ask(
      "UPDATE deliveries SET parked = NULL, next_retry_at = now() - interval '6 minutes' WHERE id = $1",
      [parked],
    );
    await ask("UPDATE endpoint_health SET probe_id = $1 WHERE endpoint_id = $2", [parked, webhook.id]);
    await reconcile();
    for (const each of [parked, id]) {
      assert.equal((await endedDelivery(own.call, each, SECONDS)).status, "succeeded");
    }
  });

  it("leaves a delivery alone that its schedule lets wait", async () => {
    const { id } = await waitingDelivery(own.call, receiver, "/patient");
    // The row says so before the run has come to its timer.
    const before = await eventually("the run to sleep", async () => {
      const { raw } = await run(`delivery/${id}`);
      const isIdle = raw.pendingWorkflowTask == null && (raw.pendingActivities ?? []).length === 0;
      return isIdle ? raw.workflowExecutionInfo ?? undefined : undefined;
    });
    await nextSuccess();
    const { raw: { workflowExecutionInfo: after } } = await run(`delivery/${id}`);
    assert.deepEqual(after?.historyLength, before.historyLength);
    await delivery(own.call, id, ({ status }) => status === "pending");
  });

  it("deletes an organization whose deletion is lost, or has ended in an older database", async () => {
    const [lost, ended] = [await newOrganization(), await newOrganization()];
    await temporal.client.workflow.start("settleSubscription", {
      workflowId: `organization-deletion/${ended.id}`,
      taskQueue: "operations",
      args: [{ webhook_id: crypto.randomUUID() }],
    });
    assert.equal(await temporal.closed(`organization-deletion/${ended.id}`), "COMPLETED");
    const ids = [lost.id, ended.id];
    await ask(
      "UPDATE organizations SET deletion_requested_at = now() - interval '6 minutes' WHERE id = ANY($1::uuid[])",
      [ids],
    );
    await reconcile();
    await eventually("both to be gone", async () => {
      return (await ask("SELECT FROM organizations WHERE id = ANY($1::uuid[])", [ids])).length === 0 ||
        undefined;
    }, SECONDS);
  });

  it("leaves a deletion that an operator has terminated", async () => {
    const { id } = await newOrganization();
    const handle = await temporal.client.workflow.start("deleteOrganization", {
      workflowId: `organization-deletion/${id}`,
      taskQueue: "nobody-polls-this",
      args: [{ organization_id: id }],
    });
    await handle.terminate("by hand");
    await ask(
      "UPDATE organizations SET deletion_requested_at = now() - interval '6 minutes' WHERE id = $1",
      [id],
    );
    await nextSuccess();
    await nextSuccess();
    assert.equal((await run(`organization-deletion/${id}`)).status.name, "TERMINATED");
    assert.equal((await ask("SELECT FROM organizations WHERE id = $1", [id])).length, 1);
  });

  /** Waits until a run of the reconciler has succeeded that ended after this call. */
  async function nextSuccess(): Promise<void> {
    const [begin] = await ask<{ now: Date }>("SELECT clock_timestamp() AS now");
    await reconcile();
    await eventually("a run of the reconciler to succeed", async () => {
      const [row] = await ask<{ late: boolean }>(
        "SELECT updated_at > $1 AS late FROM reconciler_positions WHERE part = 'whole run'",
        [begin?.now],
      );
      return row?.late || undefined;
    }, SECONDS);
  }

  it("shows when a run of it last succeeded, and ends one that no worker takes on", async () => {
    await nextSuccess();
    const { action } = await temporal.client.schedule.getHandle("reconciler").describe();
    assert.equal(action.type === "startWorkflow" && action.workflowRunTimeout, 360_000);
  });
});
