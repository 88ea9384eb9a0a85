import type { Json, JsonObject } from "#shared/json.ts";

/** One task queue a kind of work, so that a burst of one kind never starves another. */
export const TASK_QUEUES = [
  "simulations",
  "small-simulations",
  "readings",
  "training",
  "deliveries",
  "operations",
] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];

/** What begins the ids of the workflows that bring a row to its end, by their types. */
const ID_PREFIXES = {
  simulation: "simulation/",
  reading: "reading/",
  trainingRun: "training/",
  webhookDelivery: "delivery/",
  deleteOrganization: "organization-deletion/",
  settleSubscription: "subscription/",
} as const;
export type RowWorkflow = keyof typeof ID_PREFIXES;

/** The id of a row's workflow. All generations of a Reading run under the simulation's; each begins when the one before it has ended. */
export function workflowIdOf(type: RowWorkflow, rowId: string): string {
  return ID_PREFIXES[type] + rowId;
}

/** How Temporal starts a workflow. Operators see all of it in the Temporal UI: it holds ids and counts only. */
interface WorkflowOptions {
  readonly workflow_type: string;
  /** `<kind>/<row id>`, so that a second start of the same work has no effect. */
  readonly workflow_id: string;
  readonly task_queue: TaskQueue;
  readonly input: JsonObject;
  /**
   * Temporal divides the workers' capacity evenly among the keys, however many runs of one key wait; at most 64 bytes. Without one it is the
   * organization's id.
   */
  readonly fairness_key?: string;
  /** What the run remembers besides `prior_runs`. */
  readonly memo?: RunMemo;
  /**
   * How many runs under this id have closed without an end of their row, which only an older database can show: another run starts all the
   * same, and remembers the number. Absent in all other starts.
   */
  readonly prior_runs?: number;
  /** Temporal gives a workflow task to another worker after this long; its default is 10 s. */
  readonly task_timeout_seconds?: number;
  /** One line of Markdown for the Temporal UI, at most 200 bytes. */
  readonly summary: string;
  /** Markdown for the Temporal UI: owner, links, what to do. */
  readonly details: string;
  readonly search_attributes: {
    readonly [Name in "OrganizationId" | "SimulationId" | "WebhookId" | "Stage"]?: string;
  };
}

/** The header in which runs and activities carry their trace: the name that Temporal's own interceptors give it. */
export const TRACE_HEADER = "_tracer-data";

/** The content of that header. */
export interface TraceCarrier {
  /** W3C Trace Context, 3.2. */
  readonly traceparent: string;
}

/** What a run remembers of its start, as its memo. */
export type RunMemo = {
  readonly prior_runs?: number;
  /** Of a Reading that is generated again. */
  readonly generation?: number;
};

export type RunOutcome = "completed" | "failed" | "cancelled" | "continued_as_new";

/** What the workflows' sandbox calls in its worker. */
export type TraceSinks = {
  readonly trace: {
    /** Records a run that has ended. It is not called again when the run is replayed. */
    ended(carrier: TraceCarrier, outcome: RunOutcome): void;
  };
};

/** A command whose trace goes on where it is executed. */
interface Traced {
  /** The span that wrote the command; absent where nothing was traced. */
  readonly traceparent?: string;
}

/** Starts a workflow, unless one ever ran under its id; with `prior_runs` unless one runs now. */
export interface WorkflowStart extends WorkflowOptions {
  readonly kind: "start";
}

/** Starts a workflow of the control work, which waits for no endpoint, no engine and no model. */
export function operationStart(start: Omit<WorkflowStart, "kind" | "task_queue">): WorkflowStart {
  return { kind: "start", task_queue: "operations", ...start };
}

/**
 * Signals a workflow, in a new run when none is open. The outbox may execute it twice, so the signal must carry an id of its own, or be
 * idempotent.
 */
export interface WorkflowSignalWithStart extends WorkflowOptions {
  readonly kind: "signal_with_start";
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** A start that signals its workflow, in a new run when none is open. */
export function signalling(
  start: WorkflowStart,
  signal: string,
  signal_args: readonly Json[] = [],
): WorkflowSignalWithStart {
  return { ...start, kind: "signal_with_start", signal, signal_args };
}

/** Signals a workflow; has no effect on one that has closed. */
export interface WorkflowSignal {
  readonly kind: "signal";
  readonly workflow_id: string;
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** Cancels a workflow; has no effect on one that has closed. */
export interface WorkflowCancel {
  readonly kind: "cancel";
  readonly workflow_id: string;
}

/** The content of an outbox row: one call to Temporal. */
export type WorkflowCommand =
  & (WorkflowStart | WorkflowSignalWithStart | WorkflowSignal | WorkflowCancel)
  & Traced;
