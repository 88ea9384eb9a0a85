import { readFileSync } from "node:fs";
import process from "node:process";
import type { Settings } from "#dev/environment.ts";

/** The services of this test run, shared by its specs: real Postgres, Redis and Temporal, one API and one worker. */
export interface TestStack {
  /** This run's own folder, removed at its end. */
  readonly dir: string;
  /** Children that specs start are noted here, and ended at the end of the run at the latest. */
  readonly register: string;
  readonly baseUrl: string;
  /** As the owner; API and worker take their roles by themselves. */
  readonly databaseUrl: string;
  /** A migrated database with the keys below, for `createDatabase` to copy. Nobody connects to it. */
  readonly templateDatabase: string;
  readonly redisUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  /** An organization on plan studio, and its key with all scopes. */
  readonly organizationId: string;
  readonly apiKey: string;
  readonly operatorKey: string;
  readonly mailDir: string;
  readonly uploadsDir: string;
  /** The environment that API and worker were started with. */
  readonly settings: Settings;
  readonly pids: Readonly<Record<"api" | "worker" | "postgres" | "redis" | "temporal", number>>;
}

/** The environment's variable that names the file which describes the stack. */
export const STACK_FILE = "TEST_STACK";

let read: TestStack | undefined;

/** @throws Error when mocha was run without `test/support/setup.ts`. */
export function stack(): TestStack {
  const file = process.env[STACK_FILE];
  if (file === undefined) {
    throw new Error("This spec needs the services: run it with `npx --yes deno task test <file>`");
  }
  return read ??= JSON.parse(readFileSync(file, "utf8")) as TestStack;
}
