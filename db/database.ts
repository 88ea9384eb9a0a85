import type { DataSource, EntityManager, QueryRunner } from "typeorm";
import type { PoolClient, QueryResultRow } from "pg";
import { isUuid } from "#shared/ids.ts";

/** A statement that is prepared once per connection under its name, which saves Postgres parsing and planning it again. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface StatementResult<Row> {
  readonly rows: Row[];
  /** Rows returned, or changed where nothing is returned. */
  readonly count: number;
}

/** A transaction. Statements run one after another; never share one between concurrent calls. */
export interface Transaction {
  readonly manager: EntityManager;
  sql<Row extends QueryResultRow>(
    statement: Statement | string,
    values?: unknown[],
  ): Promise<StatementResult<Row>>;
  /** Runs after the commit, and not at all when the transaction fails. Must not throw. */
  onCommit(action: () => void): void;
}

/** A transaction of one organization: Postgres shows it that organization's rows alone. */
export interface OrganizationTransaction extends Transaction {
  readonly organizationId: string;
}

/** Serialisation failure and deadlock: the same transaction can succeed when it is run again. */
const RETRYABLE: ReadonlySet<string> = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/** The one way to reach Postgres. No module hands out a raw repository. */
export class Database {
  readonly #dataSource: DataSource;

  constructor(dataSource: DataSource) {
    this.#dataSource = dataSource;
  }

  /** Runs `work` in a transaction of the organization; retried when Postgres asks for it, so `work` must have no other effects. */
  withOrganization<T>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<T>): Promise<T> {
    return this.begin(beginAs(organizationId), (tx) => work({ ...tx, organizationId }));
  }

  /** Runs `work` in a transaction that the data source's role alone fences: for workers, authentication and operators. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.begin("BEGIN", work);
  }

  /** One statement outside any transaction, such as a lookup by an unguessable key. */
  async query<Row extends QueryResultRow>(
    statement: Statement | string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const runner = this.#dataSource.createQueryRunner();
    let client: PoolClient | undefined;
    try {
      client = await connect(runner);
      return (await run<Row>(client, statement, values)).rows;
    } catch (error) {
      throw isConnectionError(error) ? connectionLost(error, client) : error;
    } finally {
      await runner.release();
    }
  }

  /**
   * @param opening sent as one simple query, in one round trip: `BEGIN` and what must be known at once. Its literals must be safe.
   * @param work gets the transaction and the rows of the opening's last statement.
   */
  async begin<T>(
    opening: string,
    work: (tx: Transaction, opened: QueryResultRow[]) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1;; attempt++) {
      const runner = this.#dataSource.createQueryRunner();
      const afterCommit: (() => void)[] = [];
      let client: PoolClient | undefined;
      try {
        client = await connect(runner);
        const connected = client;
        try {
          const results = await client.query(opening) as unknown;
          const last = (Array.isArray(results) ? results.at(-1) : results) as { rows: QueryResultRow[] };
          const tx: Transaction = {
            manager: runner.manager,
            sql: (statement, values = []) => run(connected, statement, values),
            onCommit: (action) => void afterCommit.push(action),
          };
          const result = await work(tx, last.rows);
          await client.query("COMMIT");
          for (const action of afterCommit) action();
          return result;
        } catch (error) {
          if (!isConnectionError(error)) await client.query("ROLLBACK").catch(() => {});
          throw error;
        }
      } catch (error) {
        if (isConnectionError(error)) throw connectionLost(error, client);
        if (attempt >= ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? "")) throw error;
      } finally {
        await runner.release();
      }
    }
  }

  close(): Promise<void> {
    return this.#dataSource.destroy();
  }
}

/** The statements that open a transaction of an organization, to be sent in one round trip. */
export function beginAs(organizationId: string): string {
  if (!isUuid(organizationId)) {
    throw new Error("Cannot open a transaction: the organization's id is not a UUID");
  }
  return `BEGIN; SELECT set_config('app.organization_id', '${organizationId}', true)`;
}

/** Whatever stands in the way of a connection, be it a password that was changed, no statement is at fault. */
async function connect(runner: QueryRunner): Promise<PoolClient> {
  try {
    return await runner.connect() as PoolClient;
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
}

async function run<Row extends QueryResultRow>(
  client: PoolClient,
  statement: Statement | string,
  values: unknown[],
): Promise<StatementResult<Row>> {
  const query = typeof statement === "string" ? { text: statement, values } : { ...statement, values };
  const { rows, rowCount } = await client.query<Row>(query);
  return { rows, count: rowCount ?? rows.length };
}

/** Postgres cannot be reached or does not answer in time: the statement is not at fault. Whether a COMMIT got through is not known. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database does not answer", { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** The connection is given up with what it was doing: reused, it would answer the next caller with what the last one asked. */
function connectionLost(error: unknown, client: PoolClient | undefined): DatabaseUnavailable {
  void (client as { end(): Promise<void> } | undefined)?.end().catch(() => {});
  return new DatabaseUnavailable(error);
}

/** Connection failures (class 08), shutdown and start-up (57P), a statement's time over (57014), too many connections. */
const CONNECTION_ERROR_CODE =
  /^(08...|57P0[123]|57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/;
const CONNECTION_ERROR_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  const { code } = error as { code?: string };
  return CONNECTION_ERROR_CODE.test(code ?? "") || CONNECTION_ERROR_MESSAGE.test(error.message) ||
    isConnectionError(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isConnectionError));
}
