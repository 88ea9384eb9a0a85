import { randomUUID } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import type { Client } from "@temporalio/client";
import pg from "pg";
import { startChild } from "#dev/machine/child.ts";
import { stack, temporalClient } from "#testing/stack.ts";
import type { BareRuns } from "./floor/workflows.ts";

interface Request {
  readonly baseUrl: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly idempotencyKey: string;
}

/** Calls an API and asserts nothing of its answer: the caller's time is taken from what is measured. */
export function send({ baseUrl, key, method, path, body, idempotencyKey }: Request): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
      "Accept-Encoding": "identity",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Calls the API of the run's stack. @throws Error when the response is no success, which ends the benchmark. */
export async function call(method: string, path: string, body?: object): Promise<Response> {
  const { baseUrl, apiKey: key } = stack();
  const response = await send({ baseUrl, key, method, path, body, idempotencyKey: crypto.randomUUID() });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** @returns the simulation's id. */
export async function createSimulation(agentCount: number, withReading = false): Promise<string> {
  const response = await call("POST", "/v1/simulations", {
    workflow_id: "brand-trust",
    agent_count: agentCount,
    question: "Do you trust this brand to do what it promises?",
    generate_insights: withReading,
  });
  return (await response.json()).data.id;
}

/** Limits of an organization that no suite reaches, and none measures. */
export const UNLIMITED = {
  requests_per_minute: 10_000_000,
  simulations_per_month: 1_000_000,
  agent_runs_per_month: 1_000_000_000,
};

export interface Connections {
  readonly database: pg.Pool;
  readonly client: Client;
}

/** Runs `work` with connections to the stack's Postgres, and with a client of its Temporal server. */
export async function withConnections<T>(
  pool: number,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  const database = new pg.Pool({ connectionString: stack().databaseUrl, max: pool });
  const { client, close } = await temporalClient();
  try {
    return await work({ database, client });
  } finally {
    await database.end();
    await close();
  }
}

/** Task queue of the floor's worker that has the size of the simulations' worker. */
export const FLOOR_QUEUE = "bench-floor";
/** Task queue of the floor's worker that has the size of the deliveries' worker. */
export const DELIVERIES_FLOOR_QUEUE = "bench-floor-deliveries";

/** Runs bare workflows in the floor's process, which counts their ends itself. @returns how many ended in a second. */
export function bareRuns(
  client: Client,
  runs: Pick<BareRuns, "type" | "total" | "atOnce"> & Partial<BareRuns>,
): Promise<number> {
  return client.workflow.execute("bareRuns", {
    taskQueue: FLOOR_QUEUE,
    workflowId: `floor/${crypto.randomUUID()}`,
    args: [{ queue: FLOOR_QUEUE, eager: false, ...runs } satisfies BareRuns],
  });
}

/**
 * Starts a script in a process of its own, so that its memory and processor time are not the client's.
 * @returns the first line that the script prints.
 */
export async function startScript(
  script: string,
  args: readonly string[] = [],
): Promise<{ firstLine: string; pid: number; stop(): Promise<void> }> {
  const line = Promise.withResolvers<string>();
  const child = await startChild({
    name: script,
    command: process.execPath,
    args: ["run", "-A", new URL(script, import.meta.url).pathname, ...args],
    logFile: join(stack().dir, `${randomUUID()}.log`),
    register: stack().register,
    onLine: line.resolve,
  });
  void child.exited.then((end) => line.reject(new Error(`${script} ended (${end}):\n${child.lastLines()}`)));
  return { firstLine: await line.promise, pid: child.pid, stop: () => child.stop() };
}
