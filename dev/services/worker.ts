import { join, resolve } from "node:path";
import process from "node:process";
import type { Child } from "../machine/child.ts";
import type { Settings } from "../machine/environment.ts";
import { ROOT } from "../machine/folder.ts";
import { findProgram } from "../machine/programs.ts";
import { echoWarnings, parseLogEntry } from "../machine/terminal.ts";
import { workflowBundle } from "../machine/builds.ts";
import { permissions } from "./api.ts";
import { type ServiceOptions, startReady } from "./service.ts";

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
