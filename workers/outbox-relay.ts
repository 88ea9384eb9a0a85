import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import pLimit from "p-limit";
import type { Database } from "#db/postgres/database.ts";
import { claimDue, type ClaimedRow, countRefusals, dequeue, type RefusedCommand } from "#db/outbox/outbox.ts";
import { sharedFor } from "#shared/lazily.ts";
import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import { ensureSearchAttributes } from "#temporal/search-attributes.ts";
import { executeCommand, type Refusal, refusalOf } from "#temporal/execute-command.ts";

/** Rows that the relay claims at once. */
const BATCH = 200;
/** Calls to Temporal in flight: enough to catch up after an outage, few enough not to slow down direct starts. */
const MAX_IN_FLIGHT = 20;
/** The time between two claims while fewer rows are due than a batch holds. */
const PAUSE_MS = 1_000;
const DEADLINE_MS = 5_000;
/** While the server refuses everything, how often a relay looks whether it lacks search attributes. */
const MEND_MS = 30_000;

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
  const addAttributes = addMissingAttributes(dependencies);
  await addAttributes();
  while (!signal.aborted) {
    let claimed = 0;
    try {
      claimed = await relayBatch(dependencies, addAttributes);
    } catch (error) {
      log.warn({ err: error }, "The relay could not carry out a batch; it tries again");
    }
    if (claimed < BATCH) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** @returns how many rows it claimed, whether their commands were executed or not. */
async function relayBatch(
  dependencies: RelayDependencies,
  addAttributes: () => Promise<void>,
): Promise<number> {
  const { database } = dependencies;
  const limit = pLimit(MAX_IN_FLIGHT);
  const claimed = await claimDue(database, BATCH);
  const outcomes = await Promise.all(
    claimed.map((row) => limit(async () => ({ row, error: await execute(dependencies, row) }))),
  );
  const executed = outcomes.filter(({ error }) => error === null).map(({ row }) => row);
  if (executed.length > 0) await dequeue(database, executed.map(({ id }) => id));
  const refused = outcomes.flatMap(({ row, error }) => {
    const refusal = refusalOf(error);
    return refusal === null ? [] : [{ ...row, error: String(error?.cause ?? error), refusal }];
  });
  if (refused.length > 0) await countRefused(dependencies, refused, executed.length > 0, addAttributes);
  return claimed.length;
}

interface Refused extends RefusedCommand {
  readonly command: WorkflowCommand;
  readonly refusal: Refusal;
}

/**
 * Counts the refusals of a batch against their commands; none where the server refuses whatever it is sent. That shows in a refusal's own
 * words, or in commands of several kinds of which it took none.
 */
async function countRefused(
  { database, log }: RelayDependencies,
  refused: readonly Refused[],
  hasExecuted: boolean,
  addAttributes: () => Promise<void>,
): Promise<void> {
  const kinds = new Set(
    refused.map(({ command }) =>
      "workflow_type" in command ? `${command.kind} ${command.workflow_type}` : command.kind
    ),
  );
  const isServers = (!hasExecuted && kinds.size > 1) || refused.some(({ refusal }) => refusal === "server");
  WORK.refusals.inc({ whose: isServers ? "server" : "command" }, refused.length);
  if (isServers) {
    log.error(
      { rows: refused.length, reason: refused[0]?.error },
      "Temporal refuses every command; the relay tries again until it takes them",
    );
    return await addAttributes();
  }
  const setAside = await countRefusals(database, refused);
  if (setAside > 0) {
    log.error(
      { rows: setAside },
      "Temporal refuses commands, which are set aside: see OutboxSetAside in the runbook",
    );
  }
}

/** Gives the namespace the search attributes that it lacks, at the start and while the server refuses commands; seldom, and it never throws. */
function addMissingAttributes({ client, log }: RelayDependencies): () => Promise<void> {
  return sharedFor(MEND_MS, async () => {
    try {
      const missing = await ensureSearchAttributes(client);
      if (missing.length > 0) {
        log.warn({ missing }, "The namespace lacked search attributes; it has them now");
      }
    } catch (error) {
      log.warn({ err: error }, "The relay cannot see or add the namespace's search attributes");
    }
  });
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
