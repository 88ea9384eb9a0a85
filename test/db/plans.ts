import {
  type Database,
  type Statement,
  type Statements,
  statementsBy,
  type Transaction,
} from "#db/postgres/database.ts";

/** A node of the plan that Postgres carried out. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

/** Carries out a statement and gives its plan's nodes, the root first. @param sql returns rows */
export async function planOf(
  sql: (text: string, values: unknown[]) => Promise<readonly object[]>,
  statement: Statement | string,
  values: unknown[] = [],
): Promise<readonly PlanNode[]> {
  const text = typeof statement === "string" ? statement : statement.text;
  const [row] = await sql(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const { "QUERY PLAN": [plan] } = row as { "QUERY PLAN": readonly [{ Plan: PlanNode }] };
  const below = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)];
  return below(plan.Plan);
}

/** A transaction that explains each statement before it runs it. What a statement writes while it is explained is taken back. */
export function explaining<Tx extends Transaction>(
  tx: Tx,
  see: (nodes: readonly PlanNode[]) => void,
): Tx {
  const sql = async <Row extends object>(statement: Statement | string, values?: unknown[]) => {
    await tx.sql("SAVEPOINT explained");
    see(await planOf(async (text, given) => (await tx.sql(text, given)).rows, statement, values));
    await tx.sql("ROLLBACK TO SAVEPOINT explained");
    return await tx.sql<Row>(statement, values);
  };
  return { ...tx, ...statementsBy(sql) };
}

/** A database that explains the statements that it is given alone, and those of the transactions that it begins. */
export function explainingDatabase(
  database: Database,
  see: (nodes: readonly PlanNode[]) => void,
): Database {
  const explained: Statements & Pick<Database, "begin"> = {
    ...statementsBy(<Row extends object>(statement: Statement | string, values?: unknown[]) =>
      database.transaction((tx) => explaining(tx, see).sql<Row>(statement, values))
    ),
    begin: (opening, work) => database.begin(opening, (tx, opened) => work(explaining(tx, see), opened)),
  };
  return explained as unknown as Database;
}

/** The most rows that a node of the plan reads in all its loops, those included that it leaves out. */
export const rowsTouched = (nodes: readonly PlanNode[]): number =>
  Math.max(
    ...nodes.flatMap((node) => [
      node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)),
      node["Actual Loops"] * (node["Rows Removed by Join Filter"] ?? 0),
    ]),
  );
