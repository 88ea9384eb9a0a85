import type { Database, OrganizationTransaction, Statement } from "./database.ts";
import type { Statements } from "./statements.ts";

/**
 * Functions of one statement, whose values are their arguments in order. `Own` ones take a transaction of an organization, whose id is `$1`;
 * their arguments begin with `$2`.
 */

/** Gives the first row; null without one. */
export function first<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (on: Pick<Statements, "first">, ...values: Values): Promise<Row | null> =>
    on.first<Row>(statement, values);
}

/** Gives the first row; null without one. */
export function firstOwn<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (tx: OrganizationTransaction, ...values: Values): Promise<Row | null> =>
    tx.first<Row>(statement, [tx.organizationId, ...values]);
}

/** Gives the row of a statement that always returns one. */
export function oneOwn<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (tx: OrganizationTransaction, ...values: Values): Promise<Row> =>
    tx.one<Row>(statement, [tx.organizationId, ...values]);
}

/** Gives all rows. */
export function rows<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (database: Database, ...values: Values): Promise<Row[]> => database.query<Row>(statement, values);
}

/** Gives all rows. */
export function rowsOwn<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return async (tx: OrganizationTransaction, ...values: Values): Promise<Row[]> =>
    (await tx.sql<Row>(statement, [tx.organizationId, ...values])).rows;
}

/** Deletes rows older than so many days, or hours, oldest first, at most `limit` of them. Gives how many it deleted. */
export function purge(statement: Statement | string) {
  return (database: Database, age: number, limit: number): Promise<number> =>
    database.count(statement, [age, limit]);
}
