import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { findProgram } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";
import { unpackedSystemPackage } from "./debian-packages.ts";
import { type ServiceOptions, startOnPort } from "./service.ts";

export type RedisService = Awaited<ReturnType<typeof startRedis>>;

/** Starts a Redis or Valkey on the loopback address. With `durable` its data survives a restart. */
export async function startRedis(
  options: ServiceOptions & { readonly durable: boolean; readonly replicaOf?: { readonly port: number } },
) {
  const { replicaOf } = options;
  const program = await redisProgram(options.log);
  mkdirSync(options.dir, { recursive: true });
  const service = await startOnPort(options, (port) => ({
    name: "redis",
    command: program.path,
    args: [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", options.dir],
      ...["--save", options.durable ? "60 1" : "", "--appendonly", "no"],
      ...(replicaOf === undefined ? [] : ["--replicaof", "127.0.0.1", String(replicaOf.port)]),
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [...program.libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
    },
    logFile: join(options.dir, "redis.log"),
  }), { condition: "Redis to answer", probe: ping, everyMs: 10 });
  return { ...service, url: `redis://127.0.0.1:${service.port}` };
}

async function ping(port: number): Promise<boolean> {
  const socket = createConnection({ host: "127.0.0.1", port }, () => socket.write("PING\r\n"));
  try {
    const [answer] = await once(socket, "data", { signal: AbortSignal.timeout(1_000) });
    return String(answer).startsWith("+PONG");
  } finally {
    socket.destroy();
  }
}

/**
 * The server on PATH, or on Debian and Ubuntu the one of the unpacked packages, with the folders of the shared libraries that were unpacked
 * with it. Never installs a system service.
 */
async function redisProgram(log: Log): Promise<{ path: string; libraries: readonly string[] }> {
  const installed = findProgram(["redis-server", "valkey-server"]);
  if (installed !== undefined) return { path: installed, libraries: [] };
  if (findProgram(["apt-get"]) === undefined) {
    throw new Error(
      "Cannot find redis-server or valkey-server on PATH: install one of them, as by `brew install redis` or `sudo dnf install valkey`, and start again",
    );
  }
  const program = "usr/bin/redis-server";
  // The package redis-tools has the server under this name; the program decides by its own name what to be.
  const folder = await unpackedSystemPackage("redis-tools", log, (unpacked) => {
    symlinkSync("redis-check-rdb", join(unpacked, program));
  });
  const libraries = ["usr/lib", "lib"].map((name) => join(folder, name)).filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((triplet) => join(path, triplet)));
  return { path: join(folder, program), libraries };
}
