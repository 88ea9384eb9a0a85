import { Buffer } from "node:buffer";
import pg from "pg";
import { DataSource } from "typeorm";
import { Users } from "./accounts/users.ts";
import { Methodologies } from "./methodologies/methodologies.ts";
import { Database } from "./postgres/database.ts";
import { assertRole } from "./postgres/fence.ts";
import type { DatabaseAccess } from "#shared/config.ts";
import type { FairSemaphore } from "#shared/turns.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { ApiKeys, AuditLog, Organizations } from "./organizations/organizations.ts";
import { TrainingRuns } from "./training/training-runs.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

/** The tables of {@link entity}. Statements that lock, count or return what they wrote are SQL. */
export const ENTITIES = [ApiKeys, AuditLog, Methodologies, Organizations, TrainingRuns, Users, Webhooks];

/** Row-level security restricts `app_api` to one organization; `app_worker` sees every row; `owner` may migrate. */
export type DatabaseRole = "app_api" | "app_worker" | "owner";

export interface DataSourceSettings {
  readonly url: string;
  readonly role: DatabaseRole;
  /** The most connections. */
  readonly pool: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The longest time of a statement, {@link STATEMENT_SECONDS} where absent; the owner's, which may be migrations, have no limit. */
  readonly statementSeconds?: number;
  /** Whether the URL's user has role and time limits by itself, as `createLogin` gives them; then connections ask Postgres for neither. */
  readonly ownLogin?: boolean;
}

/** A request's statements take milliseconds; one that takes so long is answered 503. */
export const STATEMENT_SECONDS: Readonly<Record<Exclude<DatabaseRole, "owner">, number>> = {
  app_api: 5,
  app_worker: 30,
};

/** After a network failure Postgres still holds the transaction's locks, because no close reaches it. */
export function idleTransactionSeconds(statementSeconds: number): number {
  return 2 * statementSeconds;
}

/** Postgres cancels a statement at its limit. When the client has no answer this much later, it closes the connection. */
const CLIENT_TIMEOUT_MARGIN_MS = 1_000;

/**
 * pg's own parsers, except for bytes: Postgres sends them as hexadecimal digits, which the runtime's own decoder, where there is one,
 * reads ten times as fast.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === pg.types.builtins.BYTEA && format !== "binary"
    ? readBytes
    : pg.types.getTypeParser(oid, format as "text");

function readBytes(text: string): Buffer {
  const digits = text.slice("\\x".length);
  if (!("fromHex" in Uint8Array)) return Buffer.from(digits, "hex");
  const bytes = Uint8Array.fromHex(digits);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Creates a data source without connecting it. Its connections take the role before their first statement. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const { url, pool, applicationName } = settings;
  return new DataSource({
    type: "postgres",
    driver: pg,
    // The options of pg's pool.
    extra: {
      connectionString: url,
      application_name: applicationName,
      max: pool,
      types: { getTypeParser },
      // The API answers 503 when the pool gives no connection within 2 s.
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      ...limits(settings),
    },
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
    synchronize: false,
    logging: false,
    installExtensions: false,
  });
}

/**
 * Connects a process's pool, whose connections have the role's rights and no others.
 *
 * @param shares the connections that an organization's work may have at once; absent, it has none to heed
 * @throws WrongDatabaseRole where the connections have another role
 */
export async function connectAs(
  role: "app_api" | "app_worker",
  { url, ownLogin }: DatabaseAccess,
  settings: Pick<DataSourceSettings, "pool" | "applicationName" | "statementSeconds">,
  shares?: FairSemaphore,
): Promise<Database> {
  const dataSource = createDataSource({ ...settings, role, url: url.reveal(), ownLogin });
  const database = new Database(await dataSource.initialize(), shares);
  await assertRole(database, role);
  return database;
}

function limits({ role, statementSeconds, ownLogin = false }: DataSourceSettings) {
  if (role === "owner") return {};
  const seconds = statementSeconds ?? STATEMENT_SECONDS[role];
  const onTheClient = { query_timeout: seconds * 1000 + CLIENT_TIMEOUT_MARGIN_MS };
  if (ownLogin) return onTheClient;
  return {
    ...onTheClient,
    options: `-c role=${role}`,
    statement_timeout: seconds * 1000,
    idle_in_transaction_session_timeout: idleTransactionSeconds(seconds) * 1000,
  };
}
