import type { OrganizationTransaction, Statement, Statements } from "./database.ts";

/**
 * Functions of one statement. Its values are their arguments in order, or what `values` makes of them. `Own` ones take a transaction of an
 * organization, whose id is `$1`; their arguments begin with `$2`.
 */

/** What the ways to run a statement make of its rows. */
interface Results<T> {
  readonly first: T | null;
  readonly one: T;
  readonly query: T[];
  readonly value: T | null;
  readonly count: number;
}
type Way = keyof Results<unknown>;
type Send<Result> = (statement: Statement | string, values: unknown[]) => Promise<Result>;
type Made<Given extends unknown[]> = [
  statement: Statement | string,
  values?: (...given: Given) => unknown[],
];

const by =
  <W extends Way>(way: W) =>
  <T, Given extends unknown[]>(...[statement, values = (...given) => given]: Made<Given>) =>
  (on: Pick<Statements, W>, ...given: Given): Promise<Results<T>[W]> =>
    (on as unknown as Record<W, Send<Results<T>[W]>>)[way](statement, values(...given));

const byOwn =
  <W extends Way>(way: W) =>
  <T, Given extends unknown[]>(...made: Made<[organizationId: string, ...Given]>) => {
    const ofOrganization = by(way)<T, [string, ...Given]>(...made);
    return (tx: OrganizationTransaction, ...given: Given) => ofOrganization(tx, tx.organizationId, ...given);
  };

const then =
  <On, Given extends unknown[], A, B>(run: (on: On, ...given: Given) => Promise<A>, result: (of: A) => B) =>
  async (on: On, ...given: Given): Promise<B> => result(await run(on, ...given));

/** Gives the first row; null without one. */
export const first = by("first");
export const firstOwn = byOwn("first");

/** Gives the row of a statement that always returns one. */
export const one = by("one");
export const oneOwn = byOwn("one");

/** Gives all rows. */
export const rows = by("query");
export const rowsOwn = byOwn("query");

/** Gives the first column of the first row; null without one. */
export const value = by("value");
export const valueOwn = byOwn("value");

/** Gives the first column of all rows. */
export const column = <Given extends unknown[]>(...made: Made<Given>) =>
  then(
    rows<Record<string, string>, Given>(...made),
    (all) => all.map((row) => Object.values(row)[0] as string),
  );

/** Tells whether the statement returns or changes any row. */
export const did = <Given extends unknown[]>(...made: Made<Given>) =>
  then(by("count")<never, Given>(...made), (count) => count > 0);
export const didOwn = <Given extends unknown[]>(...made: Made<[organizationId: string, ...Given]>) =>
  then(byOwn("count")<never, Given>(...made), (count) => count > 0);

/** Gives nothing. */
export const run = <Given extends unknown[]>(...made: Made<Given>) =>
  then(by("count")<never, Given>(...made), () => {});
export const runOwn = <Given extends unknown[]>(...made: Made<[organizationId: string, ...Given]>) =>
  then(byOwn("count")<never, Given>(...made), () => {});

/** Deletes rows older than so many days, or hours, oldest first, at most `limit` of them. Gives how many it deleted. */
export const purge = (statement: Statement | string) =>
  by("count")<never, [age: number, limit: number]>(statement);
