import { join, resolve } from "node:path";
import process from "node:process";
import { consoleFolder } from "../machine/builds.ts";
import type { Settings } from "../machine/environment.ts";
import { ROOT } from "../machine/folder.ts";
import { echoWarnings } from "../machine/terminal.ts";
import { type ServiceOptions, startOnPort } from "./service.ts";

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

/**
 * No `--allow-run`, `--allow-ffi` for packages alone, `--allow-write` for mails and uploads alone, as README.md has it for production: input
 * from strangers must not reach the machine.
 */
export function permissions(
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
