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
}

/** A data source that is not connected yet; its connections take the role before their first statement. */
export function createDataSource({ url, role, pool, applicationName }: DataSourceSettings): DataSource {
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
      // A connection that cannot be had within 2 s is an outage, answered 503.
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: role === "owner" ? 0 : 30_000,
      ...(role === "owner" ? {} : { options: `-c role=${role}` }),
    },
  });
}
