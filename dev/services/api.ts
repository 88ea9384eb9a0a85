import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { ROOT } from "../folder.ts";
import type { Settings } from "../environment.ts";
import { GaveUp, waitFor } from "../wait.ts";
import { echoWarnings } from "./log-lines.ts";
import { type Service, type ServiceOptions, startOnPort } from "./service.ts";

export interface ApiService extends Service {
  readonly baseUrl: string;
}

/**
 * No --allow-run, of native code Temporal's core alone, and nothing to write but uploads: what the API takes from strangers must not
 * reach the machine.
 */
function permissions({ UPLOADS_DIR }: Settings): string[] {
  const uploads = UPLOADS_DIR === undefined || UPLOADS_DIR === "" ? [] : [resolve(ROOT, UPLOADS_DIR)];
  return [
    "--allow-net",
    "--allow-env",
    "--allow-sys",
    `--allow-read=${[ROOT, ...uploads].join(",")}`,
    ...uploads.map((folder) => `--allow-write=${folder}`),
    `--allow-ffi=${nativeCore()}`,
  ];
}

/** The folder of Temporal's core, wherever the package manager has put it. */
function nativeCore(): string {
  const worker = createRequire(import.meta.resolve("@temporalio/worker"));
  return dirname(worker.resolve("@temporalio/core-bridge/package.json"));
}

/** The API as a process of its own, once it says that it is ready. */
export async function startApi(
  options: ServiceOptions & { readonly settings: Settings },
): Promise<ApiService> {
  const { settings, log } = options;
  const service = await startOnPort(options, (port) => ({
    name: "api",
    command: Deno.execPath(),
    args: ["run", "--no-prompt", ...permissions(settings), join(ROOT, "api/main.ts")],
    cwd: ROOT,
    env: { BASE_URL: `http://127.0.0.1:${port}`, ...settings, PORT: String(port) },
    logFile: join(options.dir, "api.log"),
    onLine: echoWarnings(log),
  }), async (port, child) => {
    await waitFor("the API to be ready", async () => {
      if (!child.alive()) throw new GaveUp("it ended");
      const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
      return ok || undefined;
    });
  });
  return { ...service, baseUrl: `http://127.0.0.1:${service.port}` };
}
