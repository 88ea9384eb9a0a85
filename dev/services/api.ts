import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
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
  const needs = {
    sys: "hostname,homedir,osRelease",
    // Argon2's loader reads ldd to tell glibc from musl.
    read: ["/usr/bin/ldd"],
    ffi: [...nativeFolders(), ...argon2Folders()],
  };
  const service = await startOnPort(options, (port) => ({
    name: "api",
    command: process.execPath,
    args: ["run", "--no-prompt", ...permissions(settings, needs), join(ROOT, "api/main.ts")],
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
 * No `--allow-run`, `--allow-ffi` for Temporal's core, the encoder's runtime and the API's Argon2 alone, `--allow-write` for mails and uploads
 * alone: input from strangers must not reach the machine.
 */
export function permissions(
  { MAIL_DIR, UPLOADS_DIR }: Settings,
  { sys, read, ffi }: {
    readonly sys: string;
    readonly read: readonly string[];
    readonly ffi: readonly string[];
  },
): string[] {
  const written = [MAIL_DIR, UPLOADS_DIR].flatMap((folder) => folder ? [resolve(ROOT, folder)] : []);
  return [
    "--allow-net",
    "--allow-env",
    `--allow-sys=${sys}`,
    `--allow-read=${[ROOT, ...read, ...written].join(",")}`,
    ...written.map((folder) => `--allow-write=${folder}`),
    `--allow-ffi=${ffi.join(",")}`,
  ];
}

/** The folders of Temporal's native core and of the sentence encoder's runtime, wherever the package manager has put them. */
export function nativeFolders(): string[] {
  const worker = createRequire(import.meta.resolve("@temporalio/worker"));
  const own = createRequire(import.meta.url);
  return [
    worker.resolve("@temporalio/core-bridge/package.json"),
    own.resolve("onnxruntime-node/package.json"),
  ].map((path) => dirname(path));
}

/** The folders of Argon2's native modules that are installed: one for each C library that the platform may have. */
function argon2Folders(): string[] {
  const argon2 = createRequire(import.meta.resolve("@node-rs/argon2"));
  const { optionalDependencies } = argon2("@node-rs/argon2/package.json");
  return Object.keys(optionalDependencies).flatMap((name) => {
    try {
      return [dirname(argon2.resolve(`${name}/package.json`))];
    } catch {
      return []; // Another platform's.
    }
  });
}
