import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import pLimit from "p-limit";
import type { Database } from "#db/database.ts";
import { claimDue, type ClaimedRow, dequeue } from "#db/outbox/outbox.ts";
import { countSetAside, setAside } from "#db/outbox/set-aside.ts";
import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import { executeCommand, isRefusal } from "#temporal/execute-command.ts";

/** Rows that the relay claims at once. */
const BATCH = 200;
/** Calls to Temporal in flight: enough to catch up after an outage, few enough not to slow down direct starts. */
const MAX_IN_FLIGHT = 20;
/** The time between two claims while fewer rows are due than a batch holds. */
const PAUSE_MS = 1_000;
const DEADLINE_MS = 5_000;
/** A command that is refused so often, over six minutes, is set aside: by then every process of a rolling release is replaced. */
const MAX_REFUSALS = 10;

export interface RelayDependencies {
  /** With the workers' own connection, so that it can start eagerly. */
  readonly client: Client;
  /** Whether it asks for eager starts. */
  readonly eager: boolean;
  /** Sees every organization. */
  readonly database: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Executes the commands that stay in the outbox: those accepted while Temporal was down, or whose process stopped before it executed
 * them. Runs until the signal aborts; several relays share the rows.
 */
export async function runRelay(dependencies: RelayDependencies): Promise<void> {
  const { log, signal } = dependencies;
  while (!signal.aborted) {
    let claimed = 0;
    try {
      claimed = await relayBatch(dependencies);
    } catch (error) {
      log.warn({ err: error }, "The relay could not reach the database");
    }
    if (claimed < BATCH) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** @returns how many rows it claimed, whether their commands were executed or not. */
async function relayBatch(dependencies: RelayDependencies): Promise<number> {
  const { database } = dependencies;
  const limit = pLimit(MAX_IN_FLIGHT);
  const claimed = await claimDue(database, BATCH);
  const outcomes = await Promise.all(
    claimed.map((row) => limit(async () => ({ row, error: await execute(dependencies, row) }))),
  );
  const executedIds = outcomes.filter(({ error }) => error === null).map(({ row }) => row.id);
  if (executedIds.length > 0) await dequeue(database, executedIds);
  const refused = outcomes
    .filter(({ row, error }) => row.attempts >= MAX_REFUSALS && isRefusal(error))
    .map(({ row, error }) => ({ id: row.id, error: String(error?.cause ?? error) }));
  if (refused.length > 0) await setRefusedAside(dependencies, refused);
  return claimed.length;
}

/** @returns why it was not executed; null when it was. */
async function execute(
  { client, eager, log }: RelayDependencies,
  { command }: ClaimedRow,
): Promise<Error | null> {
  try {
    await executeCommand(client, command, { deadlineMs: DEADLINE_MS, eager });
    WORK.commands.inc({ via: "relay", outcome: "executed" });
    return null;
  } catch (error) {
    WORK.commands.inc({ via: "relay", outcome: "failed" });
    log.warn(
      { err: error, workflow_id: command.workflow_id },
      "The command was not executed; the relay tries again",
    );
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function setRefusedAside(
  { database, log }: RelayDependencies,
  refused: readonly { readonly id: string; readonly error: string }[],
): Promise<void> {
  await setAside(database, refused);
  const count = await database.transaction(countSetAside);
  log.error(
    { rows: refused.length, set_aside: count },
    "Temporal refuses commands, which are set aside; GET /v1/admin/outbox lists them",
  );
}
