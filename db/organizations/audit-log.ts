import { newId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Transaction } from "../database.ts";
import { AuditLog } from "../entities/entities.ts";

export interface AuditEntry {
  /** The key or the person that acted; the other is null. */
  readonly actor_key_id: string | null;
  readonly actor_user_id: string | null;
  /** Such as `organization.update`. */
  readonly action: string;
  /** The changed thing, such as an organization's id. */
  readonly subject: string;
  readonly details: JsonObject;
  readonly request_id: string;
}

/** Records an operator's change, in the transaction of the change itself, so that neither exists without the other. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.manager.insert(AuditLog, { id: newId(), ...entry });
}
