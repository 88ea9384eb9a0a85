import { mkdir } from "node:fs/promises";
import type { Settings } from "#dev/machine/environment.ts";
import type { TaskQueue } from "#temporal/command.ts";
import { type Caller, callerWith } from "./caller.ts";
import {
  createDatabase,
  newFolder,
  startApi,
  startTemporal,
  startWorker,
  type TestProcess,
} from "./processes.ts";
import { stack } from "./stack.ts";
import { temporalClient, type TestTemporalClient } from "./temporal.ts";

type TestApi = Awaited<ReturnType<typeof startApi>>;
type TestTemporal = Awaited<ReturnType<typeof startTemporal>>;

/** An API, a worker, Temporal, a database and a folder of uploads for one spec, which may kill them or age their rows. */
export interface OwnService {
  /** The process that runs now, or was killed last. */
  api: TestApi;
  worker: TestProcess;
  temporal: TestTemporal;
  readonly databaseUrl: string;
  readonly uploadsDir: string;
  readonly operator: TestTemporalClient;
  /** Calls the API with the shared organization's key. */
  readonly call: Caller;
  /** Starts the API again on its former port. @param change settings that differ from the first start's. */
  startApi(change?: Settings): Promise<void>;
  /** Starts the worker again. @param change settings that differ from the first start's. */
  startWorker(change?: Settings): Promise<void>;
  /** Starts Temporal again on its former port. */
  startTemporal(): Promise<void>;
  stop(): Promise<void>;
}

/**
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
): Promise<OwnService> {
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
  const service: OwnService = {
    ...{ api, worker, temporal, uploadsDir, operator },
    databaseUrl: database.url,
    call: callerWith(stack().apiKey, api.baseUrl),
    async startApi(change = {}) {
      service.api = await startApi({ ...settings, ...change }, { port: api.port });
    },
    async startWorker(change = {}) {
      service.worker = await startWorker({ ...settings, ...change }, { queues });
    },
    async startTemporal() {
      service.temporal = await startTemporal({ port: temporal.port });
    },
    async stop() {
      await operator.close();
      await Promise.all([service.api.stop(), service.worker.stop()]);
      await service.temporal.stop();
      await database.drop();
    },
  };
  return service;
}
