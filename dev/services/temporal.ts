import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  cacheFolder,
  findGo,
  findProgram,
  goInstall,
  type GoProgram,
  isProgram,
  output,
} from "../programs.ts";
import { SEARCH_ATTRIBUTES } from "#temporal/search-attributes.ts";
import { freePort } from "../ports.ts";
import { type Log, since } from "../say.ts";
import { GaveUp, waitFor } from "../wait.ts";
import { type Service, type ServiceOptions, startOnPort } from "./service.ts";

export interface TemporalService extends Service {
  readonly address: string;
  readonly namespace: string;
  /** Null where it runs without its Web UI. */
  readonly uiUrl: string | null;
}

const SEARCH_ATTRIBUTE_TYPES = Object.entries(SEARCH_ATTRIBUTES);

/** Closed workflows stay visible this long; the dev server's own default is 24 hours. */
const RETENTION = "168h";
const NAMESPACE = "default";

const DYNAMIC_CONFIG = [
  // Fairness between organizations needs the flag, and is strict only with a single partition.
  "matching.enableFairness=true",
  "matching.numTaskqueueReadPartitions=1",
  "matching.numTaskqueueWritePartitions=1",
  // Lists of runs may lag by half a second. At the default, 20 times a second, the row of a short run is written twice: as running, and
  // a moment later as closed. That is up to a third of the server's work. A batch holds more than half a second can bring.
  "history.visibilityProcessorMaxPollRPS=2",
  "history.visibilityTaskBatchSize=1000",
  // SQLite has one connection: hundreds that wait for it to write lists keep runs from it.
  "history.visibilityProcessorSchedulerWorkerCount=2",
  // The dev server reads its search attributes anew for every start otherwise.
  "system.forceSearchAttributesCacheRefreshOnRead=false",
];

/**
 * For runs that need not survive the machine. Not the server's own store in memory: SQLite walks all of its pages at every commit there,
 * and after twenty thousand runs each costs half as much again.
 */
const FLEETING = ["synchronous=OFF", "journal_mode=MEMORY", "locking_mode=EXCLUSIVE", "cache_size=-64000"];

/** The last version that `go install` can build: from 1.6.0 on go.mod has a replace directive. */
const CLI: GoProgram = {
  module: "github.com/temporalio/cli/cmd/temporal",
  version: "v1.5.1",
  packages: 1_300,
};
const OLDEST_SERVER = [1, 29] as const;

/** Temporal's dev server. With `durable` its runs survive a restart; with `uiPort` it brings its Web UI. */
export async function startTemporal(
  options: ServiceOptions & { readonly durable: boolean; readonly uiPort?: number },
): Promise<TemporalService> {
  const program = await temporalProgram(options.log, options.signal);
  mkdirSync(options.dir, { recursive: true });
  const metricsPort = await freePort();
  const service = await startOnPort(options, (port) => ({
    name: "temporal",
    command: program,
    args: [
      ...[
        "server",
        "start-dev",
        "--ip",
        "127.0.0.1",
        "--port",
        String(port),
        "--metrics-port",
        String(metricsPort),
      ],
      ...(options.uiPort === undefined ? ["--headless"] : ["--ui-port", String(options.uiPort)]),
      ...["--db-filename", join(options.dir, "temporal.db")],
      ...(options.durable ? [] : FLEETING.flatMap((pragma) => ["--sqlite-pragma", pragma])),
      ...SEARCH_ATTRIBUTE_TYPES.flatMap((attribute) => ["--search-attribute", attribute.join("=")]),
      ...DYNAMIC_CONFIG.flatMap((setting) => ["--dynamic-config-value", setting]),
      ...["--log-level", "warn"],
    ],
    logFile: join(options.dir, "temporal.log"),
  }), async (port, child) => {
    const to = ["--address", `127.0.0.1:${port}`];
    await waitFor("Temporal to answer", async () => {
      // Another server on this port would answer in its place.
      if (!child.alive()) throw new GaveUp("it ended");
      return await output(program, [
        "operator",
        "search-attribute",
        "create",
        ...to,
        ...searchAttributeFlags(),
      ]);
    });
    await output(program, [
      "operator",
      "namespace",
      "update",
      ...to,
      "-n",
      NAMESPACE,
      "--retention",
      RETENTION,
    ]);
  });
  return {
    ...service,
    address: `127.0.0.1:${service.port}`,
    namespace: NAMESPACE,
    uiUrl: options.uiPort === undefined ? null : `http://127.0.0.1:${options.uiPort}`,
  };
}

/** Attributes named on the server's own command line are ignored when its database exists already. */
function searchAttributeFlags(): string[] {
  return SEARCH_ATTRIBUTE_TYPES.flatMap(([name, type]) => ["--name", name, "--type", type]);
}

/** The `temporal` command: from PATH or where Go or its installer put it, else built with Go, else downloaded. */
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

/** Whether what `temporal --version` prints names a server that this project runs on. */
export function isRecent(version: string): boolean {
  const found = /Server (\d+)\.(\d+)/.exec(version);
  const [major, minor] = [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
  return major > OLDEST_SERVER[0] || major === OLDEST_SERVER[0] && minor >= OLDEST_SERVER[1];
}

/** The SDK's own download of the official build: it starts a server of it once, and leaves the program in the folder. */
async function download(log: Log): Promise<string> {
  const folder = join(cacheFolder(), "bin");
  const path = join(folder, `temporal-${CLI.version}`);
  if (isProgram(path)) return path;
  const begin = performance.now();
  log(`downloading temporal ${CLI.version} from temporal.download, since Go is not here to build it`);
  const progress = setInterval(() => log(`downloading temporal, ${since(begin)}`), 5_000);
  try {
    mkdirSync(folder, { recursive: true });
    // Loaded here alone: it brings the whole SDK with it, 0.5 s.
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
