import type { DataSource, EntityManager, QueryRunner } from "typeorm";
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";
import { isUuid } from "#shared/ids.ts";
import type { FairSemaphore } from "#shared/turns.ts";
import type { CommandRow, OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { DatabaseUnavailable, isConnectionError, retryConflicts } from "./errors.ts";
import { EVENTS_CHANNEL, Notices } from "./listener.ts";
import { inSpan, TRACING } from "#shared/tracing.ts";
import { SpanKind } from "@opentelemetry/api";

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

/**
 * What of the entity manager sends single statements. `save`, `remove`, `transaction` and their like commit by themselves: the manager does
 * not know that a transaction is open.
 */
export type EntityStatements = Pick<
  EntityManager,
  "insert" | "update" | "delete" | "increment" | "findOne" | "findOneBy" | "findOneByOrFail"
>;

/** A transaction. Its statements run one after another; never share one between concurrent calls. */
export interface Transaction extends Statements {
  readonly manager: EntityStatements;
  /**
   * Sends a last statement together with the COMMIT, which spares a round trip while the transaction holds its locks. The caller escapes its
   * literals.
   */
  withCommit(statement: string): void;
  /** Runs `action` after the commit, and not at all when the transaction fails. It must not throw. */
  onCommit(action: () => void): void;
  /** Sends a NOTIFY shortly after the commit, together with those of other transactions. Listeners may miss it, as any. */
  notify(payload: string): void;
  /** Has a command that this transaction writes into the outbox executed right after the commit. */
  dispatch(row: CommandRow): void;
}

/** A transaction of one organization: row-level security shows it that organization's rows alone. */
export interface OrganizationTransaction extends Transaction {
  readonly organizationId: string;
}

/**
 * A SELECT that sets its organization, which is `$1`, for its own length. The lateral read needs `own.organization_id`, so Postgres sets it
 * before it reads a row, whatever the plan; the policies then see it as in a transaction.
 *
 * @param select names `own.organization_id` in its WHERE; its other values begin with `$2`
 */
export function ofOrganization(name: string, select: string): Statement {
  return {
    name,
    text: `
      SELECT found.* FROM (
        SELECT set_config('app.organization_id', $1::text, true)::uuid AS organization_id OFFSET 0
      ) AS own CROSS JOIN LATERAL (${select}) AS found`,
  };
}

const SEND_NOTICES = {
  name: "send_notices",
  text: `SELECT pg_notify('${EVENTS_CHANNEL}', payload) FROM unnest($1::text[]) AS payload`,
};

/** The one way to reach Postgres. No module exports a raw repository. */
export class Database {
  readonly #dataSource: DataSource;
  readonly #shares: FairSemaphore | null;
  readonly #notices = new Notices((payloads) => this.query(SEND_NOTICES, [payloads]));
  readonly #statements = statementsBy(<Row extends object>(
    statement: Statement | string,
    values?: unknown[],
  ) => retryConflicts(() => this.#withConnection((client) => runStatement<Row>(client, statement, values))));
  /**
   * Each runs one statement outside a transaction, up to five times when it deadlocks or cannot be serialised.
   * @throws DatabaseUnavailable when Postgres cannot be reached, does not answer in time or takes no writes.
   */
  readonly query = this.#statements.query;
  readonly first = this.#statements.first;
  readonly one = this.#statements.one;
  readonly value = this.#statements.value;
  readonly count = this.#statements.count;
  #dispatcher: Pick<OutboxDispatcher, "dispatch"> | null = null;

  /** @param shares the connections that an organization's work may have at once; absent, it has none to heed */
  constructor(dataSource: DataSource, shares: FairSemaphore | null = null) {
    this.#dataSource = dataSource;
    this.#shares = shares;
  }

  /** From now on commands are executed right after they were committed; without a dispatcher they are left to the relay. */
  dispatchBy(dispatcher: Pick<OutboxDispatcher, "dispatch">): void {
    this.#dispatcher = dispatcher;
  }

  /** Executes a command that a statement has written into the outbox. Where that fails the relay does it. */
  dispatch(row: CommandRow): void {
    this.#dispatcher?.dispatch(row);
  }

  /** Runs `work` in a transaction of the organization. @see Database.begin on retries */
  withOrganization<T>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<T>): Promise<T> {
    return this.beginAs(organizationId, "", (tx) => work({ ...tx, organizationId }));
  }

  /** Runs `work` in a transaction that only the connection's role restricts: for workers, authentication and operators. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.begin("BEGIN", work);
  }

  /**
   * The first row of one {@link ofOrganization} statement in the organization, null without one: one round trip instead of a transaction's three,
   * under the same row-level security.
   */
  readAs<Row extends object>(
    organizationId: string,
    statement: Statement,
    values: unknown[] = [],
  ): Promise<Row | null> {
    return this.#withinShare(organizationId, () => this.first<Row>(statement, [organizationId, ...values]));
  }

  /**
   * Runs `work` in a transaction, up to five times when it deadlocks or cannot be serialised: `work` must have no other effects.
   *
   * @param opening `BEGIN` and further statements, sent as one simple query in one round trip. The caller escapes its literals.
   * @param work gets the transaction and the rows of the opening's last statement.
   * @throws DatabaseUnavailable when Postgres cannot be reached, does not answer in time or takes no writes; the COMMIT may then have succeeded.
   */
  async begin<T>(
    opening: string,
    work: (tx: Transaction, opened: QueryResultRow[]) => Promise<T>,
  ): Promise<T> {
    const { result, afterCommit } = await retryConflicts(() =>
      this.#withConnection(async (client, manager) => {
        const afterCommit: (() => void)[] = [];
        const last: string[] = [];
        const tx: Transaction = {
          ...statementsBy((statement, values) => runStatement(client, statement, values)),
          manager,
          withCommit: (statement) => void last.push(statement),
          onCommit: (action) => void afterCommit.push(action),
          notify: (payload) => void afterCommit.push(() => this.notify(payload)),
          dispatch: (row) => void afterCommit.push(() => this.dispatch(row)),
        };
        try {
          const result = await work(tx, await openTransaction(client, opening));
          await inStatementSpan("COMMIT", () => client.query([...last, "COMMIT"].join("; ")));
          return { result, afterCommit };
        } catch (error) {
          if (!isConnectionError(error)) await client.query("ROLLBACK").catch(() => {});
          throw error;
        }
      })
    );
    for (const action of afterCommit) action();
    return result;
  }

  /**
   * The same in a transaction of the organization, whose share of the connections it takes from.
   * @param opening further statements
   * @throws NoSlot where the organization's share stays in use
   */
  beginAs<T>(
    organizationId: string,
    opening: string,
    work: (tx: Transaction, opened: QueryResultRow[]) => Promise<T>,
  ): Promise<T> {
    const begin = beginAs(organizationId) + opening;
    return this.#withinShare(organizationId, () => this.begin(begin, work));
  }

  #withinShare<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    return this.#shares === null ? work() : this.#shares.run(organizationId, work);
  }

  /** Sends a NOTIFY shortly, together with those of other statements. Listeners may miss it, as any. */
  notify(payload: string): void {
    this.#notices.add(payload);
  }

  /** Its connections at present: all, idle ones, callers that wait for one, and the most that there may be. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number; readonly most: number } {
    // A closed database, which a last scrape may still ask, has no pool.
    const { master } = this.#dataSource.driver as unknown as { readonly master: Pool | undefined };
    if (master === undefined) return { total: 0, idle: 0, waiting: 0, most: 0 };
    const { totalCount: total, idleCount: idle, waitingCount: waiting, options: { max: most } } = master;
    return { total, idle, waiting, most };
  }

  async close(): Promise<void> {
    await this.#notices.drain();
    await this.#dataSource.destroy();
  }

  async #withConnection<T>(work: (client: PoolClient, manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.#dataSource.createQueryRunner();
    try {
      const client = await connect(runner);
      try {
        return await work(client, runner.manager);
      } catch (error) {
        throw isConnectionError(error) ? connectionLost(error, client) : error;
      }
    } finally {
      await runner.release();
    }
  }
}

/** The statements that open a transaction of an organization, for one round trip. @throws Error when the id is no UUID. */
export function beginAs(organizationId: string): string {
  if (!isUuid(organizationId)) {
    throw new Error("Cannot open a transaction: the organization's id is not a UUID");
  }
  return `BEGIN; SELECT set_config('app.organization_id', '${organizationId}', true)`;
}

