import { join, resolve } from "node:path";
import process from "node:process";
import { consoleFolder, workflowBundle } from "../machine/builds.ts";
import type { Child } from "../machine/child.ts";
import type { Settings } from "../machine/environment.ts";
import { ROOT } from "../machine/folder.ts";
import { findProgram } from "../machine/programs.ts";
import { echoWarnings, parseLogEntry } from "../machine/terminal.ts";
import { type ServiceOptions, startOnPort, startReady } from "./service.ts";

export type ApiService = Awaited<ReturnType<typeof startApi>>;

/** Starts the API as a process of its own; resolves when `/readyz` answers 200. */
export async function startApi(options: ServiceOptions & { readonly settings: Settings }) {
  const { settings, log } = options;
  // Argon2's loader reads ldd to tell glibc from musl.
  const granted = permissions(settings, "hostname,homedir,osRelease", ["/usr/bin/ldd"]);
  const service = await startOnPort(options, (port) => ({
    name: "api",
    command: process.execPath,
    args: ["run", "--no-prompt", ...granted, join(ROOT, "api/main.ts")],
    cwd: ROOT,
    env: {
      BASE_URL: `http://127.0.0.1:${port}`,
      CONSOLE_DIR: consoleFolder(),
      ...settings,
      PORT: String(port),
    },
    logFile: join(options.dir, "api.log"),
    onLine: echoWarnings(log),
  }), {
    condition: "the API to be ready",
    probe: async (port) =>
      (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  return { ...service, baseUrl: `http://127.0.0.1:${service.port}` };
}

export interface WorkerOptions extends Omit<ServiceOptions, "port"> {
  readonly settings: Settings;
  /** The task queues that it polls; all where absent. */
  readonly queues?: readonly string[];
}

const READY_MESSAGE = "worker ready";
const READY_SECONDS = 60;

/** What workers run on: Node with `WORKER_RUNTIME=node`, Deno otherwise. Node is the control: the Temporal SDK supports no other runtime. */
export function workerRuntime(): "deno" | "node" {
  return process.env.WORKER_RUNTIME === "node" ? "node" : "deno";
}

/** Starts a worker as a process of its own; resolves when it polls its task queues. */
export async function startWorker(options: WorkerOptions): Promise<Child> {
  const { queues = [], dir, log } = options;
  const settings = await withBundle(options.settings);
  const echo = echoWarnings(log);
  let isReady = false;
  return await startReady(
    options,
    {
      name: "worker",
      ...commandOf(settings, queues),
      cwd: ROOT,
      env: settings,
      logFile: join(dir, "worker.log"),
      onLine(line) {
        isReady ||= parseLogEntry(line)?.msg === READY_MESSAGE;
        echo(line);
      },
    },
    { condition: "the worker to be ready", probe: () => isReady, seconds: READY_SECONDS, everyMs: 20 },
    "the worker",
  );
}

/** The control run bundles on Node, in the worker itself. */
async function withBundle(settings: Settings): Promise<Settings> {
  if (settings.WORKFLOW_BUNDLE !== undefined || workerRuntime() === "node") return settings;
  return { ...settings, WORKFLOW_BUNDLE: await workflowBundle() };
}

function commandOf(settings: Settings, queues: readonly string[]): { command: string; args: string[] } {
  const main = [join(ROOT, "workers/main.ts"), ...queues];
  if (workerRuntime() === "deno") {
    const { WORKFLOW_BUNDLE: bundle } = settings;
    const read = bundle ? [resolve(ROOT, bundle)] : [];
    const granted = permissions(settings, "hostname,uid,gid,homedir,osRelease", read);
    return { command: process.execPath, args: ["run", "--no-prompt", ...granted, ...main] };
  }
  const node = findProgram(["node"]);
  if (node === undefined) throw new Error("Cannot start the worker on Node: node is not on PATH");
  return { command: node, args: ["--import", "tsx", ...main] };
}

/**
 * No `--allow-run`, `--allow-ffi` for packages alone, `--allow-write` for mails and uploads alone, as README.md has it for production: input
 * from strangers must not reach the machine.
 */
function permissions(
  { MAIL_DIR, UPLOADS_DIR }: Settings,
  sys: string,
  read: readonly string[],
): string[] {
  const written = [MAIL_DIR, UPLOADS_DIR].flatMap((folder) => folder ? [resolve(ROOT, folder)] : []);
  return [
    "--allow-net",
    "--allow-env",
    `--allow-sys=${sys}`,
    `--allow-read=${[ROOT, ...read, ...written].join(",")}`,
    ...written.map((folder) => `--allow-write=${folder}`),
    `--allow-ffi=${join(ROOT, "node_modules")}`,
  ];
}
