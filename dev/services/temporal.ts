import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { homedir } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import getPort, { portNumbers } from "get-port";
import { parse, stringify } from "yaml";
import { SEARCH_ATTRIBUTES } from "#temporal/search-attributes.ts";
import {
  builtProgram,
  cacheFolder,
  findGo,
  findProgram,
  isProgram,
  isSince,
  output,
  PROGRAMS,
} from "../machine/programs.ts";
import { type Log, since } from "../machine/terminal.ts";
import { waitFor } from "../machine/wait.ts";
import { freePort, type Service, type ServiceOptions, startOnPort } from "./service.ts";

const SEARCH_ATTRIBUTE_TYPES = Object.entries(SEARCH_ATTRIBUTES);

/** How long closed workflows stay visible: 7 days. The dev server's own default is 24 hours. */
const RETENTION = "168h";
const NAMESPACE = "default";

/** Settings of the dev server; `temporal.yaml` has their reasons. */
const SETTINGS: {
  readonly dynamic: Readonly<Record<string, unknown>>;
  readonly sqlite: Readonly<Record<"volatile" | "durable", readonly string[]>>;
} = parse(readFileSync(new URL("temporal.yaml", import.meta.url), "utf8"));

export interface TemporalOptions extends ServiceOptions {
  /** Whether its runs survive a restart. */
  readonly durable: boolean;
  /** The port of its Web UI; without a port it has none. */
  readonly uiPort?: number | undefined;
  /** Whether organizations share workers evenly, as they do by default; measurements compare it with a server that has no such order. */
  readonly fairness?: boolean;
  /** Whether it has no search attributes, as a server that was set up anew; unless its data have them. */
  readonly isBare?: boolean;
}

/** Starts Temporal's dev server, with the search attributes of our workflows. */
export async function startTemporal(options: TemporalOptions) {
  const { uiPort, isBare = false } = options;
  const program = await temporalProgram(options.log, options.signal);
  mkdirSync(options.dir, { recursive: true });
  const metricsPort = await freePort();
  const service = await startOnPort(options, (port) => ({
    name: "temporal",
    command: program,
    args: [...serverArguments(options, port), "--metrics-port", String(metricsPort)],
    logFile: join(options.dir, "temporal.log"),
  }), {
    condition: "Temporal to answer and to have the namespace",
    probe: async (port) => {
      const address = `127.0.0.1:${port}`;
      if (!isBare) await createSearchAttributes(program, address);
      await operate(program, address, "namespace update", ["-n", NAMESPACE, "--retention", RETENTION]);
      return true;
    },
    seconds: 60,
  });
  return {
    ...service,
    address: `127.0.0.1:${service.port}`,
    namespace: NAMESPACE,
    /** Null where the server runs without its Web UI. */
    uiUrl: uiPort === undefined ? null : `http://127.0.0.1:${uiPort}`,
  };
}

function serverArguments(
  { dir, durable, uiPort, fairness = true, isBare = false }: TemporalOptions,
  port: number,
): string[] {
  return [
    ...["server", "start-dev", "--ip", "127.0.0.1", "--port", String(port), "--log-level", "warn"],
    ...["--db-filename", join(dir, "temporal.db")],
    ...(uiPort === undefined ? ["--headless"] : ["--ui-port", String(uiPort)]),
    ...SETTINGS.sqlite[durable ? "durable" : "volatile"].flatMap((pragma) => ["--sqlite-pragma", pragma]),
    ...(isBare
      ? []
      : SEARCH_ATTRIBUTE_TYPES.flatMap((attribute) => ["--search-attribute", attribute.join("=")])),
    ...Object.entries({ ...SETTINGS.dynamic, "matching.enableFairness": fairness })
      .flatMap(([name, value]) => ["--dynamic-config-value", `${name}=${value}`]),
  ];
}

/** The server ignores the attributes on its own command line when its database exists already. */
async function createSearchAttributes(program: string, address: string): Promise<string> {
  const attributes = SEARCH_ATTRIBUTE_TYPES.flatMap(([name, type]) => ["--name", name, "--type", type]);
  return await operate(program, address, "search-attribute create", attributes);
}

/** Creates the namespace with our search attributes in a server that has neither. Harmless when repeated. */
export async function createNamespace(address: string, log: Log): Promise<void> {
  const program = await temporalProgram(log);
  await waitFor("Temporal to create the namespace", async () => {
    await operate(program, address, "namespace create", ["-n", NAMESPACE, "--retention", RETENTION])
      .catch((error) => {
        if (!/already (exists|registered)/i.test(String(error))) throw error;
      });
    return await createSearchAttributes(program, address);
  }, { seconds: 60, everyMs: 500 });
}

