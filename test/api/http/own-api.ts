import { pino } from "pino";
import { createApp } from "#api/app.ts";
import { closeServices, connectDatabases, createServices } from "#api/compose-services.ts";
import type { UnnamedRoute } from "#api/http/define-route.ts";
import type { Authenticator } from "#api/http/identity.ts";
import { closeServer, createHttpServer, listen } from "#api/http/server.ts";
import { freePort } from "#dev/services/service.ts";
import { readAgentEngineConfig } from "#providers/agents/config.ts";
import { readStorageConfig } from "#providers/storage/storage.ts";
import { readApiDatabases, readConfig } from "#shared/config.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { stack } from "#testing/stack.ts";

export type OwnApi = Awaited<ReturnType<typeof startOwnApi>>;

/**
 * An API in this process with a spec's own routes, on the stack's Postgres and Redis: for what no route of the service does yet.
 *
 * @param authenticate gets the service's own authenticator, and returns the one to use.
 * @param now the clock that decides the month of quotas.
 */
export async function startOwnApi(
  routes: readonly UnnamedRoute[],
  authenticate: (own: Authenticator) => Authenticator = (own) => own,
  now = () => new Date(),
) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { databases, ...settings } = readSettings((read) => ({
    config: readConfig(read),
    databases: readApiDatabases(read),
    storageConfig: readStorageConfig(read),
    agents: readAgentEngineConfig(read),
  }), { ...stack().settings, BASE_URL: baseUrl });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const connected = await connectDatabases(settings.config, databases);
  const mailer = { send: () => Promise.reject(new Error("This API sends no mail")), close: () => {} };
  const composed = await createServices({ ...settings, ...connected, mailer, log });
  const { longPolls, redis } = composed;
  await redis.start();
  longPolls.start();
  const app = createApp({
    routes: routes.map((route, i) => ({ operationId: `own${i}`, ...route })),
    unchargedRouters: [],
    plainRouters: [],
    services: { ...composed, now, authenticate: authenticate(composed.authenticate) },
    readiness: { draining: false },
  });
  const server = createHttpServer(app.callback());
  await listen(server, { host: "127.0.0.1", port });
  return {
    baseUrl,
    /** The lines of its log so far. */
    log: lines as readonly Record<string, unknown>[],
    /** The calls that wait; it listens to the stack's database. */
    longPolls,
    async close(): Promise<void> {
      await longPolls.close();
      server.closeAllConnections();
      await closeServer(server);
      await closeServices(composed);
    },
  };
}
