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
  type TestDatabase,
  type TestProcess,
} from "./processes.ts";
import { stack } from "./stack.ts";
import { temporalClient, type TestTemporalClient } from "./temporal.ts";

type TestApi = Awaited<ReturnType<typeof startApi>>;
type TestTemporal = Awaited<ReturnType<typeof startTemporal>>;

interface Parts {
  readonly api: TestApi;
  readonly worker: TestProcess;
  readonly temporal: TestTemporal;
  readonly database: TestDatabase;
  readonly uploadsDir: string;
  readonly settings: Settings;
  readonly queues: readonly TaskQueue[];
  readonly operator: TestTemporalClient;
}

/** An API, a worker, Temporal, a database and a folder of uploads for one spec, which may kill them or age their rows. */
export class OwnService {
  /** The process that runs now, or was killed last. */
  api: TestApi;
  worker: TestProcess;
  temporal: TestTemporal;
  readonly databaseUrl: string;
  readonly uploadsDir: string;
  readonly operator: TestTemporalClient;
  /** Calls the API with the shared organization's key. */
  readonly call: Caller;
  readonly #database: TestDatabase;
  readonly #settings: Settings;
  readonly #queues: readonly TaskQueue[];

  constructor({ api, worker, temporal, database, uploadsDir, settings, queues, operator }: Parts) {
    this.api = api;
    this.worker = worker;
    this.temporal = temporal;
    this.databaseUrl = database.url;
    this.uploadsDir = uploadsDir;
    this.operator = operator;
    this.call = callerWith(stack().apiKey, api.baseUrl);
    this.#database = database;
    this.#settings = settings;
    this.#queues = queues;
  }

  /** Starts the API again on its former port. @param change settings that differ from the first start's. */
  async startApi(change: Settings = {}): Promise<void> {
    this.api = await startApi({ ...this.#settings, ...change }, {
      port: Number(new URL(this.api.baseUrl).port),
    });
  }

  /** Starts the worker again. @param change settings that differ from the first start's. */
  async startWorker(change: Settings = {}): Promise<void> {
    this.worker = await startWorker({ ...this.#settings, ...change }, { queues: this.#queues });
  }

  /** Starts Temporal again on its former port. */
  async startTemporal(): Promise<void> {
    this.temporal = await startTemporal({ port: this.temporal.port });
  }

  async stop(): Promise<void> {
    await this.operator.close();
    await Promise.all([this.api.stop(), this.worker.stop()]);
    await this.temporal.stop();
    await this.#database.drop();
  }
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
  return new OwnService({ api, worker, temporal, database, uploadsDir, settings, queues, operator });
}
