import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { newSimulation } from "#test/support/simulations.ts";
import { stack } from "#test/support/stack.ts";

interface Row {
  readonly attempts: number;
  readonly set_aside_at: Date | null;
  readonly error: string | null;
}

describe("A command that Temporal refuses", () => {
  const operator = callerWith(stack().operatorKey);
  const rowOf = async (workflowId: string) =>
    (await ask<Row>("SELECT attempts, set_aside_at, error FROM outbox WHERE workflow_id = $1", [workflowId]))[
      0
    ];

  /** Puts a command into the outbox as it is after so many attempts: to be tried at once, or set aside for a reason. */
  async function queued(command: object, attempts: number, error: string | null = null): Promise<string> {
    // Temporal refuses ids of over 1,000 characters.
    const workflowId = `simulation/${crypto.randomUUID()}${"x".repeat(error === null ? 1_000 : 0)}`;
    await ask(
      `INSERT INTO outbox (organization_id, workflow_id, command, attempts, next_attempt_at, error, set_aside_at)
       VALUES ($1, $2, $3, $4, now(), $5, CASE WHEN $5::text IS NOT NULL THEN now() END)`,
      [stack().organizationId, workflowId, { ...command, workflow_id: workflowId }, attempts, error],
    );
    return workflowId;
  }

  const start = {
    kind: "start",
    workflow_type: "simulation",
    task_queue: "simulations",
    input: { simulation_id: crypto.randomUUID() },
    summary: "A run",
    details: "",
    search_attributes: { OrganizationId: "o" },
  };

  const setAsideRow = (workflowId: string) =>
    eventually("the command to be set aside", async () => {
      const row = await rowOf(workflowId);
      return row?.set_aside_at === null ? undefined : row;
    });
  const listed = async (workflowId: string) => {
    const { status, data, meta } = await operator("GET", "/v1/admin/outbox?limit=100");
    assert.equal(status, 200);
    return { row: data.find((row: { workflow_id: string }) => row.workflow_id === workflowId), meta };
  };

  it("is set aside at its tenth refusal, and is tried no more", async () => {
    const workflowId = await queued(start, 9);
    const { attempts, error } = await setAsideRow(workflowId);
    assert.equal(attempts, 10);
    assert.match(error ?? "", /exceeds|too long|limit/i);
    await ask("UPDATE outbox SET next_attempt_at = now() WHERE workflow_id = $1", [workflowId]);
    const later = await newSimulation(callerWith(stack().apiKey));
    await eventually(
      "another command to be executed",
      async () => await rowOf(`simulation/${later}`) === undefined || undefined,
    );
    assert.equal((await rowOf(workflowId))?.attempts, 10);
  });

  it("is tried again before its tenth refusal", async () => {
    const workflowId = await queued(start, 3);
    const row = await eventually("the relay to have tried it", async () => {
      const current = await rowOf(workflowId);
      return current?.attempts === 4 ? current : undefined;
    });
    assert.equal(row.set_aside_at, null);
    await ask("DELETE FROM outbox WHERE workflow_id = $1", [workflowId]);
  });

  it("of a kind that no release has is set aside too, and not taken for executed", async () => {
    const workflowId = await queued({ kind: "restart" }, 9);
    const { error } = await setAsideRow(workflowId);
    assert.match(error ?? "", /kind "restart"/);
    await ask("DELETE FROM outbox WHERE workflow_id = $1", [workflowId]);
  });

  it("is listed to operators with its reason, and counted", async () => {
    const workflowId = await queued(start, 9);
    await setAsideRow(workflowId);
    const { row, meta } = await listed(workflowId);
    assert.deepEqual([row.kind, row.attempts, row.organization_id], ["start", 10, stack().organizationId]);
    assert.ok(row.error.length > 0 && row.error.length <= 500);
    assert.ok(Math.abs(Date.parse(row.set_aside_at) - Date.now()) < 60_000);
    assert.ok(meta.total >= 1);
    assertRefused(
      await callerWith(stack().apiKey)("GET", "/v1/admin/outbox"),
      403,
      "forbidden_operator_only",
    );
  });

  it("is executed once more when an operator retries it, and leaves the list", async () => {
    const workflowId = await queued(start, 10, "refused");
    const { row } = await listed(workflowId);
    const retried = await operator("POST", `/v1/admin/outbox/${row.id}/retry`);
    assert.equal(retried.status, 202);
    assert.equal(retried.data.workflow_id, workflowId);
    await eventually("it to be executed", async () => await rowOf(workflowId) === undefined || undefined);
    assertRefused(await operator("POST", `/v1/admin/outbox/${row.id}/retry`), 404, "not_found");
    const [audited] = await ask<{ action: string }>("SELECT action FROM audit_log WHERE subject = $1", [
      workflowId,
    ]);
    assert.equal(audited?.action, "command.retry");
  });
});
