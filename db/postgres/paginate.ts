import type { OrganizationTransaction, Transaction } from "./database.ts";

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

/** A row of a list in the order of its creation. */
export interface Keyed {
  readonly created_at: Date;
  readonly id: string;
}

/** A condition such as `d.status = $`, with the value of its `$`; an undefined value leaves it out. */
export type Condition = readonly [condition: string, value: unknown];

/** The conditions, each with the number of its value, which it adds to `values`. */
function clauses(conditions: readonly Condition[], values: unknown[]): string[] {
  return conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [condition.replaceAll("$", `$${values.push(value)}`)]
  );
}

function clausesAfter(
  after: PagePosition | null,
  created_at: string,
  id: string,
  values: unknown[],
): string[] {
  if (after === null) return [];
  return [`(${created_at}, ${id}) < ($${values.push(after.created_at)}, $${values.push(after.id)})`];
}

function positionOf({ created_at, id }: Keyed): PagePosition {
  return { created_at, id };
}

/**
 * Reads a page of a table, newest first on `(created_at, id)`. An index on these columns answers the row comparison, so every page costs
 * the same and stays correct while rows are added.
 *
 * @param select the statement up to its WHERE; it must return `created_at` and `id`.
 */
export async function paginateNewestFirst<Row extends Keyed>(
  tx: Transaction,
  select: string,
  filters: readonly Condition[],
  { limit, after }: PageRequest,
): Promise<Page<Row>> {
  const values: unknown[] = [limit + 1];
  const conditions = [...clauses(filters, values), ...clausesAfter(after, "created_at", "id", values)];
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const rows = await tx.query<Row>(`${select} ${where} ORDER BY created_at DESC, id DESC LIMIT $1`, values);
  return firstPage(rows, limit, positionOf);
}

/** A list of what an organization has, newest first. @param select as above; its WHERE may name `organization_id` */
export function newestFirstOwn<Row extends Keyed>(select: string) {
  return (tx: OrganizationTransaction, page: PageRequest): Promise<Page<Row>> =>
    paginateNewestFirst<Row>(tx, select, [["organization_id = $", tx.organizationId]], page);
}

/**
 * Reads a filter's time. A leap second, which ISO 8601 allows and a Date does not, counts as the second before. As text Postgres would
 * refuse zones of 16 hours and more.
 */
export function filterTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text.replace(/:60(?=[.Zz+-])/, ":59"));
}

