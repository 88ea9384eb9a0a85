import { newId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import type { OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { purge } from "../postgres/queries.ts";
import { type AuditEntryRow, AuditLog } from "./organizations.ts";
import {
  type Page,
  type PageRequest,
  paginateNewestFirst,
  type Period,
  within,
} from "../postgres/paginate.ts";

/** A change. Its details are ids and words of the service, never names: it outlives them. */
export interface OwnChange {
  /** The key, the person or the command that acted; the others are null or absent. */
  readonly actor_key_id?: string | null;
  readonly actor_user_id?: string | null;
  /** The task that acted without a key or a person, such as `methodology`. */
  readonly actor_command?: string;
  /** Such as `organization.update`. */
  readonly action: string;
  /** The changed thing, such as an organization's id. */
  readonly subject: string;
  /** Null for a command. */
  readonly request_id: string | null;
  readonly details?: JsonObject;
}

/** Records changes in their own transactions, so that neither exists without the other. */
const recorder =
  <Of extends string | null>(by_operator: boolean) =>
  async (tx: Transaction, of_organization: Of, { details = {}, ...change }: OwnChange): Promise<void> =>
    void await tx.manager.insert(AuditLog, { id: newId(), ...change, details, of_organization, by_operator });

/** Records an operator's change. The organization's people see the entry, where it is about one. */
export const recordAudit = recorder<string | null>(true);
/** Records what an organization's own people, keys and customers change. */
export const recordOwnChange = recorder<string>(false);

export interface AuditFilters extends Period {
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** With it the page has what the organization's own people did, too; without it operators' changes alone. */
  readonly organization_id?: string | undefined;
}

/** A page of the log, newest first. */
export function pageOfAudit(
  tx: Transaction,
  { action, subject, organization_id, ...period }: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEntryRow>> {
  return paginateNewestFirst<AuditEntryRow>(tx, "SELECT * FROM audit_log", [
    ["action = $", action],
    ["subject = $", subject],
    ...within(period, "created_at"),
    organization_id === undefined ? ["by_operator = $", true] : ["of_organization = $", organization_id],
  ], page);
}

/** An entry with the name of the key or the person that acted; null where it is gone. */
export interface OwnAuditRow extends AuditEntryRow {
  actor_name: string | null;
}

// Row-level security shows keys and people of the organization alone, so an operator has no name here.
const OWN_AUDIT = `
  SELECT * FROM (
    SELECT a.*, coalesce(k.name, u.name) AS actor_name FROM audit_log a
      LEFT JOIN api_keys k ON k.organization_id = a.of_organization AND k.id = a.actor_key_id AND NOT a.by_operator
      LEFT JOIN users u ON u.organization_id = a.of_organization AND u.id = a.actor_user_id AND NOT a.by_operator
  ) AS entries`;

/** A page of what the organization's people see of the log, newest first. */
export function pageOfOwnAudit(
  tx: OrganizationTransaction,
  period: Period,
  page: PageRequest,
): Promise<Page<OwnAuditRow>> {
  return paginateNewestFirst<OwnAuditRow>(tx, OWN_AUDIT, [
    ["of_organization = $", tx.organizationId],
    ...within(period, "created_at"),
  ], page);
}

/** Deletes entries of so many days. */
export const purgeAudit = purge(
  `DELETE FROM audit_log WHERE id IN (
    SELECT id FROM audit_log WHERE created_at < now() - make_interval(days => $1) ORDER BY created_at, id LIMIT $2
  )`,
);
