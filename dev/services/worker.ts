import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "../child.ts";
import { ROOT } from "../folder.ts";
import { findProgram } from "../programs.ts";
import type { Settings } from "../environment.ts";
import { workflowBundle } from "../workflow-bundle.ts";
import { echoWarnings, logLine } from "./log-lines.ts";
import type { ServiceOptions } from "./service.ts";

export type WorkerRuntime = "deno" | "node";

export interface WorkerOptions extends Omit<ServiceOptions, "port"> {
  readonly settings: Settings;
  /** Node is the control: the Temporal SDK supports no other runtime. */
  readonly runtime?: WorkerRuntime | undefined;
}

/** On what a worker runs where nothing else is asked for: `WORKER_RUNTIME=node` is the control run. */
export function workerRuntime(): WorkerRuntime {
  return process.env.WORKER_RUNTIME === "node" ? "node" : "deno";
}

const READY = "worker ready";
const READY_SECONDS = 60;

/** Temporal's core is a native module (--allow-ffi), and what the worker writes are mails and uploads. */
function permissions({ MAIL_DIR, UPLOADS_DIR }: Settings): string[] {
  const folders = [MAIL_DIR, UPLOADS_DIR].filter(Boolean).join(",");
  return [
    ...["--allow-net", "--allow-env", "--allow-sys", "--allow-ffi", "--allow-read"],
    ...(folders === "" ? [] : [`--allow-write=${folders}`]),
  ];
}

/** The worker of all task queues as a process of its own, once it polls them. */
export async function startWorker(options: WorkerOptions): Promise<Child> {
  const { runtime = workerRuntime(), signal } = options;
  const settings = await withBundle(options.settings, runtime);
  const show = echoWarnings(options.log);
  const ready = Promise.withResolvers<void>();
  const main = join(ROOT, "workers/main.ts");
  const child = await startChild({
    name: "worker",
    command: runtime === "deno" ? Deno.execPath() : nodeProgram(),
    args: runtime === "deno"
      ? ["run", "--no-prompt", ...permissions(settings), main]
      : ["--import", "tsx", main],
    cwd: ROOT,
    env: settings,
    logFile: join(options.dir, "worker.log"),
    onLine(line) {
      if (logLine(line)?.msg === READY) ready.resolve();
      show(line);
    },
    register: options.register,
  });
  const late = setTimeout(
    () => ready.reject(new Error(`it wasn't ready within ${READY_SECONDS} s`)),
    READY_SECONDS * 1000,
  );
  const giveUp = () => ready.reject(new Error("no longer wanted"));
  signal?.addEventListener("abort", giveUp);
  try {
    signal?.throwIfAborted();
    await Promise.race([
      ready.promise,
      child.exited.then((end) => Promise.reject(new Error(`it ended (${end})`))),
    ]);
    return child;
  } catch (cause) {
    await child.stop();
    throw new Error(`Cannot start the worker: ${(cause as Error).message}\n${child.lastLines()}`, { cause });
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** The control run bundles on Node by itself, as it does everything else there. */
async function withBundle(settings: Settings, runtime: WorkerRuntime): Promise<Settings> {
  if (settings.WORKFLOW_BUNDLE !== undefined || runtime === "node") return settings;
  return { ...settings, WORKFLOW_BUNDLE: await workflowBundle() };
}

function nodeProgram(): string {
  const node = findProgram(["node"]);
  if (node === undefined) throw new Error("Cannot start the worker on Node: node is not on PATH");
  return node;
}
