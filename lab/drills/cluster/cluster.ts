import type { Child } from "#dev/machine/child.ts";
import type { Settings } from "#dev/machine/environment.ts";
import { type ApiService, startApi, startWorker } from "#dev/services/api-and-worker.ts";
import { type PgbouncerService, startPgbouncer } from "#dev/services/pgbouncer.ts";
import { createDatabase, type PostgresService, startPostgres, startStandby } from "#dev/services/postgres.ts";
import { type RedisService, startRedis } from "#dev/services/redis.ts";
import type { Service } from "#dev/services/service.ts";
import {
  createNamespace,
  createTemporalStore,
  freeTemporalPorts,
  startTemporalNode,
  type TemporalPorts,
} from "#dev/services/temporal.ts";
import { logFor, since } from "#dev/machine/terminal.ts";
import { startTcpProxy, type TcpProxy } from "#testing/processes.ts";
import { DATABASE, Installation } from "../installation.ts";
import { type Balancer, startBalancer } from "./balancer.ts";

const HOSTS = ["127.0.0.1", "127.0.0.2"] as const;

/** Several of each part. The fields change as drills kill and replace them. */
export class Cluster extends Installation {
  primary!: PostgresService;
  standby!: PostgresService;
  /** Between the primary and its standby. */
  stream!: TcpProxy;
  pgbouncer!: PgbouncerService;
  redis!: RedisService;
  replica!: RedisService;
  ports!: TemporalPorts;
  nodes: Service[] = [];
  /** The addresses that stay when a server behind them is replaced. */
  postgresAddress!: TcpProxy;
  redisAddress!: TcpProxy;
  temporalAddress!: TcpProxy;
  balancer!: Balancer;
  apis: ApiService[] = [];
  workers: Child[] = [];

  /** Of APIs, of workers and of Temporal nodes. */
  count: 1 | 2 = 2;

  async start(): Promise<void> {
    await this.#step("Postgres, its standby and PgBouncer", async () => {
      this.primary = await startPostgres(this.postgresOptions("postgres"));
      this.postgresAddress = await startTcpProxy({ port: this.primary.port });
      await this.prepare(await createDatabase(this.primary, DATABASE));
      await createTemporalStore(this.primary.url("postgres"), logFor("temporal"));
      await this.addStandby();
      await this.startPgbouncer();
    });
    await this.#step("Redis and its replica", async () => {
      this.redis = await startRedis({ ...this.serverOptions("redis"), durable: false });
      await this.addReplica();
      this.redisAddress = await startTcpProxy({ port: this.redis.port });
    });
    await this.#step("Temporal on Postgres", async () => {
      this.ports = await freeTemporalPorts();
      await this.startNode(0);
      if (this.count === 2) await this.startNode(1);
      const { rpc: port } = this.ports.frontend;
      this.temporalAddress = await startTcpProxy(...HOSTS.map((host) => ({ host, port })));
      await createNamespace(this.temporal, logFor("temporal"));
    });
    this.balancer = await startBalancer();
    const direct = this.loginUrl("app_api");
    this.configure({ redis: this.redisAddress.port, temporal: this.temporalAddress.port }, {
      API_DATABASE_URL: this.pgbouncer.through(direct),
      WORKER_DATABASE_URL: this.pgbouncer.through(this.loginUrl("app_worker")),
      LISTEN_DATABASE_URL: direct,
      DRAIN_SECONDS: "2",
      DATABASE_POOL: "12",
      WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,3s,5s,5s,10s,10s,10s",
    });
    await this.#step("APIs behind a balancer, and workers", async () => {
      const each = Array.from({ length: this.count }, () => [this.addApi(), this.addWorker()]);
      await Promise.all(each.flat());
    });
  }

  get baseUrl(): string {
    return this.balancer.baseUrl;
  }

  /** Leads to whichever server is the primary. */
  get ownerUrl(): string {
    return Object.assign(new URL(this.primary.url(DATABASE)), { port: String(this.postgresAddress.port) })
      .href;
  }

  /** Temporal's address, behind which its nodes take turns. */
  get temporal(): string {
    return `127.0.0.1:${this.temporalAddress.port}`;
  }

  /** Options of a further server, whose folder is new. */
  serverOptions(name: string) {
    return this.options(name, logFor(name));
  }

  postgresOptions(name: string) {
    return { ...this.serverOptions(name), password: this.password, durable: true };
  }

  /** Starts another API and has the balancer use it. */
  async addApi(change: Settings = {}): Promise<ApiService> {
    const api = await startApi({ ...this.options("api"), settings: { ...this.settings, ...change } });
    this.apis.push(api);
    await this.balancer.add(api.baseUrl);
    return api;
  }

  /** @param queues the task queues that it polls; all where absent */
  async addWorker(change: Settings = {}, queues: readonly string[] = []): Promise<Child> {
    const settings = { ...this.settings, ...change };
    const worker = await startWorker({ ...this.options("worker"), settings, queues });
    this.workers.push(worker);
    return worker;
  }

  /** Ends an API with a signal; resolves when it has ended. */
  async endApi(api: ApiService, signal: NodeJS.Signals): Promise<void> {
    await api.kill(signal);
    this.balancer.remove(api.baseUrl);
    this.apis = this.apis.filter((other) => other !== api);
  }

  async endWorker(worker: Child, signal: NodeJS.Signals): Promise<void> {
    await worker.kill(signal);
    this.workers = this.workers.filter((other) => other !== worker);
  }

  /** Starts PgBouncer, on its former port where it ran before. */
  async startPgbouncer(): Promise<void> {
    const port = this.pgbouncer === undefined ? {} : { port: this.pgbouncer.port };
    this.pgbouncer = await startPgbouncer({
      ...this.serverOptions("pgbouncer"),
      ...port,
      logins: [this.loginUrl("app_api"), this.loginUrl("app_worker")],
    });
  }

  /** Copies the primary to a new standby, whose stream can be held. */
  async addStandby(): Promise<void> {
    this.stream = await startTcpProxy({ port: this.primary.port });
    this.standby = await startStandby(this.postgresOptions("standby"), this.primary, this.stream.port);
  }

  async addReplica(): Promise<void> {
    const options = { ...this.serverOptions("replica"), durable: false, replicaOf: this.redis };
    this.replica = await startRedis(options);
  }

  async startNode(index: 0 | 1): Promise<void> {
    this.nodes[index] = await startTemporalNode({
      ...this.serverOptions(`temporal-${index + 1}`),
      host: HOSTS[index],
      ports: this.ports,
      storeUrl: this.ownerUrl,
    });
  }

  async #step(what: string, start: () => Promise<void>): Promise<void> {
    const begin = performance.now();
    await start();
    logFor("cluster")(`${what}, ${since(begin)}`);
  }
}
