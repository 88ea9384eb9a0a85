import type { QueryResultRow } from "pg";
import type { Transaction } from "./database.ts";

/** The sort key of a page's last row. The columns store milliseconds, so a Date holds all of it. */
export interface PagePosition {
  readonly created_at: Date;
  readonly id: string;
}

export interface PageRequest<Position = PagePosition> {
  /** Rows, 1 to 100. */
  readonly limit: number;
  /** The page begins after this row, in the list's order; null begins at the newest. */
  readonly after: Position | null;
}

export interface Page<Row, Position = PagePosition> {
  readonly rows: Row[];
  /** The next page begins after this row; null on the last page. */
  readonly next: Position | null;
}

interface Keyed extends QueryResultRow {
  readonly created_at: Date;
  readonly id: string;
}

/**
 * Reads a page of a table, newest first on `(created_at, id)`. An index on these columns answers the row comparison, so every page costs
 * the same and stays correct while rows are added.
 *
 * @param select the statement up to its WHERE; it must return `created_at` and `id`.
 * @param filters conditions such as `status =`, each with its value; an undefined value leaves its condition out.
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
  return firstPage(rows, limit, ({ created_at, id }) => ({ created_at, id }));
}

/** The page of rows that were read with one more than its limit, which tells whether another page follows. */
export function firstPage<Row, Position>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
): Page<Row, Position> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? position(last) : null };
}
