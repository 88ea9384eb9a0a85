import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "./folder.ts";
import type { DevStack } from "./stack.ts";

/** `.dev/env.json`: what another program needs to use a running `dev`. It exists while everything runs. */
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
  /** The processes' own ids. */
  readonly processes: Readonly<Record<"api" | "worker" | "postgres" | "redis" | "temporal", number>>;
}

const path = (dir: string) => join(dir, "env.json");

export function describe(stack: DevStack): DevEnvironment {
  const { api, worker, postgres, redis, temporal } = stack;
  return {
    base_url: api.current().baseUrl,
    temporal_ui_url: temporal.current().uiUrl ?? "",
    temporal_address: temporal.current().address,
    database_url: stack.databaseUrl,
    redis_url: redis.current().url,
    api_key: stack.keys.demo.api_key,
    operator_key: stack.keys.demo.operator_key,
    organization_id: stack.keys.demo.organization_id,
    mail_dir: stack.settings.MAIL_DIR ?? "",
    processes: {
      api: api.current().pid,
      worker: worker.current().pid,
      postgres: postgres.current().pid,
      redis: redis.current().pid,
      temporal: temporal.current().pid,
    },
  };
}

export function writeEnvironment(dir: string, environment: DevEnvironment): void {
  writeJson(path(dir), environment);
}

export function readEnvironment(dir: string): DevEnvironment | undefined {
  return existsSync(path(dir)) ? JSON.parse(readFileSync(path(dir), "utf8")) : undefined;
}

export function removeEnvironment(dir: string): void {
  rmSync(path(dir), { force: true });
}
