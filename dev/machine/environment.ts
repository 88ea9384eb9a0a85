import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { writeJson } from "./folder.ts";

/** Environment variables of the API and the worker. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Addresses of this machine, which no proxy can reach. */
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** Keeps a proxy of the environment (`HTTP_PROXY`) out of calls to this machine, in this process and its children. */
export function bypassProxyForLoopback(environment: NodeJS.ProcessEnv = process.env): void {
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const listed = (environment[name] ?? "").split(",").map((host) => host.trim()).filter(Boolean);
    environment[name] = [...new Set([...listed, ...LOOPBACK])].join(",");
  }
}

/** The person of the demo organization, who is an operator too: `dev` prints a link that signs them in. */
export const DEV_EMAIL = "dev@example.com";

/** Keys of two organizations to try the service with: a customer on plan studio, and the operators. */
export interface DemoKeys {
  readonly organization_id: string;
  readonly api_key: string;
  readonly operator_key: string;
  /** The setting `OPERATOR_KEY_IDS`. */
  readonly operator_key_id: string;
}

/** The secrets of one embedded stack: generated at its first start, stored beside its data, readable by its user alone. */
export interface StackKeys {
  readonly postgres_password: string;
  /** The setting `SECRETS_KEYS`. */
  readonly secrets_keys: string;
  /** Null until the demo organization exists. */
  readonly demo: DemoKeys | null;
}

/** Reads the keys from a file, which it creates where it is missing. */
export function readKeys(path: string): StackKeys {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const keys = {
    postgres_password: randomBytes(18).toString("base64url"),
    secrets_keys: `dev=${randomBytes(32).toString("base64")}`,
    demo: null,
  };
  writeJson(path, keys);
  return keys;
}

interface StackAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly temporal: { readonly address: string; readonly namespace: string; readonly uiUrl: string | null };
}

/**
 * The environment of API and worker. This process's own environment passes through, except for the addresses of the embedded
 * services: a `DATABASE_URL` of another project must not be migrated by accident.
 */
export function stackSettings(
  dir: string,
  { databaseUrl, redisUrl, temporal }: StackAddresses,
  keys: StackKeys,
): Settings {
  const operators = [keys.demo?.operator_key_id, process.env.OPERATOR_KEY_IDS].filter(Boolean).join(",");
  return {
    WEBHOOK_ALLOW_LOOPBACK: "1",
    AUTH_DEBUG_LINKS: "1",
    DRAIN_SECONDS: "0",
    MAIL_DIR: join(dir, "mail"),
    UPLOADS_DIR: join(dir, "uploads"),
    ...process.env,
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    API_DATABASE_URL: undefined,
    WORKER_DATABASE_URL: undefined,
    LISTEN_DATABASE_URL: undefined,
    REDIS_URL: redisUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_UI_URL: temporal.uiUrl ?? undefined,
    TEMPORAL_TLS: undefined,
    TEMPORAL_API_KEY: undefined,
    SECRETS_KEYS: keys.secrets_keys,
    OPERATOR_KEY_IDS: operators,
    OPERATOR_EMAILS: [DEV_EMAIL, process.env.OPERATOR_EMAILS].filter(Boolean).join(","),
  };
}

/** `.dev/env.json`: addresses and keys for other programs that use a running `dev`. The file exists while everything runs. */
export interface DevEnvironment {
  readonly base_url: string;
  readonly temporal_ui_url: string;
  readonly temporal_address: string;
  readonly database_url: string;
  readonly redis_url: string;
  readonly api_key: string;
  readonly operator_key: string;
  readonly organization_id: string;
  readonly mail_dir: string;
  /** The ids of the processes. */
  readonly processes: Readonly<Record<"api" | "worker" | "postgres" | "redis" | "temporal", number>>;
}

const environmentPath = (dir: string) => join(dir, "env.json");

export function writeEnvironment(dir: string, environment: DevEnvironment): void {
  writeJson(environmentPath(dir), environment);
}

export function readEnvironment(dir: string): DevEnvironment | undefined {
  const path = environmentPath(dir);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

export function removeEnvironment(dir: string): void {
  rmSync(environmentPath(dir), { force: true });
}
