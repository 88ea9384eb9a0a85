import { newId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Database, Transaction } from "../database.ts";
import { type AuditEntryRow, AuditLog } from "../entities/entities.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

export interface AuditEntry {
  /** The key, the person or the command that acted; the others are null or absent. */
  readonly actor_key_id?: string | null;
  readonly actor_user_id?: string | null;
  /** The task that an operator ran, such as `methodology`. */
  readonly actor_command?: string;
  /** Such as `organization.update`. */
  readonly action: string;
  /** The changed thing, such as an organization's id. */
  readonly subject: string;
  readonly details: JsonObject;
  /** Null for a command. */
  readonly request_id: string | null;
}

/** Records an operator's change, in the transaction of the change itself, so that neither exists without the other. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.manager.insert(AuditLog, { id: newId(), ...entry });
}

export interface AuditFilters {
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
}

/** A page of the log, newest first. */
export function pageOfAudit(
  tx: Transaction,
  { action, subject }: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEntryRow>> {
  return paginateNewestFirst<AuditEntryRow & Record<string, unknown>>(tx, "SELECT * FROM audit_log", [
    ["action =", action],
    ["subject =", subject],
  ], page);
}

/** Deletes entries older than `days`, oldest first, at most `limit` of them. @returns how many it deleted. */
export async function purgeAudit(database: Database, days: number, limit: number): Promise<number> {
  const rows = await database.query(
    `DELETE FROM audit_log WHERE id IN (
      SELECT id FROM audit_log WHERE created_at < now() - make_interval(days => $1) ORDER BY created_at, id LIMIT $2
    ) RETURNING 1`,
    [days, limit],
  );
  return rows.length;
}
