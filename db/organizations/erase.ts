import { enqueue } from "../outbox/outbox.ts";
import { organizationDeletionStart } from "#temporal/organizations.ts";
import { type OwnChange, recordOwnChange } from "./audit-log.ts";
import {
  beginAs,
  type Database,
  type OrganizationTransaction,
  type Transaction,
} from "../postgres/database.ts";
import { column, rows } from "../postgres/queries.ts";

/**
 * Deletes an organization with all that it owns. The API only records the request, from which on no key and no session is accepted; a
 * workflow deletes the rows in batches. It finds the tables in Postgres' catalogue, so a table that a later migration adds is among them.
 */

/** So few that the request is answered within 200 ms; the workflow withdraws the others. */
const WITHDRAWN_AT_ONCE = 1_000;
const WITHDRAW_CALLBACKS = `
  UPDATE simulations SET callback_url = NULL WHERE organization_id = $1 AND id IN (
    SELECT id FROM simulations WHERE organization_id = $1 AND status IN ('queued', 'running') AND callback_url IS NOT NULL
    LIMIT ${WITHDRAWN_AT_ONCE})`;

/**
 * Records that an organization is to be deleted, and revokes its people and invitations: sessions are over,
 * addresses are free. The service sends no webhook for what ends from now on.
 *
 * @param by who asked for it, which the audit log keeps
 * @returns the people whose sessions are over; null where the deletion was requested before.
 */
export async function requestDeletion(
  tx: OrganizationTransaction,
  by: Pick<OwnChange, "actor_user_id" | "actor_command" | "request_id">,
): Promise<readonly string[] | null> {
  const count = await tx.count(
    "UPDATE organizations SET deletion_requested_at = now() WHERE id = $1 AND deletion_requested_at IS NULL",
    [tx.organizationId],
  );
  if (count === 0) return null;
  const users = await tx.query<{ id: string }>(
    `UPDATE users SET revoked_at = now(), session_generation = session_generation + 1
     WHERE organization_id = $1 AND revoked_at IS NULL RETURNING id`,
    [tx.organizationId],
  );
  await tx.sql("DELETE FROM invitations WHERE organization_id = $1", [tx.organizationId]);
  await tx.sql("DELETE FROM webhooks WHERE organization_id = $1", [tx.organizationId]);
  await tx.sql(WITHDRAW_CALLBACKS, [tx.organizationId]);
  await recordOwnChange(tx, tx.organizationId, {
    ...by,
    action: "organization.delete",
    subject: tx.organizationId,
  });
  await enqueue(tx, tx.organizationId, organizationDeletionStart(tx.organizationId));
  return users.map(({ id }) => id);
}

/** Withdraws the callbacks of an organization's unfinished simulations: the service sends no callback for what ends from now on. */
export async function withdrawCallbacks(
  tx: Pick<Transaction, "count">,
  organizationId: string,
): Promise<void> {
  while (await tx.count(WITHDRAW_CALLBACKS, [organizationId]) === WITHDRAWN_AT_ONCE);
}

/**
 * A transaction that sees and deletes the rows of one organization, and may do nothing else. It reads them by an index wherever there is one:
 * Postgres would begin each batch at the table's first row, where it expects the organization's soon, and may read all others' before them.
 */
function erasing<T>(
  database: Database,
  organizationId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const opening = `${beginAs(organizationId)}; SET LOCAL ROLE app_eraser; SET LOCAL enable_seqscan = off`;
  return database.begin(opening, work);
}

/** A table whose rows of an organization are deleted by their `organization_id`. */
export interface ErasedTable {
  readonly name: string;
  /** Whether rows of other tables go with each of its rows. */
  readonly carries: boolean;
}

// A table goes with another one where each of its rows refers to a row of that table and Postgres deletes it with that row.
const FIND_ERASED_TABLES = `
  WITH owned AS (
    SELECT c.oid, c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'organization_id' AND NOT a.attisdropped
  ), cascades AS (
    SELECT k.conrelid AS child, k.confrelid AS parent,
      NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey) AND NOT a.attnotnull) AS always
    FROM pg_constraint k WHERE k.contype = 'f' AND k.confdeltype = 'c' AND k.conrelid <> k.confrelid
  )
  SELECT name, EXISTS (SELECT FROM cascades WHERE parent = owned.oid) AS carries FROM owned
  WHERE NOT EXISTS (SELECT FROM cascades JOIN owned other ON other.oid = parent WHERE child = owned.oid AND always)
  ORDER BY name`;

/** The tables to delete from; the rows of all others go with theirs. */
export const erasedTables = rows<ErasedTable, []>(FIND_ERASED_TABLES);

/**
 * Deletes some rows of an organization from a table, with those that go with them.
 *
 * @param limit rows of the table.
 * @returns how many of its rows it deleted; fewer than `limit` when none is left.
 */
export async function eraseBatch(
  database: Database,
  organizationId: string,
  table: string,
  limit: number,
): Promise<number> {
  if (!/^[a-z_]+$/.test(table)) {
    throw new RangeError(`Cannot delete from ${JSON.stringify(table)}: it is no table`);
  }
  return await erasing(database, organizationId, (tx) =>
    tx.count(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE organization_id = $1 LIMIT $2))`,
      [organizationId, limit],
    ));
}

/** Deletes the organization's own row, with whatever was written meanwhile: from then on nothing can refer to it. */
export async function eraseOrganization(database: Database, organizationId: string): Promise<boolean> {
  const erased = await erasing(
    database,
    organizationId,
    (tx) => tx.count("DELETE FROM organizations WHERE id = $1", [organizationId]),
  );
  return erased === 1;
}

/**
 * Takes back what would start or send something for an organization: its subscriptions, the callbacks of its unfinished simulations, and
 * the commands that Temporal has not got.
 */
export async function withdrawWork(database: Database, organizationId: string): Promise<void> {
  await erasing(database, organizationId, async (tx) => {
    await tx.sql("DELETE FROM webhooks WHERE organization_id = $1", [organizationId]);
    await tx.sql("DELETE FROM outbox WHERE organization_id = $1", [organizationId]);
  });
  await withdrawCallbacks(database, organizationId);
}

/** The ids of an organization's training runs after this one, in their order. */
export const trainingRunsOf = column<[organizationId: string, after: string, limit: number]>(
  "SELECT id FROM training_runs WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3",
);
