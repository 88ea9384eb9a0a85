import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import pLimit from "p-limit";
import type { Database } from "#db/database.ts";
import { claimDue, dequeue, type OutboxRow } from "#db/outbox/outbox.ts";
import type { Logger } from "#shared/log.ts";
import { executeCommand } from "#temporal/client.ts";

const BATCH = 200;
/** Calls to Temporal at once: enough to catch up at its own pace, few enough not to starve what starts directly. */
const PARALLEL = 20;
const PAUSE_MS = 1_000;
const DEADLINE_MS = 5_000;

export interface RelayDependencies {
  /** With the workers' own connection, so that it starts eagerly. */
  readonly client: Client;
  /** Sees every organization. */
  readonly database: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Tells Temporal what the outbox still holds: whatever was accepted while Temporal, or the process that accepted it, went away. */
export async function runRelay({ client, database, log, signal }: RelayDependencies): Promise<void> {
  const limit = pLimit(PARALLEL);
  while (!signal.aborted) {
    let claimed: OutboxRow[] = [];
    try {
      claimed = await claimDue(database, BATCH);
      const taken = await Promise.all(claimed.map((row) => limit(() => told(row))));
      const ids = taken.filter((id) => id !== null);
      if (ids.length > 0) await dequeue(database, ids);
    } catch (error) {
      log.warn({ err: error }, "The relay could not reach the database");
    }
    if (claimed.length < BATCH) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }

  async function told({ id, command }: OutboxRow): Promise<string | null> {
    try {
      await executeCommand(client, command, { deadlineMs: DEADLINE_MS, eager: true });
      return id;
    } catch (error) {
      log.warn(
        { err: error, workflow_id: command.workflow_id },
        "Temporal was not told; the relay tries again",
      );
      return null;
    }
  }
}
