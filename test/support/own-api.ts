import Router from "@koa/router";
import { pino } from "pino";
import { createApp } from "#api/app.ts";
import type { Route } from "#api/http/define-route.ts";
import type { Authenticator } from "#api/http/identity.ts";
import { CursorCodec } from "#api/http/pagination.ts";
import { RateLimiter } from "#api/http/rate-limiter.ts";
import { createHttpServer } from "#api/http/server.ts";
import { createKeyAuthenticator } from "#api/organizations/key-authenticator.ts";
import { KeyUsage } from "#api/organizations/key-usage.ts";
import { QuestionRouting } from "#api/simulations/question-routing.ts";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/database.ts";
import { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { Forecaster } from "#engine/prediction/forecaster.ts";
import { createBuiltInEmbedder } from "#providers/embeddings/built-in.ts";
import { freePort } from "#dev/services/service.ts";
import { readConfig } from "#shared/config.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { stack } from "./stack.ts";

export interface OwnApi {
  readonly baseUrl: string;
  /** The lines of its log so far. */
  readonly log: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

/**
 * An API in this process with a spec's own routes, on the stack's Postgres and Redis: for what no route of the service does yet.
 *
 * @param authenticate gets the service's own authenticator, and returns the one to use.
 */
export async function startOwnApi(
  routes: readonly Route[],
  authenticate: (byKey: Authenticator) => Authenticator = (byKey) => byKey,
): Promise<OwnApi> {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const config = readSettings(readConfig, { ...stack().settings, BASE_URL: baseUrl });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const [tenantDatabase, systemDatabase] = await Promise.all([connect("app_api"), connect("app_worker")]);
  const keyUsage = new KeyUsage(systemDatabase, log);
  const temporal = new LazyTemporalClient(config.temporal);
  const limiter = new RateLimiter(config.redisUrl.reveal());
  await limiter.start();
  const byKey = createKeyAuthenticator({
    database: systemDatabase,
    keyUsage,
    operatorKeyIds: config.operatorKeyIds,
  });
  const absent = () => Promise.reject(new Error("This API has no uploads"));
  const services = {
    config,
    log,
    tenantDatabase,
    systemDatabase,
    authenticate: authenticate(byKey),
    limiter,
    dispatcher: new OutboxDispatcher(temporal, systemDatabase, log),
    temporal,
    uploads: { presign: absent, find: absent, remove: absent, receive: null },
    cursors: new CursorCodec(config.keyring.macKeys("cursors")),
    routing: new QuestionRouting(
      tenantDatabase,
      () => {
        throw new Error("This API routes no questions");
      },
      new Forecaster(createBuiltInEmbedder()),
      config.routingFloor,
    ),
    modelCost: null,
  };
  const app = createApp({
    routes,
    probes: new Router(),
    plainRouters: [],
    services,
    readiness: { draining: false },
  });
  const server = createHttpServer(app.callback());
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(baseUrl).port), "127.0.0.1", () => resolve())
  );
  return {
    baseUrl,
    log: lines,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await keyUsage.close();
      limiter.close();
      await temporal.close();
      await Promise.all([tenantDatabase.close(), systemDatabase.close()]);
    },
  };
}

async function connect(role: DatabaseRole): Promise<Database> {
  const url = stack().databaseUrl;
  return new Database(await createDataSource({ url, role, pool: 2, applicationName: "test" }).initialize());
}
