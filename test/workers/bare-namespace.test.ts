import assert from "node:assert/strict";
import { Client } from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import type { Database } from "#db/postgres/database.ts";
import { createLogger } from "#shared/log.ts";
import { connectToTemporal } from "#temporal/connection.ts";
import { executeCommand, refusalOf } from "#temporal/execute-command.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { createDatabase, type TestDatabase } from "#testing/processes.ts";
import { runRelay } from "#workers/outbox-relay.ts";

/** A namespace as a server has it that was set up anew, or lost its search attributes: it refuses every run of ours. */
describe("A namespace without search attributes", function () {
  this.timeout(120_000);
  const namespace = `bare-${crypto.randomUUID()}`;
  let connection: NativeConnection;
  let client: Client;
  let own: TestDatabase;
  let database: Database;
  const stopping = new AbortController();
  let relay: Promise<void> | undefined;
  before(async () => {
    connection = await connectToTemporal({
      address: stack().temporalAddress,
      namespace,
      apiKey: null,
      tls: false,
      uiUrl: "",
    });
    client = new Client({ connection, namespace });
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as unknown as never },
    });
    own = await createDatabase();
    database = await connectAs("app_worker", { url: own.url });
  });
  after(async () => {
    stopping.abort();
    await relay;
    await database?.close();
    await own?.drop();
    await connection?.close();
  });

  const start = (): WorkflowStart => ({
    kind: "start",
    workflow_type: "simulation",
    workflow_id: `simulation/${crypto.randomUUID()}`,
    // No worker polls it here.
    task_queue: "simulations",
    input: {},
    summary: "A run",
    details: "",
    search_attributes: { OrganizationId: crypto.randomUUID(), Stage: "begun" },
  });
  const refusedNow = () =>
    eventually("the namespace to be known", async () => {
      const error = await executeCommand(client, start(), { deadlineMs: 5_000 }).then(
        () => null,
        (e: unknown) => e,
      );
      return refusalOf(error) === null ? undefined : error;
    }, 60);

  it("refuses for the server's sake; a relay gives it what it lacks and sets nothing aside", async () => {
    assert.equal(refusalOf(await refusedNow()), "server");
    const commands = [start(), start(), start()];
    for (const command of commands) {
      // As after an hour of such refusals, had they counted.
      await ask(
        `INSERT INTO outbox (organization_id, workflow_id, command, attempts, refusals, refused_since, next_attempt_at)
         VALUES (NULL, $1, $2, 50, 50, now() - interval '1 hour', now())`,
        [command.workflow_id, command],
        own.url,
      );
    }
    const log = createLogger("worker", "fatal");
    relay = runRelay({ client, eager: false, database, log, signal: stopping.signal });
    const rows = () => ask<{ set_aside_at: Date | null }>("SELECT set_aside_at FROM outbox", [], own.url);
    await eventually("the commands to be executed", async () => {
      const left = await rows();
      assert.ok(left.every(({ set_aside_at }) => set_aside_at === null), "a command was set aside");
      // The claim's own wait is for a server that is away.
      await ask("UPDATE outbox SET next_attempt_at = now()", [], own.url);
      return left.length === 0 || undefined;
    }, 90);
    for (const { workflow_id } of commands) await client.workflow.getHandle(workflow_id).terminate();
  });
});
