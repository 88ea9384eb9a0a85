import type { Database } from "#db/postgres/database.ts";
import { touchApiKeys } from "#db/organizations/api-keys.ts";
import type { Logger } from "#shared/log.ts";

/** `last_used_at` is right to a minute, which spares a write for every request. */
const PRECISION_MS = 60_000;
const FLUSH_MS = 5_000;

/** Collects which keys were used, and writes `last_used_at` of all of them in one statement every 5 seconds. */
export class KeyUsage {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #pending = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param database must see every organization's keys. */
  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS);
  }

  /** @param lastUsedAt what the key's row has */
  note(keyId: string, lastUsedAt: Date | null): void {
    if (lastUsedAt === null || Date.now() - lastUsedAt.getTime() > PRECISION_MS) this.#pending.add(keyId);
  }

  /** Stops the timer and writes what was collected. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const ids = [...this.#pending];
    this.#pending.clear();
    try {
      await touchApiKeys(this.#database, ids, new Date());
    } catch (error) {
      this.#log.warn({ err: error }, "keys' last use not written");
    }
  }
}
