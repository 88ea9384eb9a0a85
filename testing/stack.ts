import { readFileSync } from "node:fs";
import process from "node:process";
import { query } from "#dev/machine/connect-database.ts";
import type { Settings } from "#dev/machine/environment.ts";
import type { QueryResultRow } from "pg";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { Client } from "@temporalio/client";
import { connectToTemporal } from "#temporal/connection.ts";
import { eventually } from "./times.ts";

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
export function isSharedApi(baseUrl: string): boolean {
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

/** Connects as the service does. @param pool the most connections */
export async function connectAs(
  role: DatabaseRole,
  { url = stack().databaseUrl, pool = 2 }: { readonly url?: string; readonly pool?: number } = {},
): Promise<Database> {
  return new Database(await createDataSource({ url, role, pool, applicationName: "test" }).initialize());
}

/** Runs a statement as the database's owner, outside the service. */
export function ask<Row = QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
  url = stack().databaseUrl,
): Promise<Row[]> {
  return query(url, text, values);
}

export type TestTemporalClient = Awaited<ReturnType<typeof temporalClient>>;

/** A client of a Temporal server, with the rights of an operator. */
export async function temporalClient(address = stack().temporalAddress) {
  const connection = await connectToTemporal({
    address,
    namespace: "default",
    apiKey: null,
    tls: false,
    uiUrl: "",
  });
  const client = new Client({ connection });
  return {
    client,
    /** Waits until a workflow exists. */
    async exists(workflowId: string): Promise<void> {
      await eventually(`${workflowId} to exist`, () => client.workflow.getHandle(workflowId).describe());
    },
    /** Waits until a workflow has closed; returns its status, such as `COMPLETED`. */
    closed: (workflowId: string): Promise<string> =>
      eventually(`${workflowId} to close`, async () => {
        const { status: { name } } = await client.workflow.getHandle(workflowId).describe();
        return name === "RUNNING" ? undefined : name;
      }),
    /** A workflow's search attributes by name. */
    async searchAttributes(workflowId: string): Promise<Record<string, unknown>> {
      const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
      return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    },
    close: () => connection.close(),
  };
}

/** Resets a workflow to a workflow task, as an operator does in the Temporal UI. @returns the new run's id */
export async function resetWorkflow(
  client: Client,
  workflowId: string,
  task: "first" | "last",
): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  // The UI offers a task's start. That of a run that was started eagerly is written with the run's own, so the first is reset at its end, which
  // comes after that of the local activities that it waits for.
  const event = await eventually(`a workflow task of ${workflowId}`, async () => {
    const points = (await handle.fetchHistory()).events?.filter((event) =>
      (task === "first"
        ? event.workflowTaskCompletedEventAttributes
        : event.workflowTaskStartedEventAttributes) != null
    );
    return task === "first" ? points?.[0] : points?.at(-1);
  });
  const request = {
    namespace: "default",
    workflowExecution: { workflowId, runId },
    reason: "by hand",
    requestId: crypto.randomUUID(),
    workflowTaskFinishEventId: event.eventId,
  };
  const reset = await client.workflowService.resetWorkflowExecution(
    request as unknown as Parameters<typeof client.workflowService.resetWorkflowExecution>[0],
  );
  return reset.runId;
}
