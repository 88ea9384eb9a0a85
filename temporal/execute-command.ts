import { SpanKind } from "@opentelemetry/api";
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import { defineSearchAttributeKey, TypedSearchAttributes, ValueError } from "@temporalio/common";
import { contextOf, inSpan } from "#shared/tracing.ts";
import type { RunMemo, WorkflowCommand, WorkflowSignalWithStart, WorkflowStart } from "./command.ts";

export interface ExecuteOptions {
  /** Milliseconds after which the call fails; the outbox then still holds the command. */
  readonly deadlineMs: number;
  /**
   * Requests an eager start: the server hands the first workflow task to this process, whose client must have the worker's connection. A
   * one-step workflow then costs the server half as much. It has no effect without a worker of that task queue here.
   */
  readonly eager?: boolean;
}

/**
 * Executes a command against Temporal. Executing it again does no harm, because its workflow id derives from a row and its signal is
 * idempotent.
 *
 * @throws Error when Temporal does not confirm in time.
 */
export async function executeCommand(
  client: Client,
  command: WorkflowCommand,
  { deadlineMs, eager = false }: ExecuteOptions,
): Promise<void> {
  // The span's name leaves out the row's id, which is the last part of the workflow's.
  const [kind] = command.workflow_id.split("/", 1);
  const name = `${command.kind} ${"workflow_type" in command ? command.workflow_type : kind}`;
  const terms = { kind: SpanKind.PRODUCER, parent: contextOf(command.traceparent) };
  const execute = () => call(client, command, eager);
  await inSpan(name, terms, () => client.connection.withDeadline(Date.now() + deadlineMs, execute));
}

async function call(client: Client, command: WorkflowCommand, eager: boolean): Promise<void> {
  const { workflow } = client;
  switch (command.kind) {
    case "start":
      try {
        await workflow.start(command.workflow_type, {
          ...startOptions(command),
          workflowIdReusePolicy: command.prior_runs === undefined ? "REJECT_DUPLICATE" : "ALLOW_DUPLICATE",
          workflowIdConflictPolicy: "USE_EXISTING",
          requestEagerStart: eager,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
      return;
    case "signal_with_start":
      await workflow.signalWithStart(command.workflow_type, {
        ...startOptions(command),
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        signal: command.signal,
        signalArgs: [...command.signal_args],
      });
      return;
    case "signal": {
      const { workflow_id, signal, signal_args } = command;
      return await ignoringClosed(() => workflow.getHandle(workflow_id).signal(signal, ...signal_args));
    }
    case "cancel":
      return await ignoringClosed(() => workflow.getHandle(command.workflow_id).cancel());
    default:
      // A row of a newer or an older release: executed without effect it would be deleted.
      throw new TypeError(
        `Cannot execute a command of kind ${JSON.stringify((command as { kind: unknown }).kind)}`,
      );
  }
}

function startOptions(command: WorkflowStart | WorkflowSignalWithStart) {
  // The backlog of one organization does not delay the others' runs, nor their activities, which inherit the key.
  const fairnessKey = command.fairness_key ?? command.search_attributes.OrganizationId;
  const { prior_runs } = command;
  const memo: RunMemo | undefined = prior_runs === undefined ? command.memo : { ...command.memo, prior_runs };
  return {
    workflowId: command.workflow_id,
    taskQueue: command.task_queue,
    args: [command.input],
    ...(command.task_timeout_seconds === undefined
      ? {}
      : { workflowTaskTimeout: command.task_timeout_seconds * 1000 }),
    ...(fairnessKey === undefined ? {} : { priority: { fairnessKey } }),
    ...(memo === undefined ? {} : { memo }),
    staticSummary: command.summary,
    staticDetails: command.details,
    typedSearchAttributes: new TypedSearchAttributes(
      Object.entries(command.search_attributes).map(([name, value]) => ({
        key: defineSearchAttributeKey(name, "KEYWORD"),
        value,
      })),
    ),
  };
}

/** gRPC's INVALID_ARGUMENT: a text too long, an id that is none, a search attribute that the namespace lacks. */
const INVALID_ARGUMENT = 3;

/** What a refusal is about: the command's own content, or the server, which then refuses whatever it is sent. */
export type Refusal = "command" | "server";

/**
 * Whether Temporal refuses what it was sent, and why; null for outages, missing permissions and limits, which pass. A refusal that names a
 * search attribute or the namespace is the server's: commands have the same ones, with ids as values.
 */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && error.code === INVALID_ARGUMENT) {
    return /search attribute|namespace/i.test(error.message) ? "server" : "command";
  }
  // No release of this age can write such a command.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ValueError) {
    return "command";
  }
  return refusalOf(error.cause);
}

/** A workflow that has closed needs no signal, no cancellation and no termination. */
export async function ignoringClosed(request: () => Promise<unknown>): Promise<void> {
  try {
    await request();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
