import pLimit from "p-limit";
import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import type { TemporalClient } from "./client.ts";
import type { WorkflowCommand } from "./command.ts";
import { executeCommand } from "./execute-command.ts";

/** A call to Temporal that takes longer fails; the relay executes the command later. */
const DEADLINE_MS = 1_000;
/** The most calls in flight; Temporal's own queues take what is more no sooner. */
const MAX_IN_FLIGHT = 64;
/** The most commands that wait for a call, of a few KiB each. The relay executes those beyond it. */
const MAX_WAITING = 1_000;
/** A command that waits longer is left to the relay, which claims its row after three seconds. */
const MAX_WAIT_MS = 1_500;
/** How often the dispatcher deletes the rows of executed commands, all in one statement. */
const SWEEP_MS = 50;

/** A command, and the outbox's row that holds it. */
export interface CommandRow {
  readonly id: string;
  readonly command: WorkflowCommand;
}

export type OutboxDispatcher = ReturnType<typeof createOutboxDispatcher>;

/**
 * Executes commands right after their commit. The workers' relay executes those that fail here.
 *
 * @param dequeue deletes these rows of the outbox, whosever they are.
 * @param eager in a worker: requests that workflows of its own task queues begin in this process.
 */
export function createOutboxDispatcher(
  temporal: TemporalClient,
  dequeue: (ids: readonly string[]) => Promise<void>,
  log: Logger,
  { eager = false } = {},
) {
  const limit = pLimit(MAX_IN_FLIGHT);
  const calls = new Set<Promise<void>>();
  let executedIds: string[] = [];
  let sweep: ReturnType<typeof setTimeout> | null = null;

  function inTurn(execute: () => Promise<void>): void {
    if (limit.pendingCount >= MAX_WAITING) return;
    const latest = performance.now() + MAX_WAIT_MS;
    const call = limit(async () => {
      if (performance.now() <= latest) await execute();
    }).finally(() => calls.delete(call));
    calls.add(call);
  }

  async function call(command: WorkflowCommand): Promise<void> {
    await executeCommand(await temporal.get(), command, { deadlineMs: DEADLINE_MS, eager });
    WORK.commands.inc({ via: "dispatcher", outcome: "executed" });
  }

  async function execute({ id, command }: CommandRow): Promise<void> {
    try {
      await call(command);
    } catch (error) {
      WORK.commands.inc({ via: "dispatcher", outcome: "failed" });
      log.warn(
        { err: error, workflow_id: command.workflow_id },
        "The command was not executed; the relay will execute it",
      );
      return;
    }
    executedIds.push(id);
    sweep ??= setTimeout(() => void deleteExecuted(), SWEEP_MS);
  }

  async function deleteExecuted(): Promise<void> {
    sweep = null;
    const ids = executedIds;
    executedIds = [];
    if (ids.length === 0) return;
    try {
      await dequeue(ids);
    } catch (error) {
      // The relay executes these commands again, which has no effect, and then deletes their rows.
      log.warn({ err: error, rows: ids.length }, "The rows of executed commands were not deleted");
    }
  }

  return {
    /** Begins to execute a row's command, in the background and in turn. */
    dispatch: (row: CommandRow): void => inTurn(() => execute(row)),
    /** Executes a command that has no row, in the background: one whose loss only delays its workflow. */
    executeOnce: (command: WorkflowCommand): void => inTurn(() => call(command).catch(() => {})),
    /** Waits for the calls in flight or in turn, and deletes the rows of executed commands. */
    async drain(): Promise<void> {
      await Promise.allSettled(calls);
      if (sweep !== null) clearTimeout(sweep);
      await deleteExecuted();
    },
  };
}
