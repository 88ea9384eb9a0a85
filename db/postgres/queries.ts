import type { OrganizationTransaction, Statement } from "./database.ts";
import type { Statements } from "./statements.ts";

/**
 * Functions of one statement. Its values are their arguments in order, or what `values` makes of them. `Own` ones take a transaction of an
 * organization, whose id is `$1`; their arguments begin with `$2`.
 */

type On<Way extends keyof Statements> = Pick<Statements, Way>;
type ToValues<Given extends unknown[]> = (...given: Given) => unknown[];

const asGiven = (...given: unknown[]): unknown[] => given;

/** Gives the first row; null without one. */
export function first<Row extends object, Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return (on: On<"first">, ...given: Given): Promise<Row | null> =>
    on.first<Row>(statement, values(...given));
}

/** Gives the row of a statement that always returns one. */
export function one<Row extends object, Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return (on: On<"one">, ...given: Given): Promise<Row> => on.one<Row>(statement, values(...given));
}

/** Gives all rows. */
export function rows<Row extends object, Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return (on: On<"query">, ...given: Given): Promise<Row[]> => on.query<Row>(statement, values(...given));
}

/** Gives the first column of the first row; null without one. */
export function value<Value, Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return (on: On<"value">, ...given: Given): Promise<Value | null> =>
    on.value<Value>(statement, values(...given));
}

/** Gives the first column of all rows. */
export function column<Given extends unknown[]>(statement: Statement | string) {
  return async (on: On<"query">, ...given: Given): Promise<string[]> =>
    (await on.query<Record<string, string>>(statement, given)).map((row) => Object.values(row)[0] as string);
}

/** Tells whether the statement returns or changes any row. */
export function did<Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return async (on: On<"count">, ...given: Given): Promise<boolean> =>
    await on.count(statement, values(...given)) > 0;
}

/** Gives nothing. */
export function run<Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<Given> = asGiven,
) {
  return async (on: On<"count">, ...given: Given): Promise<void> =>
    void await on.count(statement, values(...given));
}

/** Deletes rows older than so many days, or hours, oldest first, at most `limit` of them. Gives how many it deleted. */
export function purge(statement: Statement | string) {
  return (on: On<"count">, age: number, limit: number): Promise<number> => on.count(statement, [age, limit]);
}

function own<Given extends unknown[], Result>(
  ofOrganization: (tx: OrganizationTransaction, organizationId: string, ...given: Given) => Result,
) {
  return (tx: OrganizationTransaction, ...given: Given): Result =>
    ofOrganization(tx, tx.organizationId, ...given);
}

export const firstOwn = <Row extends object, Given extends unknown[]>(
  statement: Statement | string,
  values: ToValues<[organizationId: string, ...Given]> = asGiven,
) => own(first<Row, [string, ...Given]>(statement, values));
export const oneOwn = <Row extends object, Given extends unknown[]>(statement: Statement | string) =>
  own(one<Row, [string, ...Given]>(statement));
export const rowsOwn = <Row extends object, Given extends unknown[]>(statement: Statement | string) =>
  own(rows<Row, [string, ...Given]>(statement));
export const valueOwn = <Value, Given extends unknown[]>(statement: Statement | string) =>
  own(value<Value, [string, ...Given]>(statement));
export const didOwn = <Given extends unknown[]>(statement: Statement | string) =>
  own(did<[string, ...Given]>(statement));
export const runOwn = <Given extends unknown[]>(statement: Statement | string) =>
  own(run<[string, ...Given]>(statement));
