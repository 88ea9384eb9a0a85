import type { Logger } from "#shared/log.ts";
import { executeCommand, type TemporalClient } from "#temporal/client.ts";
import type { Database } from "../database.ts";
import { dequeue, type OutboxRow } from "./outbox.ts";

/** A direct call that takes longer is left to the relay. */
const DEADLINE_MS = 1_000;
/** Calls under way at once; what comes on top is left to the relay, so that a burst cannot pile up in memory. */
const IN_FLIGHT = 128;
/** Rows that Temporal has taken are forgotten together, this often. */
const SWEEP_MS = 50;

/** Tells Temporal right after the commit what the outbox holds. Whatever fails here, the relay of the workers does later. */
export class OutboxDispatcher {
  readonly #temporal: TemporalClient;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #eager: boolean;
  readonly #inFlight = new Set<Promise<void>>();
  #taken: string[] = [];
  #sweep: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param database must see every organization's outbox.
   * @param eager in a worker: what it starts begins in this very process, where that runs the task queue.
   */
  constructor(temporal: TemporalClient, database: Database, log: Logger, { eager = false } = {}) {
    this.#eager = eager;
    this.#temporal = temporal;
    this.#database = database;
    this.#log = log;
  }

  dispatch(row: OutboxRow): void {
    if (this.#inFlight.size >= IN_FLIGHT) return;
    const call = this.#execute(row).finally(() => this.#inFlight.delete(call));
    this.#inFlight.add(call);
  }

  /** Waits for the calls under way and forgets what was taken. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    await this.#deleteTaken();
  }

  async #execute({ id, command }: OutboxRow): Promise<void> {
    try {
      await executeCommand(await this.#temporal.get(), command, {
        deadlineMs: DEADLINE_MS,
        eager: this.#eager,
      });
    } catch (error) {
      this.#log.warn(
        { err: error, workflow_id: command.workflow_id },
        "Temporal was not told; the relay will",
      );
      return;
    }
    this.#taken.push(id);
    this.#sweep ??= setTimeout(() => void this.#deleteTaken(), SWEEP_MS);
  }

  async #deleteTaken(): Promise<void> {
    this.#sweep = null;
    const ids = this.#taken;
    this.#taken = [];
    if (ids.length === 0) return;
    try {
      await dequeue(this.#database, ids);
    } catch (error) {
      // The relay tells Temporal again, which is harmless, and then forgets them.
      this.#log.warn({ err: error, rows: ids.length }, "The outbox was not swept");
    }
  }
}
