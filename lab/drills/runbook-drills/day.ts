import { join } from "node:path";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { workflowBundle, writeBrokenBundle, writeChangedBundle } from "#dev/machine/builds.ts";
import { respond, stubServer } from "#testing/stub-server.ts";
import type { Child } from "#dev/machine/child.ts";
import { startApi, startWorker } from "#dev/services/api-and-worker.ts";
import { createDatabase, type PostgresService, startPostgres } from "#dev/services/postgres.ts";
import { startRedis } from "#dev/services/redis.ts";
import { freePort } from "#dev/services/service.ts";
import { setCurrentVersion, startTemporal } from "#dev/services/temporal.ts";
import { type Caller, callerWith } from "#testing/caller.ts";
import { DATABASE, DEPLOYMENT, Installation, quiet } from "../installation.ts";
import { type Prometheus, startMonitoring } from "./prometheus.ts";

/** Marks of questions that the model keeps waiting until a story has it answer. */
export const MARKS = ["(stuck)", "(poisoned)", "(begun)", "(upgraded)", "(restored)", "(lost)"] as const;

/** Starts a model server that keeps the callers of marked questions waiting, as one does that hangs. */
export async function startModel() {
  const gates = new Map(MARKS.map((mark) => [mark, Promise.withResolvers<void>()]));
  const { url } = await stubServer(async (request) => {
    const text = JSON.stringify(request.messages);
    const [, gate] = [...gates].find(([mark]) => text.includes(mark)) ?? [];
    await gate?.promise;
    return { content: respond(request) };
  });
  return {
    url,
    /** Answers the waiting questions with this mark, and the later ones at once. */
    answer: (mark: typeof MARKS[number]) => gates.get(mark)?.resolve(),
  };
}

const PORTS = ["api", "apiMetrics", "postgres", "redis", "temporal", "ui"] as const;
/** The ports of the day's parts, which stay whatever becomes of the parts. */
export type Ports = Readonly<Record<typeof PORTS[number], number>>;

/** The workflow code of a release: 1.1.0 changes a workflow, 1.2.0 throws as well, any other is today's. @returns the bundle's path */
export async function bundleOf(release: string, dir: string): Promise<string> {
  const path = join(dir, `workflows-${release}.js`);
  if (release === "1.1.0") await writeChangedBundle(path);
  else if (release === "1.2.0") await writeBrokenBundle(path);
  else return await workflowBundle();
  return path;
}

const SERVERS = ["postgres", "redis", "temporal"] as const;
/** What an operator's orchestrator starts and ends. */
export const PARTS = [...SERVERS, "api", "workers"] as const;
type Part = typeof PARTS[number];

interface WorkerProcess {
  readonly child: Child;
  readonly metricsPort: string;
}

/** The whole service with its monitoring, on one machine, whose parts stories break and recipes mend. */
export class Day extends Installation {
  model!: Awaited<ReturnType<typeof startModel>>;
  prometheus!: Prometheus;
  ports!: Ports;
  /** The servers and the API. */
  readonly running = new Map<Part, Child>();
  /** By build id; empty for the one without. */
  readonly workers = new Map<string, WorkerProcess>();
  /** Simulations that wait, by what is lost meanwhile. */
  waiting: { readonly restored: string; readonly lost: string } | null = null;
  /** The numbers of rows at the backup, by table. */
  saved: Readonly<Record<string, number>> | null = null;
  /** The release that workers without a build id have. */
  release = "1.0.0";