/** Any failure to connect, even a wrong password, counts as an outage: no statement caused it. */
async function connect(runner: QueryRunner): Promise<PoolClient> {
  try {
    return await runner.connect() as PoolClient;
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
}

/** Closes the connection: reused, it would give the next caller the answer to this caller's statement. */
function connectionLost(error: unknown, client: PoolClient): DatabaseUnavailable {
  // A pool's client has `end` like any other, which its type does not declare.
  void (client as PoolClient & { end(): Promise<void> }).end().catch(() => {});
  return new DatabaseUnavailable(error);
}

/**
 * Opens a transaction: sends several statements as one simple query, in one round trip. Its span is named BEGIN, whatever follows it.
 *
 * @returns the rows of the last statement
 */
async function openTransaction(client: PoolClient, statements: string): Promise<QueryResultRow[]> {
  // pg returns a list of results for several statements, which its types do not declare.
  const results: QueryResult | QueryResult[] = await inStatementSpan("BEGIN", () => client.query(statements));
  const last = Array.isArray(results) ? results.at(-1) : results;
  if (last === undefined) throw new Error("Cannot open a transaction: no statement was given");
  return last.rows;
}

/** Runs a statement on a connection. */
async function runStatement<Row extends object>(
  client: PoolClient,
  ...[statement, values = []]: Query
): Promise<StatementResult<Row>> {
  const query = typeof statement === "string" ? { text: statement, values } : { ...statement, values };
  const { rows, rowCount }: QueryResult = await inStatementSpan(statement, () => client.query(query));
  return { rows, count: rowCount ?? rows.length };
}

/** Runs a statement in a span of its name. Neither its text nor its values are attributes: they hold what customers sent. */
function inStatementSpan<T>(statement: Statement | string, run: () => Promise<T>): Promise<T> {
  if (!TRACING) return run();
  const name = nameOf(statement);
  const attributes = { "db.system.name": "postgresql", "db.operation.name": name };
  return inSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes }, run);
}

/** The name of a statement; of one without a name its first word, such as SELECT. */
function nameOf(statement: Statement | string): string {
  return typeof statement === "string" ? /[A-Z]+/.exec(statement)?.[0] ?? "statement" : statement.name;
}