/** Has the workers of a version take the new runs of its deployment, as an operator does at each release. */
export async function setCurrentVersion(
  address: string,
  version: { readonly deploymentName: string; readonly buildId: string; readonly namespace?: string },
  log: Log,
): Promise<void> {
  const program = await temporalProgram(log);
  const { deploymentName, buildId, namespace = NAMESPACE } = version;
  const command = [
    ...["worker", "deployment", "set-current-version", "--deployment-name", deploymentName],
    ...["--build-id", buildId, "--namespace", namespace, "--yes", "--address", address],
  ];
  // Temporal knows a version a moment after its workers' first polls.
  await waitFor("Temporal to know the version", () => output(program, command), {
    seconds: 120,
    everyMs: 250,
  });
}

function operate(
  program: string,
  address: string,
  command: string,
  options: readonly string[],
): Promise<string> {
  return output(program, ["operator", ...command.split(" "), "--address", address, ...options]);
}

const DATABASES = { default: "temporal", visibility: "temporal_visibility" } as const;
const SERVICES = ["frontend", "history", "matching", "worker"] as const;

/** The ports of a cluster's nodes. Every node has the same ones, on an address of its own. */
export type TemporalPorts = Readonly<Record<(typeof SERVICES)[number], { rpc: number; membership: number }>>;

export interface TemporalNodeOptions extends ServiceOptions {
  /** The Postgres that all nodes share, where it is reached by its superuser. */
  readonly storeUrl: string;
  readonly ports: TemporalPorts;
  /** An address of this machine, such as 127.0.0.2. */
  readonly host: string;
}

/** Temporal stores a port in Postgres as a smallint. */
const LARGEST_PORT = 32_767;

export async function freeTemporalPorts(): Promise<TemporalPorts> {
  const free = () => getPort({ host: "127.0.0.1", port: portNumbers(20_000, LARGEST_PORT), reserve: true });
  const entries: [string, { rpc: number; membership: number }][] = [];
  for (const name of SERVICES) entries.push([name, { rpc: await free(), membership: await free() }]);
  return Object.fromEntries(entries) as TemporalPorts;
}

/** Creates Temporal's two databases with their schemas. */
export async function createTemporalStore(url: string, log: Log): Promise<void> {
  const tool = await builtProgram("sql", log);
  const { hostname, port, username, password } = new URL(url);
  const server = ["--plugin", "postgres12", "--ep", hostname, "-p", port, "-u", username];
  for (const [kind, database] of Object.entries(DATABASES)) {
    const schema = `postgresql/v12/${kind === "default" ? "temporal" : "visibility"}`;
    const run = (...args: string[]) =>
      output(tool, [...server, "--pw", decodeURIComponent(password), "--db", database, ...args]);
    await run("create-database");
    await run("setup-schema", "-v", "0.0");
    await run("update-schema", "--schema-name", schema);
  }
}

/** Starts a node with all of Temporal's four services, which joins the others of its store. */
export async function startTemporalNode(options: TemporalNodeOptions): Promise<Service> {
  const { host, ports, dir, log, signal } = options;
  const program = await builtProgram("server", log, signal);
  mkdirSync(dir, { recursive: true });
  const dynamicConfig = join(dir, "dynamic.yaml");
  writeFileSync(dynamicConfig, stringify({ "matching.enableFairness": [{ value: true }] }));
  const file = join(dir, "temporal.yaml");
  writeFileSync(file, nodeConfiguration(options, dynamicConfig), { mode: 0o600 });
  return await startOnPort({ ...options, port: ports.frontend.rpc }, () => ({
    name: `temporal ${host}`,
    command: program,
    args: [
      ...["--config-file", file, "--allow-no-auth", "start"],
      ...SERVICES.flatMap((name) => ["--service", name]),
    ],
    logFile: join(dir, "temporal.log"),
  }), {
    condition: "Temporal to serve",
    // It listens before it has joined the others.
    probe: async (port) => {
      const health = ["operator", "cluster", "health", "--address", `${host}:${port}`];
      await output(await temporalProgram(log), health);
      return true;
    },
    seconds: 60,
    everyMs: 250,
  });
}

