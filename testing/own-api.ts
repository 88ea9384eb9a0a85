import Router from "@koa/router";
import { pino } from "pino";
import { PasswordHasher } from "#api/accounts/password-hasher.ts";
import { SessionStore } from "#api/accounts/sessions.ts";
import { createApp } from "#api/app.ts";
import type { Route } from "#api/http/define-route.ts";
import type { Authenticator } from "#api/http/identity.ts";
import { CursorCodec } from "#api/http/pagination.ts";
import { RateLimiter } from "#api/http/rate-limiter.ts";
import { RedisConnection } from "#api/http/redis.ts";
import { RequestHistory } from "#api/http/request-history.ts";
import { createHttpServer } from "#api/http/server.ts";
import { LongPolls } from "#api/http/long-polls.ts";
import { createKeyAuthenticator } from "#api/organizations/key-authenticator.ts";
import { KeyUsage } from "#api/organizations/key-usage.ts";
import type { ResourceServices } from "#api/routes.ts";
import { QuestionRouting } from "#api/simulations/question-routing.ts";
import { StatusReader } from "#api/system/status.ts";
import { PublishedMethodologies } from "#db/methodologies/published.ts";
import { dequeue } from "#db/outbox/outbox.ts";
import { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";
import { Forecaster } from "#engine/forecast/forecaster.ts";
import { Encoder } from "#providers/embeddings/encoder.ts";
import { freePort } from "#dev/services/service.ts";
import { readConfig } from "#shared/config.ts";
import { lazily } from "#shared/lazily.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { LazyTemporalClient } from "#temporal/client.ts";
import { stack } from "./stack.ts";
import { connectAs } from "./database.ts";

export interface OwnApi {
  readonly baseUrl: string;
  /** The lines of its log so far. */
  readonly log: readonly Record<string, unknown>[];
  /** The calls that wait; it listens to the stack's database. */
  readonly longPolls: LongPolls;
  close(): Promise<void>;
}

/**
 * An API in this process with a spec's own routes, on the stack's Postgres and Redis: for what no route of the service does yet.
 *
 * @param authenticate gets the service's own authenticator, and returns the one to use.
 * @param now the clock that decides the month of quotas.
 */
export async function startOwnApi(
  routes: readonly Route<ResourceServices>[],
  authenticate: (byKey: Authenticator) => Authenticator = (byKey) => byKey,
  now = () => new Date(),
): Promise<OwnApi> {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const config = readSettings(readConfig, { ...stack().settings, BASE_URL: baseUrl });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const [tenantDatabase, systemDatabase] = await Promise.all([connectAs("app_api"), connectAs("app_worker")]);
  const keyUsage = new KeyUsage(systemDatabase, log);
  const temporal = new LazyTemporalClient(config.temporal);
  const redis = new RedisConnection(config.redisUrl.reveal());
  await redis.start();
  const byKey = createKeyAuthenticator({
    database: systemDatabase,
    keyUsage,
    operatorKeyIds: config.operatorKeyIds,
  });
  const methodologies = new PublishedMethodologies(systemDatabase);
  const absent = () => Promise.reject(new Error("This API has no uploads"));
  const longPolls = new LongPolls(stack().databaseUrl);
  longPolls.start();
  const services = {
    config,
    log,
    now,
    tenantDatabase,
    systemDatabase,
    authenticate: authenticate(byKey),
    limiter: new RateLimiter(redis),
    sessions: new SessionStore(redis),
    passwords: new PasswordHasher(),
    mailer: { send: () => Promise.reject(new Error("This API sends no mail")), close: () => {} },
    isRegistered: () => Promise.resolve(false),
    purchases: {
      list: () => Promise.resolve({ rows: [], next: null }),
      claim: () => Promise.resolve(null),
    },
    billingPortal: () => Promise.reject(new Error("This API has no billing portal")),
    requestHistory: new RequestHistory(redis, log),
    status: new StatusReader({ redis, database: systemDatabase, temporal, links: config.statusLinks }),
    dispatcher: new OutboxDispatcher(temporal, (ids) => dequeue(systemDatabase, ids), log),
    temporal,
    uploads: { presign: absent, find: absent, remove: absent, receive: null },
    cursors: new CursorCodec(config.keyring.macKeys("cursors")),
    methodologies,
    longPolls,
    routing: new QuestionRouting(
      methodologies,
      () => {
        throw new Error("This API routes no questions");
      },
      lazily(() => new Forecaster(new Encoder())),
      config.routingFloor,
    ),
    model: null,
  };
  const app = createApp({
    routes,
    probes: new Router(),
    plainRouters: [],
    services,
    log,
    requestHistory: services.requestHistory,
    readiness: { draining: false },
  });
  const server = createHttpServer(app.callback());
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(baseUrl).port), "127.0.0.1", () => resolve())
  );
  return {
    baseUrl,
    log: lines,
    longPolls,
    async close() {
      await longPolls.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await keyUsage.close();
      redis.close();
      await temporal.close();
      await Promise.all([tenantDatabase.close(), systemDatabase.close()]);
    },
  };
}