/** Of which times a list's rows are. ISO 8601; both ends are left out. */
export interface Period {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** @param column such as `k.created_at` */
export function within({ created_after, created_before }: Period, column: string): Condition[] {
  return [[`${column} > $`, filterTime(created_after)], [`${column} < $`, filterTime(created_before)]];
}

/** A list whose pages are merged from ranges of indexes. */
export interface Ranged {
  /** With the alias that the columns name it by, where they do. */
  readonly table: string;
  readonly columns: string;
  /** The conditions of each range beside the common ones, on the table under the alias `k`. */
  readonly ranges: readonly (readonly Condition[])[];
  readonly conditions: readonly Condition[];
  /** An expression before `created_at` in the order, constant in each range. */
  readonly orderPrefix?: string;
}

/**
 * Reads a page, newest first on `(created_at, id)`: the page's length from each range of an index, merged. Each range costs one short read,
 * whatever the filters are and however few rows match.
 */
export async function paginateRanges<Row extends Keyed>(
  tx: Transaction,
  { table, columns, ranges, conditions, orderPrefix = "" }: Ranged,
  { limit, after }: PageRequest,
): Promise<Page<Row>> {
  const values: unknown[] = [limit + 1];
  const common = [...clauses(conditions, values), ...clausesAfter(after, "k.created_at", "k.id", values)];
  const order = `${orderPrefix === "" ? "" : `${orderPrefix}, `}k.created_at DESC, k.id DESC`;
  const reads = ranges.map((range) => {
    const where = [...clauses(range, values), ...common];
    return `(${keysOf(table)} WHERE ${where.join(" AND ")} ORDER BY ${order} LIMIT $1)`;
  });
  return await mergeReads(tx, { table, columns }, reads, values, limit);
}

/** A set of rows in the order of a list, which an index has. */
export interface OrderedSet {
  /** Selects `id` and `created_at` of the set's rows, up to its WHERE, under the alias `k`. */
  readonly keys: string;
  /** The id in the list's order, such as `k.id`. */
  readonly id: string;
  readonly conditions: readonly Condition[];
}

/** A list whose rows stand in several sets at once, and in one of the ranges of the last of them. */
export interface Intersected extends Pick<Ranged, "table" | "columns" | "ranges" | "conditions"> {
  readonly sets: readonly OrderedSet[];
}

/**
 * Reads a page, newest first on `(created_at, id)`, of rows that stand in all sets. From a place in the list it goes to the next row of each set
 * in turn, so that it passes over what one of them does not have, and finds a row where all are at the same one. However many rows a set has, few
 * are read where another one has few, or has its own far from them.
 */
export async function paginateIntersection<Row extends Keyed>(
  tx: Transaction,
  { table, columns, sets, ranges, conditions }: Intersected,
  { limit, after }: PageRequest,
): Promise<Page<Row>> {
  const values: unknown[] = [limit + 1];
  const common = clauses(conditions, values);
  const begin = after === null
    ? "'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, true"
    : `$${values.push(after.created_at)}::timestamptz, $${values.push(after.id)}::uuid, false`;
  const fixed = sets.map((set) => ({ ...set, where: [...common, ...clauses(set.conditions, values)] }));
  const reads = ranges.map((range) => {
    const ofRange = clauses(range, values);
    const steps = fixed.map(({ keys, id, where }, place) => {
      const own = place === fixed.length - 1 ? [...where, ...ofRange] : where;
      const from = place === 0
        ? "hop.created_at, hop.id, hop.inclusive"
        : `at${place - 1}.created_at, at${place - 1}.id, true`;
      return `CROSS JOIN LATERAL (
        ${keys} WHERE ${
        own.join(" AND ")
      } AND (k.created_at, ${id}, false) < (${from}) ORDER BY k.created_at DESC, ${id} DESC LIMIT 1
      ) AS at${place}`;
    });
    const last = `at${fixed.length - 1}`;
    return `(
      WITH RECURSIVE hop (created_at, id, inclusive, found) AS (
        SELECT ${begin}, false
        UNION ALL
        SELECT ${last}.created_at, ${last}.id, at0.id <> ${last}.id, at0.id = ${last}.id FROM hop ${
      steps.join(" ")
    }
      ) SELECT id, created_at FROM hop WHERE found LIMIT $1)`;
  });
  return await mergeReads(tx, { table, columns }, reads, values, limit);
}

/** The rows of the newest keys of some reads, each in the list's order. */
async function mergeReads<Row extends Keyed>(
  tx: Transaction,
  { table, columns }: Pick<Ranged, "table" | "columns">,
  reads: readonly string[],
  values: unknown[],
  limit: number,
): Promise<Page<Row>> {
  // `deliveries d` is referred to as `d`, `simulations` as itself.
  const row = table.split(" ").at(-1);
  const rows = await tx.query<Row>(
    `SELECT ${columns} FROM (
       SELECT m.id AS page_id FROM (${
      reads.join(" UNION ALL ")
    }) AS m ORDER BY m.created_at DESC, m.id DESC LIMIT $1
     ) AS page JOIN ${table} ON ${row}.id = page.page_id ORDER BY ${row}.created_at DESC, ${row}.id DESC`,
    values,
  );
  return firstPage(rows, limit, positionOf);
}

/** SQL: the places of a table's rows in its lists, up to the WHERE. */
export const keysOf = (table: string) => `SELECT k.id, k.created_at FROM ${table.split(" ")[0]} k`;

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
