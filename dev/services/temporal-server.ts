import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import getPort, { portNumbers } from "get-port";
import { stringify } from "yaml";
import { builtProgram, output } from "../machine/programs.ts";
import type { Log } from "../machine/terminal.ts";
import { temporalProgram } from "./temporal.ts";
import { type Service, type ServiceOptions, startOnPort } from "./service.ts";

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
  writeFileSync(file, configuration(options, dynamicConfig), { mode: 0o600 });
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

/** Fills the file beside this one. */
function configuration({ storeUrl, host, ports }: TemporalNodeOptions, dynamicConfig: string): string {
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
