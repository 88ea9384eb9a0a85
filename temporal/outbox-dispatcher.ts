import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import { FairSlots } from "#shared/turns.ts";
import type { TemporalClient } from "./client.ts";
import type { WorkflowCommand } from "./command.ts";
import { executeCommand } from "./execute-command.ts";

/** A call to Temporal that takes longer fails; the relay executes the command later. */
const DEADLINE_MS = 1_000;
/** The most calls in flight; Temporal's own queues take what is more no sooner. */
const MAX_IN_FLIGHT = 64;
/** The most commands that wait for a call, of a few KiB each. The relay executes those beyond it. */
const MAX_WAITING = 1_000;
/** The most of them that are one organization's, so that the others' do not wait for the relay. */
const MAX_WAITING_OF_ONE = 500;
/** A command that waits longer is left to the relay, which claims its row after three seconds. Organizations take turns. */
const MAX_WAIT_MS = 1_500;
/** How often the dispatcher deletes the rows of executed commands, all in one statement. */
const SWEEP_MS = 50;

/** A command, and the outbox's row that holds it. */
export interface CommandRow {
  readonly id: string;
  readonly command: WorkflowCommand;
}

/** Whose turn a command takes: its organization's. One that goes to a run that has begun has no row that the relay would execute, and a turn of its own. */
const ownerOf = (command: WorkflowCommand): string =>
  "search_attributes" in command
    ? command.search_attributes.OrganizationId ?? command.workflow_id
    : command.workflow_id;

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
  const slots = new FairSlots(() => MAX_IN_FLIGHT, { remembersTurns: true });
  const calls = new Set<Promise<void>>();
  let executedIds: string[] = [];
  let sweep: ReturnType<typeof setTimeout> | null = null;

  function inTurn(command: WorkflowCommand, execute: () => Promise<void>): void {
    const owner = ownerOf(command);
    if (calls.size >= MAX_IN_FLIGHT + MAX_WAITING) return;
    if (slots.tasksOf(owner) >= MAX_IN_FLIGHT + MAX_WAITING_OF_ONE) return;
    const call = slots.run(owner, AbortSignal.timeout(MAX_WAIT_MS), execute)
      .catch(() => {})
      .finally(() => calls.delete(call));
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
    dispatch: (row: CommandRow): void => inTurn(row.command, () => execute(row)),
    /** Executes a command that has no row, in the background: one whose loss only delays its workflow. */
    executeOnce: (command: WorkflowCommand): void => inTurn(command, () => call(command)),
    /** Waits for the calls in flight or in turn, and deletes the rows of executed commands. */
    async drain(): Promise<void> {
      await Promise.allSettled(calls);
      if (sweep !== null) clearTimeout(sweep);
      await deleteExecuted();
    },
  };
}
