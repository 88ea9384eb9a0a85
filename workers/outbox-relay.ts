import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import pLimit from "p-limit";
import type { Database } from "#db/database.ts";
import { claimDue, dequeue, type OutboxRow } from "#db/outbox/outbox.ts";
import type { Logger } from "#shared/log.ts";
import { executeCommand } from "#temporal/execute-command.ts";

/** Rows that the relay claims at once. */
const BATCH = 200;
/** Calls to Temporal in flight: enough to catch up after an outage, few enough not to slow down direct starts. */
const MAX_IN_FLIGHT = 20;
/** The time between two claims while fewer rows are due than a batch holds. */
const PAUSE_MS = 1_000;
const DEADLINE_MS = 5_000;

export interface RelayDependencies {
  /** With the workers' own connection, so that it can start eagerly. */
  readonly client: Client;
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
    claimed.map((row) => limit(async () => ({ id: row.id, executed: await execute(dependencies, row) }))),
  );
  const executedIds = outcomes.filter(({ executed }) => executed).map(({ id }) => id);
  if (executedIds.length > 0) await dequeue(database, executedIds);
  return claimed.length;
}

async function execute({ client, log }: RelayDependencies, { command }: OutboxRow): Promise<boolean> {
  try {
    await executeCommand(client, command, { deadlineMs: DEADLINE_MS, eager: true });
    return true;
  } catch (error) {
    log.warn(
      { err: error, workflow_id: command.workflow_id },
      "The command was not executed; the relay tries again",
    );
    return false;
  }
}
