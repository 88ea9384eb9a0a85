import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import type { TemporalClient } from "./client.ts";
import type { WorkflowCommand } from "./command.ts";
import { executeCommand } from "./execute-command.ts";

/** A call to Temporal that takes longer fails; the relay executes the command later. */
const DEADLINE_MS = 1_000;
/** The most calls in flight. The relay executes the commands beyond it, so that a burst cannot pile up in memory. */
const MAX_IN_FLIGHT = 128;
/** How often the dispatcher deletes the rows of executed commands, all in one statement. */
const SWEEP_MS = 50;

/** A command, and the outbox's row that holds it. */
export interface CommandRow {
  readonly id: string;
  readonly command: WorkflowCommand;
}

/** Executes commands right after their commit. The workers' relay executes those that fail here. */
export class OutboxDispatcher {
  readonly #temporal: TemporalClient;
  readonly #dequeue: (ids: readonly string[]) => Promise<void>;
  readonly #log: Logger;
  readonly #eager: boolean;
  readonly #inFlight = new Set<Promise<void>>();
  #executedIds: string[] = [];
  #sweep: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param dequeue deletes these rows of the outbox, whosever they are.
   * @param eager in a worker: requests that workflows of its own task queues begin in this process.
   */
  constructor(
    temporal: TemporalClient,
    dequeue: (ids: readonly string[]) => Promise<void>,
    log: Logger,
    { eager = false } = {},
  ) {
    this.#eager = eager;
    this.#temporal = temporal;
    this.#dequeue = dequeue;
    this.#log = log;
  }

  /** Begins to execute a row's command, in the background. */
  dispatch(row: CommandRow): void {
    if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
    const call = this.#execute(row).finally(() => this.#inFlight.delete(call));
    this.#inFlight.add(call);
  }

  /** Executes a command that has no row, in the background: one whose loss only delays its workflow. */
  executeOnce(command: WorkflowCommand): void {
    if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
    const call = this.#call(command).catch(() => {}).finally(() => this.#inFlight.delete(call));
    this.#inFlight.add(call);
  }

  /** Waits for the calls in flight and deletes the rows of executed commands. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    await this.#deleteExecuted();
  }

  async #execute({ id, command }: CommandRow): Promise<void> {
    try {
      await this.#call(command);
    } catch (error) {
      WORK.commands.inc({ via: "dispatcher", outcome: "failed" });
      this.#log.warn(
        { err: error, workflow_id: command.workflow_id },
        "The command was not executed; the relay will execute it",
      );
      return;
    }
    this.#executedIds.push(id);
    this.#sweep ??= setTimeout(() => void this.#deleteExecuted(), SWEEP_MS);
  }

  async #call(command: WorkflowCommand): Promise<void> {
    const client = await this.#temporal.get();
    await executeCommand(client, command, { deadlineMs: DEADLINE_MS, eager: this.#eager });
    WORK.commands.inc({ via: "dispatcher", outcome: "executed" });
  }

  async #deleteExecuted(): Promise<void> {
    this.#sweep = null;
    const ids = this.#executedIds;
    this.#executedIds = [];
    if (ids.length === 0) return;
    try {
      await this.#dequeue(ids);
    } catch (error) {
      // The relay executes these commands again, which has no effect, and then deletes their rows.
      this.#log.warn({ err: error, rows: ids.length }, "The rows of executed commands were not deleted");
    }
  }
}
