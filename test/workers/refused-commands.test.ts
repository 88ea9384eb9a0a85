import assert from "node:assert/strict";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newSimulation } from "#testing/simulations.ts";

interface Row {
  readonly attempts: number;
  readonly refusals: number;
  readonly set_aside_at: Date | null;
  readonly error: string | null;
}

/** What a command has been through. */
interface Before {
  readonly refusals?: number;
  /** Since its first refusal. */
  readonly minutes?: number;
  readonly attempts?: number;
  /** Set aside with this reason. */
  readonly error?: string | null;
}

describe("A command that Temporal refuses", () => {
  const operator = callerWith(stack().operatorKey);
  const rowOf = async (workflowId: string) =>
    (await ask<Row>("SELECT attempts, refusals, set_aside_at, error FROM outbox WHERE workflow_id = $1", [
      workflowId,
    ]))[
      0
    ];

  /** Puts a command into the outbox as it is after `refusals` refusals in `minutes` minutes: to be tried at once, or set aside for a reason. */
  async function queued(
    command: object,
    { refusals = 0, minutes = 40, attempts, error = null }: Before = {},
  ): Promise<string> {
    // Temporal refuses ids of over 1,000 characters.
    const workflowId = `simulation/${crypto.randomUUID()}${"x".repeat(error === null ? 1_000 : 0)}`;
    await ask(
      `INSERT INTO outbox (organization_id, workflow_id, command, attempts, refusals, refused_since, next_attempt_at, error, set_aside_at)
       VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 > 0 THEN now() - make_interval(mins => $6) END, now(), $7,
         CASE WHEN $7::text IS NOT NULL THEN now() END)`,
      [
        stack().organizationId,
        workflowId,
        { ...command, workflow_id: workflowId },
        attempts ?? refusals,
        refusals,
        minutes,
        error,
      ],
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

  it("is set aside at its tenth refusal within half an hour or more, and is tried no more", async () => {
    const workflowId = await queued(start, { refusals: 9 });
    const { attempts, refusals, error } = await setAsideRow(workflowId);
    assert.deepEqual([attempts, refusals], [10, 10]);
    assert.match(error ?? "", /exceeds|too long|limit/i);
    await ask("UPDATE outbox SET next_attempt_at = now() WHERE workflow_id = $1", [workflowId]);
    const later = await newSimulation(callerWith(stack().apiKey));
    await eventually(
      "another command to be executed",
      async () => await rowOf(`simulation/${later}`) === undefined || undefined,
    );
    assert.equal((await rowOf(workflowId))?.attempts, 10);
  });

  for (
    const [what, before] of [
      ["before its tenth refusal", { refusals: 3 }],
      ["where it was refused for a shorter time", { refusals: 30, minutes: 20 }],
      ["however often it was tried while Temporal was away", { refusals: 1, attempts: 500 }],
    ] as const
  ) {
    it(`is tried again ${what}`, async () => {
      const workflowId = await queued(start, before);
      const row = await eventually("the relay to have counted a refusal", async () => {
        const current = await rowOf(workflowId);
        return current?.refusals === before.refusals + 1 ? current : undefined;
      });
      assert.equal(row.set_aside_at, null);
      await ask("DELETE FROM outbox WHERE workflow_id = $1", [workflowId]);
    });
  }

  it("of a kind that no release has is set aside too, and not taken for executed", async () => {
    const workflowId = await queued({ kind: "restart" }, { refusals: 9 });
    const { error } = await setAsideRow(workflowId);
    assert.match(error ?? "", /kind "restart"/);
    await ask("DELETE FROM outbox WHERE workflow_id = $1", [workflowId]);
  });

  it("is listed to operators with its reason, and counted", async () => {
    const workflowId = await queued(start, { refusals: 9 });
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
    const workflowId = await queued(start, { refusals: 10, error: "refused" });
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

  it("are all brought back by one request that names them, which is audited", async () => {
    const reason = `refused ${crypto.randomUUID()} 100%`;
    const rows = await Promise.all(
      [1, 2, 3].map(() => queued(start, { refusals: 10, error: `As ${reason}.` })),
    );
    const other = await queued(start, { refusals: 10, error: "for another reason" });
    const retry = (body: object) => operator("POST", "/v1/admin/outbox/retry", { body });
    assertRefused(await retry({}), 400, "validation_error");
    assertRefused(
      await callerWith(stack().apiKey)("POST", "/v1/admin/outbox/retry", { body: { error: reason } }),
      403,
      "forbidden_operator_only",
    );
    for (
      const filter of [{ kind: "cancel" }, { organization_id: crypto.randomUUID() }, {
        set_aside_before: "2026-01-01T00:00:00Z",
      }]
    ) assert.deepEqual((await retry({ error: reason, ...filter })).data, { matched: 0, more: false });
    const body = { error: reason, organization_id: stack().organizationId, kind: "start" };
    const { status, data, meta } = await retry(body);
    assert.deepEqual([status, data], [202, { matched: 3, more: false }]);
    for (const workflowId of rows) {
      await eventually("it to be executed", async () => await rowOf(workflowId) === undefined || undefined);
    }
    assert.equal((await rowOf(other))?.error, "for another reason");
    await ask("DELETE FROM outbox WHERE workflow_id = $1", [other]);
    const [audited] = await ask<{ details: object }>(
      "SELECT details FROM audit_log WHERE action = 'command.retry_all' AND request_id = $1",
      [meta.request_id],
    );
    assert.deepEqual(audited?.details, { filters: body, matched: 3, more: false });
  });
});
