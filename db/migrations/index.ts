import { readFileSync } from "node:fs";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** All migrations in the order of their application; a new one goes to the end. */
export const MIGRATIONS = [
  migration("System1766000000000", "0001-system.sql"),
  migration("Organizations1766000100000", "0002-organizations.sql"),
  migration("Outbox1766000200000", "0003-outbox.sql"),
  migration("Accounts1766000300000", "0004-accounts.sql"),
  migration("Billing1766000400000", "0005-billing.sql"),
  migration("Methodologies1766000500000", "0006-methodologies.sql"),
  migration("Simulations1766000600000", "0007-simulations.sql"),
  migration("Readings1766000700000", "0008-readings.sql"),
  migration("Training1766000800000", "0009-training.sql"),
  migration("Webhooks1766000900000", "0010-webhooks.sql"),
  migration("Deliveries1766001000000", "0011-deliveries.sql"),
  migration("Indexes1766001100000", "0012-indexes.sql"),
  migration("Spellings1766001200000", "0013-spellings.sql"),
  // A change of endpoints.sql moves it to a new migration at the end: it fits the tables that are there then, and no earlier ones.
  migration("EndpointEvidence1766001300000", "../deliveries/endpoints.sql"),
  migration("SaysYes1766001400000", "0014-says-yes.sql"),
];

/**
 * Until 1.0.0 a list may be replaced (CHANGELOG.md). The first `by` migrations make the tables that a former list made up to `last`: a database
 * that has applied that one has theirs.
 */
export const REPLACED = { last: "Shares1765100000000", by: 11 } as const;

/** The first line of a file whose statements run one by one, each in a transaction of its own, as CREATE INDEX CONCURRENTLY needs. */
export const OUTSIDE_TRANSACTION = "-- outside a transaction";

/**
 * How long a statement of a migration waits for a lock. Whatever comes after it waits behind it, so it gives up soon, and `migrate` tries again.
 * A statement outside a transaction waits as long as it must: it holds no other statement up.
 */
const LOCK_TIMEOUT = "2s";

/** A class, as TypeORM takes them, which runs these files of SQL. It reads them when it runs: whoever asks for names alone needs no right to read. */
export function migration(name: string, ...files: readonly string[]): new () => MigrationInterface {
  const read = () => files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8"));
  return class implements MigrationInterface {
    static readonly name = name;
    readonly name = name;

    get transaction(): boolean {
      return !read().some((sql) => sql.startsWith(OUTSIDE_TRANSACTION));
    }

    async up(runner: QueryRunner): Promise<void> {
      const { transaction } = this;
      if (transaction) await runner.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      for (const sql of read()) {
        for (const statement of transaction ? [sql] : sql.split(/;$/m)) await runner.query(statement);
      }
    }

    down(): Promise<void> {
      return Promise.reject(new Error("Migrations only go forward"));
    }
  };
}
