import { join } from "node:path";
import process from "node:process";
import type { StackKeys } from "./keys.ts";

export type Settings = Readonly<Record<string, string | undefined>>;

export interface StackAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly temporalUiUrl: string | null;
}

/**
 * The environment of API and worker. Settings of this process's own environment pass through, but for what names the
 * embedded services: a DATABASE_URL of another project must not be migrated by accident.
 */
export function stackSettings(dir: string, addresses: StackAddresses, keys: StackKeys): Settings {
  const operators = [keys.demo?.operator_key_id, process.env.OPERATOR_KEY_IDS].filter(Boolean).join(",");
  return {
    WEBHOOK_ALLOW_LOOPBACK: "1",
    AUTH_DEBUG_LINKS: "1",
    DRAIN_SECONDS: "0",
    MAIL_DIR: join(dir, "mail"),
    UPLOADS_DIR: join(dir, "uploads"),
    ...process.env,
    HOST: "127.0.0.1",
    DATABASE_URL: addresses.databaseUrl,
    REDIS_URL: addresses.redisUrl,
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    TEMPORAL_NAMESPACE: addresses.temporalNamespace,
    TEMPORAL_UI_URL: addresses.temporalUiUrl ?? undefined,
    TEMPORAL_TLS: undefined,
    TEMPORAL_API_KEY: undefined,
    SECRETS_KEYS: keys.secrets_keys,
    OPERATOR_KEY_IDS: operators,
  };
}
