import { Buffer } from "node:buffer";
import pg from "pg";
import { DataSource } from "typeorm";
import { MIGRATIONS } from "./migrations/index.ts";
import { ENTITIES } from "./entities/index.ts";

/** `app_api` is fenced by organization in Postgres itself; `app_worker` sees every row; `owner` is who may migrate. */
export type DatabaseRole = "app_api" | "app_worker" | "owner";

export interface DataSourceSettings {
  readonly url: string;
  readonly role: DatabaseRole;
  /** Connections at most. */
  readonly pool: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The longest time of a statement; the owner's, which may migrate, has none. */
  readonly statementSeconds?: number;
}

/** Postgres ends a statement by itself; when even that is not heard of, the connection is given up after this much more. */
const CLIENT_TIMEOUT_MARGIN_MS = 1_000;

/**
 * pg's own parsers, but for bytes: they come as hexadecimal digits, which the runtime's decoder reads ten times as fast, where it
 * has one.
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

/** A data source that is not connected yet; its connections take the role before their first statement. */
export function createDataSource(
  { url, role, pool, applicationName, statementSeconds = 30 }: DataSourceSettings,
): DataSource {
  const statementMs = statementSeconds * 1000;
  return new DataSource({
    type: "postgres",
    url,
    applicationName,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
    synchronize: false,
    logging: false,
    installExtensions: false,
    poolSize: pool,
    extra: {
      types: { getTypeParser },
      // A connection that cannot be had within 2 s is an outage, answered 503.
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      ...(role === "owner" ? {} : {
        options: `-c role=${role}`,
        statement_timeout: statementMs,
        query_timeout: statementMs + CLIENT_TIMEOUT_MARGIN_MS,
        // Behind a network that is gone Postgres hears nothing of our giving up; what the transaction has locked must not stay so.
        idle_in_transaction_session_timeout: 2 * statementMs,
      }),
    },
  });
}