  async start(): Promise<void> {
    this.model = await startModel();
    const ports = await Promise.all(PORTS.map(async (name) => [name, await freePort()] as const));
    this.ports = Object.fromEntries(ports) as Ports;
    this.prometheus = await startMonitoring({ dir: join(this.dir, "prometheus"), register: this.register });
    await Promise.all(SERVERS.map((name) => this.startPart(name)));
    await this.prepare(await createDatabase(this.running.get("postgres") as PostgresService, DATABASE));
    this.configure(this.ports, {
      TEMPORAL_UI_URL: `http://127.0.0.1:${this.ports.ui}`,
      AGENTS_BASE_URL: this.model.url,
      AGENTS_MODEL: "small",
      // A hanging server shall hang, and not fail.
      AGENTS_TIMEOUT_MS: "600000",
      AGENTS_CONCURRENCY: "64",
      // Two attempts: the deliveries that fail do not take their endpoint down.
      WEBHOOK_RETRY_SCHEDULE: "0s,500ms",
    });
    this.prometheus.scrape("api", [String(this.ports.apiMetrics)]);
    await Promise.all([this.startPart("api"), this.startPart("workers")]);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  get ownerUrl(): string {
    return this.databaseUrl(DATABASE);
  }

  /** The owner's URL of a database. */
  databaseUrl(database: string): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.ports.postgres}/${database}`;
  }

  /** Calls the API with a key, and asserts what is documented. */
  caller(key: string): Caller {
    return callerWith(key, this.baseUrl);
  }

  /** Calls it with the demo organization's key. */
  get call(): Caller {
    return this.caller(this.demo.api_key);
  }

  /** Starts a part; a server with its data, and where they are gone, with none. */
  async startPart(name: Part): Promise<void> {
    if (name === "workers") return await this.startWorkers(this.release);
    if (this.running.has(name)) throw new Error(`${name} runs already`);
    const place = { dir: join(this.dir, name), register: this.register, log: quiet };
    const options = { ...place, port: this.ports[name], durable: true };
    const settings = { ...this.settings, METRICS_PORT: String(this.ports.apiMetrics) };
    const start = {
      postgres: () => startPostgres({ ...options, password: this.password }),
      redis: () => startRedis(options),
      temporal: () => startTemporal({ ...options, uiPort: this.ports.ui }),
      api: () => startApi({ ...options, ...this.options("api"), settings }),
    };
    this.running.set(name, await start[name]());
  }

  /** Ends a part, a server as `kill -9` does. */
  async endPart(name: Part): Promise<void> {
    if (name === "workers") return await this.stopWorkers();
    const part = this.running.get(name);
    this.running.delete(name);
    await (name === "api" ? part?.stop() : part?.kill());
  }

  /** Kills a server, and its disk is lost with it. */
  async destroyServer(name: "postgres" | "temporal"): Promise<void> {
    const folder = (this.running.get(name) as PostgresService | undefined)?.folder ?? join(this.dir, name);
    await this.endPart(name);
    for (const path of new Set([folder, join(this.dir, name)])) {
      rmSync(path, { recursive: true, force: true });
    }
  }

  /** Starts a worker of a release. @param buildId tells Temporal which release it is, so that it may stand beside another one */
  async startWorkers(release: string, buildId?: string): Promise<void> {
    const metricsPort = String(await freePort());
    const settings = {
      ...this.settings,
      METRICS_PORT: metricsPort,
      WORKFLOW_BUNDLE: await bundleOf(release, this.dir),
      ...(buildId === undefined ? {} : { WORKER_BUILD_ID: buildId }),
    };
    const child = await startWorker({ ...this.options("worker"), settings });
    this.workers.set(buildId ?? "", { child, metricsPort });
    this.#scrape();
  }

  async stopWorkers(buildId = ""): Promise<void> {
    await this.workers.get(buildId)?.child.stop();
    this.workers.delete(buildId);
    this.#scrape();
  }

  /** Gives new runs to a version. */
  makeCurrent(buildId: string): Promise<void> {
    const address = `127.0.0.1:${this.ports.temporal}`;
    const namespace = this.settings.TEMPORAL_NAMESPACE ?? "";
    return setCurrentVersion(address, { deploymentName: DEPLOYMENT, buildId, namespace }, () => {});
  }

  /** The log of the process of this kind that was started last. */
  logOf(kind: "api" | "worker"): string {
    const last = readdirSync(this.dir).filter((name) => name.startsWith(`${kind}-`))
      .sort((a, b) => Number(a.split("-")[1]) - Number(b.split("-")[1])).at(-1);
    return last === undefined ? "" : readFileSync(join(this.dir, last, `${kind}.log`), "utf8");
  }

  /** The ids of the runs that the Temporal UI lists for a query. */
  async listed(query: string): Promise<string[]> {
    const { executions = [] } = await this.#ui(`workflows?${new URLSearchParams({ query })}`);
    return executions.map(({ execution }: { execution: { workflowId: string } }) => execution.workflowId);
  }

  /** The version that carries a run, as the Temporal UI shows it; empty without one. */
  async versionOf(workflowId: string): Promise<string> {
    const { workflowExecutionInfo } = await this.#ui(`workflows/${encodeURIComponent(workflowId)}`);
    return workflowExecutionInfo.versioningInfo?.deploymentVersion?.buildId ?? "";
  }

  // deno-lint-ignore no-explicit-any -- the UI's answer, which each caller knows
  async #ui(path: string): Promise<any> {
    const namespace = this.settings.TEMPORAL_NAMESPACE;
    const response = await fetch(`http://127.0.0.1:${this.ports.ui}/api/v1/namespaces/${namespace}/${path}`);
    const answer = await response.json();
    if (!response.ok) throw new Error(`The Temporal UI refuses ${path}: ${answer.message}`);
    return answer;
  }

  #scrape(): void {
    this.prometheus.scrape("worker", [...this.workers.values()].map(({ metricsPort }) => metricsPort));
  }
}
