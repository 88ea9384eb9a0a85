import { Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
// The package as a whole also loads the workflow bundler, which only workers need.
import { NativeConnection } from "@temporalio/worker/lib/connection.js";
import type { TemporalConfig } from "#shared/config.ts";
import type { WorkflowCommand, WorkflowSignalWithStart, WorkflowStart } from "./command.ts";

/** Where a process gets its client from. */
export interface TemporalClient {
  /** @throws when Temporal cannot be reached. */
  get(): Promise<Client>;
}

/**
 * A client that connects at its first use, so that a process starts while Temporal is away; a connection that failed is tried again at
 * the next use. It speaks through the SDK's native core: the gRPC library over `node:http2` ends a Deno process when the server says
 * GOAWAY, which Temporal does every few minutes (denoland/deno#36788).
 */
export class LazyTemporalClient implements TemporalClient {
  readonly #config: TemporalConfig;
  #connecting: Promise<NativeConnection> | null = null;
  #connection: NativeConnection | null = null;

  constructor(config: TemporalConfig) {
    this.#config = config;
  }

  /** @throws Error after 1 s at the latest; a connection that takes longer is there for a later call. */
  async get(): Promise<Client> {
    const connection = this.#connection ?? await inTime(this.#connecting ??= this.#connect());
    return new Client({ connection, namespace: this.#config.namespace });
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  async #connect(): Promise<NativeConnection> {
    try {
      return this.#connection = await connectToTemporal(this.#config);
    } finally {
      this.#connecting = null;
    }
  }
}

/** The SDK itself gives up after 30 s. */
const CONNECT_MS = 1_000;

async function inTime<T>(connecting: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Temporal was not there within ${CONNECT_MS} ms`)), CONNECT_MS);
  });
  try {
    return await Promise.race([connecting, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws TransportError when Temporal cannot be reached. */
export function connectToTemporal({ address, apiKey, tls }: TemporalConfig): Promise<NativeConnection> {
  return NativeConnection.connect({
    address,
    ...(tls ? { tls: true } : {}),
    ...(apiKey === null ? {} : { apiKey: apiKey.reveal() }),
  });
}

/** How a command is to be delivered. */
export interface ExecuteOptions {
  /** Milliseconds after which the call counts as failed; the outbox then still holds the command. */
  readonly deadlineMs: number;
  /**
   * Hand the first workflow task of a start straight to this process: for workers, whose client has the worker's own connection. A
   * one-step workflow costs the server half as much then. Without a worker of that task queue here it changes nothing.
   */
  readonly eager?: boolean;
}

/** Tells Temporal once; told again, nothing happens twice: ids were derived from rows. */
export async function executeCommand(
  client: Client,
  command: WorkflowCommand,
  { deadlineMs, eager = false }: ExecuteOptions,
): Promise<void> {
  await client.connection.withDeadline(Date.now() + deadlineMs, async () => {
    switch (command.kind) {
      case "start":
        return await start(client, command, eager);
      case "signal_with_start":
        return await signalWithStart(client, command);
      case "signal":
        return await unlessEnded(() =>
          client.workflow.getHandle(command.workflow_id).signal(command.signal, ...command.signal_args)
        );
      case "cancel":
        return await unlessEnded(() => client.workflow.getHandle(command.workflow_id).cancel());
    }
  });
}

async function start(client: Client, command: WorkflowStart, eager: boolean): Promise<void> {
  try {
    await client.workflow.start(command.workflow_type, {
      ...runOptions(command),
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      workflowIdConflictPolicy: "USE_EXISTING",
      requestEagerStart: eager,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function signalWithStart(client: Client, command: WorkflowSignalWithStart): Promise<void> {
  await client.workflow.signalWithStart(command.workflow_type, {
    ...runOptions(command),
    workflowIdReusePolicy: "ALLOW_DUPLICATE",
    signal: command.signal,
    signalArgs: [...command.signal_args],
  });
}

function runOptions(command: WorkflowStart | WorkflowSignalWithStart) {
  return {
    workflowId: command.workflow_id,
    taskQueue: command.task_queue,
    args: [command.input],
    ...(command.task_timeout_seconds === undefined
      ? {}
      : { workflowTaskTimeout: command.task_timeout_seconds * 1000 }),
    ...(command.fairness_key === undefined ? {} : { priority: { fairnessKey: command.fairness_key } }),
    staticSummary: command.summary,
    staticDetails: command.details,
    typedSearchAttributes: searchAttributes(command),
  };
}

function searchAttributes(
  { search_attributes }: WorkflowStart | WorkflowSignalWithStart,
): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(search_attributes).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, "KEYWORD"),
      value,
    })),
  );
}

async function unlessEnded(tell: () => Promise<unknown>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
