import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#dev/machine/folder.ts";
import { callerWith } from "#testing/caller.ts";
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

  it("is found and brought back as the runbook says, with all that share its reason", async () => {
    const rows = [1, 2, 3].map(() =>
      queued(start, { refusals: 10, error: "The workflow id exceeds a bound." })
    );
    const refused = await Promise.all(rows);
    const other = await queued(start, { refusals: 10, error: "for another reason" });
    const entry = readFileSync(join(ROOT, "docs/runbook.md"), "utf8").split("## OutboxSetAside")[1] ?? "";
    const [role = "", look = "", bringBack = ""] = [...entry.matchAll(/`((?:SET|SELECT|UPDATE) .*?)`/g)]
      .map(([, statement = ""]) => statement);
    const found = await ask<{ workflow_id: string; error: string }>(look);
    for (const id of refused) {
      assert.match(found.find(({ workflow_id }) => workflow_id === id)?.error ?? "", /exceeds/);
    }
    await ask(`${role}; ${bringBack}`);
    for (const workflowId of refused) {
      await eventually("it to be executed", async () => await rowOf(workflowId) === undefined || undefined);
    }
    assert.equal((await rowOf(other))?.error, "for another reason");
    await ask("DELETE FROM outbox WHERE workflow_id = $1", [other]);
  });
});
