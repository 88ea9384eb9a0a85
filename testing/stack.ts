import { readFileSync } from "node:fs";
import process from "node:process";
import type { Settings } from "#dev/machine/environment.ts";

/** The services of this test run, shared by its specs: real Postgres, Redis and Temporal, one API and one worker. */
export interface TestStack {
  /** The run's folder, removed at its end. */
  readonly dir: string;
  /** File that records the children of the specs; the run ends those that are left. */
  readonly register: string;
  readonly baseUrl: string;
  /** Whether its servers' data survive that they are killed, as `dev`'s do. */
  readonly durable: boolean;
  /** The owner's URL; API and worker take their roles by themselves. */
  readonly databaseUrl: string;
  /** A migrated database with the keys below, which `createDatabase` copies. No process connects to it. */
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
  /** The environment of API and worker. */
  readonly settings: Settings;
  readonly pids: Readonly<Record<"api" | "worker" | "postgres" | "redis" | "temporal", number>>;
}

/** The environment variable with the path of the stack's file. */
export const STACK_FILE = "TEST_STACK";

let known: TestStack | undefined;

/** Whether this is the API of the run; a drill with a service of its own has no run. */
export function isOfRun(baseUrl: string): boolean {
  return process.env[STACK_FILE] !== undefined && baseUrl === stack().baseUrl;
}

/** The services of this run. @throws Error when mocha runs without `testing/setup.ts`. */
export function stack(): TestStack {
  const file = process.env[STACK_FILE];
  if (file === undefined) {
    throw new Error("This spec needs the services: run it with `npx --yes deno task test <file>`");
  }
  return known ??= JSON.parse(readFileSync(file, "utf8")) as TestStack;
}
