import type { QueryResultRow } from "pg";
import type { Transaction } from "./database.ts";

/** Where a page ends: the last row's sort key. Milliseconds, as the columns keep them. */
export interface PagePosition {
  readonly created_at: Date;
  readonly id: string;
}

export interface PageRequest {
  /** Rows, 1 to 100. */
  readonly limit: number;
  /** Rows after this one, in the list's order; null begins at the newest. */
  readonly after: PagePosition | null;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Where the next page begins, null on the last one. */
  readonly next: PagePosition | null;
}

interface Keyed extends QueryResultRow {
  readonly created_at: Date;
  readonly id: string;
}

/**
 * A page of a table, newest first on `(created_at, id)`: a row comparison that an index on the same columns answers, so a page costs
 * the same wherever it stands and stays correct while rows are added.
 *
 * @param select the statement up to its WHERE; the columns must hold `created_at` and `id`
 * @param filters conditions of the form `column = `, each with its value; undefined leaves the condition out
 */
export async function paginateNewestFirst<Row extends Keyed>(
  tx: Transaction,
  select: string,
  filters: readonly (readonly [condition: string, value: unknown])[],
  { limit, after }: PageRequest,
): Promise<Page<Row>> {
  const values: unknown[] = [];
  const conditions: string[] = [];
  for (const [condition, value] of filters) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  }
  if (after !== null) {
    values.push(after.created_at, after.id);
    conditions.push(`(created_at, id) < ($${values.length - 1}, $${values.length})`);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  values.push(limit + 1);
  const { rows } = await tx.sql<Row>(
    `${select} ${where} ORDER BY created_at DESC, id DESC LIMIT $${values.length}`,
    values,
  );
  const last = rows[limit - 1];
  const more = rows.length > limit && last !== undefined;
  return { rows: rows.slice(0, limit), next: more ? { created_at: last.created_at, id: last.id } : null };
}
