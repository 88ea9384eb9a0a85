import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SEARCH_ATTRIBUTES } from "#temporal/search-attributes.ts";
import {
  cacheFolder,
  findGo,
  findProgram,
  goInstall,
  type GoProgram,
  isProgram,
  output,
} from "../programs.ts";
import { type Log, since } from "../terminal.ts";
import { WaitAborted, waitFor } from "../wait.ts";
import { freePort, type Service, type ServiceOptions, startOnPort } from "./service.ts";

export interface TemporalService extends Service {
  readonly address: string;
  readonly namespace: string;
  /** Null where the server runs without its Web UI. */
  readonly uiUrl: string | null;
}

const SEARCH_ATTRIBUTE_TYPES = Object.entries(SEARCH_ATTRIBUTES);

/** How long closed workflows stay visible: 7 days. The dev server's own default is 24 hours. */
const RETENTION = "168h";
const NAMESPACE = "default";

const DYNAMIC_CONFIG = [
  // Fairness between organizations needs the flag, and is strict only with one partition.
  "matching.enableFairness=true",
  "matching.numTaskqueueReadPartitions=1",
  "matching.numTaskqueueWritePartitions=1",
  // Lists of runs lag by half a second. At the default, 20 times a second, the server writes the row of a short run twice: as running,
  // and a moment later as closed. That is up to a third of its work. A batch holds more rows than half a second can bring.
  "history.visibilityProcessorMaxPollRPS=2",
  "history.visibilityTaskBatchSize=1000",
  // SQLite has one connection: hundreds of writers of lists would block the runs.
  "history.visibilityProcessorSchedulerWorkerCount=2",
  // Without it the dev server reads its search attributes again for every start of a workflow.
  "system.forceSearchAttributesCacheRefreshOnRead=false",
];

/**
 * SQLite settings for runs that need not survive a crash. The server's own store in memory is slower: SQLite walks all of its pages there
 * at every commit, and after 20,000 runs each run costs half as much again.
 */
const VOLATILE = ["synchronous=OFF", "journal_mode=MEMORY", "locking_mode=EXCLUSIVE", "cache_size=-64000"];

/** The last version that `go install` can build: go.mod has a replace directive since 1.6.0. */
const CLI: GoProgram = {
  name: "temporal",
  module: "github.com/temporalio/cli/cmd/temporal",
  version: "v1.5.1",
  packages: 1_300,
};
const OLDEST_SERVER = [1, 29] as const;

export interface TemporalOptions extends ServiceOptions {
  /** Whether its runs survive a restart. */
  readonly durable: boolean;
  /** The port of its Web UI; without a port it has none. */
  readonly uiPort?: number;
}

/** Starts Temporal's dev server, with the search attributes of our workflows. */
export async function startTemporal(options: TemporalOptions): Promise<TemporalService> {
  const { uiPort } = options;
  const program = await temporalProgram(options.log, options.signal);
  mkdirSync(options.dir, { recursive: true });
  const metricsPort = await freePort();
  const service = await startOnPort(options, (port) => ({
    name: "temporal",
    command: program,
    args: [...serverArguments(options, port), "--metrics-port", String(metricsPort)],
    logFile: join(options.dir, "temporal.log"),
  }), async (port, child) => {
    await waitFor("Temporal to answer", async () => {
      // Another server on this port would answer in the child's place.
      if (!child.alive()) throw new WaitAborted("it ended");
      return await createSearchAttributes(program, port);
    });
    const namespace = ["-n", NAMESPACE, "--retention", RETENTION];
    await output(program, [
      "operator",
      "namespace",
      "update",
      "--address",
      `127.0.0.1:${port}`,
      ...namespace,
    ]);
  });
  return {
    ...service,
    address: `127.0.0.1:${service.port}`,
    namespace: NAMESPACE,
    uiUrl: uiPort === undefined ? null : `http://127.0.0.1:${uiPort}`,
  };
}

function serverArguments({ dir, durable, uiPort }: TemporalOptions, port: number): string[] {
  return [
    ...["server", "start-dev", "--ip", "127.0.0.1", "--port", String(port), "--log-level", "warn"],
    ...["--db-filename", join(dir, "temporal.db")],
    ...(uiPort === undefined ? ["--headless"] : ["--ui-port", String(uiPort)]),
    ...(durable ? [] : VOLATILE.flatMap((pragma) => ["--sqlite-pragma", pragma])),
    ...SEARCH_ATTRIBUTE_TYPES.flatMap((attribute) => ["--search-attribute", attribute.join("=")]),
    ...DYNAMIC_CONFIG.flatMap((setting) => ["--dynamic-config-value", setting]),
  ];
}

/** The server ignores the attributes on its own command line when its database exists already. */
async function createSearchAttributes(program: string, port: number): Promise<string> {
  const attributes = SEARCH_ATTRIBUTE_TYPES.flatMap(([name, type]) => ["--name", name, "--type", type]);
  const command = ["operator", "search-attribute", "create", "--address", `127.0.0.1:${port}`];
  return await output(program, [...command, ...attributes]);
}

/** The `temporal` command: installed, otherwise built with Go, otherwise downloaded. */
export async function temporalProgram(log: Log, signal?: AbortSignal): Promise<string> {
  const go = findGo();
  const goBin = go === undefined ? [] : [join(await output(go, ["env", "GOPATH"]), "bin")];
  const installed = findProgram(["temporal"], [...goBin, join(homedir(), ".temporalio/bin")]);
  if (installed !== undefined) {
    const version = await output(installed, ["--version"]);
    if (isRecent(version)) return installed;
    log(`${installed} is too old (${version}; server ${OLDEST_SERVER.join(".")} is needed)`);
  }
  return go === undefined ? await download(log) : await goInstall(CLI, log, signal);
}

/** Whether the output of `temporal --version` names a server that this project runs on. */
export function isRecent(version: string): boolean {
  const [, major, minor] = /Server (\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [oldestMajor, oldestMinor] = OLDEST_SERVER;
  return Number(major) > oldestMajor || Number(major) === oldestMajor && Number(minor) >= oldestMinor;
}

/** Has the SDK download the official build: it starts a server from it once, and leaves the program in the folder. */
async function download(log: Log): Promise<string> {
  const folder = join(cacheFolder(), "bin");
  const path = join(folder, `temporal-${CLI.version}`);
  if (isProgram(path)) return path;
  const begin = performance.now();
  log(`downloading temporal ${CLI.version} from temporal.download, since Go is not here to build it`);
  const progress = setInterval(() => log(`downloading temporal, ${since(begin)}`), 5_000);
  try {
    mkdirSync(folder, { recursive: true });
    // Imported here, because it loads the whole SDK, 0.5 s.
    const { TestWorkflowEnvironment } = await import("@temporalio/testing");
    const executable = { type: "cached-download", downloadDir: folder, version: CLI.version } as const;
    const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
    await environment.teardown();
  } finally {
    clearInterval(progress);
  }
  if (!isProgram(path)) throw new Error(`Cannot find ${path}, where the download should have put it`);
  return path;
}
