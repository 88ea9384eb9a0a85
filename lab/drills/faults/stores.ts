import assert from "node:assert/strict";
import { renameSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import pg from "pg";
import { output } from "#dev/machine/programs.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { ask, stack as testStack } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startWorker } from "#testing/processes.ts";
import { newSimulation } from "#testing/simulations.ts";
import { waitingDelivery } from "#testing/webhooks.ts";
import { beside, type CarriedOut, type Fault, type Phases } from "./fault.ts";
import type { Finding } from "./judge.ts";
import { count, workflowStatus } from "./round.ts";
import type { DrillStack } from "./stack.ts";

/** Faults that leave Postgres and Temporal at different times, and what the reconciler must make of them. */

/** The flows whose work is a row and its run; the others' have ended once, or stand in one store alone. */
const OF_RUNS = ["simulation", "reading", "training", "delivery", "deletion"];
const OUTAGE_SECONDS = 60;
/** How long all work may take to end after a store was restored: several runs of the reconciler. */
const REPAIR_SECONDS = 300;
const OLDER = { rounds: 1, seconds: 2 * REPAIR_SECONDS, mailsMayRepeat: true };

export const STORE_FAULTS: readonly Fault[] = [
  {
    ...OLDER,
    name: "postgres-older",
    what: "Postgres comes back as it was ten minutes ago, beside a Temporal in which all work has ended",
    // A training run's file is removed once it is scored: no store has it for a second time.
    flows: OF_RUNS.filter((flow) => flow !== "training"),
    postgresForgets: true,
    carryOut: postgresOlder,
  },
  {
    ...OLDER,
    name: "temporal-older",
    what: "Temporal comes back as it was before the work ended, beside a Postgres in which it has",
    flows: OF_RUNS,
    temporalForgets: true,
    carryOut: temporalOlder,
  },
  {
    ...beside(
      "temporal-bare",
      10 + REPAIR_SECONDS,
      "Temporal comes back empty and without its search attributes; what waits is ten minutes old",
      async ({ parts, data }) => {
        await parts.temporal.kill("SIGTERM");
        rmSync(data.temporal, { recursive: true });
        await sleep(10_000);
        await age();
        await parts.temporal.start({ isBare: true });
        return { over: Date.now(), findings: await finished() };
      },
    ),
    flows: OF_RUNS,
    temporalForgets: true,
  },
  {
    ...beside(
      "reconciler-hangs",
      OUTAGE_SECONDS,
      "a run of the reconciler hangs in Postgres for a minute, while an operator terminates a run",
      reconcilerHangs,
    ),
    flows: OF_RUNS,
  },
];

async function becomes(condition: () => Promise<boolean>, otherwise: string): Promise<Finding[]> {
  return await waitFor("the repair", async () => await condition() || undefined, {
    seconds: 60,
    everyMs: 500,
  }).then(() => [], () => [{ kind: "lost", text: otherwise }]);
}

/** Makes all that has not ended ten minutes older, so that the drill need not wait for as long. */
async function age(): Promise<void> {
  await ask(`
    UPDATE simulations SET created_at = created_at - interval '10 minutes' WHERE status IN ('queued', 'running');
    UPDATE readings SET queued_at = queued_at - interval '10 minutes' WHERE generated_at IS NULL;
    UPDATE training_runs SET started_at = started_at - interval '10 minutes' WHERE status = 'RUNNING';
    UPDATE deliveries SET next_retry_at = next_retry_at - interval '10 minutes' WHERE status = 'pending' AND next_retry_at < now();
    UPDATE deliveries SET retry_requested_at = retry_requested_at - interval '10 minutes' WHERE retry_requested IS NOT NULL;
    UPDATE organizations SET deletion_requested_at = deletion_requested_at - interval '10 minutes'
      WHERE deletion_requested_at IS NOT NULL;
    UPDATE outbox SET created_at = created_at - interval '10 minutes'`);
}

/** What has not ended, by its kind; deliveries that their schedule lets wait are left out. */
async function unfinished(): Promise<Record<string, number>> {
  const [row] = await ask<Record<string, number>>(`
    SELECT (SELECT count(*) FROM simulations WHERE status IN ('queued', 'running'))::integer AS simulations,
      (SELECT count(*) FROM readings WHERE generated_at IS NULL)::integer AS readings,
      (SELECT count(*) FROM training_runs WHERE status = 'RUNNING')::integer AS training_runs,
      (SELECT count(*) FROM deliveries WHERE (status = 'pending' AND next_retry_at <= now()) OR retry_requested IS NOT NULL)::integer
        AS deliveries,
      (SELECT count(*) FROM organizations WHERE deletion_requested_at IS NOT NULL)::integer AS organizations`);
  return row ?? {};
}

const told = (counts: Record<string, number>) =>
  Object.entries(counts).filter(([, times]) => times > 0).map(([what, times]) => `${times} ${what}`).join(
    ", ",
  );

/** Waits until all has ended. What the reconciler's repairs have queued since is made older too. */
async function finished(): Promise<Finding[]> {
  const end = Date.now() + REPAIR_SECONDS * 1000;
  let agedAt = Date.now();
  while (true) {
    const left = told(await unfinished().catch(() => ({ unreachable: 1 })));
    if (left === "") return [];
    if (Date.now() > end) return [{ kind: "lost", text: `not ended after ${REPAIR_SECONDS} s: ${left}` }];
    if (Date.now() - agedAt > 45_000) {
      await age();
      agedAt = Date.now();
    }
    await sleep(1_000);
  }
}

/** Copies a server's data while it is stopped. @returns what kills it, and starts it again with the copy in place of its data */
async function backUp({ parts, data }: DrillStack, name: keyof DrillStack["data"], signal: NodeJS.Signals) {
  const backup = `${data[name]}.backup`;
  await parts[name].kill(signal);
  await output("cp", ["--archive", data[name], backup]);
  await parts[name].start();
  return async (): Promise<void> => {
    await parts[name].kill();
    rmSync(data[name], { recursive: true });
    renameSync(backup, data[name]);
    await parts[name].start();
  };
}

/** Everything is accepted when the backup is taken and ended when it is restored: the restored store holds it all, as not ended. */
async function postgresOlder(stack: DrillStack, { submit, settle }: Phases): Promise<CarriedOut> {
  const { parts, temporal } = stack;
  await parts.worker.kill("SIGTERM");
  await submit();
  // An operator's job writes what it asks for: before that only Temporal would know.
  const operations = await startWorker({}, { queues: ["operations"] });
  await jobsEnded(temporal);
  await operations.stop();
  const restore = await backUp(stack, "postgres", "SIGINT");
  console.log(`  not ended in the backup: ${told(await unfinished())}`);
  await parts.worker.start();
  await settle();
  const { call } = await newOrganization();
  const afterwards = await newSimulation(call);
  await finished();
  const before = await stored();
  await restore();
  const over = Date.now();
  const held = await stored();
  const lost = Object.entries(before).map(([table, rows]) => [table, rows - (held[table] ?? 0)]);
  console.log(`  not held by the restored store: ${told(Object.fromEntries(lost))}`);
  await age();
  const findings = await finished();
  if (await count("SELECT count(*) FROM simulations WHERE id = $1", afterwards) > 0) {
    findings.push({
      kind: "disagreement",
      text: `simulation/${afterwards} came after the backup and is there`,
    });
  }
  await settle();
  return { over, findings: [...findings, ...await failedAfterwards()] };
}

/** Nothing may fail that had ended. */
async function failedAfterwards(): Promise<Finding[]> {
  const failed = await ask<{ what: string }>(`
    SELECT 'simulation/' || id AS what FROM simulations WHERE failure_message = 'The run ended without a result.'
    UNION ALL SELECT 'delivery/' || id FROM deliveries WHERE status = 'cancelled' AND error_message = 'The run ended without a result.'`);
  return failed.map(({ what }) => ({ kind: "lost", text: `${what} has failed since its run had ended` }));
}

/** The numbers of rows, by table. */
async function stored(): Promise<Record<string, number>> {
  const counts = ["simulations", "readings", "events", "deliveries", "delivery_attempts"]
    .map((table) => `(SELECT count(*) FROM ${table})::integer AS ${table}`);
  const [row] = await ask<Record<string, number>>(`SELECT ${counts.join(", ")}`);
  return row ?? {};
}

async function jobsEnded(temporal: Client): Promise<void> {
  const query = `WorkflowType = "retryDeliveries" AND ExecutionStatus = "Running"`;
  // Lists of runs lag by half a second.
  await sleep(2_000);
  await waitFor("the operators' jobs to end", async () => {
    for await (const _run of temporal.workflow.list({ query })) return undefined;
    return true;
  }, { seconds: 60, everyMs: 500 });
}

/** Temporal knows none of the runs that began after its backup, nor the signals; Postgres knows the ends of most, and holds the rest. */
async function temporalOlder(stack: DrillStack, { submit, settle }: Phases): Promise<CarriedOut> {
  const { parts, receiver, temporal } = stack;
  const { call } = await newOrganization();
  const waiting = await waitingDelivery(call, receiver, `/waiting/${crypto.randomUUID()}`);
  const submitted = submit();
  await sleep(1_000);
  const restore = await backUp(stack, "temporal", "SIGTERM");
  await submitted;
  await settle();
  await parts.worker.kill("SIGTERM");
  const lost = await newSimulation(call);
  await call("POST", `/v1/deliveries/${waiting.id}/retry`);
  await waitFor("Temporal to take the command", async () => {
    return await count("SELECT count(*) FROM outbox") === 0 || undefined;
  }, { seconds: 60, everyMs: 250 });
  await restore();
  const over = Date.now();
  assert.equal(await workflowStatus(temporal, `simulation/${lost}`), null, "Temporal has forgotten it");
  await age();
  await parts.worker.start();
  const findings = await finished();
  await settle();
  const ends = [["simulations", lost, "completed"], ["deliveries", waiting.id, "succeeded"]] as const;
  for (const [table, id, status] of ends) {
    if (await count(`SELECT count(*) FROM ${table} WHERE id = $1 AND status = $2`, id, status) === 0) {
      findings.push({ kind: "lost", text: `${id} of ${table} is not ${status}` });
    }
  }
  return { over, findings: [...findings, ...await failedAfterwards()] };
}

/** An operator terminates the run of a delivery that waits. @returns what finds whether its row follows within a minute (contract, "Simulations") */
export async function terminateOne({ receiver, temporal }: DrillStack): Promise<() => Promise<Finding[]>> {
  const { call } = await newOrganization();
  const { id } = await waitingDelivery(call, receiver, `/terminated/${crypto.randomUUID()}`);
  await temporal.workflow.getHandle(`delivery/${id}`).terminate("by hand");
  const cancelled = "SELECT count(*) FROM deliveries WHERE id = $1 AND status = 'cancelled'";
  return () =>
    becomes(
      async () => await count(cancelled, id) > 0,
      `delivery/${id} is not cancelled a minute after its run was terminated`,
    );
}

/** Another session holds what the reconciler writes, without a word: its statements wait. An operator terminates a run meanwhile. */
async function reconcilerHangs(stack: DrillStack): Promise<CarriedOut> {
  const session = new pg.Client({ connectionString: testStack().databaseUrl });
  await session.connect();
  await session.query("BEGIN; LOCK TABLE reconciler_positions IN EXCLUSIVE MODE");
  const follows = await terminateOne(stack);
  await sleep(OUTAGE_SECONDS * 1000);
  await session.end();
  const over = Date.now();
  const [begin] = await ask<{ now: Date }>("SELECT clock_timestamp() AS now");
  const succeeded = "SELECT count(*) FROM reconciler_positions WHERE part = 'whole run' AND updated_at > $1";
  return {
    over,
    findings: [
      ...await follows(),
      ...await becomes(
        async () => await count(succeeded, begin?.now) > 0,
        "no run of the reconciler has succeeded within a minute since one hung",
      ),
    ],
  };
}
