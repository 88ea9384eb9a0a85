import { mkdir } from "node:fs/promises";
import type { Settings } from "#dev/environment.ts";
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

/** An API, a worker, Temporal, a database and a folder of uploads that one spec has for itself, to kill or to make old. */
export interface OwnService {
  /** Those of the first moment; each is replaced when it is started again. */
  api: Awaited<ReturnType<typeof startApi>>;
  worker: TestProcess;
  temporal: Awaited<ReturnType<typeof startTemporal>>;
  readonly databaseUrl: string;
  readonly uploadsDir: string;
  readonly operator: TestTemporalClient;
  /** With the shared organization's key. */
  readonly call: Caller;
  /** Each where it was before, its settings changed further. */
  startApi(change?: Settings): Promise<void>;
  startWorker(change?: Settings): Promise<void>;
  startTemporal(): Promise<void>;
  stop(): Promise<void>;
}

/** @param change settings of API and worker beyond the shared ones. */
export async function startOwnService(change: Settings = {}): Promise<OwnService> {
  const uploadsDir = newFolder("uploads");
  await mkdir(uploadsDir);
  const [database, temporal] = await Promise.all([createDatabase(), startTemporal()]);
  const settings = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    UPLOADS_DIR: uploadsDir,
    ...change,
  };
  const [api, worker] = await Promise.all([startApi(settings), startWorker(settings)]);
  const operator = await temporalClient(temporal.address);
  const own: OwnService = {
    api,
    worker,
    temporal,
    databaseUrl: database.url,
    uploadsDir,
    operator,
    call: callerWith(stack().apiKey, api.baseUrl),
    async startApi(change = {}) {
      own.api = await startApi({ ...settings, ...change }, { port: Number(new URL(api.baseUrl).port) });
    },
    async startWorker(change = {}) {
      own.worker = await startWorker({ ...settings, ...change });
    },
    async startTemporal() {
      own.temporal = await startTemporal({ port: temporal.port });
    },
    async stop() {
      await operator.close();
      await Promise.all([own.api.stop(), own.worker.stop()]);
      await own.temporal.stop();
      await database.drop();
    },
  };
  return own;
}