/** Fills `temporal-server.yaml` beside this file. */
function nodeConfiguration({ storeUrl, host, ports }: TemporalNodeOptions, dynamicConfig: string): string {
  const { host: store, username: user, password } = new URL(storeUrl);
  const values: Record<string, string | number> = {
    ...{ store, user, password: decodeURIComponent(password), host, "dynamic configuration": dynamicConfig },
    ...Object.fromEntries(
      SERVICES.flatMap((name) =>
        (["rpc", "membership"] as const).map((kind) => [`${name} ${kind}`, ports[name][kind]])
      ),
    ),
  };
  return readFileSync(new URL("temporal-server.yaml", import.meta.url), "utf8")
    .replaceAll(/<([a-z ]+)>/g, (_, name) => String(values[name]));
}

const { version: CLI } = PROGRAMS.go.temporal;
const OLDEST_SERVER = "1.29";

/** Where Temporal publishes its builds; the SDK's own downloader asks the same host. */
const DOWNLOADS = "https://temporal.download";
/** A machine without a way to the builds must not wait for longer, since it then builds for minutes. */
const REACH_MS = 10_000;
/** 110 MB at 400 kB/s. */
const DOWNLOAD_MS = 300_000;

const BY_HAND =
  "Cannot get the temporal command: install it (https://docs.temporal.io/cli, or `brew install temporal`) and start again";

/**
 * The path of the `temporal` command: the installed one, otherwise the official build, which takes seconds to download, otherwise one
 * that Go builds in minutes.
 */
export async function temporalProgram(log: Log, signal?: AbortSignal): Promise<string> {
  const go = findGo();
  const goBin = go === undefined ? [] : [join(await output(go, ["env", "GOPATH"]), "bin")];
  const installed = findProgram(["temporal"], [...goBin, join(homedir(), ".temporalio/bin")]);
  if (installed !== undefined) {
    const version = await output(installed, ["--version"]);
    if (isRecent(version)) return installed;
    log(`${installed} is too old (${version}; server ${OLDEST_SERVER} is needed)`);
  }
  const cached = join(cacheFolder(), "bin", `temporal-${CLI}`);
  if (isProgram(cached)) return cached;
  try {
    return await download(cached, log);
  } catch (error) {
    log(`cannot download temporal ${CLI}: ${(error as Error).message}`);
    if (go === undefined) throw new Error(BY_HAND, { cause: error });
    return await builtProgram("temporal", log, signal);
  }
}

/** Whether the output of `temporal --version` names a server that this project runs on. */
export const isRecent = (version: string): boolean => isSince(OLDEST_SERVER, /Server ([\d.]+)/, version);

/**
 * Checks that the official build can be downloaded: that its host names an archive, and that the archive's host has it.
 * @param downloads the host's URL.
 * @param limitMs milliseconds for both answers together.
 * @throws Error that says what did not answer.
 */
export async function reachOfficialBuild(downloads = DOWNLOADS, limitMs = REACH_MS): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const url = `${downloads}/cli/${CLI}?platform=${platform}&arch=${architecture}`;
  const build = await responseOf(url, "GET", signal);
  const { archiveUrl } = await build.json().catch(() => ({}));
  if (typeof archiveUrl !== "string") throw new Error(`${url} names no archive`);
  await responseOf(archiveUrl, "HEAD", signal);
}

async function responseOf(url: string, method: string, signal: AbortSignal): Promise<Response> {
  const { host } = new URL(url);
  const response = await fetch(url, { method, signal }).catch((cause) => {
    throw new Error(signal.aborted ? `${host} did not answer in time` : `${host} cannot be reached`, {
      cause,
    });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${host} answered ${response.status}`);
  }
  return response;
}

/** Downloads the official build by the SDK, which starts a server from it once and leaves the program in the folder. */
async function download(path: string, log: Log): Promise<string> {
  const begin = performance.now();
  log(`downloading temporal ${CLI} from ${new URL(DOWNLOADS).host}`);
  await reachOfficialBuild();
  const progress = setInterval(() => log(`downloading temporal, ${since(begin)}`), 5_000);
  try {
    const late = sleep(DOWNLOAD_MS, null, { ref: false }).then(() => {
      throw new Error(`it took longer than ${DOWNLOAD_MS / 1000} s`);
    });
    await Promise.race([downloadBySdk(dirname(path)), late]);
  } finally {
    clearInterval(progress);
  }
  if (!isProgram(path)) throw new Error(`the SDK left no program at ${path}`);
  log(`downloaded temporal ${CLI} in ${since(begin)}, kept in ${path}`);
  return path;
}

async function downloadBySdk(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Imported here, because it loads the whole SDK, 0.5 s.
  const { TestWorkflowEnvironment } = await import("@temporalio/testing");
  const executable = { type: "cached-download", downloadDir: folder, version: CLI } as const;
  const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await environment.teardown();
}
