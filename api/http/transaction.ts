import type { QueryResultRow } from "pg";
import { beginAs } from "#db/database.ts";
import type { RequestContext } from "./request-context.ts";
import type { WriteTransaction } from "./define-route.ts";

/**
 * Opens the transaction of a writing handler: the caller's organization's, or for operators one that sees every organization.
 *
 * @param opening statements sent with the BEGIN; `work` gets the rows of the last one.
 */
export function writeTransaction<T>(
  { route, identity, services }: RequestContext,
  opening: string,
  work: (tx: WriteTransaction, opened: QueryResultRow[]) => Promise<T>,
): Promise<T> {
  const organizationId = identity?.organizationId ?? "";
  const [database, begin] = route.access === "operator" || identity === null
    ? [services.systemDatabase, "BEGIN"]
    : [services.tenantDatabase, beginAs(organizationId)];
  return database.begin(begin + opening, (tx, opened) =>
    work({
      ...tx,
      organizationId,
      send: (row) => tx.onCommit(() => services.dispatcher.dispatch(row)),
    }, opened));
}
