import { SpanKind } from "@opentelemetry/api";
import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import { inSpan, TRACING } from "#shared/tracing.ts";

/** A statement that each connection prepares once under its name, which saves Postgres parsing and planning it again: one that runs often. Any other is its text alone. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What a statement returned, or how much it changed. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  /** Rows returned, or changed where the statement returns none. */
  readonly count: number;
}

/**
 * Opens a transaction: sends several statements as one simple query, in one round trip. Its span is named BEGIN, whatever follows it.
 *
 * @returns the rows of the last statement
 */
export async function openTransaction(client: PoolClient, statements: string): Promise<QueryResultRow[]> {
  // pg returns a list of results for several statements, which its types do not declare.
  const results: QueryResult | QueryResult[] = await inStatementSpan("BEGIN", () => client.query(statements));
  const last = Array.isArray(results) ? results.at(-1) : results;
  if (last === undefined) throw new Error("Cannot open a transaction: no statement was given");
  return last.rows;
}

/** What is sent: a statement, and its parameters' values. */
type Query = [statement: Statement | string, values?: unknown[]];
type Send = <Row extends object = QueryResultRow>(...query: Query) => Promise<StatementResult<Row>>;

/** The ways to run a statement, by what they return. Statements run by `sql`. */
export function statementsBy(sql: Send) {
  return {
    sql,
    /** All rows. */
    query: async <Row extends object = QueryResultRow>(...query: Query): Promise<Row[]> =>
      (await sql<Row>(...query)).rows,
    /** The first row; null without one. */
    first: async <Row extends object>(...query: Query): Promise<Row | null> =>
      (await sql<Row>(...query)).rows[0] ?? null,
    /** The row of a statement that always returns one. */
    one: async <Row extends object>(...query: Query): Promise<Row> => {
      const { rows: [row] } = await sql<Row>(...query);
      if (row === undefined) throw new Error(`Postgres returned no row of ${nameOf(query[0])}`);
      return row;
    },
    /** The first column of the first row; null without one. */
    value: async <Value>(...query: Query): Promise<Value | null> =>
      Object.values((await sql<Record<string, Value>>(...query)).rows[0] ?? {})[0] ?? null,
    /** How many rows the statement returned, or changed where it returns none. */
    count: async (...query: Query): Promise<number> => (await sql(...query)).count,
  };
}

export type Statements = Readonly<ReturnType<typeof statementsBy>>;

/** Runs a statement on a connection. */
export async function runStatement<Row extends object>(
  client: PoolClient,
  ...[statement, values = []]: Query
): Promise<StatementResult<Row>> {
  const query = typeof statement === "string" ? { text: statement, values } : { ...statement, values };
  const { rows, rowCount }: QueryResult = await inStatementSpan(statement, () => client.query(query));
  return { rows, count: rowCount ?? rows.length };
}

/** Runs a statement in a span of its name. Neither its text nor its values are attributes: they hold what customers sent. */
export function inStatementSpan<T>(statement: Statement | string, run: () => Promise<T>): Promise<T> {
  if (!TRACING) return run();
  const name = nameOf(statement);
  const attributes = { "db.system.name": "postgresql", "db.operation.name": name };
  return inSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes }, run);
}

/** The name of a statement; of one without a name its first word, such as SELECT. */
function nameOf(statement: Statement | string): string {
  return typeof statement === "string" ? /[A-Z]+/.exec(statement)?.[0] ?? "statement" : statement.name;
}
