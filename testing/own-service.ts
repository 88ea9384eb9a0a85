import { mkdir } from "node:fs/promises";
import type { Settings } from "#dev/machine/environment.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { callerWith } from "./caller.ts";
import { createDatabase, newFolder, startApi, startTemporal, startWorker } from "./processes.ts";
import { stack, temporalClient } from "./stack.ts";

/** Its processes are those that run now, or were killed last. */
export type OwnService = Awaited<ReturnType<typeof startOwnService>>;

/**
 * Starts an API, a worker, Temporal, a database and a folder of uploads for one spec, which may kill them or age their rows.
 * @param change settings of API and worker that differ from the shared ones.
 * @param workerChange those of the first worker alone.
 * @param fairness whether Temporal gives organizations even shares.
 * @param queues the task queues that its workers take, all by default.
 */
export async function startOwnService(
  change: Settings = {},
  workerChange: Settings = {},
  { fairness = true, queues = [] }: { readonly fairness?: boolean; readonly queues?: readonly TaskQueue[] } =
    {},
) {
  const uploadsDir = newFolder("uploads");
  await mkdir(uploadsDir);
  const [database, temporal] = await Promise.all([createDatabase(), startTemporal({ fairness })]);
  const settings = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    UPLOADS_DIR: uploadsDir,
    ...change,
  };
  const [api, worker] = await Promise.all([
    startApi(settings),
    startWorker({ ...settings, ...workerChange }, { queues }),
  ]);
  const operator = await temporalClient(temporal.address);
  const service = {
    ...{ api, worker, temporal, uploadsDir, operator, databaseUrl: database.url },
    /** Calls the API with the shared organization's key. */
    call: callerWith(stack().apiKey, api.baseUrl),
    /** Starts the API again on its former port. @param change settings that differ from the first start's */
    async startApi(change: Settings = {}): Promise<void> {
      service.api = await startApi({ ...settings, ...change }, { port: api.port });
    },
    /** Starts the worker again. @param change settings that differ from the first start's */
    async startWorker(change: Settings = {}): Promise<void> {
      service.worker = await startWorker({ ...settings, ...change }, { queues });
    },
    /** Starts Temporal again on its former port. */
    async startTemporal(): Promise<void> {
      service.temporal = await startTemporal({ port: temporal.port });
    },
    async stop(): Promise<void> {
      await operator.close();
      await Promise.all([service.api.stop(), service.worker.stop()]);
      await service.temporal.stop();
      await database.drop();
    },
  };
  return service;
}
