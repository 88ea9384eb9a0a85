import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { prepareDatabase } from "#dev/database.ts";
import type { Settings } from "#dev/machine/environment.ts";
import { devFolder, tryLock, writeJson } from "#dev/machine/folder.ts";
import { endLeftovers } from "#dev/machine/processes.ts";
import { folderElsewhere } from "#dev/services/postgres-folders.ts";
import { createDatabase, type PostgresService } from "#dev/services/postgres.ts";
import { workerRuntime } from "#dev/services/api-and-worker.ts";
import { pidsOf, type StackOptions, type StartedParts, startStack, stopStack } from "#dev/stack.ts";
import { logFor, since } from "#dev/machine/terminal.ts";
import { ask, STACK_FILE, type TestStack } from "./stack.ts";

const RUNS = join(devFolder(), "test");
const TEMPLATE = "template_simulation_service";

export type StartedTestStack = Awaited<ReturnType<typeof startTestStack>>;

/**
 * Starts the services of one test run, on ports and in a folder of its own, so that it can run beside `dev` and other test runs, and makes them
 * those that this process and its children speak to.
 */
export async function startTestStack(
  { durable = false, settings = {}, onEnd }: Partial<Pick<StackOptions, "durable" | "settings" | "onEnd">> =
    {},
) {
  const begin = performance.now();
  await removeEndedRuns();
  const dir = join(RUNS, `${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}-${process.pid}`);
  const lock = tryLock(join(dir, "lock"));
  if (lock === undefined) throw new Error(`Cannot start: ${dir} is in use`);
  const place = { dir, register: join(dir, "children") };
  const started: StartedParts = new Map();
  /** Ends all processes and removes the run's folder; with `keepLogs` the next run removes it. */
  const stop = async ({ keepLogs }: { readonly keepLogs: boolean }): Promise<void> => {
    await stopStack(started);
    await endLeftovers(place.register);
    if (keepLogs) console.log(`The services' logs are in ${dir} until the next run.`);
    else removeRun(dir);
    lock.release();
  };
  try {
    const running = await startStack({
      ...{ ...place, durable, started, prepare, onEnd },
      settings: { ...testSettings(dir), ...settings },
      // What specs make fail is in the other parts' own logs.
      logFor: (part) => part === "redis" || part === "temporal" ? logFor(part) : () => {},
    });
    const file = join(dir, "stack.json");
    const stack = describe({ ...place, durable, pids: pidsOf(started) }, running);
    writeJson(file, stack);
    process.env[STACK_FILE] = file;
    logFor("test")(`services ready in ${since(begin)}, worker on ${workerRuntime()}`);
    return { stack, parts: running.parts, stop };
  } catch (error) {
    await stop({ keepLogs: true });
    throw error;
  }
}

async function prepare(postgres: PostgresService) {
  const template = await createDatabase(postgres, TEMPLATE);
  const { demo } = await prepareDatabase(template, null);
  // Concurrent specs share these organizations' keys, and poll.
  await ask("UPDATE organizations SET requests_per_minute = 1000000", [], template);
  return { databaseUrl: await createDatabase(postgres, "simulation_service", TEMPLATE), demo };
}

function describe(
  run: Pick<TestStack, "dir" | "register" | "durable" | "pids">,
  { parts, databaseUrl, demo, settings }: Awaited<ReturnType<typeof startStack>>,
): TestStack {
  const temporal = parts.temporal.current();
  return {
    ...run,
    baseUrl: parts.api.current().baseUrl,
    databaseUrl,
    templateDatabase: TEMPLATE,
    redisUrl: parts.redis.current().url,
    temporalAddress: temporal.address,
    namespace: temporal.namespace,
    organizationId: demo.organization_id,
    apiKey: demo.api_key,
    operatorKey: demo.operator_key,
    mailDir: join(run.dir, "mail"),
    uploadsDir: join(run.dir, "uploads"),
    settings,
  };
}

function testSettings(dir: string): Settings {
  return {
    MAIL_DIR: join(dir, "mail"),
    UPLOADS_DIR: join(dir, "uploads"),
    // All specs call from one address.
    ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
    // Most specs with an API of their own ask it nothing that is routed.
    LAZY_START: "1",
    // Those of accounts, whose limits count by address, name one of their own.
    TRUSTED_PROXIES: "1",
    PAYMENTS_WEBHOOK_SECRET: "whsec_of_the_specs",
    BILLING_PRICE_PLANS: "price_growth=growth,price_studio=studio,price_enterprise=enterprise",
    // Three attempts; a receiver postpones the next one by answering 503 with a Retry-After.
    WEBHOOK_RETRY_SCHEDULE: "0s,300ms,600ms",
  };
}

/** Ends the processes of test runs that were killed, and removes their folders. A run in progress holds its lock. */
export async function removeEndedRuns(): Promise<void> {
  for (const name of existsSync(RUNS) ? readdirSync(RUNS) : []) {
    const dir = join(RUNS, name);
    const lock = tryLock(join(dir, "lock"));
    if (lock === undefined) continue;
    await endLeftovers(join(dir, "children"));
    removeRun(dir);
    lock.release();
  }
}

/** Removes the folder of a stack, and that of Postgres' data where it is elsewhere. */
export function removeRun(dir: string): void {
  rmSync(folderElsewhere(join(dir, "postgres")), { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
}
