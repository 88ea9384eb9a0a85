import type { OrganizationTransaction, Statement } from "./database.ts";
import type { Statements } from "./statements.ts";

/**
 * Functions of one statement, whose values are their arguments in order. `Own` ones take a transaction of an organization, whose id is `$1`;
 * their arguments begin with `$2`.
 */

type On<Way extends keyof Statements> = Pick<Statements, Way>;

/** Gives the first row; null without one. */
export function first<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (on: On<"first">, ...values: Values): Promise<Row | null> => on.first<Row>(statement, values);
}

/** Gives the row of a statement that always returns one. */
export function one<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (on: On<"one">, ...values: Values): Promise<Row> => on.one<Row>(statement, values);
}

/** Gives all rows. */
export function rows<Row extends object, Values extends unknown[]>(statement: Statement | string) {
  return (on: On<"query">, ...values: Values): Promise<Row[]> => on.query<Row>(statement, values);
}

/** Gives the first column of the first row; null without one. */
export function value<Value, Values extends unknown[]>(statement: Statement | string) {
  return (on: On<"value">, ...values: Values): Promise<Value | null> => on.value<Value>(statement, values);
}

/** Gives the first column of all rows. */
export function column<Values extends unknown[]>(statement: Statement | string) {
  return async (on: On<"query">, ...values: Values): Promise<string[]> =>
    (await on.query<Record<string, string>>(statement, values)).map((row) => Object.values(row)[0] as string);
}

/** Tells whether the statement returns or changes any row. */
export function did<Values extends unknown[]>(statement: Statement | string) {
  return async (on: On<"count">, ...values: Values): Promise<boolean> =>
    await on.count(statement, values) > 0;
}

/** Gives nothing. */
export function run<Values extends unknown[]>(statement: Statement | string) {
  return async (on: On<"count">, ...values: Values): Promise<void> => void await on.count(statement, values);
}

/** Deletes rows older than so many days, or hours, oldest first, at most `limit` of them. Gives how many it deleted. */
export function purge(statement: Statement | string) {
  return (on: On<"count">, age: number, limit: number): Promise<number> =>
    on.count(statement, [age, limit]);
}

function own<Values extends unknown[], Result>(
  given: (tx: OrganizationTransaction, organizationId: string, ...values: Values) => Result,
) {
  return (tx: OrganizationTransaction, ...values: Values): Result => given(tx, tx.organizationId, ...values);
}

export const firstOwn = <Row extends object, Values extends unknown[]>(statement: Statement | string) =>
  own(first<Row, [string, ...Values]>(statement));
export const oneOwn = <Row extends object, Values extends unknown[]>(statement: Statement | string) =>
  own(one<Row, [string, ...Values]>(statement));
export const rowsOwn = <Row extends object, Values extends unknown[]>(statement: Statement | string) =>
  own(rows<Row, [string, ...Values]>(statement));
export const valueOwn = <Value, Values extends unknown[]>(statement: Statement | string) =>
  own(value<Value, [string, ...Values]>(statement));
export const didOwn = <Values extends unknown[]>(statement: Statement | string) =>
  own(did<[string, ...Values]>(statement));
export const runOwn = <Values extends unknown[]>(statement: Statement | string) =>
  own(run<[string, ...Values]>(statement));
